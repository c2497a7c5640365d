// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Symbolic execution of one thread: blocks in the order of their visits, states merged
// where paths meet, calls followed as if inlined. The parts are in several files:
// thread_lowering.cpp (blocks, loops, joins), instructions.cpp, atomics.cpp, calls.cpp
// (library functions), threads.cpp (pthread), copies.cpp (memcpy and friends), arithmetic.cpp
// (overflow and division by zero).
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <deque>

#include "frontend/llvm/accesses.h"
#include "frontend/llvm/module_lowering.h"

namespace fencepost::frontend::llvm_ir {

/// A path that leads to a block.
struct Edge {
    const llvm::BasicBlock* from = nullptr;
    Path path;
    /// By phi of the block.
    std::vector<Values> phis{};
};

/// What a path brings back from a call.
struct Return {
    Path path;
    Values value;
};

/// How often a loop was entered from outside and went round.
struct LoopRun {
    /// Iterations that count against the bound.
    int counted = 0;
    /// The iteration's exit condition was known and made progress.
    bool free = false;
    /// Operands of known exit conditions in the iteration before.
    std::map<const llvm::Instruction*, std::pair<uint64_t, uint64_t>> operands;
    /// The state at the header, to see whether an iteration changed anything.
    std::vector<Values> phis;
    LocalMemory memory;
    bool memory_changed = false;
    /// How often a call was taken for a test that goes on.
    int believed = 0;
    size_t effects = 0;
    /// The iteration before was a sleep that changed nothing.
    bool slept = false;
};

struct Frame {
    const llvm::Function* function = nullptr;
    const Layout* layout = nullptr;
    const Frame* caller = nullptr;
    /// Of the calling instruction; identifies the frame across rounds.
    Objects::Key context;
    Visit visit;
    std::unordered_map<const llvm::Value*, Values> values;
    std::map<Visit, std::vector<Edge>> pending;
    std::map<Visit, LoopRun> loops;
    std::vector<Return> returns;
    /// Where the arguments of `...` are.
    Value variadic;
};

class ThreadLowering {
  public:
    /// `context` is a key of the thread that is the same in every round.
    ThreadLowering(ModuleLowering& module, ir::ThreadId thread, Objects::Key context)
        : module_(module),
          round_(module.round()),
          thread_(thread),
          context_(std::move(context)),
          accesses_(round_, thread) {}

    struct Result {
        /// The thread ran to its end.
        ir::Expr completed;
        Value value;
    };
    Result run(const llvm::Function& function, std::vector<Values> arguments, Path path);
    /// For main: what comes before it.
    void run_constructors(Path& path);

  private:
    // Blocks (thread_lowering.cpp).
    std::optional<Return> call_function(const llvm::Function& function,
                                        std::vector<Values> arguments, Path path,
                                        const Frame* caller, const llvm::Instruction* site);
    Path join(Frame& frame, const llvm::BasicBlock& block, std::vector<Edge> edges);
    Return join_returns(std::vector<Return> returns);
    std::vector<ir::Expr> join_guards(const std::vector<ir::Expr>& guards, ir::Expr& whole) const;
    void execute_block(Frame& frame, const llvm::BasicBlock& block, Path path);
    void refuse(const llvm::Instruction& instruction, const ir::Unsupported& problem,
                const Path& path);
    void terminate(Frame& frame, const llvm::Instruction& instruction, Path path);
    void branch_to(Frame& frame, const llvm::Instruction& branch, const llvm::BasicBlock* to,
                   Path path);
    void enter_header(Frame& frame, const llvm::BasicBlock& block, const Path& path);
    /// When an iteration changed nothing, and whether it slept.
    struct Quiet {
        ir::Expr when;
        bool slept = false;
    };
    Quiet spins(const LoopRun& run, const Edge& edge) const;
    void check_sections(const std::vector<const Path*>& paths) const;
    bool may_go_round(Frame& frame, const llvm::Instruction& branch, const llvm::BasicBlock* to,
                      Edge& edge);
    bool past_bound(Frame& frame, const llvm::Instruction& branch, const llvm::BasicBlock* to,
                    const Path& path);
    bool progresses(Frame& frame, const llvm::Instruction& test, LoopRun& run);
    void note_progress(Frame& frame, const llvm::BranchInst& branch);
    LoopRun* innermost(Frame& frame, const llvm::Loop* loop);
    const LoopRun& innermost(const Frame& frame, const llvm::Loop* loop) const;

    // Instructions (instructions.cpp).
    Values operand(Frame& frame, const llvm::Value* value);
    Value scalar(Frame& frame, const llvm::Value* value);
    Value defined(const Value& value, const llvm::Type* type);
    void execute(Frame& frame, const llvm::Instruction& instruction, Path& path);
    Value binary(const llvm::BinaryOperator& op, const Value& a, const Value& b);
    void check_arithmetic(const llvm::BinaryOperator& op, ir::Expr a, ir::Expr b, const Path& path);
    Value compare(const llvm::ICmpInst& op, const Value& a, const Value& b);
    Values coerced(Values values, const llvm::Type* type);
    Value cast(const llvm::CastInst& op, const Value& a);
    Value element_address(Frame& frame, const llvm::GEPOperator& gep);
    Value allocate(Frame& frame, const llvm::Instruction& site, std::string name, uint64_t size,
                   bool zero, Path& path);
    /// The scalars of a type that is loaded or stored, and their offsets; empty: unsupported.
    std::vector<std::pair<uint64_t, llvm::Type*>> parts(llvm::Type* type) const;
    void load(Frame& frame, const llvm::LoadInst& load, Path& path);
    void store(Frame& frame, const llvm::StoreInst& store, Path& path);

    // Atomics (atomics.cpp).
    bool tries_again(const Frame& frame);
    void compare_exchange(Frame& frame, const llvm::AtomicCmpXchgInst& op, Path& path);
    void read_modify_write(Frame& frame, const llvm::AtomicRMWInst& op, Path& path);
    void fence(const llvm::FenceInst& op, const Path& path);
    void inline_assembly(Frame& frame, const llvm::CallBase& call, Path& path);

    // Calls (calls.cpp): false when the function is not known there.
    void call(Frame& frame, const llvm::CallBase& call, Path& path);
    std::vector<const llvm::Function*> targets(const Frame& frame, const llvm::CallBase& call,
                                               ir::Expr pointer);
    void call_declared(Frame& frame, const llvm::CallBase& call, const llvm::Function& callee,
                       Path& path);
    Value pass_variadic(Frame& frame, const llvm::CallBase& call, unsigned first, Path& path);
    void call_pointer(Frame& frame, const llvm::CallBase& call, Path& path);
    void call_defined(Frame& frame, const llvm::CallBase& call, const llvm::Function& callee,
                      Path& path);
    bool library_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);
    bool intrinsic(Frame& frame, const llvm::CallBase& call, Path& path);
    void start_variadic(Frame& frame, const llvm::CallBase& call, Path& path);
    bool fold_floating_point(Frame& frame, const llvm::Instruction& instruction);
    bool arithmetic_intrinsic(Frame& frame, const llvm::CallBase& call);
    bool verifier_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);
    bool memory_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);
    bool is_error_function(llvm::StringRef name) const;
    void fail(Path& path, ir::SourceLocation location);
    void assume(Path& path, const Value& condition, ir::SourceLocation location);
    Value nonzero(const Value& value);
    void set_result(Frame& frame, const llvm::CallBase& call, uint64_t value);

    // The library's primitives (primitives.cpp).
    bool primitive_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);
    bool atomic_primitive(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                          Path& path);
    uint64_t size_from(const llvm::CallBase& call, const Value& pointer);
    void call_hook(const std::string& name, Path& path, const Frame* caller = nullptr,
                   const llvm::Instruction* site = nullptr);

    // Threads (threads.cpp).
    bool thread_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);
    void create(Frame& frame, const llvm::CallBase& call, Path& path);
    void join_thread(Frame& frame, const llvm::CallBase& call, Path& path);
    bool mutex_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name, Path& path);

    // Copies (copies.cpp).
    void copy(Frame& frame, const llvm::CallBase& call, Path& path);
    void fill(Frame& frame, const llvm::CallBase& call, Path& path);
    void copy_bytes(Path& path, const Value& to, const Value& from, uint64_t bytes,
                    ir::SourceLocation at);
    std::vector<std::pair<uint64_t, unsigned>> pieces(const Path& path, const Value& a,
                                                      const Value* b, uint64_t size) const;

    ir::SourceLocation location(const llvm::Instruction& instruction) const {
        return module_.location(site_ != nullptr ? *site_ : instruction);
    }
    [[noreturn]] void unsupported(const llvm::Instruction& instruction,
                                  const std::string& what) const;
    ir::ExprPool& exprs() const { return round_.pools.exprs; }
    ir::Expr constant(unsigned width, uint64_t value) const {
        return exprs().constant(width, value);
    }
    bool dead(const Path& path) const { return exprs().is_false(path.guard); }

    ModuleLowering& module_;
    Round& round_;
    const ir::ThreadId thread_;
    const Objects::Key context_;
    Accesses accesses_;
    /// For the function that is called next.
    Value variadic_;
    /// In a function of the library: where the program called it.
    const llvm::Instruction* site_ = nullptr;
    /// The latest sleep: its first effect, and guard and number of events at its end.
    struct {
        size_t begin = 0;
        ir::Expr end_guard{};
        size_t end_events = 0;
    } sleep_;
    /// Where the thread ends: return of its function, pthread_exit.
    std::vector<Return> ends_;
};

}  // namespace fencepost::frontend::llvm_ir
