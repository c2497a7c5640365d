// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/value_sets.h"

#include <catch2/catch_test_macros.hpp>

#include "explorers/enumerate/enumerate.h"
#include "ir/builder.h"
#include "models/parse.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;
using encoders::ValueSet;
using ir::Op;

TEST_CASE("sets meet iff they share a value", "[encoders][value_sets]") {
    const auto set = [](std::initializer_list<uint64_t> values) {
        return ValueSet(std::vector<uint64_t>(values));
    };
    CHECK(encoders::may_meet(set({1, 3, 5}), set({2, 3})));
    CHECK_FALSE(encoders::may_meet(set({1, 3, 5}), set({2, 4})));
    CHECK(encoders::may_meet(std::nullopt, set({2})));
    CHECK_FALSE(encoders::may_meet(std::nullopt, set({})));
}

TEST_CASE("pointers that travel through memory are followed", "[encoders][value_sets]") {
    ir::Builder b("pointer", "test");
    b.add_object({.name = "x", .address = 0x1000, .size = 8});
    b.add_object({.name = "p", .address = 0x2000, .size = 8});
    b.add_thread("P0");
    b.add_thread("P1");
    ir::ExprPool& pool = b.exprs();
    const ir::Expr p = pool.constant(64, 0x2000);
    b.write(0, {.address = p, .size = 8}, pool.constant(64, 0x1000), {});
    const ir::EventId pointer = b.read(1, {.address = p, .size = 8});
    const ir::EventId access = b.read(1, {.address = b.value_of(pointer), .size = 8});
    const ir::Program program = std::move(b).finish();
    const encoders::ValueSets sets = encoders::find_value_sets(program);
    CHECK(sets.addresses[access] == ValueSet(std::vector<uint64_t>{0, 0x1000}));
}

TEST_CASE("every value of every execution is in its set", "[encoders][value_sets]") {
    const models::Model model = models::parse_model("acyclic po-loc | rf | fr | co", "test.cat");
    for (uint64_t seed = 0; seed < 200; ++seed) {
        const ir::Program program =
            fuzz::cook(fuzz::random_recipe(seed, {.max_accesses = 5}), "random");
        const encoders::ValueSets sets = encoders::find_value_sets(program);
        const ir::Answer answer = explorers::enumerate(program, model, {}, {});
        if (!answer.witness) continue;
        for (ir::EventId e = 0; e < program.events().size(); ++e) {
            if (!answer.witness->executed[e] || !program.event(e).is_access()) continue;
            const auto contains = [](const ValueSet& set, uint64_t value) {
                return !set || std::binary_search(set->begin(), set->end(), value);
            };
            INFO("seed " << seed << " event " << e);
            CHECK(contains(sets.addresses[e], answer.witness->address[e]));
            if (program.event(e).is_read())
                CHECK(contains(sets.reads[e], answer.witness->value[e]));
        }
    }
}
