// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The rules of the IR, checked once when a program is finished, so that engines need
// not doubt what they read: every expression an event mentions has the right width,
// mentions only reads that exist, and final memory occurs only in conditions; a
// dependency starts at a read; the parts of a read-modify-write share their thread;
// objects do not overlap; begins and joins have exactly one write to read from; what locks,
// takes and unlocks write is fixed.
#include "ir/validate.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::ir {

namespace {

class Validator {
  public:
    explicit Validator(const Program& program) : program_(program) {}

    std::optional<std::string> run() {
        check_pool();
        if (problem_) return problem_;  // the rest follows operands and must be able to
        check_objects();
        for (EventId id = 0; id < program_.events().size(); ++id) check_event(id);
        for (const Thread& thread : program_.threads()) {
            require(is_bool(thread.completed), "thread {}: completed should be 1 bit", thread.name);
            require_no_final(thread.completed, "completed");
        }
        for (const Cut& cut : program_.cuts()) {
            require(is_bool(cut.guard), "cut {}: its guard should be 1 bit", cut.what);
            require(cut.thread < program_.threads().size(), "cut {}: no such thread", cut.what);
        }
        for (const Observed& item : program_.observed())
            require(known(item.value), "observed {}: no such expression", item.label);
        if (program_.condition())
            require(is_bool(program_.condition()->proposition), "the condition should be 1 bit");
        return problem_;
    }

  private:
    template <typename... Args>
    void require(bool holds, fmt::format_string<Args...> message, Args&&... args) {
        if (!holds && !problem_) problem_ = fmt::format(message, std::forward<Args>(args)...);
    }

    bool known(Expr e) const { return e.valid() && e.index < program_.exprs().size(); }
    bool is_bool(Expr e) const { return known(e) && program_.exprs().width(e) == 1; }
    bool has_width(Expr e, unsigned width) const {
        return known(e) && program_.exprs().width(e) == width;
    }

    void check_pool() {
        const ExprPool& pool = program_.exprs();
        has_final_.assign(pool.size(), false);
        has_read_.assign(pool.size(), false);
        for (uint32_t i = 0; i < pool.size(); ++i) {
            const ExprNode& node = pool.node(Expr{i});
            check_leaf(i, node);
            for (Expr operand : {node.a, node.b, node.c}) {
                if (!operand.valid()) continue;
                require(operand.index < i, "expression {}: operands should come first", i);
                if (problem_) return;
                if (has_final_[operand.index]) has_final_[i] = true;
                if (has_read_[operand.index]) has_read_[i] = true;
            }
        }
    }

    void check_leaf(uint32_t i, const ExprNode& node) {
        if (node.op == Op::Final) has_final_[i] = true;
        if (node.op == Op::Input) {
            require(node.imm < program_.inputs().size() &&
                        program_.inputs()[node.imm].width == node.width,
                    "expression {}: input {} does not exist with width {}", i, node.imm,
                    node.width);
        }
        if (node.op == Op::Read) {
            has_read_[i] = true;
            require(node.imm < program_.events().size(), "expression {}: no event {}", i, node.imm);
            if (problem_) return;
            const Event& event = program_.event(static_cast<EventId>(node.imm));
            require(event.is_read() && 8u * event.size == node.width,
                    "expression {}: event {} is not a read of {} bits", i, node.imm, node.width);
        }
    }

    void require_no_final(Expr e, std::string_view what) {
        require(!known(e) || !has_final_[e.index],
                "{}: final memory may be used in conditions only", what);
    }

    void check_objects() {
        std::vector<const MemoryObject*> sorted;
        for (const MemoryObject& object : program_.objects()) {
            sorted.push_back(&object);
            require(object.size > 0 && object.address + object.size > object.address,
                    "object {}: its size should be positive and fit the address space",
                    object.name);
            for (const Cell& cell : object.cells) {
                require(uint64_t{cell.offset} + cell.size <= object.size,
                        "object {}: an initial cell is outside", object.name);
                require(has_width(cell.value, 8 * cell.size),
                        "object {}: an initial value should have the cell's width", object.name);
                require(!known(cell.value) ||
                            (!has_read_[cell.value.index] && !has_final_[cell.value.index]),
                        "object {}: initial values may use constants and inputs only", object.name);
            }
        }
        std::sort(sorted.begin(), sorted.end(),
                  [](auto* a, auto* b) { return a->address < b->address; });
        for (size_t i = 1; i < sorted.size(); ++i)
            require(sorted[i - 1]->address + sorted[i - 1]->size <= sorted[i]->address,
                    "objects {} and {} overlap", sorted[i - 1]->name, sorted[i]->name);
    }

    void check_event(EventId id) {
        const Event& e = program_.event(id);
        require(is_bool(e.guard), "event {}: its guard should be 1 bit", id);
        require_no_final(e.guard, "guard");
        if (e.is_access()) check_access(id, e);
        if (e.kind == EventKind::Branch || e.kind == EventKind::Assume ||
            e.kind == EventKind::Assert) {
            require(is_bool(e.value), "event {}: its condition should be 1 bit", id);
            require_no_final(e.value, "condition");
        }
        require(e.kind == EventKind::Assert || (e.failure == Failure::Assertion && e.detail == 0),
                "event {}: only assertions fail", id);
        require(e.detail < program_.details().size(), "event {}: no such text", id);
        check_thread_event(id, e);
        check_mutex_event(id, e);
        check_deps(id, e.addr, e.is_access(), "addr");
        check_deps(id, e.data, e.is_write(), "data");
        check_deps(id, e.ctrl, event_class(e.kind) == EventClass::None, "ctrl");
        check_deps(id, e.rmw, e.kind == EventKind::Write || e.kind == EventKind::Take, "rmw");
    }

    void check_access(EventId id, const Event& e) {
        require(e.size == 1 || e.size == 2 || e.size == 4 || e.size == 8,
                "event {}: an access has 1, 2, 4 or 8 bytes", id);
        require(has_width(e.address, 64), "event {}: its address should have 64 bits", id);
        require(has_width(e.value, 8 * e.size), "event {}: its value should have {} bits", id,
                8 * e.size);
        require_no_final(e.address, "address");
        require_no_final(e.value, "value");
        if (!problem_ && e.is_read()) {
            const ExprNode& value = program_.exprs().node(e.value);
            require(value.op == Op::Read && value.imm == id,
                    "event {}: the value of a read should be its own leaf", id);
        }
    }

    void check_thread_event(EventId id, const Event& e) {
        if (!is_about_threads(e.kind)) return;
        require(e.target < program_.threads().size(), "event {}: no thread {}", id, e.target);
        if (!e.is_read()) return;
        const EventKind source =
            e.kind == EventKind::ThreadBegin ? EventKind::ThreadCreate : EventKind::ThreadEnd;
        const auto sources = std::count_if(
            program_.events().begin(), program_.events().end(), [&](const Event& other) {
                return other.kind == source && other.target == e.target &&
                       other.address == e.address;
            });
        require(sources == 1, "event {}: {} should have one {} to wait for", id, name(e.kind),
                name(source));
    }

    void check_mutex_event(EventId id, const Event& e) {
        if (!is_about_mutexes(e.kind)) return;
        const bool is_update = e.kind != EventKind::Unlock;
        require(!is_update || e.exclusive, "event {}: {} should be exclusive", id, name(e.kind));
        if (e.kind == EventKind::Lock) return;
        const uint64_t content = e.kind == EventKind::Take ? 1 : 0;
        require(problem_ || program_.exprs().is_const(e.value, content),
                "event {}: {} should write {}", id, name(e.kind), content);
        require(!is_update || !e.rmw.empty(), "event {}: take should have its lock in rmw", id);
    }

    void check_deps(EventId id, DepSet set, bool allowed, std::string_view what) {
        require(set.index < program_.deps().size(), "event {}: no such {} set", id, what);
        if (problem_) return;
        const Event& e = program_.event(id);
        EventId last = no_event;
        for (const Dependency& dependency : program_.deps().get(set)) {
            require(allowed, "event {}: {} does not go with {}", id, what, name(e.kind));
            require(is_bool(dependency.guard), "event {}: guards of {} should be 1 bit", id, what);
            require(dependency.read != last, "event {}: read {} is twice in {}", id,
                    dependency.read, what);
            require(dependency.read < program_.events().size() &&
                        program_.event(dependency.read).is_read() &&
                        program_.event(dependency.read).thread == e.thread &&
                        program_.event(dependency.read).position < e.position,
                    "event {}: {} should start at an earlier read of the thread", id, what);
            last = dependency.read;
        }
    }

    const Program& program_;
    std::optional<std::string> problem_;
    std::vector<bool> has_final_, has_read_;
};

}  // namespace

std::optional<std::string> find_problem(const Program& program) { return Validator(program).run(); }

}  // namespace fencepost::ir
