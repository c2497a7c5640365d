// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Compiles once, lowers as often as asked (each bound is a lowering), each lowering in as
// many rounds as it needs (see round.h).
#include "frontend/llvm/c_frontend.h"

#include <filesystem>

#include "frontend/llvm/compile.h"
#include "frontend/llvm/library.h"
#include "frontend/llvm/round_end.h"
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend {

bool has_c_frontend() { return true; }

using namespace llvm_ir;

namespace {
constexpr int max_rounds = 64;
}

struct CModule::Impl {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
    Layouts layouts;
    std::string name;
    std::string error_function;
    bool keeps_accesses = false;
    /// Of constant expressions.
    std::vector<ir::Position> overflows;
};

CModule::CModule(const CSource& source) : impl_(std::make_unique<Impl>()) {
    impl_->module = compile(source, impl_->context, impl_->overflows);
    link_library(*impl_->module);
    run_passes(*impl_->module, source.print_after, source.keep_accesses);
    impl_->name = std::filesystem::path(source.files.front()).stem().string();
    impl_->error_function = source.error_function;
    impl_->keeps_accesses = source.keep_accesses;
}

CModule::~CModule() = default;
CModule::CModule(CModule&&) noexcept = default;

namespace {

void lower_main(ModuleLowering& lowering, const llvm::Function& main) {
    Round& round = lowering.round();
    const ir::ThreadId thread = round.builder.add_thread("main");
    lowering.threads[thread] = {};
    Path path{.guard = round.pools.exprs.bool_const(true), .memory = lowering.initial_memory()};
    // argc and argv are undefined: nondeterministic where they are used.
    std::vector<Values> arguments(main.arg_size(), Values{Value{}});
    ThreadLowering thread_lowering(lowering, thread, {0});
    if (!round.knowledge.fold_prefix) {
        round.initial = path.memory;
        round.threads_started = true;
    }
    thread_lowering.run_constructors(path);
    const auto result = thread_lowering.run(main, std::move(arguments), std::move(path));
    round.builder.set_completed(thread, result.completed);
}

}  // namespace

CProgram CModule::lower(const COptions& options) const {
    llvm::Module& module = *impl_->module;
    if (options.property == ir::Property::MemSafety && !impl_->keeps_accesses)
        throw ir::InternalError("memory safety should be asked of a module with all accesses");
    if (options.property == ir::Property::Overflow && !impl_->overflows.empty())
        throw ir::Unsupported(
            impl_->overflows.front(),
            "a constant expression overflows; whether it is reached is not decided");
    const llvm::Function* main = module.getFunction("main");
    // Programs for CDSChecker, which has a main of its own.
    if (main == nullptr) main = module.getFunction("user_main");
    if (main == nullptr || main->isDeclaration())
        throw ir::InputError({module.getSourceFileName(), 0, 0}, "there is no function `main`");
    const unsigned pointer_width = module.getDataLayout().getPointerSizeInBits();
    Knowledge known{Objects(pointer_width)};
    for (int i = 0; i < max_rounds; ++i) {
        Round round(known, impl_->name, pointer_width, options.target, options.unroll);
        round.error_function = impl_->error_function;
        round.property = options.property;
        round.stop = options.stop;
        try {
            ModuleLowering lowering(module, impl_->layouts, round);
            lower_main(lowering, *main);
        } catch (const RestartUnfolded&) {
            known.fold_prefix = false;
            continue;
        }
        if (!end_round(round)) continue;
        if (options.property == ir::Property::Deadlock) ask_deadlock(round);
        if (options.property == ir::Property::DataRace) round.builder.forbid_races();
        if (options.ask_completion)
            round.builder.set_condition(
                {ir::Quantifier::Exists, round.builder.true_(), "every thread runs to its end"});
        round.builder.drop_unused_inputs();
        CProgram result{std::move(round.builder).finish(), {}, std::move(round.refused)};
        result.notes.assign(round.notes.begin(), round.notes.end());
        return result;
    }
    throw ir::Unsupported("which memory is shared did not settle");
}

}  // namespace fencepost::frontend
