// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The execution says which events happened, with which values, and gives rf and co. The
// replay believes inputs and rf only: following rf it recomputes every guard, address and
// value and compares. Then co must order exactly the executed writes of each location, the
// model must allow the whole, and the claim must be true of the recomputed values.
//
// Because no value may depend on itself, values can be recomputed in rounds: each round
// settles what follows from the values known so far. What is not settled in the end depends
// on itself.
#include "witness/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/evaluate.h"
#include "ir/race.h"
#include "ir/support.h"
#include "models/checker.h"

namespace fencepost::witness {

using ir::Event;
using ir::EventId;
using ir::EventKind;

namespace {

/// Thrown inside this file only: ends the replay at the first flaw.
struct Flaw {
    std::string what;
};

class Replay {
  public:
    Replay(const ir::Program& program, const ir::Execution& execution)
        : program_(program), given_(execution), evaluator_(program.exprs()) {}

    void check_shape() const {
        const size_t n = program_.events().size();
        require(given_.executed.size() == n && given_.value.size() == n &&
                    given_.address.size() == n && given_.rf.size() == n,
                "it has not one entry for each event");
        require(given_.inputs.size() == program_.inputs().size(),
                "it has not one value for each input");
        for (uint32_t i = 0; i < given_.inputs.size(); ++i)
            require((given_.inputs[i] & ~ir::mask(program_.inputs()[i].width)) == 0,
                    "input {} does not fit its width", i);
        for (EventId id = 0; id < n; ++id) check_source(id);
    }

    void recompute() {
        for (uint32_t i = 0; i < given_.inputs.size(); ++i)
            evaluator_.set_input(i, given_.inputs[i]);
        settled_.assign(program_.events().size(), false);
        bool changed = true;
        while (changed) {
            changed = false;
            for (EventId id = 0; id < settled_.size(); ++id)
                if (!settled_[id] && settle(id)) settled_[id] = changed = true;
        }
        for (EventId id = 0; id < settled_.size(); ++id)
            require(settled_[id], "e{} has a value that depends on itself", id);
        require(!ir::Support(program_).has_value_cycle(given_), "a value depends on itself");
    }

    void check_coherence() {
        std::set<EventId> listed;
        std::set<ir::Location> places;
        for (const ir::CoherenceOrder& order : given_.co) {
            require(places.insert(order.location).second, "a location has two coherence orders");
            for (EventId write : order.writes) {
                require(write < settled_.size() && program_.event(write).is_write() &&
                            given_.executed[write] != 0,
                        "co has e{}, which is no executed write", write);
                require(location(write) == order.location, "co has e{} at a wrong location", write);
                require(listed.insert(write).second, "co has e{} twice", write);
            }
        }
        for (EventId id = 0; id < settled_.size(); ++id) {
            if (!given_.executed[id] || !program_.event(id).is_access()) continue;
            require(places.count(location(id)) == 1, "co does not have the location of e{}", id);
            if (program_.event(id).is_write())
                require(listed.count(id) == 1, "co does not have e{}", id);
        }
        check_overlap(places);
        require(ir::waits_are_final(program_, given_), "a lock waits for a mutex that is freed");
    }

    void check_claim(Claim claim) {
        switch (claim) {
            case Claim::Allowed:
                return;
            case Claim::FailsAssertion: {
                bool fails = false;
                for (EventId id = 0; id < settled_.size(); ++id)
                    if (program_.event(id).kind == EventKind::Assert && given_.executed[id] &&
                        given_.value[id] == 0)
                        fails = true;
                if (!fails && program_.forbids_races())
                    fails = ir::find_race(program_, given_).has_value();
                return require(fails, "no assertion fails");
            }
            case Claim::SatisfiesCondition:
                return check_condition();
        }
    }

  private:
    template <typename... Args>
    static void require(bool holds, fmt::format_string<Args...> what, Args&&... args) {
        if (!holds) throw Flaw{fmt::format(what, std::forward<Args>(args)...)};
    }

    ir::Location location(EventId id) const {
        return {given_.address[id], program_.event(id).size};
    }

    void check_source(EventId id) const {
        const Event& e = program_.event(id);
        const EventId source = given_.rf[id];
        if (!e.is_read() || !given_.executed[id])
            return require(source == ir::no_event, "e{} reads although it does not happen", id);
        const bool waits = e.kind == EventKind::ThreadBegin || e.kind == EventKind::ThreadJoin;
        if (source == ir::initial_write)
            return require(!waits, "e{} does not wait for its thread", id);
        require(source < given_.rf.size() && program_.event(source).is_write() &&
                    given_.executed[source] != 0,
                "e{} reads from something that is no executed write", id);
        require(
            program_.event(source).size == e.size && given_.address[source] == given_.address[id],
            "e{} reads from e{}, which is at another location", id, source);
    }

    /// Computes the event if everything it depends on is known; it must be as given.
    bool settle(EventId id) {
        const Event& e = program_.event(id);
        const auto guard = evaluator_.value(e.guard);
        if (!guard) return false;
        require((*guard != 0) == (given_.executed[id] != 0), "e{} {}, but its guard is {}", id,
                given_.executed[id] ? "happens" : "does not happen", *guard);
        if (*guard == 0) {
            if (e.is_read()) evaluator_.set_read(id, 0);
            return true;
        }
        if (e.is_access()) {
            const auto address = evaluator_.value(e.address);
            if (!address) return false;
            require(*address == given_.address[id], "e{} has another address", id);
        }
        if (e.is_fence()) return true;
        const auto value = e.is_read() ? source_value(id) : evaluator_.value(e.value);
        if (!value) return false;
        require(*value == given_.value[id], "e{} has the value {}, not {}", id, *value,
                given_.value[id]);
        if (e.is_read()) evaluator_.set_read(id, *value);
        return true;
    }

    std::optional<uint64_t> source_value(EventId read) {
        const EventId source = given_.rf[read];
        if (source != ir::initial_write)
            return settled_[source] ? std::optional(given_.value[source]) : std::nullopt;
        const auto initial =
            program_.initial_value(given_.address[read], program_.event(read).size);
        require(initial.has_value(), "e{} reads a part of an initial value", read);
        return evaluator_.value(*initial);
    }

    void check_overlap(const std::set<ir::Location>& places) const {
        const ir::Location* last = nullptr;
        for (const ir::Location& place : places) {
            require(program_.object_at(place.address, place.size) != nullptr,
                    "an access to {} is in no object", program_.describe_address(place.address));
            require(last == nullptr || place.address - last->address >= last->size,
                    "locations overlap at {}", program_.describe_address(place.address));
            last = &place;
        }
    }

    void check_condition() {
        require(program_.condition().has_value(), "the program has no condition");
        for (const ir::Thread& thread : program_.threads())
            require(evaluator_.value(thread.completed) == 1, "{} does not end", thread.name);
        const ir::ExprPool& pool = program_.exprs();
        for (uint32_t i = 0; i < pool.size(); ++i) {
            const ir::ExprNode& node = pool.node(ir::Expr{i});
            if (node.op == ir::Op::Final) set_final(node.imm, node.width / 8u);
        }
        require(evaluator_.value(program_.condition()->proposition) == 1,
                "the proposition is not true in the end");
    }

    void set_final(uint64_t address, unsigned size) {
        const auto order = std::find_if(given_.co.begin(), given_.co.end(), [&](const auto& o) {
            return o.location.address == address && o.location.size == size;
        });
        if (order != given_.co.end() && !order->writes.empty())
            return evaluator_.set_final(address, given_.value[order->writes.back()]);
        const auto initial = program_.initial_value(address, size);
        if (initial) evaluator_.set_final(address, evaluator_.value(*initial));
    }

    const ir::Program& program_;
    const ir::Execution& given_;
    ir::Evaluator evaluator_;
    std::vector<bool> settled_;
};

}  // namespace

std::optional<std::string> find_flaw(const ir::Program& program, const models::Model& model,
                                     const ir::Execution& execution, Claim claim) {
    try {
        Replay replay(program, execution);
        replay.check_shape();
        replay.recompute();
        replay.check_coherence();
        replay.check_claim(claim);
    } catch (const Flaw& flaw) {
        return flaw.what;
    }
    models::Checker checker(model, program);
    const models::Judgement judgement = checker.check(execution);
    if (!judgement.consistent)
        return fmt::format("axiom {} of {} forbids it", judgement.axiom_name, model.title);
    return std::nullopt;
}

}  // namespace fencepost::witness
