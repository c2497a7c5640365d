// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Builder and validation: every rule of ir/validate.cpp can fail.
#include "ir/builder.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>

#include "ir/errors.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using ir::Builder;
using ir::EventKind;

namespace {

/// A thread with a read of x and a write of it, then `spoil`.
ir::Program broken(const std::function<void(Builder&)>& spoil) {
    Builder b("broken", "test");
    b.add_object({.name = "x", .address = 0x1000, .size = 8});
    const ir::ThreadId t = b.add_thread("P0");
    const ir::Expr x = b.exprs().constant(64, 0x1000);
    const ir::EventId r = b.read(t, {.address = x, .size = 8});
    b.write(t, {.address = x, .size = 8}, b.value_of(r), b.deps().single(b.exprs(), r));
    spoil(b);
    return std::move(b).finish();
}

void refused(const std::string& message, const std::function<void(Builder&)>& spoil) {
    CHECK_THROWS_MATCHES(broken(spoil), ir::InvalidProgram,
                         MessageMatches(ContainsSubstring(message)));
}

}  // namespace

TEST_CASE("a finished program keeps what was built", "[ir][builder]") {
    const ir::Program p = broken([](Builder&) {});
    CHECK(p.events().size() == 2);
    CHECK(p.event(1).position == 1);
    CHECK(p.object_at(0x1000, 8) != nullptr);
    CHECK(p.object_at(0x1001, 8) == nullptr);
    CHECK(p.object_at(0xFFF, 1) == nullptr);
    CHECK(p.describe_address(0x1004) == "x+4");
}

TEST_CASE("invalid programs are refused with the rule they break", "[ir][validate]") {
    using ir::Expr;
    refused("guard should be 1 bit",
            [](Builder& b) { b.fence(0, ir::FenceKind::Sync, b.exprs().constant(8, 1), {}); });
    refused("address should have 64 bits",
            [](Builder& b) { b.read(0, {.address = b.exprs().constant(32, 0), .size = 8}); });
    refused("1, 2, 4 or 8 bytes", [](Builder& b) {
        b.add({.kind = EventKind::Write,
               .address = b.exprs().constant(64, 0x1000),
               .value = b.exprs().constant(24, 0),
               .size = 3});
    });
    refused("value should have 32 bits", [](Builder& b) {
        b.write(0, {.address = b.exprs().constant(64, 0x1000), .size = 4},
                b.exprs().constant(64, 0), {});
    });
    refused("should start at an earlier read", [](Builder& b) {
        b.branch(0, {}, b.true_(), b.deps().single(b.exprs(), 1), {});  // event 1 is a write
    });
    refused("data does not go with read", [](Builder& b) {
        const Expr x = b.exprs().constant(64, 0x1000);
        const ir::EventId id = b.read(0, {.address = x, .size = 8});
        ir::Event copy = b.event(id);
        copy.value = b.exprs().read(64, id + 1);
        copy.data = b.deps().single(b.exprs(), 0);
        b.add(copy);
    });
    refused("its own leaf", [](Builder& b) {
        ir::Event copy = b.event(0);
        b.add(copy);
    });
    refused("objects x and y overlap",
            [](Builder& b) { b.add_object({.name = "y", .address = 0x1007, .size = 1}); });
    refused("outside", [](Builder& b) {
        b.add_object({.name = "y",
                      .address = 0x2000,
                      .size = 4,
                      .cells = {{4, 4, b.exprs().constant(32, 0)}}});
    });
    refused("conditions only", [](Builder& b) {
        b.branch(0, {},
                 b.exprs().make(ir::Op::Eq, b.exprs().final_value(64, 0x1000),
                                b.exprs().constant(64, 0)),
                 {}, {});
    });
    refused("constants and inputs only", [](Builder& b) {
        b.add_object({.name = "y", .address = 0x2000, .size = 8, .cells = {{0, 8, b.value_of(0)}}});
    });
    refused("no event 77", [](Builder& b) { b.observe("r", b.exprs().read(64, 77)); });
    refused("condition should be 1 bit", [](Builder& b) {
        b.set_condition({ir::Quantifier::Exists, b.exprs().constant(64, 1), ""});
    });
    refused("should have one create to wait for", [](Builder& b) {
        const auto id = static_cast<ir::EventId>(2);
        b.add({.kind = EventKind::ThreadBegin,
               .address = b.exprs().constant(64, 0x1000),
               .value = b.exprs().read(64, id),
               .size = 8,
               .target = 0});
    });
}

TEST_CASE("threads start and end through hidden flags", "[ir][builder]") {
    Builder b("threads", "test");
    const ir::ThreadId main = b.add_thread("main"), child = b.add_thread("child");
    const ir::Expr condition = b.add_input("c", 1);
    b.create(main, condition, child, {});
    b.begin(child);
    b.end(child, condition, b.exprs().constant(64, 7), {}, {});
    const ir::EventId join = b.join(main, b.true_(), child, {});
    CHECK(b.event(join).guard == condition);  // no end, no join
    const ir::Program p = std::move(b).finish();
    REQUIRE(p.threads()[main].events.size() == 4);
    CHECK(p.event(p.threads()[main].events[0]).fence == ir::FenceKind::Full);
    CHECK(p.event(p.threads()[child].events[1]).fence == ir::FenceKind::Full);
    CHECK(p.objects().size() == 1);
}

TEST_CASE("dependency sets unite and restrict", "[ir][deps]") {
    ir::ExprPool exprs;
    ir::DepPool deps;
    const ir::Expr g = exprs.input(1, 0), not_g = exprs.negation(g);
    const ir::DepSet one = deps.single(exprs, 1), two = deps.single(exprs, 2);
    CHECK(deps.unite(exprs, one, two) == deps.unite(exprs, two, one));
    CHECK(deps.restrict(exprs, one, exprs.bool_const(false)).empty());
    const ir::DepSet left = deps.restrict(exprs, one, g);
    CHECK(deps.get(left)[0].guard == g);
    CHECK(deps.unite(exprs, left, deps.restrict(exprs, one, not_g)) == one);
}
