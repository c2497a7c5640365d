// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Memory safety as assertions. An access is valid if it is inside an object that its address
// was made from: for addresses whose targets are known, those (so `a[i]` does not become valid
// by reaching another object); for a pointer that was read from shared memory, the objects
// whose addresses may be there. A thread stops at an invalid access, because what is outside
// of every object cannot be read.
//
// Every object that may be freed has a hidden byte that free sets; an access reads it just
// before, and free does, too. That is a write and reads of memory like all others: the byte is
// read as set where the model lets the access be performed behind the free. The thread goes on
// after such a failure: if it stopped, what other threads do in between (`done = 1`) would
// not happen on a machine that lets it overtake the access.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/llvm/accesses.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Failure;
using ir::Op;

namespace {

constexpr uint64_t hidden_key = 4;

std::string quoted_names(const Objects& objects, const std::vector<uint32_t>& ids) {
    std::string text;
    for (size_t i = 0; i < ids.size() && i < 3; ++i)
        text += fmt::format("{}`{}` ({} bytes)", i == 0 ? "" : ", ",
                            objects[ids[i]].name.empty() ? "object" : objects[ids[i]].name,
                            objects[ids[i]].usable);
    return ids.size() > 3 ? text + "…" : text;
}

}  // namespace

void Accesses::check(const Path& path, Expr holds, Failure failure, const std::string& detail,
                     ir::SourceLocation location) {
    if (exprs().is_true(holds) || exprs().is_false(path.guard)) return;
    round_.builder.assertion(thread_, path.guard, holds, ir::DepSet{}, location, failure, detail);
}

/// Objects that the address may be in.
std::vector<uint32_t> Accesses::candidates(const Value& address) const {
    const Pointees& targets = round_.pointers.of(address.expr);
    std::set<uint32_t> objects;
    for (const Pointee& p : targets.list)
        if (p.object != no_object) objects.insert(p.object);
    if (targets.unknown)
        objects.insert(round_.knowledge.stored.begin(), round_.knowledge.stored.end());
    return {objects.begin(), objects.end()};
}

Expr Accesses::inside(const Value& address, uint32_t id, uint64_t size) const {
    const Object& object = round_.objects()[id];
    if (object.function != nullptr || object.usable < size) return exprs().bool_const(false);
    const unsigned width = exprs().width(address.expr);
    const Expr offset =
        exprs().make(Op::Sub, address.expr, exprs().constant(width, object.address));
    return exprs().make(Op::Ule, offset, exprs().constant(width, object.usable - size));
}

/// The address of the byte that says whether the object is freed.
Expr Accesses::freed_at(uint32_t object) {
    const std::string name = "freed:" + round_.objects()[object].name;
    const uint32_t hidden = round_.objects().intern({hidden_key, object}, name, 1);
    return exprs().constant(round_.pointer_width, round_.objects()[hidden].address);
}

void Accesses::note_allocation(Path& path, uint32_t object, ir::SourceLocation location) {
    round_.allocations[object] = {path.guard, location};
    if (!checks_memory() && round_.property != ir::Property::Leak) return;
    const uint64_t byte = exprs().node(freed_at(object)).imm;
    path.memory.allocate(*round_.objects().at(byte), {});
}

void Accesses::check_access(Path& path, const Value& address, const AccessInfo& info, bool writes) {
    if (!checks_memory() || info.hidden) return;
    const Pointees& targets = round_.pointers.of(address.expr);
    const bool may_be_null =
        targets.unknown || std::any_of(targets.list.begin(), targets.list.end(),
                                       [](const Pointee& p) { return p.object == no_object; });
    const unsigned width = exprs().width(address.expr);
    if (may_be_null) {
        const Expr valid =
            exprs().negation(exprs().make(Op::Eq, address.expr, exprs().constant(width, 0)));
        check(path, valid, Failure::NullDereference, "", info.location);
        path.guard = exprs().conjunction(path.guard, valid);
    }
    std::vector<uint32_t> objects = candidates(address);
    if (writes) std::erase_if(objects, [&](uint32_t id) { return round_.objects()[id].constant; });
    Expr valid = exprs().bool_const(false);
    for (uint32_t id : objects) valid = exprs().disjunction(valid, inside(address, id, info.size));
    const bool wild = targets.unknown || objects.empty();
    check(path, valid, wild ? Failure::InvalidDereference : Failure::OutOfBounds,
          wild ? fmt::format("{} bytes", info.size)
               : fmt::format("{} bytes in {}", info.size, quoted_names(round_.objects(), objects)),
          info.location);
    path.guard = exprs().conjunction(path.guard, valid);
    check_alive(path, address, objects, info);
}

void Accesses::check_alive(Path& path, const Value& address, const std::vector<uint32_t>& objects,
                           const AccessInfo& info) {
    Expr where;
    Expr relevant = exprs().bool_const(false);
    for (uint32_t id : objects) {
        if (!round_.knowledge.freeable.contains(id)) continue;
        const Expr here = inside(address, id, info.size);
        if (exprs().is_false(here)) continue;
        relevant = exprs().disjunction(relevant, here);
        where = where.valid() ? exprs().ite(here, freed_at(id), where) : freed_at(id);
    }
    Path reading = path.with(exprs().conjunction(path.guard, relevant));
    if (!where.valid() || exprs().is_false(reading.guard)) return;
    const Value freed = load(reading, {where, address.deps},
                             {.size = 1, .location = info.location, .hidden = true});
    if (!freed.expr.valid()) return;
    check(reading, exprs().make(Op::Eq, freed.expr, exprs().constant(8, 0)), Failure::UseAfterFree,
          quoted_names(round_.objects(), objects), info.location);
}

void Accesses::free(Path& path, const Value& pointer, ir::SourceLocation location) {
    const bool leaks = round_.property == ir::Property::Leak;
    if (!checks_memory() && !leaks) return;
    const unsigned width = exprs().width(pointer.expr);
    const auto equals = [&](uint64_t address) {
        return exprs().make(Op::Eq, pointer.expr, exprs().constant(width, address));
    };
    Expr valid = exprs().bool_const(false), where;
    const std::vector<uint32_t> objects = candidates(pointer);
    for (uint32_t id : objects) {
        if (!round_.objects()[id].heap) continue;
        const Expr here = equals(round_.objects()[id].address);
        if (exprs().is_false(here)) continue;
        round_.knowledge.freeable.insert(id);
        valid = exprs().disjunction(valid, here);
        where = where.valid() ? exprs().ite(here, freed_at(id), where) : freed_at(id);
    }
    if (checks_memory())
        check(path, exprs().disjunction(valid, equals(0)), Failure::InvalidFree,
              quoted_names(round_.objects(), objects), location);
    Path freeing = path.with(exprs().conjunction(path.guard, valid));
    if (!where.valid() || exprs().is_false(freeing.guard)) return;
    const AccessInfo hidden{.size = 1, .location = location, .hidden = true};
    const Value byte{where, pointer.deps};
    if (checks_memory()) {
        const Value freed = load(freeing, byte, hidden);
        if (freed.expr.valid())
            check(freeing, exprs().make(Op::Eq, freed.expr, exprs().constant(8, 0)),
                  Failure::DoubleFree, quoted_names(round_.objects(), objects), location);
    }
    store(freeing, byte, {exprs().constant(8, 1), {}}, hidden);
    // Where nothing is freed, private memory stays as it is.
    path.memory = LocalMemory::merge(round_.pools, {&freeing.memory, &path.memory},
                                     {valid, exprs().negation(valid)});
}

void Accesses::check_leaks(Path& path) {
    if (round_.property != ir::Property::Leak) return;
    for (const auto& [id, allocation] : round_.allocations) {
        Path here = path.with(exprs().conjunction(path.guard, allocation.guard));
        if (exprs().is_false(here.guard)) continue;
        const Value freed = load(here, {freed_at(id), {}},
                                 {.size = 1, .location = allocation.location, .hidden = true});
        const Expr is_freed =
            freed.expr.valid()
                ? exprs().negation(exprs().make(Op::Eq, freed.expr, exprs().constant(8, 0)))
                : exprs().bool_const(false);
        check(here, is_freed, Failure::Leak, quoted_names(round_.objects(), {id}),
              allocation.location);
    }
}

}  // namespace fencepost::frontend::llvm_ir
