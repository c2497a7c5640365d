// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Two sources of one read at once would do no harm (both would only add constraints), but
// saying that there is one helps the solver, as long as pairs are few.
//
// A read that does not happen has value 0 wherever it is mentioned, as in the reference.
#include "encoders/choices.h"

#include <algorithm>

namespace fencepost::encoders {

using ir::Event;

Choices::Choices(const Frame& frame, Gates& gates, Data& data, const Plan& plan,
                 const Protection& protection)
    : frame_(frame),
      gates_(gates),
      data_(data),
      protection_(protection),
      coherent_(plan.is_coherent()) {}

void Choices::encode() {
    const uint32_t n = frame_.events();
    index_.assign(n, 0);
    for (uint32_t i = 0; i < frame_.reads().size(); ++i) index_[frame_.reads()[i]] = i;
    for (uint32_t i = 0; i < frame_.writes().size(); ++i) index_[frame_.writes()[i]] = i;
    writes_ = frame_.writes().size();
    co_.assign(writes_ * writes_, false_lit);
    same_.assign(writes_ * writes_, false_lit);
    fr_.assign(frame_.reads().size() * writes_, 0);
    rf_.resize(n);
    initial_.assign(n, false_lit);
    encode_happens();
    make_section_orders();
    encode_co();
    for (EventId r : frame_.reads()) encode_read(r);
    encode_sections();
    for (EventId r : frame_.reads())
        if (protection_.is_protected(r)) encode_protected(r);
    encode_waits();
    encode_overlaps();
    encode_outside();
}

void Choices::encode_happens() {
    happens_.assign(frame_.nodes(), false_lit);
    for (EventId e = 0; e < frame_.events(); ++e)
        happens_[e] = data_.condition(frame_.program().event(e).guard);
    for (uint32_t k = frame_.events(); k < frame_.nodes(); ++k) {
        if (frame_.always(k)) {
            happens_[k] = true_lit;
            continue;
        }
        std::vector<Lit> accesses;
        for (EventId e = 0; e < frame_.events(); ++e)
            if (frame_.program().event(e).is_access() && !frame_.never(e))
                accesses.push_back(gates_.conjunction(happens_[e], at(e, frame_.location(k))));
        happens_[k] = gates_.disjunction(std::move(accesses));
    }
}

Lit Choices::both(uint32_t i, uint32_t j) {
    if (frame_.all_always()) return true_lit;
    if (frame_.implies(i, j)) return happens_[i];
    if (frame_.implies(j, i)) return happens_[j];
    return gates_.conjunction(happens_[i], happens_[j]);
}

Lit Choices::same(EventId a, EventId b) {
    if (!frame_.may_alias().get(a, b)) return false_lit;
    if (frame_.must_alias().get(a, b)) return true_lit;
    const Event &x = frame_.program().event(a), &y = frame_.program().event(b);
    if (frame_.has_constant_address(a)) return data_.equal(y.address, (*frame_.addresses(a))[0]);
    if (frame_.has_constant_address(b)) return data_.equal(x.address, (*frame_.addresses(b))[0]);
    return data_.equal(x.address, y.address);
}

Lit Choices::at(EventId access, const ir::Location& location) {
    const Event& e = frame_.program().event(access);
    if (e.size != location.size) return false_lit;
    const ValueSet& set = frame_.addresses(access);
    if (set && !std::binary_search(set->begin(), set->end(), location.address)) return false_lit;
    if (set && set->size() == 1) return true_lit;
    return data_.equal(e.address, location.address);
}

Lit Choices::rf(EventId write, EventId read) const {
    const auto& writes = frame_.sources(read).writes;
    const auto it = std::lower_bound(writes.begin(), writes.end(), write);
    if (it == writes.end() || *it != write) return false_lit;
    return rf_[read][static_cast<size_t>(it - writes.begin())];
}

void Choices::encode_read(EventId r) {
    const Event& read = frame_.program().event(r);
    const Sources& sources = frame_.sources(r);
    const size_t count = sources.writes.size() + (sources.initial ? 1 : 0);
    std::vector<Lit> all;
    for (EventId w : sources.writes) {
        const Lit literal = count == 1 ? happens_[r] : gates_.fresh();
        rf_[r].push_back(literal);
        all.push_back(literal);
        gates_.add({-literal, happens_[w]});
        gates_.add({-literal, same(w, r)});
        data_.imply_equal(literal, read.value, frame_.program().event(w).value);
    }
    if (sources.initial) {
        initial_[r] = count == 1 ? happens_[r] : gates_.fresh();
        all.push_back(initial_[r]);
        encode_initial_value(r);
    }
    if (count != 1) {
        constexpr size_t few = 8;
        for (size_t i = 0; i < all.size() && count <= few; ++i)
            for (size_t j = i + 1; j < all.size(); ++j) gates_.add({-all[i], -all[j]});
        all.push_back(-happens_[r]);
        gates_.add(all);
    }
    if (!frame_.always(r)) data_.imply_equal(-happens_[r], read.value, 0);
}

void Choices::encode_initial_value(EventId r) {
    const ir::Program& program = frame_.program();
    const Event& read = program.event(r);
    if (const ValueSet& set = frame_.addresses(r)) {
        for (uint64_t address : *set) {
            const Lit here = gates_.conjunction(initial_[r], at(r, {address, read.size}));
            if (const auto value = program.initial_value(address, read.size))
                data_.imply_equal(here, read.value, *value);
            else
                partial_.push_back(gates_.conjunction(here, happens_[r]));
        }
        return;
    }
    // Any address: 0, except where a cell says something else.
    std::vector<Lit> elsewhere;
    for (const ir::MemoryObject& object : program.objects()) {
        for (const ir::Cell& cell : object.cells) {
            const uint64_t address = object.address + cell.offset;
            const Lit here = data_.equal(read.address, address);
            if (cell.size == read.size) {
                elsewhere.push_back(-here);
                data_.imply_equal(gates_.conjunction(initial_[r], here), read.value, cell.value);
            }
            Lit meets = gates_.disjunction(
                data_.distance_below(read.address, address, cell.size),
                data_.distance_below(read.address, address - read.size + 1, read.size));
            if (cell.size == read.size) meets = gates_.conjunction(meets, -here);
            elsewhere.push_back(-meets);
            partial_.push_back(
                gates_.conjunction(gates_.conjunction(initial_[r], happens_[r]), meets));
        }
    }
    elsewhere.push_back(initial_[r]);
    data_.imply_equal(gates_.conjunction(std::move(elsewhere)), read.value, 0);
}

void Choices::encode_co() {
    for (EventId a : frame_.writes()) {
        for (EventId b : frame_.writes()) {
            if (b <= a) continue;
            const bool ab = frame_.may_co().get(a, b), ba = frame_.may_co().get(b, a);
            Lit& forward = co_[index_[a] * writes_ + index_[b]];
            Lit& backward = co_[index_[b] * writes_ + index_[a]];
            if (!ab && !ba) continue;
            const auto order = section_pair(a, b);
            if (ab && ba && order) {
                forward = protected_order(a, b, *order);
                backward = protected_order(b, a, {order->behind, order->before});
                same_[index_[a] * writes_ + index_[b]] = true_lit;
                same_[index_[b] * writes_ + index_[a]] = true_lit;
                continue;
            }
            const Lit is_same = same(a, b);
            same_[index_[a] * writes_ + index_[b]] = is_same;
            same_[index_[b] * writes_ + index_[a]] = is_same;
            const Lit together = gates_.conjunction(both(a, b), is_same);
            if (ab && ba) {
                forward = gates_.fresh();
                if (together == true_lit) {
                    backward = -forward;
                    continue;
                }
                backward = gates_.fresh();
                gates_.add({-together, forward, backward});
                gates_.add({-forward, -backward});
            } else {
                (ab ? forward : backward) = together;
            }
        }
    }
}

Lit Choices::fr(EventId r, EventId w) {
    Lit& known = fr_[index_[r] * writes_ + index_[w]];
    if (known != 0) return known;
    if (!frame_.may_alias().get(r, w) || (coherent_ && frame_.is_before(w, r)))
        return known = false_lit;
    const uint32_t section = frame_.sections().of_lock(r);
    if (section != Sections::none) return known = section_fr(section, w);
    const Sources& sources = frame_.sources(r);
    // The only source, and it is sure: fr is co.
    if (sources.writes.size() == 1 && !sources.initial && rf_[r][0] == true_lit) {
        const EventId source = sources.writes[0];
        return known = source == w ? false_lit : co(source, w);
    }
    const auto order = protection_.order(r, w);
    const Lit literal = order ? protected_order(r, w, *order) : gates_.fresh();
    known = literal;
    for (size_t i = 0; i < sources.writes.size(); ++i) {
        if (sources.writes[i] == w || co(sources.writes[i], w) == false_lit) continue;
        gates_.add({-rf_[r][i], -co(sources.writes[i], w), literal});
    }
    if (sources.initial) gates_.add({-initial_[r], -happens_[w], -same(r, w), literal});
    return literal;
}

/// A lock that finds its mutex taken reads the last write: nothing overwrites what it reads.
void Choices::encode_waits() {
    for (EventId r : frame_.reads()) {
        const Event& e = frame_.program().event(r);
        const bool has_section = frame_.sections().of_lock(r) != Sections::none;
        if (e.kind != ir::EventKind::Lock || has_section) continue;
        const Lit waits = gates_.conjunction(happens_[r], -data_.equal(e.value, 0));
        if (waits == false_lit) continue;
        for (EventId w : frame_.writes()) gates_.add({-waits, -fr(r, w)});
    }
}

Lit Choices::overlaps(EventId i, EventId j) {
    const Event &a = frame_.program().event(i), &b = frame_.program().event(j);
    const ValueSet &as = frame_.addresses(i), &bs = frame_.addresses(j);
    const auto meets = [&](uint64_t x, uint64_t y) {
        return (x - y < b.size || y - x < a.size) && !(x == y && a.size == b.size);
    };
    if (as && bs) {
        std::vector<Lit> found;
        for (uint64_t x : *as)
            for (uint64_t y : *bs)
                if (meets(x, y))
                    found.push_back(gates_.conjunction(at(i, {x, a.size}), at(j, {y, b.size})));
        return gates_.disjunction(std::move(found));
    }
    if (a.address == b.address) return constant(a.size != b.size);
    const Lit close = gates_.disjunction(data_.distance_below(a.address, b.address, b.size),
                                         data_.distance_below(b.address, a.address, a.size));
    return a.size == b.size ? gates_.conjunction(close, -data_.equal(a.address, b.address)) : close;
}

void Choices::encode_overlaps() {
    std::vector<EventId> accesses(frame_.reads());
    accesses.insert(accesses.end(), frame_.writes().begin(), frame_.writes().end());
    bool is_simple = true;  // all aligned, one size: nothing can overlap
    for (EventId e : accesses) {
        const uint8_t size = frame_.program().event(e).size;
        is_simple =
            is_simple && size == frame_.program().event(accesses[0]).size && frame_.addresses(e);
        for (size_t i = 0; is_simple && i < frame_.addresses(e)->size(); ++i)
            is_simple = (*frame_.addresses(e))[i] % size == 0;
    }
    for (size_t i = 0; i < accesses.size() && !is_simple; ++i) {
        gates_.poll();
        for (size_t j = i + 1; j < accesses.size(); ++j) {
            if (frame_.excludes(accesses[i], accesses[j])) continue;
            const Lit meets = overlaps(accesses[i], accesses[j]);
            if (meets != false_lit)
                partial_.push_back(gates_.conjunction(both(accesses[i], accesses[j]), meets));
        }
    }
    overlap_ = gates_.disjunction(partial_);
}

void Choices::encode_outside() {
    const ir::Program& program = frame_.program();
    std::vector<Lit> found;
    for (const auto* list : {&frame_.reads(), &frame_.writes()}) {
        for (EventId e : *list) {
            const Event& event = program.event(e);
            if (const ValueSet& set = frame_.addresses(e)) {
                for (uint64_t address : *set)
                    if (program.object_at(address, event.size) == nullptr)
                        found.push_back(
                            gates_.conjunction(happens_[e], at(e, {address, event.size})));
                continue;
            }
            std::vector<Lit> inside;
            for (const ir::MemoryObject& object : program.objects())
                if (object.size >= event.size)
                    inside.push_back(data_.distance_below(event.address, object.address,
                                                          object.size - event.size + 1));
            found.push_back(
                gates_.conjunction(happens_[e], -gates_.disjunction(std::move(inside))));
        }
    }
    outside_ = gates_.disjunction(std::move(found));
}

}  // namespace fencepost::encoders
