// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The replay accepts what the reference found and rejects every corruption of it.
#include "witness/replay.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>

#include "explorers/enumerate/enumerate.h"
#include "frontend/litmus/litmus.h"
#include "models/shipped.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;
using witness::Claim;

namespace {

struct Found {
    ir::Program program;
    ir::Execution execution;
    Claim claim;
};

/// Witnesses of random programs under power.
void each_witness(uint64_t seeds, const std::function<void(const Found&)>& visit) {
    const models::Model power = models::load_model("power");
    for (uint64_t seed = 0; seed < seeds; ++seed) {
        ir::Program program = fuzz::cook(fuzz::random_recipe(seed), "random");
        const ir::Answer answer = explorers::enumerate(program, power, {}, {});
        if (!answer.witness) continue;
        bool fails = false;
        for (ir::EventId id = 0; id < program.events().size(); ++id)
            if (program.event(id).kind == ir::EventKind::Assert && answer.witness->executed[id] &&
                answer.witness->value[id] == 0)
                fails = true;
        visit({std::move(program), *answer.witness,
               fails ? Claim::FailsAssertion : Claim::SatisfiesCondition});
    }
}

/// What is no executed write, or has another address or value, is not what was read.
bool cannot_be_source(const Found& f, ir::EventId read, ir::EventId other) {
    return !f.program.event(other).is_write() || f.execution.executed[other] == 0 ||
           f.execution.address[other] != f.execution.address[read] ||
           f.execution.value[other] != f.execution.value[read];
}

}  // namespace

TEST_CASE("what the reference found replays", "[witness][replay]") {
    const models::Model power = models::load_model("power");
    int found = 0;
    each_witness(600, [&](const Found& f) {
        ++found;
        CHECK(witness::find_flaw(f.program, power, f.execution, f.claim).value_or("") == "");
    });
    CHECK(found > 100);
}

TEST_CASE("every corrupted field is found", "[witness][replay]") {
    const models::Model power = models::load_model("power");
    int tried = 0;
    const auto rejected = [&](const Found& f, const char* what,
                              const std::function<void(ir::Execution&)>& corrupt) {
        ir::Execution copy = f.execution;
        corrupt(copy);
        if (copy == f.execution) return;
        ++tried;
        CAPTURE(what);
        CHECK(witness::find_flaw(f.program, power, copy, f.claim).has_value());
    };
    each_witness(200, [&](const Found& f) {
        for (ir::EventId id = 0; id < f.program.events().size(); ++id) {
            const ir::Event& e = f.program.event(id);
            rejected(f, "executed", [&](auto& x) { x.executed[id] = x.executed[id] ? 0 : 1; });
            if (!f.execution.executed[id]) continue;
            if (!e.is_fence()) rejected(f, "value", [&](auto& x) { x.value[id] ^= 1; });
            if (e.is_access()) rejected(f, "address", [&](auto& x) { x.address[id] += 4; });
            if (e.is_read()) rejected(f, "no source", [&](auto& x) { x.rf[id] = ir::no_event; });
            if (e.is_read()) rejected(f, "own source", [&](auto& x) { x.rf[id] = id; });
            if (!e.is_read()) rejected(f, "source", [&](auto& x) { x.rf[id] = ir::initial_write; });
            if (e.is_read())
                for (ir::EventId other = 0; other < f.program.events().size(); ++other)
                    if (cannot_be_source(f, id, other))
                        rejected(f, "wrong source", [&](auto& x) { x.rf[id] = other; });
        }
        for (size_t i = 0; i < f.execution.co.size(); ++i) {
            if (f.execution.co[i].writes.empty()) continue;
            rejected(f, "co write lost", [&](auto& x) { x.co[i].writes.pop_back(); });
            rejected(f, "co write twice",
                     [&](auto& x) { x.co[i].writes.push_back(x.co[i].writes[0]); });
            rejected(f, "co location", [&](auto& x) { x.co[i].location.address += 4; });
        }
        rejected(f, "location lost", [](auto& x) { x.co.clear(); });
        rejected(f, "events lost", [](auto& x) { x.executed.pop_back(); });
        rejected(f, "inputs", [](auto& x) { x.inputs.push_back(0); });
        for (size_t i = 0; i < f.execution.inputs.size(); ++i)
            rejected(f, "input",
                     [&](auto& x) { x.inputs[i] |= uint64_t{1} << f.program.inputs()[i].width; });
        for (const ir::CoherenceOrder& order : f.execution.co)
            rejected(f, "location twice", [&](auto& x) { x.co.push_back(order); });
        for (size_t i = 0; i < f.execution.co.size(); ++i)
            rejected(f, "co size", [&](auto& x) { x.co[i].location.size ^= 3; });
        rejected(f, "values lost", [](auto& x) { x.value.pop_back(); });
        rejected(f, "addresses lost", [](auto& x) { x.address.pop_back(); });
        rejected(f, "sources lost", [](auto& x) { x.rf.pop_back(); });
    });
    CHECK(tried > 1000);
}

TEST_CASE("a claim that is not true is a flaw", "[witness][replay]") {
    const models::Model power = models::load_model("power");
    int tried = 0;
    each_witness(300, [&](const Found& f) {
        if (f.claim != Claim::SatisfiesCondition) return;
        ++tried;
        CHECK(witness::find_flaw(f.program, power, f.execution, Claim::FailsAssertion));
    });
    CHECK(tried > 50);
}

TEST_CASE("what the model forbids is a flaw", "[witness][replay]") {
    const ir::Program sb = frontend::parse_litmus(
        "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n"
        "exists (0:EAX=0 /\\ 1:EAX=0)\n",
        "SB.litmus");
    const models::Model tso = models::load_model("tso"), sc = models::load_model("sc");
    const ir::Answer answer = explorers::enumerate(sb, tso, {}, {});
    REQUIRE(answer.witness);
    CHECK_FALSE(witness::find_flaw(sb, tso, *answer.witness, Claim::SatisfiesCondition));
    const auto flaw = witness::find_flaw(sb, sc, *answer.witness, Claim::SatisfiesCondition);
    REQUIRE(flaw);
    CHECK_THAT(*flaw, Catch::Matchers::ContainsSubstring("axiom sc"));
}
