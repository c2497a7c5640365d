// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#ifdef FENCEPOST_LLVM

#include <catch2/catch_test_macros.hpp>

#include "frontend/llvm/local_memory.h"
#include "frontend/llvm/pointers.h"
#include "frontend/llvm/target.h"

using namespace fencepost;
using namespace fencepost::frontend::llvm_ir;
using ir::Expr;
using ir::Op;

TEST_CASE("private memory is little-endian and cuts cells", "[frontend_llvm][local_memory]") {
    ir::ExprPool exprs;
    ir::DepPool deps;
    const Pools pools{exprs, deps};
    LocalMemory memory;
    memory.store(pools, 0, 4, 4, {exprs.constant(32, 0x11223344), deps.single(exprs, 7)});
    CHECK(exprs.is_const(memory.load(pools, 0, 4, 2).expr, 0x3344));
    CHECK(exprs.is_const(memory.load(pools, 0, 0, 8).expr, 0x1122334400000000));
    memory.store(pools, 0, 5, 1, {exprs.constant(8, 0xAA), {}});
    const Value whole = memory.load(pools, 0, 4, 4);
    CHECK(exprs.is_const(whole.expr, 0x1122AA44));
    CHECK(whole.deps == deps.single(exprs, 7));
}

TEST_CASE("private memory is copied when written, merged where paths meet",
          "[frontend_llvm][local_memory]") {
    ir::ExprPool exprs;
    ir::DepPool deps;
    const Pools pools{exprs, deps};
    const Expr c = exprs.input(1, 0);
    LocalMemory one;
    one.store(pools, 3, 0, 4, {exprs.constant(32, 1), deps.single(exprs, 1)});
    LocalMemory two = one;
    CHECK(one == two);
    two.store(pools, 3, 0, 4, {exprs.constant(32, 2), {}});
    CHECK_FALSE(one == two);
    CHECK(exprs.is_const(one.load(pools, 3, 0, 4).expr, 1));
    const LocalMemory both = LocalMemory::merge(pools, {&one, &two}, {c, exprs.negation(c)});
    const Value value = both.load(pools, 3, 0, 4);
    CHECK(value.expr == exprs.ite(c, exprs.constant(32, 1), exprs.constant(32, 2)));
    // The dependency is there on one side only.
    CHECK(value.deps == deps.restrict(exprs, deps.single(exprs, 1), c));
}

TEST_CASE("undefined bytes stay undefined", "[frontend_llvm][local_memory]") {
    ir::ExprPool exprs;
    ir::DepPool deps;
    const Pools pools{exprs, deps};
    LocalMemory memory;
    Content content;
    content.zero = false;
    memory.allocate(0, content);
    CHECK_FALSE(memory.load(pools, 0, 0, 4).expr.valid());
    memory.store(pools, 0, 0, 2, {exprs.constant(16, 1), {}});
    CHECK_FALSE(memory.load(pools, 0, 0, 4).expr.valid());
    CHECK(exprs.is_const(memory.load(pools, 0, 0, 2).expr, 1));
}

TEST_CASE("an index keeps its object and stride", "[frontend_llvm][pointers]") {
    ir::ExprPool exprs;
    Objects objects(64);
    const uint32_t a = objects.intern({1}, "a", 48), b = objects.intern({2}, "b", 4);
    PointerAnalysis analysis(exprs, objects);
    const Expr i = exprs.sext(exprs.input(32, 0), 64);
    const Expr element = exprs.make(Op::Add, exprs.constant(64, objects[a].address + 8),
                                    exprs.make(Op::Mul, i, exprs.constant(64, 16)));
    const Pointees p = analysis.of(element);
    REQUIRE(p.list.size() == 1);
    CHECK_FALSE(p.unknown);
    CHECK(p.list[0].object == a);
    CHECK(offsets(objects, p.list[0], 8) == std::vector<uint64_t>{8, 24, 40});

    const Expr choice = exprs.ite(exprs.input(1, 1), exprs.constant(64, objects[a].address),
                                  exprs.constant(64, objects[b].address));
    CHECK(analysis.of(choice).list.size() == 2);
    CHECK(analysis.of(exprs.read(64, 0)).unknown);
}

TEST_CASE("C11 orders become fences of the machine", "[frontend_llvm][target]") {
    using frontend::Target;
    using ir::FenceKind;
    using ir::Order;
    const Mapping sc_load = map_access(Target::Power, AccessKind::Load, Order::SeqCst);
    CHECK(sc_load.before == std::vector{FenceKind::Sync});
    CHECK(sc_load.branch);
    CHECK(sc_load.after == std::vector{FenceKind::Isync});
    CHECK(map_access(Target::Power, AccessKind::Store, Order::Release).before ==
          std::vector{FenceKind::Lwsync});
    CHECK(map_access(Target::Tso, AccessKind::Store, Order::SeqCst).after ==
          std::vector{FenceKind::Mfence});
    CHECK(map_access(Target::Tso, AccessKind::Store, Order::Release).before.empty());
    CHECK(map_access(Target::Pso, AccessKind::Store, Order::Release).before ==
          std::vector{FenceKind::Sfence});
    CHECK(map_access(Target::None, AccessKind::Load, Order::Acquire).order == Order::Acquire);
    CHECK(map_fence(Target::Power, Order::AcqRel) == std::vector{FenceKind::Lwsync});
    CHECK(map_fence(Target::Tso, Order::Acquire).empty());
}

#endif
