// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The choices an execution consists of, as literals: which events happen, where each read
// reads from, how writes of one location are ordered; and the clauses that tie them to the
// data flow.
//
//   happens(r) -> one of rf(w, r), initial(r)         rf(w, r) -> happens(w), same place and value
//   happens(a) & happens(b) & same(a, b) -> co(a, b) or co(b, a)
//   rf(w, r) & co(w, x) -> fr(r, x)                    initial(r) & same(r, x) -> fr(r, x)
//
// Only these directions are there: see encoders/plan.cpp.
#pragma once

#include <vector>

#include "encoders/data.h"
#include "encoders/frame.h"
#include "encoders/protection.h"

namespace fencepost::encoders {

class Choices {
  public:
    /// All must outlive this.
    Choices(const Frame& frame, Gates& gates, Data& data, const Plan& plan,
            const Protection& protection);

    /// Adds the clauses for rf, co and values.
    void encode();

    /// Of a node.
    Lit happens(uint32_t node) const { return happens_[node]; }
    Lit both(uint32_t i, uint32_t j);
    /// Accesses have one location, if they happen.
    Lit same(EventId a, EventId b);
    /// An access has this location, if it happens.
    Lit at(EventId access, const ir::Location& location);
    Lit condition(ir::Expr e) { return data_.condition(e); }

    // Events only; false where the frame says so.
    Lit rf(EventId write, EventId read) const;
    Lit initial(EventId read) const { return initial_[read]; }
    Lit co(EventId a, EventId b) const { return co_[index_[a] * writes_ + index_[b]]; }
    Lit fr(EventId read, EventId write);
    /// A section of a mutex is before another one of that mutex; both happen.
    Lit section_order(uint32_t i, uint32_t j) const;
    /// The sections whose order says how two accesses are ordered, if co, rf or fr does: co and
    /// fr are that order, rf implies it.
    std::optional<Protection::Order> section_pair(EventId a, EventId b) const;
    /// Two writes have one location, if they happen; made when co was.
    Lit same_write(EventId a, EventId b) const { return same_[index_[a] * writes_ + index_[b]]; }

    /// Something that we cannot judge happens: accesses overlap in part.
    Lit overlap() const { return overlap_; }
    /// An access is outside every object.
    Lit outside() const { return outside_; }

    const Frame& frame() const { return frame_; }
    Gates& gates() { return gates_; }

  private:
    void encode_happens();
    void encode_read(EventId read);
    void encode_initial_value(EventId read);
    void encode_co();
    void encode_waits();
    // Mutexes (mutex_choices.cpp).
    void make_section_orders();
    void encode_sections();
    void encode_source(uint32_t section);
    void encode_transitivity(const std::vector<uint32_t>& sections);
    Lit section_fr(uint32_t section, EventId write) const;
    Lit protected_order(EventId a, EventId b, const Protection::Order& order);
    void encode_protected(EventId read);
    bool is_mutex_access(EventId access) const;
    void encode_overlaps();
    void encode_outside();
    Lit overlaps(EventId a, EventId b);

    const Frame& frame_;
    Gates& gates_;
    Data& data_;
    const Protection& protection_;
    const bool coherent_;
    std::vector<Lit> happens_;
    /// By read, parallel to its sources.
    std::vector<std::vector<Lit>> rf_;
    std::vector<Lit> initial_;
    /// By event: position among reads or writes.
    std::vector<uint32_t> index_;
    size_t writes_ = 0;
    /// By pair of writes; by read and write, 0 = not made yet.
    std::vector<Lit> co_, fr_, same_;
    std::vector<Lit> partial_;
    /// By pair of sections.
    std::vector<Lit> section_order_;
    Lit overlap_ = false_lit, outside_ = false_lit;
};

}  // namespace fencepost::encoders
