// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Mutexes (encoders/sections.h): one literal for each ordered pair of sections in different
// threads stands for all of co and fr between them. A lock reads from the section just before
// its own:
//
//     rf(unlock of i, lock of j)   i before j; and whatever is behind i is behind j
//     initial(lock of j)           j is before all others
//     rf(take of i, lock of j)     j waits: i is not left, and nothing is behind it
//
// Only a section that is left has others behind it. The order is transitive; the axioms say so
// too, but by longer ways.
#include "encoders/choices.h"

namespace fencepost::encoders {

void Choices::make_section_orders() {
    const Sections& sections = frame_.sections();
    const size_t n = sections.all().size();
    section_order_.assign(n * n, false_lit);
    const auto end = [&](Lit order, const Section& first) {
        std::vector<Lit> clause{-order};
        for (EventId unlock : first.unlocks) clause.push_back(happens_[unlock]);
        gates_.add(clause);
    };
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = i + 1; j < n; ++j) {
            if (!sections.has_order(i, j)) continue;
            const Section &a = sections.all()[i], &b = sections.all()[j];
            const Lit together = both(a.take, b.take);
            Lit &forward = section_order_[i * n + j], &backward = section_order_[j * n + i];
            if (sections.is_same_thread(i, j)) {
                (sections.is_before(i, j) ? forward : backward) = together;
                continue;
            }
            forward = gates_.fresh();
            backward = together == true_lit ? -forward : gates_.fresh();
            if (together != true_lit) {
                gates_.add({-together, forward, backward});
                gates_.add({-forward, -backward});
                gates_.add({-forward, together});
                gates_.add({-backward, together});
            }
            end(forward, a);
            end(backward, b);
        }
    }
}

Lit Choices::section_order(uint32_t i, uint32_t j) const {
    return section_order_[i * frame_.sections().all().size() + j];
}

/// Of the section's lock, to a write of the same mutex.
Lit Choices::section_fr(uint32_t section, EventId write) const {
    const uint32_t other = frame_.sections().of(write);
    if (other == section) return happens_[write];
    return section_order(section, other);
}

std::optional<Protection::Order> Choices::section_pair(EventId a, EventId b) const {
    const Sections& sections = frame_.sections();
    if (const auto order = protection_.order(a, b)) return order;
    const uint32_t i = sections.of(a), j = sections.of(b);
    if (!sections.has_order(i, j) || sections.is_same_thread(i, j)) return std::nullopt;
    // The read of a trylock that fails, or a lock that waits, has no place in the order.
    const ir::Event &first = frame_.program().event(a), &second = frame_.program().event(b);
    const bool has_place = first.is_write() || sections.of_lock(a) != Sections::none;
    if (!has_place || !second.is_write()) return std::nullopt;
    return Protection::Order{i, j};
}

/// Where accesses need not happen whenever their sections do, that is part of it.
Lit Choices::protected_order(EventId a, EventId b, const Protection::Order& order) {
    const Section& first = frame_.sections().all()[order.before];
    const Section& second = frame_.sections().all()[order.behind];
    const Lit before = section_order(order.before, order.behind);
    if (is_mutex_access(a) || (frame_.implies(first.take, a) && frame_.implies(second.take, b)))
        return before;
    return gates_.conjunction(before, both(a, b));
}

bool Choices::is_mutex_access(EventId access) const {
    return frame_.sections().of(access) != Sections::none;
}

/// Reads from a write of another section only if that is before its own; the rest is fr.
void Choices::encode_protected(EventId r) {
    for (EventId w : frame_.sources(r).writes)
        if (const auto order = protection_.order(w, r))
            gates_.add({-rf(w, r), section_order(order->before, order->behind)});
    for (EventId w : frame_.writes())
        if (protection_.order(r, w)) fr(r, w);
}

void Choices::encode_sections() {
    for (const auto& mutex : frame_.sections().mutexes()) {
        for (uint32_t section : mutex) encode_source(section);
        constexpr size_t most_sections = 40;
        if (mutex.size() <= most_sections) encode_transitivity(mutex);
    }
}

/// Where the read of a take reads from. A trylock that fails may read from any take.
void Choices::encode_source(uint32_t j) {
    const Sections& sections = frame_.sections();
    const Section& section = sections.all()[j];
    const auto& mutex = sections.mutexes()[section.mutex];
    const EventId lock = section.read;
    const bool is_lock = sections.of_lock(lock) == j;
    for (EventId w : frame_.sources(lock).writes) {
        const Lit source = rf(w, lock);
        const uint32_t i = sections.of(w);
        const bool waits = w == sections.all()[i].take;
        if (waits && !is_lock) continue;
        if (waits) {
            for (EventId unlock : sections.all()[i].unlocks)
                gates_.add({-source, -happens_[unlock]});
        } else if (i != j) {
            gates_.add({-source, section_order(i, j)});
        }
        for (uint32_t k : mutex) {
            if (k == i || k == j) continue;
            if (waits)
                gates_.add({-source, -section_order(i, k)});
            else
                gates_.add({-source, -section_order(i, k), section_order(j, k)});
        }
    }
    if (!frame_.sources(lock).initial) return;
    for (uint32_t k : mutex)
        if (k != j)
            gates_.add({-initial_[lock], -happens_[sections.all()[k].take], section_order(j, k)});
}

void Choices::encode_transitivity(const std::vector<uint32_t>& sections) {
    for (uint32_t i : sections)
        for (uint32_t j : sections)
            for (uint32_t k : sections)
                if (i != j && j != k && i != k)
                    gates_.add({-section_order(i, j), -section_order(j, k), section_order(i, k)});
}

}  // namespace fencepost::encoders
