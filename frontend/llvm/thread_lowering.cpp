// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Blocks, joins and loops. The pending visits of a frame are a sorted map; the first one
// has seen all its predecessors. Values of a loop body are overwritten in each iteration:
// uses outside of the loop go through phis at its exits (LCSSA), which take their values
// when the exit is taken.
//
// A loop goes round until its condition is known to be false, or until the bound. An
// iteration is free of charge if an exit condition was known and its operands had changed
// since the iteration before (`i < 10`). An iteration after which phis and private memory
// are what they were before, and in which nothing happened that others can notice, need not
// be repeated: any number of such iterations can be left out of an execution, and what
// remains is allowed if the whole was (fewer events, fewer constraints). So its back edge
// just blocks the thread, and that is not a cut. An update that writes what it has read
// (`while (atomic_exchange(&lock, 1))`) is not noticed either: who read from it can read
// from the write before it, which is ordered before everything that it is ordered before.
// Taking a lock and giving it back is not noticed if nobody asks whether it is free.
// A sleep gives a lock away and takes it again, so its first iteration counts; but from the
// waking in one quiet iteration to the next sleep nothing is done that must be done: the
// thread might as well have slept on. So a second one in a row is left out.
#include "frontend/llvm/thread_lowering.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/llvm/library.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;

namespace {

constexpr size_t max_steps = 2'000'000;
constexpr size_t max_depth = 400;

void flatten(const ir::ExprPool& exprs, Expr e, std::set<Expr>& conjuncts) {
    std::vector<Expr> stack = {e};
    while (!stack.empty()) {
        const Expr top = stack.back();
        stack.pop_back();
        if (!conjuncts.insert(top).second) continue;
        const ir::ExprNode& node = exprs.node(top);
        if (node.op == ir::Op::And) {
            stack.push_back(node.a);
            stack.push_back(node.b);
        }
    }
}

/// Restores the site of a call into the library.
class SiteScope {
  public:
    explicit SiteScope(const llvm::Instruction*& site) : site_(site), outer_(site) {}
    ~SiteScope() { site_ = outer_; }
    SiteScope(const SiteScope&) = delete;

  private:
    const llvm::Instruction*& site_;
    const llvm::Instruction* outer_;
};

/// Both cannot be true, as far as their conjuncts tell.
bool contradict(ir::ExprPool& exprs, const std::set<Expr>& a, Expr b) {
    std::set<Expr> conjuncts;
    flatten(exprs, b, conjuncts);
    for (Expr c : conjuncts)
        if (a.contains(exprs.negation(c))) return true;
    return false;
}

/// The guard as it looks where `whole` holds: c of `whole & c`.
Expr relative(const ir::ExprPool& exprs, Expr guard, Expr whole) {
    const ir::ExprNode& node = exprs.node(guard);
    if (node.op == ir::Op::And && node.a == whole) return node.b;
    if (node.op == ir::Op::And && node.b == whole) return node.a;
    return guard;
}

}  // namespace

void ThreadLowering::unsupported(const llvm::Instruction& instruction,
                                 const std::string& what) const {
    throw ir::Unsupported(module_.position(site_ != nullptr ? *site_ : instruction), what);
}

ThreadLowering::Result ThreadLowering::run(const llvm::Function& function,
                                           std::vector<Values> arguments, Path path) {
    if (is_error_function(function.getName())) {
        fail(path, {});
        return {exprs().bool_const(false), {}};
    }
    if (auto end = call_function(function, std::move(arguments), std::move(path), nullptr, nullptr))
        ends_.push_back(std::move(*end));
    if (ends_.empty()) return {exprs().bool_const(false), {}};
    Return end = join_returns(std::move(ends_));
    call_hook(thread_objects_function, end.path);
    call_hook(thread_ == 0 ? program_exit_function : thread_keys_function, end.path);
    if (thread_ == 0) accesses_.check_leaks(end.path);
    return {end.path.guard, end.value.empty() ? Value{} : end.value[0]};
}

std::optional<Return> ThreadLowering::call_function(const llvm::Function& function,
                                                    std::vector<Values> arguments, Path path,
                                                    const Frame* caller,
                                                    const llvm::Instruction* site) {
    int active = 0;
    size_t depth = 0;
    for (const Frame* f = caller; f != nullptr; f = f->caller, ++depth)
        active += f->function == &function;
    if (depth > max_depth) unsupported(*site, "calls nested too deeply");
    if (active > round_.unroll) {
        accesses_.cut(
            path, exprs().bool_const(true),
            fmt::format("recursion of {} deeper than {}", function.getName().str(), round_.unroll),
            location(*site));
        return std::nullopt;
    }
    Frame frame;
    frame.function = &function;
    frame.layout = &module_.layout(function);
    frame.caller = caller;
    if (caller != nullptr) {
        frame.context = caller->context;
        frame.context.push_back(reinterpret_cast<uintptr_t>(site));
        frame.context.insert(frame.context.end(), caller->visit.begin(), caller->visit.end());
    } else {
        frame.context = context_;
    }
    const SiteScope scope(site_);
    if (!is_library(function))
        site_ = nullptr;
    else if (site_ == nullptr)
        site_ = site;
    frame.variadic = std::exchange(variadic_, Value{});
    for (size_t i = 0; i < arguments.size() && i < function.arg_size(); ++i)
        frame.values[function.getArg(static_cast<unsigned>(i))] = std::move(arguments[i]);
    frame.pending[frame.layout->first()].push_back({nullptr, std::move(path)});
    while (!frame.pending.empty()) {
        auto first = frame.pending.extract(frame.pending.begin());
        frame.visit = first.key();
        const llvm::BasicBlock& block = *frame.layout->block(frame.visit);
        Path here = join(frame, block, std::move(first.mapped()));
        enter_header(frame, block, here);
        execute_block(frame, block, std::move(here));
    }
    if (frame.returns.empty()) return std::nullopt;
    return join_returns(std::move(frame.returns));
}

std::vector<Expr> ThreadLowering::join_guards(const std::vector<Expr>& guards, Expr& whole) const {
    // Later edges first: nested branches that meet in one place reduce inside out.
    whole = guards.back();
    for (size_t i = guards.size() - 1; i-- > 0;) whole = exprs().disjunction(whole, guards[i]);
    std::vector<Expr> conditions;
    for (Expr guard : guards) conditions.push_back(relative(exprs(), guard, whole));
    return conditions;
}

Path ThreadLowering::join(Frame& frame, const llvm::BasicBlock& block, std::vector<Edge> edges) {
    std::vector<const llvm::PHINode*> phis;
    for (const llvm::PHINode& phi : block.phis()) phis.push_back(&phi);
    if (edges.size() == 1) {
        for (size_t i = 0; i < phis.size(); ++i)
            frame.values[phis[i]] = std::move(edges[0].phis[i]);
        return std::move(edges[0].path);
    }
    std::vector<Expr> guards;
    std::vector<const LocalMemory*> memories;
    std::vector<const Path*> paths;
    for (const Edge& edge : edges) {
        guards.push_back(edge.path.guard);
        memories.push_back(&edge.path.memory);
        paths.push_back(&edge.path);
    }
    check_sections(paths);
    Path result = edges[0].path.with({});
    const std::vector<Expr> conditions = join_guards(guards, result.guard);
    for (size_t i = 0; i < phis.size(); ++i) {
        Values merged(edges[0].phis[i].size());
        for (size_t s = 0; s < merged.size(); ++s) {
            std::vector<Alternative> sides;
            for (size_t e = 0; e < edges.size(); ++e)
                sides.push_back({edges[e].phis[i][s], conditions[e]});
            merged[s] = merge(round_.pools, sides);
        }
        frame.values[phis[i]] = std::move(merged);
    }
    result.memory = LocalMemory::merge(round_.pools, memories, conditions);
    return result;
}

/// Where paths meet, all of them are in an atomic section or none.
void ThreadLowering::check_sections(const std::vector<const Path*>& paths) const {
    for (const Path* path : paths)
        if (path->section_depth != paths[0]->section_depth)
            throw ir::Unsupported("an atomic section that is open on some of the paths to a place");
}

Return ThreadLowering::join_returns(std::vector<Return> returns) {
    if (returns.size() == 1) return std::move(returns[0]);
    std::vector<Expr> guards;
    std::vector<const LocalMemory*> memories;
    std::vector<const Path*> paths;
    for (const Return& r : returns) {
        guards.push_back(r.path.guard);
        memories.push_back(&r.path.memory);
        paths.push_back(&r.path);
    }
    check_sections(paths);
    Return result{returns[0].path.with({}), {}};
    const std::vector<Expr> conditions = join_guards(guards, result.path.guard);
    result.path.memory = LocalMemory::merge(round_.pools, memories, conditions);
    for (size_t s = 0; s < returns[0].value.size(); ++s) {
        std::vector<Alternative> sides;
        for (size_t i = 0; i < returns.size(); ++i)
            sides.push_back(
                {s < returns[i].value.size() ? returns[i].value[s] : Value{}, conditions[i]});
        result.value.push_back(merge(round_.pools, sides));
    }
    return result;
}

void ThreadLowering::execute_block(Frame& frame, const llvm::BasicBlock& block, Path path) {
    for (const llvm::Instruction& instruction : block) {
        if (dead(path)) return;
        if (++round_.steps > max_steps)
            unsupported(instruction, "the program is too large after unrolling");
        if (round_.steps % 64 == 0 && round_.stop)
            if (const char* why = round_.stop()) throw ir::Stopped(why);
        if (llvm::isa<llvm::PHINode>(instruction)) continue;
        try {
            if (instruction.isTerminator()) return terminate(frame, instruction, path);
            execute(frame, instruction, path);
        } catch (const ir::Unsupported& problem) {
            return refuse(instruction, problem, path);
        }
    }
}

/// What comes after an unsupported construct is not known: a violation elsewhere is one all
/// the same, but nothing is concluded from finding none.
void ThreadLowering::refuse(const llvm::Instruction& instruction, const ir::Unsupported& problem,
                            const Path& path) {
    const bool placed = problem.where().line != 0 || !problem.where().file.empty();
    const ir::Position where =
        placed ? problem.where() : module_.position(site_ != nullptr ? *site_ : instruction);
    round_.refused.push_back(ir::Unsupported(where, problem.message()).what());
    accesses_.cut(path, exprs().bool_const(true), problem.message(), location(instruction));
}

void ThreadLowering::terminate(Frame& frame, const llvm::Instruction& instruction, Path path) {
    if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
        Values value;
        if (ret->getReturnValue() != nullptr) value = operand(frame, ret->getReturnValue());
        frame.returns.push_back({std::move(path), std::move(value)});
        return;
    }
    if (llvm::isa<llvm::UnreachableInst>(instruction)) return;
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
        // Nothing is thrown here: who would is refused (library/cxx_runtime.cpp).
        call(frame, *invoke, path);
        return branch_to(frame, instruction, invoke->getNormalDest(), std::move(path));
    }
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isUnconditional())
            return branch_to(frame, instruction, branch->getSuccessor(0), std::move(path));
        Value condition =
            defined(scalar(frame, branch->getCondition()), branch->getCondition()->getType());
        accesses_.branch(path, condition, location(instruction));
        if (branch->getSuccessor(0) == branch->getSuccessor(1))
            return branch_to(frame, instruction, branch->getSuccessor(0), std::move(path));
        if (exprs().is_const(condition.expr)) note_progress(frame, *branch);
        const Expr guard = path.guard;
        path.guard = exprs().conjunction(guard, condition.expr);
        branch_to(frame, instruction, branch->getSuccessor(0), path);
        path.guard = exprs().conjunction(guard, exprs().negation(condition.expr));
        return branch_to(frame, instruction, branch->getSuccessor(1), std::move(path));
    }
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
        const Value value =
            defined(scalar(frame, choice->getCondition()), choice->getCondition()->getType());
        std::map<const llvm::BasicBlock*, Expr> guards;
        std::vector<const llvm::BasicBlock*> order;
        Expr rest = path.guard;
        const auto add = [&](const llvm::BasicBlock* to, Expr guard) {
            const auto [entry, fresh] = guards.try_emplace(to, guard);
            if (fresh) order.push_back(to);
            if (!fresh) entry->second = exprs().disjunction(entry->second, guard);
        };
        bool first = true;
        for (const auto& option : choice->cases()) {
            const Expr equal = exprs().make(
                ir::Op::Eq, value.expr,
                constant(exprs().width(value.expr), option.getCaseValue()->getZExtValue()));
            if (first) accesses_.branch(path, {equal, value.deps}, location(instruction));
            first = false;
            add(option.getCaseSuccessor(), exprs().conjunction(path.guard, equal));
            rest = exprs().conjunction(rest, exprs().negation(equal));
        }
        add(choice->getDefaultDest(), rest);
        for (const llvm::BasicBlock* to : order)
            branch_to(frame, instruction, to, path.with(guards.at(to)));
        return;
    }
    unsupported(instruction, fmt::format("the instruction `{}`", instruction.getOpcodeName()));
}

void ThreadLowering::branch_to(Frame& frame, const llvm::Instruction& branch,
                               const llvm::BasicBlock* to, Path path) {
    if (dead(path)) return;
    const llvm::BasicBlock* from = branch.getParent();
    Edge edge{from, std::move(path)};
    for (const llvm::PHINode& phi : to->phis())
        edge.phis.push_back(operand(frame, phi.getIncomingValueForBlock(from)));
    if (frame.layout->is_back_edge(from, to)) {
        if (!may_go_round(frame, branch, to, edge)) return;
    } else if (past_bound(frame, branch, to, edge.path)) {
        return;
    }
    frame.pending[frame.layout->next(frame.visit, to)].push_back(std::move(edge));
}

namespace {

Visit visit_of_run(const Frame& frame, const llvm::Loop* loop) {
    const size_t depth = loop->getLoopDepth();
    return {frame.visit.begin(), frame.visit.begin() + static_cast<ptrdiff_t>(2 * depth - 1)};
}

}  // namespace

/// The run of this loop that the current visit is in.
LoopRun* ThreadLowering::innermost(Frame& frame, const llvm::Loop* loop) {
    return &frame.loops[visit_of_run(frame, loop)];
}

const LoopRun& ThreadLowering::innermost(const Frame& frame, const llvm::Loop* loop) const {
    return frame.loops.at(visit_of_run(frame, loop));
}

void ThreadLowering::enter_header(Frame& frame, const llvm::BasicBlock& block, const Path& path) {
    const llvm::Loop* loop = frame.layout->loop_of(&block);
    if (loop == nullptr || loop->getHeader() != &block) return;
    LoopRun* run = innermost(frame, loop);
    if (frame.visit[frame.visit.size() - 2] == 0) *run = {};
    run->free = false;
    run->memory_changed = frame.visit[frame.visit.size() - 2] == 0 || !(run->memory == path.memory);
    run->memory = path.memory;
    run->effects = accesses_.effects().size();
    run->phis.clear();
    for (const llvm::PHINode& phi : block.phis()) run->phis.push_back(frame.values.at(&phi));
}

namespace {

/// The comparisons and calls that a condition was computed from.
std::vector<const llvm::Instruction*> tests_of(const llvm::Value* condition) {
    constexpr size_t enough = 16;
    std::vector<const llvm::Value*> seen = {condition};
    std::vector<const llvm::Instruction*> tests;
    for (size_t i = 0; i < seen.size() && seen.size() < enough; ++i) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(seen[i]);
        if (instruction == nullptr) continue;
        if (llvm::isa<llvm::ICmpInst>(instruction) || llvm::isa<llvm::CallBase>(instruction)) {
            tests.push_back(instruction);
        } else if (instruction->getType()->isIntegerTy(1)) {
            for (const llvm::Use& use : instruction->operands())
                if (std::find(seen.begin(), seen.end(), use.get()) == seen.end())
                    seen.push_back(use.get());
        }
    }
    return tests;
}

}  // namespace

/// Has the test come out on other operands than in the iteration before? A call (an operator
/// of C++) is believed to have for a while if the iteration changed private memory.
bool ThreadLowering::progresses(Frame& frame, const llvm::Instruction& test, LoopRun& run) {
    constexpr int patience = 64;
    if (llvm::isa<llvm::CallBase>(test)) return run.memory_changed && ++run.believed < patience;
    const auto known = [&](unsigned i) {
        const llvm::Value* value = test.getOperand(i);
        if (!llvm::isa<llvm::Constant>(value) && !frame.values.contains(value)) return Value{};
        const Value v = scalar(frame, value);
        return v.expr.valid() && exprs().is_const(v.expr) ? v : Value{};
    };
    const Value a = known(0), b = known(1);
    if (!a.expr.valid() || !b.expr.valid()) return false;
    const std::pair now{exprs().node(a.expr).imm, exprs().node(b.expr).imm};
    const auto [entry, fresh] = run.operands.try_emplace(&test, now);
    const bool changed = fresh || entry->second != now;
    entry->second = now;
    return changed;
}

void ThreadLowering::note_progress(Frame& frame, const llvm::BranchInst& branch) {
    const std::vector<const llvm::Instruction*> tests = tests_of(branch.getCondition());
    for (const llvm::Loop* loop = frame.layout->loop_of(branch.getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
        if (loop->contains(branch.getSuccessor(0)) && loop->contains(branch.getSuccessor(1))) break;
        LoopRun* run = innermost(frame, loop);
        for (const llvm::Instruction* test : tests)
            if (progresses(frame, *test, *run)) run->free = true;
    }
}

ThreadLowering::Quiet ThreadLowering::spins(const LoopRun& run, const Edge& edge) const {
    const Quiet no{exprs().bool_const(false)};
    for (size_t i = 0; i < run.phis.size(); ++i)
        for (size_t s = 0; s < run.phis[i].size(); ++s)
            if (run.phis[i][s].expr != edge.phis[i][s].expr) return no;
    if (!(run.memory == edge.path.memory)) return no;
    std::set<Expr> taken;
    flatten(exprs(), edge.path.guard, taken);
    const auto happened = [&](Expr guard) {
        std::set<Expr> conjuncts;
        flatten(exprs(), guard, conjuncts);
        return std::includes(taken.begin(), taken.end(), conjuncts.begin(), conjuncts.end());
    };
    Quiet result{exprs().bool_const(true)};
    std::set<Expr> held;
    const std::vector<Accesses::Effect>& effects = accesses_.effects();
    for (size_t i = run.effects; i < effects.size(); ++i) {
        const Accesses::Effect& effect = effects[i];
        if (contradict(exprs(), taken, effect.guard)) continue;
        if (effect.sleep) {
            result.slept = true;
        } else if (effect.taken.valid() || effect.given.valid()) {
            const bool balanced = effect.taken.valid() ? held.insert(effect.taken).second
                                                       : held.erase(effect.given) > 0;
            if (!balanced || !happened(effect.guard) || module_.observes_locks()) return no;
        } else {
            if (!effect.silent.valid()) return no;
            const Expr absent = exprs().negation(effect.guard);
            result.when =
                exprs().conjunction(result.when, exprs().disjunction(absent, effect.silent));
        }
    }
    if (!held.empty()) return no;
    if (result.slept && (module_.observes_locks() || edge.path.guard != sleep_.end_guard ||
                         round_.events() != sleep_.end_events))
        return no;
    return result;
}

bool ThreadLowering::may_go_round(Frame& frame, const llvm::Instruction& branch,
                                  const llvm::BasicBlock* to, Edge& edge) {
    const llvm::Loop* loop = frame.layout->loop_of(to);
    LoopRun* run = innermost(frame, loop);
    const ir::SourceLocation at = location(*loop->getHeader()->getTerminator());
    const auto [quiet, slept] = spins(*run, edge);
    if (slept && exprs().is_true(quiet) && !run->slept) {
        run->slept = run->free = true;
    } else if (!exprs().is_false(quiet)) {
        round_.notes.insert(module_.position(*loop->getHeader()->getTerminator()).to_string() +
                            ": the loop only waits: rounds that change nothing are left out");
        edge.path.guard = exprs().conjunction(edge.path.guard, exprs().negation(quiet));
        if (dead(edge.path)) return false;
    }
    if (!run->free) ++run->counted;
    const bool tested_first = loop->isLoopExiting(to) && branch.getParent() != to;
    if (tested_first || run->free || run->counted < std::max(round_.unroll, 1)) return true;
    accesses_.cut(edge.path, exprs().bool_const(true),
                  fmt::format("loop runs more than {} times", round_.unroll), at);
    return false;
}

/// The edge leads from a loop's test into its body once too often.
bool ThreadLowering::past_bound(Frame& frame, const llvm::Instruction& branch,
                                const llvm::BasicBlock* to, const Path& path) {
    const llvm::BasicBlock* from = branch.getParent();
    const llvm::Loop* loop = frame.layout->loop_of(from);
    if (loop == nullptr || loop->getHeader() != from || !loop->contains(to) ||
        !loop->isLoopExiting(from) || loop->isLoopLatch(from))
        return false;
    const LoopRun* run = innermost(frame, loop);
    if (run->free || run->counted < round_.unroll) return false;
    accesses_.cut(path, exprs().bool_const(true),
                  fmt::format("loop runs more than {} times", round_.unroll), location(branch));
    return true;
}

}  // namespace fencepost::frontend::llvm_ir
