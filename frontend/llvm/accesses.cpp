// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An address whose targets are known and all private is resolved here: with one place the
// access is a lookup, with several (an index, a choice between pointers) it is an `ite`
// over them, and missing all of them is recorded as a cut, so that nothing is concluded
// from an access out of bounds. Everything else is an event, for the engine to resolve;
// private objects that such an address can mean are promoted for the next round.
#include "frontend/llvm/accesses.h"

#include <fmt/format.h>

#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

using ir::EventId;
using ir::Expr;
using ir::FenceKind;
using ir::Op;

namespace {
constexpr size_t max_places = 4096;
}

bool Accesses::is_private(uint32_t object) const {
    const Object& o = round_.knowledge.objects[object];
    return !o.shared || o.constant || !round_.threads_started;
}

void Accesses::touch(uint32_t object) {
    if (round_.threads_started && !round_.objects()[object].constant)
        round_.touched[object].insert(thread_);
}

std::optional<std::vector<Accesses::Place>> Accesses::private_places(const Value& address,
                                                                     unsigned size) {
    const Pointees& targets = round_.pointers.of(address.expr);
    // An address that was computed from reads orders later writes behind them, so the access
    // must stay an event even if nobody else can see it.
    bool all_private = !targets.unknown && (address.deps.empty() || !round_.uses_dependencies() ||
                                            !round_.threads_started);
    bool any = false;
    for (const Pointee& t : targets.list) {
        if (t.object == no_object) continue;
        any = true;
        touch(t.object);
        all_private = all_private && is_private(t.object);
    }
    if (!all_private || !any) {
        for (const Pointee& t : targets.list)
            if (t.object != no_object && is_private(t.object) &&
                !round_.objects()[t.object].constant)
                round_.promoted.insert(t.object);
        return std::nullopt;
    }
    std::vector<Place> places;
    for (const Pointee& t : targets.list) {
        if (t.object == no_object) continue;
        for (uint64_t offset : offsets(round_.objects(), t, size))
            places.push_back({t.object, offset});
    }
    if (places.size() > max_places)
        throw ir::Unsupported("an index into a very large private array");
    return places;
}

Expr Accesses::equals(const Value& address, const Place& place) {
    const uint64_t at = round_.objects()[place.object].address + place.offset;
    return exprs().make(Op::Eq, address.expr, exprs().constant(exprs().width(address.expr), at));
}

void Accesses::check_bounds(const Path& path, const Value& address,
                            const std::vector<Place>& places, const AccessInfo& info) {
    if (checks_memory()) return;
    Expr outside = exprs().bool_const(true);
    for (const Place& place : places)
        outside = exprs().conjunction(outside, exprs().negation(equals(address, place)));
    cut(path, outside, "an access outside of its object", info.location);
}

Value Accesses::load_private(Path& path, const Value& address, const std::vector<Place>& places,
                             const AccessInfo& info) {
    check_bounds(path, address, places, info);
    if (places.empty()) {
        path.guard = exprs().bool_const(false);
        return {};
    }
    std::vector<Alternative> alternatives;
    for (const Place& place : places) {
        alternatives.push_back(
            {path.memory.load(round_.pools, place.object, place.offset, info.size),
             equals(address, place)});
    }
    Value result = merge(round_.pools, alternatives);
    result.deps = round_.pools.unite(result.deps, address.deps);
    return result;
}

void Accesses::settle(Path& path, const Value& address, unsigned size, const Value& value) {
    const auto places = private_places(address, size);
    if (!places || places->size() != 1) return;
    path.memory.store(round_.pools, places->front().object, places->front().offset, size, value);
}

void Accesses::store_private(Path& path, const Value& address, const std::vector<Place>& places,
                             const Value& value, const AccessInfo& info) {
    check_bounds(path, address, places, info);
    if (places.empty()) path.guard = exprs().bool_const(false);
    const ir::DepSet deps = round_.pools.unite(value.deps, address.deps);
    for (const Place& place : places) {
        const Expr here = equals(address, place);
        Value content{value.expr, deps};
        if (!exprs().is_true(here)) {
            const Value old = path.memory.load(round_.pools, place.object, place.offset, info.size);
            content = merge(round_.pools, {{content, here}, {old, exprs().negation(here)}});
        }
        path.memory.store(round_.pools, place.object, place.offset, info.size, content);
    }
}

ir::Access Accesses::access(const Path& path, const Value& address, const AccessInfo& info,
                            bool exclusive) const {
    if (info.size != 1 && info.size != 2 && info.size != 4 && info.size != 8)
        throw ir::Unsupported(fmt::format("an access of {} bytes to shared memory", info.size));
    return {.guard = path.guard,
            .address = exprs().resize(address.expr, 64),
            .size = static_cast<uint8_t>(info.size),
            .order = event_order(info),
            .exclusive = exclusive,
            .addr = address.deps,
            .location = info.location};
}

EventId Accesses::read_event(const Path& path, const Value& address, const AccessInfo& info,
                             bool exclusive) {
    const ir::Access how = access(path, address, info, exclusive || path.section_depth > 0);
    const EventId id = info.mutex == MutexUse::Lock ? round_.builder.lock(thread_, how)
                                                    : round_.builder.read(thread_, how);
    if (info.flexible) round_.flexible.insert(id);
    if (path.section_depth > 0) {
        section_reads_[{path.section, round_.builder.event(id).address}] = id;
        round_.section_of[id] = path.section;
    }
    return id;
}

void Accesses::fences(const Path& path, const std::vector<FenceKind>& kinds,
                      const AccessInfo& info) {
    for (FenceKind kind : kinds) fence(path, kind, info.location);
}

bool Accesses::needs_section(const Path& path, const Value& address) {
    const std::set<uint32_t>& objects = round_.knowledge.sectioned;
    if (objects.empty() || path.section_depth > 0 || !round_.threads_started) return false;
    const Pointees& targets = round_.pointers.of(address.expr);
    if (targets.unknown) return true;
    for (const Pointee& target : targets.list)
        if (objects.contains(target.object)) return true;
    return false;
}

Value Accesses::load(Path& path, const Value& address, const AccessInfo& info) {
    if (needs_section(path, address)) {
        begin_section(path, info.location);
        const Value result = load(path, address, info);
        end_section(path, info.location);
        return result;
    }
    check_access(path, address, info, false);
    const auto places = private_places(address, info.size);
    const Mapping mapping = map_access(round_.target, AccessKind::Load, info.order);
    fences(path, mapping.before, info);
    Value result;
    if (places) {
        result = load_private(path, address, *places, info);
    } else {
        const EventId id = read_event(path, address, info, false);
        result = {round_.builder.value_of(id), round_.pools.deps.single(exprs(), id)};
        if (mapping.branch)
            round_.builder.branch(thread_, path.guard, exprs().bool_const(true), result.deps,
                                  info.location);
    }
    fences(path, mapping.after, info);
    return result;
}

void Accesses::store(Path& path, const Value& address, const Value& value, const AccessInfo& info) {
    if (needs_section(path, address)) {
        begin_section(path, info.location);
        store(path, address, value, info);
        return end_section(path, info.location);
    }
    check_access(path, address, info, true);
    const auto places = private_places(address, info.size);
    const Mapping mapping = map_access(round_.target, AccessKind::Store, info.order);
    fences(path, mapping.before, info);
    if (places) {
        store_private(path, address, *places, value, info);
    } else {
        // In an atomic section, a write of what was read before is one update.
        const bool in_section = path.section_depth > 0;
        const auto read =
            in_section ? section_reads_.find({path.section, exprs().resize(address.expr, 64)})
                       : section_reads_.end();
        const bool is_update = read != section_reads_.end();
        const ir::Access how = access(path, address, info, is_update);
        const ir::DepSet rmw =
            is_update ? round_.pools.deps.single(exprs(), read->second) : ir::DepSet{};
        const EventId id = info.mutex == MutexUse::Unlock
                               ? round_.builder.unlock(thread_, how)
                               : round_.builder.write(thread_, how, value.expr, value.deps, rmw);
        if (in_section) round_.section_of[id] = path.section;
        if (info.flexible) round_.flexible.insert(id);
        add_effect(path.guard);
    }
    fences(path, mapping.after, info);
}

Value Accesses::update(Path& path, const Value& address, const AccessInfo& info, const Next& next) {
    if (needs_section(path, address)) {
        begin_section(path, info.location);
        const Value result = update(path, address, info, next);
        end_section(path, info.location);
        return result;
    }
    check_access(path, address, info, true);
    const auto places = private_places(address, info.size);
    const Mapping mapping = map_access(round_.target, AccessKind::ReadModifyWrite, info.order);
    fences(path, mapping.before, info);
    Value old;
    Path success = path;
    if (places) {
        old = load_private(path, address, *places, info);
        const Update update = next(old);
        success.guard = exprs().conjunction(path.guard, update.success);
        Value stored = update.value;
        if (!exprs().is_true(update.success))
            stored = merge(round_.pools,
                           {{stored, update.success}, {old, exprs().negation(update.success)}});
        store_private(path, address, *places, stored, info);
    } else {
        const EventId id = read_event(path, address, info, true);
        const ir::DepSet read = round_.pools.deps.single(exprs(), id);
        old = {round_.builder.value_of(id), read};
        const Update update = next(old);
        success.guard = exprs().conjunction(path.guard, update.success);
        if (mapping.branch || !exprs().is_true(update.success))
            round_.builder.branch(thread_, path.guard, update.success, read, info.location);
        if (!exprs().is_false(success.guard)) {
            const ir::Access how = access(success, address, info, true);
            const EventId write =
                info.mutex == MutexUse::None
                    ? round_.builder.write(thread_, how, update.value.expr, update.value.deps, read)
                    : round_.builder.take(thread_, how, read);
            if (path.section_depth > 0) round_.section_of[write] = path.section;
            add_effect(success.guard, exprs().make(Op::Eq, old.expr, update.value.expr));
        }
    }
    fences(info.acquires_on_failure ? path : success, mapping.after, info);
    return old;
}

Expr Accesses::lock(Path& path, const Value& mutex, bool waits, ir::SourceLocation location) {
    const size_t before = effects_.size();
    Expr success;
    update(path, mutex,
           {.size = 4,
            .order = ir::Order::Relaxed,
            .location = location,
            .synchronises = ir::Order::Acquire,
            .mutex = waits ? MutexUse::Lock : MutexUse::TryLock},
           [&](const Value& old) -> Update {
               const Expr free = exprs().constant(32, 0);
               success = exprs().make(Op::Eq, old.expr.valid() ? old.expr : free, free);
               return {{exprs().constant(32, 1), {}}, success};
           });
    if (waits) {
        const Expr stops = exprs().conjunction(path.guard, exprs().negation(success));
        if (!exprs().is_false(stops)) round_.waits.push_back({thread_, stops, true});
        path.guard = exprs().conjunction(path.guard, success);
        mark_taken(before, mutex.expr);
    }
    fence(path, FenceKind::Full, location);
    return success;
}

void Accesses::unlock(Path& path, const Value& mutex, ir::SourceLocation location) {
    const size_t before = effects_.size();
    fence(path, FenceKind::Full, location);
    store(path, mutex, {exprs().constant(32, 0), {}},
          {.size = 4,
           .order = ir::Order::Relaxed,
           .location = location,
           .synchronises = ir::Order::Release,
           .mutex = MutexUse::Unlock});
    mark_given(before, mutex.expr);
}

Value Accesses::section_mutex() {
    const uint32_t id = round_.objects().intern({3}, "atomic section", 8);
    return {exprs().constant(64, round_.objects()[id].address), {}};
}

void Accesses::begin_section(Path& path, ir::SourceLocation location) {
    if (!round_.threads_started) return;
    if (path.section_depth == 0) {
        lock(path, section_mutex(), true, location);
        path.section = ++round_.sections;
    }
    ++path.section_depth;
}

void Accesses::end_section(Path& path, ir::SourceLocation location) {
    if (path.section_depth == 0 || --path.section_depth > 0) return;
    unlock(path, section_mutex(), location);
}

void Accesses::fence(const Path& path, FenceKind kind, ir::SourceLocation location,
                     ir::Order order) {
    // Before the first thread starts there is nothing to order.
    if (round_.threads_started) round_.builder.fence(thread_, kind, path.guard, location, order);
}

void Accesses::branch(const Path& path, const Value& condition, ir::SourceLocation location) {
    if (condition.deps.empty()) return;
    round_.builder.branch(thread_, path.guard, condition.expr, condition.deps, location);
}

void Accesses::cut(const Path& path, Expr condition, std::string what,
                   ir::SourceLocation location) {
    const Expr guard = exprs().conjunction(path.guard, condition);
    if (exprs().is_false(guard)) return;
    round_.builder.add_cut({thread_, guard, std::move(what), location});
}

}  // namespace fencepost::frontend::llvm_ir
