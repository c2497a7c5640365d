// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// acyclic(po-loc | rf | co | fr) without a graph. If co is a total order for each location,
// the axiom is violated iff one of five patterns occurs (Alglave, Maranget, Tautschnig,
// "Herding Cats", TOPLAS 2014, section 4.3), here with a before b in one thread, same place:
//
//     coWW   write a, write b                     co(a, b)
//     coRW1  read a, write b                      not rf(b, a)
//     coRW2  read a, write b, rf(w, a)            co(w, b)
//     coWR   write a, read b, rf(w, b), w ≠ a     co(a, w); b does not read initial memory
//     coRR   reads a and b, rf(v, a), rf(w, b)    co(v, w); b does not read initial memory
//
// coWW and coRW1 are already in the frame's bounds of co and rf. Since co is transitive, a pair
// (a, b) needs no clauses when a third access between them has surely the same place and
// happens whenever a or b does: the patterns of the two parts compose. The middle must not be
// the source of the trouble itself, which it cannot be: each part relates the writes that its
// two accesses show, and "shows" is a function of the access.
#include "encoders/coherence.h"

namespace fencepost::encoders {

namespace {

class Patterns {
  public:
    explicit Patterns(Choices& choices)
        : choices_(choices), frame_(choices.frame()), gates_(choices.gates()) {}

    void run() {
        for (const ir::Thread& thread : frame_.program().threads()) {
            accesses_.clear();
            for (EventId e : thread.events)
                if (frame_.program().event(e).is_access() && !frame_.never(e))
                    accesses_.push_back(e);
            for (size_t i = 0; i < accesses_.size(); ++i)
                for (size_t j = i + 1; j < accesses_.size(); ++j)
                    if (frame_.may_alias().get(accesses_[i], accesses_[j]) && !is_composed(i, j))
                        encode(accesses_[i], accesses_[j]);
        }
    }

  private:
    bool is_composed(size_t i, size_t j) const {
        const EventId a = accesses_[i], b = accesses_[j];
        for (size_t k = i + 1; k < j; ++k) {
            const EventId c = accesses_[k];
            const bool has_place = frame_.must_alias().get(a, c) || frame_.must_alias().get(c, b);
            if (has_place && (frame_.implies(a, c) || frame_.implies(b, c))) return true;
        }
        return false;
    }

    void encode(EventId a, EventId b) {
        const bool reads_first = frame_.program().event(a).is_read();
        const bool reads_second = frame_.program().event(b).is_read();
        // Holds if both happen at one place; reads are guarded by their rf, which need not
        // imply that they happen, so the condition says it.
        const Lit together = gates_.conjunction(choices_.both(a, b), choices_.same(a, b));
        if (reads_first && reads_second) return encode_reads(a, b, together);
        if (reads_first) {
            for (EventId w : frame_.sources(a).writes)
                if (w != b) gates_.add({-together, -choices_.rf(w, a), choices_.co(w, b)});
        } else if (reads_second) {
            for (EventId w : frame_.sources(b).writes)
                if (w != a) gates_.add({-together, -choices_.rf(w, b), choices_.co(a, w)});
            gates_.add({-together, -choices_.initial(b)});
        }
    }

    void encode_reads(EventId a, EventId b, Lit together) {
        for (EventId v : frame_.sources(a).writes) {
            for (EventId w : frame_.sources(b).writes)
                if (v != w)
                    gates_.add(
                        {-together, -choices_.rf(v, a), -choices_.rf(w, b), choices_.co(v, w)});
            gates_.add({-together, -choices_.rf(v, a), -choices_.initial(b)});
        }
    }

    Choices& choices_;
    const Frame& frame_;
    Gates& gates_;
    std::vector<EventId> accesses_;
};

}  // namespace

void encode_coherence(Choices& choices) { Patterns(choices).run(); }

}  // namespace fencepost::encoders
