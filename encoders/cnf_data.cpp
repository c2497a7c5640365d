// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Equality under a condition is two clauses a bit over the shared bits of both sides, not a
// gate: `rf -> v(w) = v(r)` is needed in one direction only.
#include "encoders/cnf_data.h"

namespace fencepost::encoders {

using ir::Expr;

/// Bits that are equal in all values are constants.
void CnfData::restrict_read(Expr read, const ValueSet& values) {
    if (!values || values->empty()) return;
    uint64_t ones = ~uint64_t{0}, zeros = ~uint64_t{0};
    for (uint64_t value : *values) {
        ones &= value;
        zeros &= ~value;
    }
    Bits bits(pool_.width(read));
    for (size_t i = 0; i < bits.size(); ++i)
        bits[i] = (ones >> i & 1) != 0    ? true_lit
                  : (zeros >> i & 1) != 0 ? false_lit
                                          : gates_.fresh();
    blaster_.set(read, std::move(bits));
}

Lit CnfData::condition(Expr e) {
    if (pool_.is_true(e)) return true_lit;
    if (pool_.is_false(e)) return false_lit;
    return blaster_.bits(e)[0];
}

Lit CnfData::equal(Expr a, Expr b) {
    if (a == b) return true_lit;
    blaster_.bits(a);
    const Bits& right = blaster_.bits(b);
    return blaster_.equal(blaster_.bits(a), right);
}

Lit CnfData::equal(Expr a, uint64_t constant) {
    const Bits& left = blaster_.bits(a);
    return blaster_.equal(left,
                          BitBlaster::constant_bits(static_cast<unsigned>(left.size()), constant));
}

void CnfData::imply_equal(Lit condition, Expr a, Expr b) {
    if (a == b) return;
    blaster_.bits(a);
    const Bits& right = blaster_.bits(b);
    imply_equal(condition, blaster_.bits(a), right);
}

void CnfData::imply_equal(Lit condition, Expr a, uint64_t constant) {
    const Bits& left = blaster_.bits(a);
    imply_equal(condition, left,
                BitBlaster::constant_bits(static_cast<unsigned>(left.size()), constant));
}

void CnfData::imply_equal(Lit condition, const Bits& a, const Bits& b) {
    for (size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        gates_.add({-condition, -a[i], b[i]});
        gates_.add({-condition, a[i], -b[i]});
    }
}

Lit CnfData::distance_below(const Bits& a, const Bits& b, uint64_t limit) {
    Bits inverted = b;
    for (Lit& bit : inverted) bit = -bit;
    const auto width = static_cast<unsigned>(a.size());
    return blaster_.below(blaster_.add(a, inverted, true_lit),
                          BitBlaster::constant_bits(width, limit), false);
}

Lit CnfData::distance_below(Expr a, Expr b, uint64_t limit) {
    blaster_.bits(a);
    const Bits& right = blaster_.bits(b);
    return distance_below(blaster_.bits(a), right, limit);
}

Lit CnfData::distance_below(Expr a, uint64_t b, uint64_t limit) {
    const Bits& left = blaster_.bits(a);
    return distance_below(left, BitBlaster::constant_bits(static_cast<unsigned>(left.size()), b),
                          limit);
}

uint64_t CnfData::value(Expr e) {
    if (!blaster_.is_known(e)) return 0;
    const Bits& bits = blaster_.bits(e);
    uint64_t value = 0;
    for (size_t i = 0; i < bits.size(); ++i)
        if (backend_.value(bits[i])) value |= uint64_t{1} << i;
    return value;
}

void CnfData::fix(Expr e, std::vector<Lit>& literals) {
    for (Lit bit : blaster_.bits(e)) {
        if (is_constant(bit)) continue;
        literals.push_back(backend_.value(bit) ? bit : -bit);
    }
}

}  // namespace fencepost::encoders
