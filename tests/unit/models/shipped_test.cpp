// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Executions everybody knows, judged by the shipped models, and what is said about them.
#include "models/shipped.h"

#include <catch2/catch_test_macros.hpp>

#include "models/checker.h"
#include "models/parse.h"
#include "tests/unit/models/litmus.h"

using namespace fencepost;
using namespace fencepost::models;
using namespace fencepost::models::test;
using ir::FenceKind;

namespace {

constexpr unsigned x = 0, y = 1;

/// The models that allow the execution, in the order sc tso pso power.
std::string allowed(const ir::Program& program, const ir::Execution& e) {
    std::string result;
    for (const char* name : {"sc", "tso", "pso", "power"}) {
        const Model model = load_model(name);
        Checker checker(model, program);
        if (checker.consistent(e)) result += result.empty() ? name : std::string(" ") + name;
    }
    return result;
}

void order(Litmus& l, ir::ThreadId t, FenceKind kind) { l.fence(t, kind); }

/// x=1; fence; y=1 || r1=y (sees 1); then r2=x (sees 0).
std::string mp(std::optional<FenceKind> writer, std::optional<FenceKind> reader, bool addr = false,
               bool ctrl = false) {
    Litmus l(2);
    l.write(0, x);
    if (writer) order(l, 0, *writer);
    const ir::EventId wy = l.write(0, y);
    const ir::EventId ry = l.read(1, y);
    if (ctrl) l.branch(1, l.on(ry));
    if (reader) order(l, 1, *reader);
    l.read(1, x, addr ? l.on(ry) : ir::DepSet{});
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.rf[ry] = wy;
    return allowed(program, e);
}

/// x=1; fence; r=y || y=1; fence; r=x, both see 0.
std::string sb(std::optional<FenceKind> fence) {
    Litmus l(2);
    l.write(0, x);
    if (fence) order(l, 0, *fence);
    l.read(0, y);
    l.write(1, y);
    if (fence) order(l, 1, *fence);
    l.read(1, x);
    const ir::Program program = std::move(l).finish();
    return allowed(program, first_execution(program));
}

/// r=x; y=1 || r=y; x=1, both see 1.
std::string lb(bool data, bool addr = false) {
    Litmus l(2);
    const ir::EventId rx = l.read(0, x);
    const ir::EventId wy =
        l.write(0, y, addr ? l.on(rx) : ir::DepSet{}, data ? l.on(rx) : ir::DepSet{});
    const ir::EventId ry = l.read(1, y);
    const ir::EventId wx = l.write(1, x, {}, data || addr ? l.on(ry) : ir::DepSet{});
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.rf[rx] = wx;
    e.rf[ry] = wy;
    return allowed(program, e);
}

/// Two writers, two readers that see them in different orders.
std::string iriw(std::optional<FenceKind> fence, bool addr) {
    Litmus l(4);
    const ir::EventId wx = l.write(0, x), wy = l.write(1, y);
    const ir::EventId rx = l.read(2, x);
    if (fence) order(l, 2, *fence);
    l.read(2, y, addr ? l.on(rx) : ir::DepSet{});
    const ir::EventId ry = l.read(3, y);
    if (fence) order(l, 3, *fence);
    l.read(3, x, addr ? l.on(ry) : ir::DepSet{});
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.rf[rx] = wx;
    e.rf[ry] = wy;
    return allowed(program, e);
}

/// x=1; fence; y=2 || y=1; fence; x=2, the first write of each location ends last.
std::string two_two_w(std::optional<FenceKind> fence) {
    Litmus l(2);
    const ir::EventId x1 = l.write(0, x);
    if (fence) order(l, 0, *fence);
    const ir::EventId y2 = l.write(0, y), y1 = l.write(1, y);
    if (fence) order(l, 1, *fence);
    const ir::EventId x2 = l.write(1, x);
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.co[0].writes = {x2, x1};
    e.co[1].writes = {y2, y1};
    return allowed(program, e);
}

}  // namespace

TEST_CASE("message passing", "[models][shipped]") {
    CHECK(mp({}, {}) == "pso power");
    CHECK(mp(FenceKind::Sync, FenceKind::Sync) == "");
    CHECK(mp(FenceKind::Sync, {}) == "power");
    CHECK(mp(FenceKind::Lwsync, {}, true) == "");
    CHECK(mp(FenceKind::Eieio, {}, true) == "");
    CHECK(mp(FenceKind::Sfence, {}, true) == "");
    CHECK(mp(FenceKind::Mfence, FenceKind::Full) == "");
    CHECK(mp(FenceKind::Full, {}, true) == "");
    CHECK(mp(FenceKind::Isync, {}, true) == "pso power");
    CHECK(mp({}, FenceKind::Lwsync) == "pso power");
    // A control dependency does not order reads, with isync it does; isync alone does not.
    CHECK(mp(FenceKind::Lwsync, {}, false, true) == "power");
    CHECK(mp(FenceKind::Lwsync, FenceKind::Isync, false, true) == "");
    CHECK(mp(FenceKind::Lwsync, FenceKind::Isync) == "power");
    CHECK(mp(FenceKind::Lwsync, FenceKind::Eieio) == "power");
}

TEST_CASE("store buffering", "[models][shipped]") {
    CHECK(sb({}) == "tso pso power");
    CHECK(sb(FenceKind::Sync) == "");
    CHECK(sb(FenceKind::Mfence) == "");
    CHECK(sb(FenceKind::Full) == "");
    CHECK(sb(FenceKind::Lwsync) == "tso pso power");
    CHECK(sb(FenceKind::Eieio) == "tso pso power");
    CHECK(sb(FenceKind::Lfence) == "tso pso power");
}

TEST_CASE("load buffering", "[models][shipped]") {
    CHECK(lb(false) == "power");
    CHECK(lb(true) == "");
    CHECK(lb(false, true) == "");
}

TEST_CASE("independent reads of independent writes", "[models][shipped]") {
    CHECK(iriw({}, false) == "power");
    CHECK(iriw({}, true) == "power");
    CHECK(iriw(FenceKind::Lwsync, false) == "power");
    CHECK(iriw(FenceKind::Sync, false) == "");
}

TEST_CASE("writes against writes", "[models][shipped]") {
    CHECK(two_two_w({}) == "pso power");
    CHECK(two_two_w(FenceKind::Lwsync) == "");
    CHECK(two_two_w(FenceKind::Eieio) == "");
    CHECK(two_two_w(FenceKind::Isync) == "pso power");
}

TEST_CASE("locked accesses", "[models][shipped]") {
    // xchg x; r=y || xchg y; r=x: the locked accesses act as fences on x86, not on POWER.
    Litmus l(2);
    const ir::EventId r0 = l.read(0, x, {}, true);
    const ir::EventId w0 = l.write(0, x, {}, {}, l.on(r0));
    l.read(0, y);
    const ir::EventId r1 = l.read(1, y, {}, true);
    l.write(1, y, {}, {}, l.on(r1));
    l.read(1, x);
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    CHECK(allowed(program, e) == "power");
    // The read of an RMW is before its write, also where nothing else says so.
    e.rf[r0] = w0;
    CHECK(allowed(program, e) == "");
}

TEST_CASE("atomicity", "[models][shipped]") {
    Litmus l(2);
    const ir::EventId r = l.read(0, x, {}, true);
    const ir::EventId w = l.write(0, x, {}, {}, l.on(r));
    const ir::EventId other = l.write(1, x);
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.co[0].writes = {other, w};
    CHECK(allowed(program, e) == "");
    e.co[0].writes = {w, other};
    CHECK(allowed(program, e) == "sc tso pso power");

    e.co[0].writes = {other, w};
    const Model model = load_model("power");
    const Judgement j = Checker(model, program).explain(e);
    CHECK(j.axiom_name == "atomicity");
    REQUIRE(j.edges.size() == 3);
    CHECK(j.edges[0].relation == "rmw");
    CHECK(j.edges[1].relation == "fre");
    CHECK(j.edges[2].relation == "coe");
    CHECK(j.edges[1].to.event == other);
}

TEST_CASE("a violation is explained event by event", "[models][explain]") {
    // MP+sync+addr.
    Litmus l(2);
    const ir::EventId wx = l.write(0, x);
    l.fence(0, FenceKind::Sync);
    const ir::EventId wy = l.write(0, y), ry = l.read(1, y), rx = l.read(1, x, l.on(ry));
    const ir::Program program = std::move(l).finish();
    ir::Execution e = first_execution(program);
    e.rf[ry] = wy;

    const auto text = [&](const char* name) {
        const Model model = load_model(name);
        Checker checker(model, program);
        const Judgement j = checker.explain(e);
        std::string result(j.axiom_name);
        result += ":";
        for (size_t i = 0; i < j.edges.size(); ++i) {
            const Edge& edge = j.edges[i];
            CHECK(edge.to == j.edges[(i + 1) % j.edges.size()].from);
            result += " " + to_string(program, edge.from) + " -" + edge.relation + "->";
        }
        return result;
    };
    CHECK(text("power") ==
          "observation: P1:1 read x -fre-> P0:0 write x -prop-> P0:2 write y -rfe-> "
          "P1:0 read y -ppo->");
    CHECK(text("tso") ==
          "tso: P0:0 write x -ppo-> P0:2 write y -rfe-> P1:0 read y -ppo-> "
          "P1:1 read x -fr->");
    CHECK(text("sc") ==
          "sc: P0:0 write x -po-> P0:2 write y -rf-> P1:0 read y -po-> "
          "P1:1 read x -fr->");

    // An edge from the initial write, and coherence.
    e.rf[ry] = ir::initial_write;
    Model model = load_model("power");
    Checker checker(model, program);
    CHECK(checker.explain(e).consistent);
    const Relation rf = checker.evaluate(e, model.find("rf"));
    REQUIRE(rf.size() == 2);
    CHECK(rf[0].first.is_initial());
    CHECK(to_string(program, rf[0].first) == "init x");
    CHECK(rf[0].second.event == rx);
    const Relation sync = checker.evaluate(e, model.find("sync"));
    REQUIRE(sync.size() == 1);
    CHECK(sync[0].first.event == wx);
    CHECK(checker.evaluate(e, model.find("IW")).size() == 2);
}
