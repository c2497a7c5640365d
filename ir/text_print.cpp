// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Prints programs. Operators are prefix, as in SMT-LIB; a term that is used more than
// once gets a name (`let %3 = …`), so that a DAG stays as small in text as in memory.
// Names are numbered in order of definition, which makes printing canonical.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "ir/text.h"
#include "ir/text_tokens.h"

namespace fencepost::ir {

namespace {

class Printer {
  public:
    explicit Printer(const Program& program) : program_(program), pool_(program.exprs()) {
        names_.assign(pool_.size(), -1);
    }

    std::string print() {
        count_uses();
        line("program {} {}", quote(program_.name()), quote(program_.architecture()));
        for (const std::string& file : program_.files()) line("file {}", quote(file));
        for (const Input& input : program_.inputs())
            line("input {} {}", quote(input.name), input.width);
        for (const MemoryObject& object : program_.objects()) print_layout(object);
        define_shared();
        for (const MemoryObject& object : program_.objects()) print_content(object);
        for (ThreadId t = 0; t < program_.threads().size(); ++t) print_thread(t);
        for (const Cut& cut : program_.cuts())
            line("cut {} {} if {}{}", cut.thread, quote(cut.what), expr(cut.guard),
                 place(cut.location));
        for (const Observed& item : program_.observed())
            line("observe {} = {}", quote(item.label), expr(item.value));
        if (program_.forbids_races()) line("forbid races");
        if (const auto& condition = program_.condition())
            line("condition {} {} {}", name(condition->quantifier), expr(condition->proposition),
                 quote(condition->text));
        return std::move(out_);
    }

    std::string expr(Expr e) const {
        const ExprNode& node = pool_.node(e);
        if (names_[e.index] >= 0) return fmt::format("%{}", names_[e.index]);
        return definition(node);
    }

    /// For messages: what is nested deeper than `depth` becomes "…".
    std::string shortened(Expr e, int depth) const {
        const ExprNode& node = pool_.node(e);
        if (arity(node.op) == 0) return definition(node);
        if (depth == 0) return "…";
        std::string text = fmt::format("({}", name(node.op));
        for (Expr operand : {node.a, node.b, node.c})
            if (operand.valid()) text += " " + shortened(operand, depth - 1);
        return text + ")";
    }

  private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
        out_ += '\n';
    }

    template <typename Visit>
    void each_root(Visit visit) const {
        const auto deps = [&](DepSet set) {
            for (const Dependency& d : program_.deps().get(set)) visit(d.guard);
        };
        for (const MemoryObject& object : program_.objects())
            for (const Cell& cell : object.cells) visit(cell.value);
        for (const Thread& thread : program_.threads()) {
            visit(thread.completed);
            for (EventId id : thread.events) {
                const Event& e = program_.event(id);
                visit(e.guard);
                if (e.address.valid()) visit(e.address);
                if (e.value.valid()) visit(e.value);
                for (DepSet set : {e.addr, e.data, e.ctrl, e.rmw}) deps(set);
            }
        }
        for (const Cut& cut : program_.cuts()) visit(cut.guard);
        for (const Observed& item : program_.observed()) visit(item.value);
        if (program_.condition()) visit(program_.condition()->proposition);
    }

    void count_uses() {
        uses_.assign(pool_.size(), 0);
        each_root([&](Expr e) { ++uses_[e.index]; });
        for (uint32_t i = pool_.size(); i-- > 0;) {
            if (uses_[i] == 0) continue;
            const ExprNode& node = pool_.node(Expr{i});
            for (Expr operand : {node.a, node.b, node.c})
                if (operand.valid()) ++uses_[operand.index];
        }
    }

    // A long chain gets names on the way, too: nobody reads, and the parser does not
    // accept, hundreds of nested parentheses.
    void define_shared() {
        constexpr int max_depth = 24;
        std::vector<int> depth(pool_.size(), 0);
        int next = 0;
        for (uint32_t i = 0; i < pool_.size(); ++i) {
            const ExprNode& node = pool_.node(Expr{i});
            if (uses_[i] == 0 || arity(node.op) == 0) continue;
            for (Expr operand : {node.a, node.b, node.c})
                if (operand.valid()) depth[i] = std::max(depth[i], depth[operand.index] + 1);
            if (uses_[i] < 2 && depth[i] < max_depth) continue;
            line("let %{} = {}", next, definition(node));
            names_[i] = next++;
            depth[i] = 0;
        }
    }

    std::string definition(const ExprNode& node) const {
        switch (node.op) {
            case Op::Const:
                return constant(node);
            case Op::Input:
                return fmt::format("in{}:{}", node.imm, node.width);
            case Op::Read:
                return fmt::format("e{}:{}", node.imm, node.width);
            case Op::Final:
                return fmt::format("final:{} {}", node.width, address(node.imm));
            case Op::Extract:
                return fmt::format("(extract {} {} {})", node.imm, node.width, expr(node.a));
            case Op::ZExt:
            case Op::SExt:
                return fmt::format("({} {} {})", name(node.op), node.width, expr(node.a));
            default: {
                std::string text = fmt::format("({}", name(node.op));
                for (Expr operand : {node.a, node.b, node.c})
                    if (operand.valid()) text += " " + expr(operand);
                return text + ")";
            }
        }
    }

    std::string constant(const ExprNode& node) const {
        if (node.width == 1) return node.imm != 0 ? "true" : "false";
        if (node.width == 64 && program_.object_at(node.imm, 1) != nullptr)
            return address(node.imm);
        return node.imm < 1024 ? fmt::format("{}:{}", node.imm, node.width)
                               : fmt::format("{:#x}:{}", node.imm, node.width);
    }

    std::string address(uint64_t value) const {
        const MemoryObject* object = program_.object_at(value, 1);
        if (object == nullptr) return fmt::format("{:#x}:64", value);
        const uint64_t offset = value - object->address;
        const std::string base = "&" + name_token(object->name);
        return offset == 0 ? base : fmt::format("{}+{}", base, offset);
    }

    void print_layout(const MemoryObject& object) {
        line("object {} at {:#x} size {}", name_token(object.name), object.address, object.size);
    }

    void print_content(const MemoryObject& object) {
        for (const Cell& cell : object.cells)
            line("init &{}+{}/{} = {}", name_token(object.name), cell.offset, cell.size,
                 expr(cell.value));
    }

    void print_thread(ThreadId id) {
        const Thread& thread = program_.threads()[id];
        std::string completed;
        if (!pool_.is_true(thread.completed)) completed = " completed " + expr(thread.completed);
        line("thread {} {}{}", id, quote(thread.name), completed);
        for (EventId event : thread.events) print_event(event);
    }

    void print_event(EventId id) {
        const Event& e = program_.event(id);
        std::string text = fmt::format("  e{}: {}", id, name(e.kind));
        if (e.is_fence()) text += fmt::format(" {}", name(e.fence));
        if (e.target != no_thread) text += fmt::format(" {}", e.target);
        if (e.is_access()) text += fmt::format(" {}/{}", expr(e.address), e.size);
        if (e.value.valid() && !e.is_read()) text += " = " + expr(e.value);
        if (!pool_.is_true(e.guard)) text += " if " + expr(e.guard);
        if (e.order != Order::Plain) text += fmt::format(" order {}", name(e.order));
        if (e.exclusive) text += " exclusive";
        text +=
            deps("addr", e.addr) + deps("data", e.data) + deps("ctrl", e.ctrl) + deps("rmw", e.rmw);
        if (e.failure != Failure::Assertion) text += " fails " + quote(name(e.failure));
        if (e.detail != 0) text += " about " + quote(program_.details()[e.detail]);
        text += place(e.location);
        line("{}", text);
    }

    std::string deps(std::string_view what, DepSet set) const {
        if (set.empty()) return {};
        std::string text;
        for (const Dependency& d : program_.deps().get(set)) {
            text += fmt::format("{}e{}", text.empty() ? "" : ", ", d.read);
            if (!pool_.is_true(d.guard)) text += " if " + expr(d.guard);
        }
        return fmt::format(" {} {{{}}}", what, text);
    }

    static std::string place(SourceLocation at) {
        if (at == SourceLocation{}) return {};
        return fmt::format(" @{}:{}:{}", at.file, at.line, at.column);
    }

    const Program& program_;
    const ExprPool& pool_;
    std::vector<uint32_t> uses_;
    std::vector<int> names_;
    std::string out_;
};

}  // namespace

std::string print_text(const Program& program) { return Printer(program).print(); }

std::string print_expr(const Program& program, Expr e) { return Printer(program).shortened(e, 4); }

}  // namespace fencepost::ir
