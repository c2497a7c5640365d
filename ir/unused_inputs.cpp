// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A frontend makes inputs where values might be needed (an uninitialised variable where
// paths meet); most of them end in terms that nothing uses. Used is what an event, a thread,
// initial memory, a cut or the condition mentions, through any number of operators.
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace fencepost::ir {

namespace {

class Marks {
  public:
    explicit Marks(const Program& program)
        : program_(program), marked_(program.exprs().size(), false) {}

    void use(Expr e) {
        if (e.valid()) marked_[e.index] = true;
    }
    void use(DepSet set) {
        for (const Dependency& dependency : program_.deps().get(set)) use(dependency.guard);
    }
    /// Operands have smaller numbers than what is made of them.
    void close() {
        for (size_t i = marked_.size(); i-- > 0;) {
            if (!marked_[i]) continue;
            const ExprNode& node = program_.exprs().node(Expr{static_cast<uint32_t>(i)});
            for (const Expr operand : {node.a, node.b, node.c}) use(operand);
        }
    }
    bool has(uint32_t i) const { return marked_[i]; }

  private:
    const Program& program_;
    std::vector<bool> marked_;
};

Marks used(const Program& program) {
    Marks marks(program);
    for (const Event& event : program.events()) {
        for (const Expr e : {event.guard, event.address, event.value}) marks.use(e);
        for (const DepSet set : {event.addr, event.data, event.ctrl, event.rmw}) marks.use(set);
    }
    for (const Thread& thread : program.threads()) marks.use(thread.completed);
    for (const MemoryObject& object : program.objects())
        for (const Cell& cell : object.cells) marks.use(cell.value);
    for (const Cut& cut : program.cuts()) marks.use(cut.guard);
    for (const Observed& observed : program.observed()) marks.use(observed.value);
    if (program.condition()) marks.use(program.condition()->proposition);
    marks.close();
    return marks;
}

}  // namespace

void Builder::drop_unused_inputs() {
    const Marks marks = used(program_);
    std::vector<bool> kept(program_.inputs_.size(), false);
    for (uint32_t i = 0; i < program_.exprs_.size(); ++i) {
        const ExprNode& node = program_.exprs_.node(Expr{i});
        if (node.op == Op::Input && marks.has(i)) kept[node.imm] = true;
    }
    std::vector<Input> inputs;
    std::vector<std::optional<uint32_t>> number(kept.size());
    for (size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) continue;
        number[i] = static_cast<uint32_t>(inputs.size());
        inputs.push_back(std::move(program_.inputs_[i]));
    }
    program_.inputs_ = std::move(inputs);
    program_.exprs_.renumber_inputs(number);
}

}  // namespace fencepost::ir
