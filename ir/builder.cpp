// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Assembles a program event by event. Thread creation and joining become accesses to a
// hidden flag object between full fences, so that no model needs to know of threads:
//
//     creator: full; W flag=1        child: R flag (from that write only); full; …
//     thread:  …; full; W result     joiner: R result (from that write only); full
//
// A join happens only if the target's end happens; that is the guard of the join.
#include "ir/builder.h"

#include "ir/check.h"
#include "ir/validate.h"

namespace fencepost::ir {

Builder::Builder(std::string name, std::string architecture) {
    program_.name_ = std::move(name);
    program_.architecture_ = std::move(architecture);
    for (unsigned size : {1, 2, 4, 8}) program_.zero_[size] = exprs().constant(8 * size, 0);
}

uint32_t Builder::add_file(std::string path) {
    auto& files = program_.files_;
    for (uint32_t i = 0; i < files.size(); ++i)
        if (files[i] == path) return i;
    files.push_back(std::move(path));
    return static_cast<uint32_t>(files.size() - 1);
}

uint32_t Builder::add_detail(const std::string& text) {
    auto& details = program_.details_;
    for (uint32_t i = 0; i < details.size(); ++i)
        if (details[i] == text) return i;
    details.push_back(text);
    return static_cast<uint32_t>(details.size() - 1);
}

uint32_t Builder::add_object(MemoryObject object) {
    program_.objects_.push_back(std::move(object));
    return static_cast<uint32_t>(program_.objects_.size() - 1);
}

ThreadId Builder::add_thread(std::string name) {
    program_.threads_.push_back({.name = std::move(name), .events = {}, .completed = true_()});
    flags_.push_back(0);
    creates_.push_back(no_event);
    ends_.push_back(no_event);
    return static_cast<ThreadId>(program_.threads_.size() - 1);
}

Expr Builder::add_input(std::string name, unsigned width) {
    program_.inputs_.push_back({std::move(name), static_cast<uint8_t>(width)});
    return exprs().input(width, static_cast<uint32_t>(program_.inputs_.size() - 1));
}

EventId Builder::add(Event event) {
    CHECK(event.thread < program_.threads_.size(), "the thread of an event should exist");
    Thread& thread = program_.threads_[event.thread];
    if (!event.guard.valid()) event.guard = true_();
    event.position = static_cast<uint32_t>(thread.events.size());
    const auto id = static_cast<EventId>(program_.events_.size());
    thread.events.push_back(id);
    program_.events_.push_back(event);
    return id;
}

EventId Builder::access(EventKind kind, ThreadId thread, const Access& access, Expr value,
                        DepSet data, DepSet rmw) {
    return add({.kind = kind,
                .thread = thread,
                .guard = access.guard,
                .address = access.address,
                .value = value,
                .size = access.size,
                .order = access.order,
                .exclusive = access.exclusive,
                .addr = access.addr,
                .data = data,
                .rmw = rmw,
                .location = access.location});
}

EventId Builder::read(ThreadId thread, const Access& a) {
    const auto id = static_cast<EventId>(program_.events_.size());
    return access(EventKind::Read, thread, a, exprs().read(8 * a.size, id), {}, {});
}

EventId Builder::write(ThreadId thread, const Access& a, Expr value, DepSet data, DepSet rmw) {
    return access(EventKind::Write, thread, a, value, data, rmw);
}

EventId Builder::lock(ThreadId thread, const Access& a) {
    const auto id = static_cast<EventId>(program_.events_.size());
    return access(EventKind::Lock, thread, a, exprs().read(8 * a.size, id), {}, {});
}

EventId Builder::take(ThreadId thread, const Access& a, DepSet rmw) {
    return access(EventKind::Take, thread, a, exprs().constant(8 * a.size, 1), {}, rmw);
}

EventId Builder::unlock(ThreadId thread, const Access& a) {
    return access(EventKind::Unlock, thread, a, exprs().constant(8 * a.size, 0), {}, {});
}

EventId Builder::fence(ThreadId thread, FenceKind kind, Expr guard, SourceLocation location,
                       Order order) {
    return add({.kind = EventKind::Fence,
                .thread = thread,
                .guard = guard,
                .order = order,
                .fence = kind,
                .location = location});
}

EventId Builder::condition(EventKind kind, ThreadId thread, Expr guard, Expr condition, DepSet ctrl,
                           SourceLocation location) {
    return add({.kind = kind,
                .thread = thread,
                .guard = guard,
                .value = condition,
                .ctrl = ctrl,
                .location = location});
}

EventId Builder::branch(ThreadId thread, Expr guard, Expr taken, DepSet ctrl,
                        SourceLocation location) {
    return condition(EventKind::Branch, thread, guard, taken, ctrl, location);
}

EventId Builder::assume(ThreadId thread, Expr guard, Expr holds, DepSet ctrl,
                        SourceLocation location) {
    return condition(EventKind::Assume, thread, guard, holds, ctrl, location);
}

EventId Builder::assertion(ThreadId thread, Expr guard, Expr holds, DepSet ctrl,
                           SourceLocation location, Failure failure, const std::string& detail) {
    return add({.kind = EventKind::Assert,
                .thread = thread,
                .guard = guard,
                .value = holds,
                .ctrl = ctrl,
                .failure = failure,
                .detail = add_detail(detail),
                .location = location});
}

uint64_t Builder::flag_address(ThreadId thread) {
    if (flags_[thread] == 0) {
        flags_[thread] = thread_flag_base + uint64_t{16} * thread;
        add_object({.name = "thread:" + program_.threads_[thread].name,
                    .address = flags_[thread],
                    .size = 16,
                    .cells = {}});
    }
    return flags_[thread];
}

EventId Builder::create(ThreadId creator, Expr guard, ThreadId child, SourceLocation location) {
    CHECK(creates_[child] == no_event, "a thread should be created once");
    fence(creator, FenceKind::Full, guard, location);
    creates_[child] = add({.kind = EventKind::ThreadCreate,
                           .thread = creator,
                           .guard = guard,
                           .address = exprs().constant(64, flag_address(child)),
                           .value = exprs().constant(64, 1),
                           .size = 8,
                           .target = child,
                           .location = location});
    return creates_[child];
}

EventId Builder::begin(ThreadId child) {
    CHECK(creates_[child] != no_event, "a thread should be created before it begins");
    CHECK(program_.threads_[child].events.empty(), "begin should be a thread's first event");
    const Event create = event(creates_[child]);
    const auto id = static_cast<EventId>(program_.events_.size());
    add({.kind = EventKind::ThreadBegin,
         .thread = child,
         .guard = create.guard,
         .address = create.address,
         .value = exprs().read(64, id),
         .size = 8,
         .target = child,
         .location = create.location});
    fence(child, FenceKind::Full, create.guard, create.location);
    return id;
}

EventId Builder::end(ThreadId thread, Expr guard, Expr result, DepSet data,
                     SourceLocation location) {
    CHECK(ends_[thread] == no_event, "a thread should end once");
    fence(thread, FenceKind::Full, guard, location);
    ends_[thread] = add({.kind = EventKind::ThreadEnd,
                         .thread = thread,
                         .guard = guard,
                         .address = exprs().constant(64, flag_address(thread) + 8),
                         .value = result,
                         .size = 8,
                         .target = thread,
                         .data = data,
                         .location = location});
    return ends_[thread];
}

EventId Builder::join(ThreadId joiner, Expr guard, ThreadId target, SourceLocation location) {
    CHECK(ends_[target] != no_event, "a joined thread should have its end already");
    const Event end = event(ends_[target]);
    const Expr both = exprs().conjunction(guard.valid() ? guard : true_(), end.guard);
    const auto id = static_cast<EventId>(program_.events_.size());
    add({.kind = EventKind::ThreadJoin,
         .thread = joiner,
         .guard = both,
         .address = end.address,
         .value = exprs().read(64, id),
         .size = 8,
         .target = target,
         .location = location});
    fence(joiner, FenceKind::Full, both, location);
    return id;
}

void Builder::set_completed(ThreadId thread, Expr completed) {
    program_.threads_[thread].completed = completed;
}

void Builder::add_cut(Cut cut) { program_.cuts_.push_back(std::move(cut)); }

void Builder::observe(std::string label, Expr value) {
    program_.observed_.push_back({std::move(label), value});
}

void Builder::set_condition(Condition condition) { program_.condition_ = std::move(condition); }

Program Builder::finish() && {
    if (const auto problem = find_problem(program_)) throw InvalidProgram(*problem);
    return std::move(program_);
}

}  // namespace fencepost::ir
