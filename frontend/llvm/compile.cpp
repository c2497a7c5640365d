// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Clang in this process, as if called with -O0 -g, without `optnone` (which would keep the
// passes away) and without writing anything to disk. The clang of the LLVM that we were
// built with knows where the system's headers are; its own come with it.
#include "frontend/llvm/compile.h"

#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <unistd.h>

#include <filesystem>

#include "frontend/executable.h"
#include "frontend/llvm/verifier_headers.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

namespace {

// Debian has the 32-bit C library's headers in a package of their own; the 64-bit ones serve
// as well, but for one file that lists functions which do not exist.
constexpr const char* multiarch_headers = "/usr/include/x86_64-linux-gnu";
constexpr const char* stubs = "/usr/include/x86_64-linux-gnu/gnu/stubs-32.h";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system() {
    auto files =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    auto extra = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    if (!files->exists(stubs)) extra->addFile(stubs, 0, llvm::MemoryBuffer::getMemBuffer("\n"));
    for (const Header& header : verifier_headers())
        extra->addFile(std::string(verifier_folder) + "/" + header.name, 0,
                       llvm::MemoryBuffer::getMemBuffer(header.text));
    files->pushOverlay(extra);
    return files;
}

/// Where an archive of this program was unpacked, if it is one (./dev archive): it brings the
/// compiler's own headers along, and the C library's for machines that have none.
std::string bundle() {
    const std::filesystem::path top = own_executable().parent_path().parent_path();
    return std::filesystem::exists(top / "lib/clang") ? top.string() : "";
}

struct Bundle {
    const std::string top = bundle();
    /// The driver finds its headers beside this program, which need not exist.
    const std::string clang = top.empty() ? FENCEPOST_CLANG : top + "/bin/clang";
    const std::string headers = top + "/include";
    const std::string machine_headers = top + "/include/x86_64-linux-gnu";
    const bool needs_headers = !top.empty() && !std::filesystem::exists("/usr/include/stdlib.h");
};

bool is_cxx(const std::string& file) {
    for (const char* extension : {".cpp", ".cc", ".cxx", ".C", ".ii"})
        if (file.ends_with(extension)) return true;
    return false;
}

std::vector<const char*> command_line(const CSource& source, const std::string& file) {
    static const Bundle bundle;
    std::vector<const char*> arguments = {bundle.clang.c_str(),
                                          "-c",
                                          "-O0",
                                          "-g",
                                          "-Wno-everything",
                                          "-Winteger-overflow",
                                          "-fno-discard-value-names",
                                          "-Xclang",
                                          "-disable-O0-optnone",
                                          "-fno-stack-protector",
                                          "-fno-builtin-printf"};
    if (source.data_model == "ILP32") {
        if (is_cxx(file)) throw ir::Unsupported({file, 0, 0}, "C++ with 32-bit pointers");
        arguments.push_back("-m32");
        for (const char* word : {"-idirafter", multiarch_headers}) arguments.push_back(word);
    }
    if (bundle.needs_headers)
        for (const std::string* folder : {&bundle.machine_headers, &bundle.headers})
            arguments.insert(arguments.end(), {"-idirafter", folder->c_str()});
    arguments.insert(arguments.end(), {"-idirafter", verifier_folder});
    const bool cxx = is_cxx(file);
    // Templates of the C++ library that it has compiled itself come from its headers, and the two
    // counts of std::shared_ptr are not read as one word.
    if (cxx)
        for (const char* word :
             {"-std=gnu++20", "-D_GLIBCXX_EXTERN_TEMPLATE=0", "-D_GLIBCXX_TSAN=1"})
            arguments.push_back(word);
    for (const std::string& flag : source.flags) {
        const bool for_cxx = flag.find("++") != std::string::npos;
        if (!flag.starts_with("-std=") || for_cxx == cxx) arguments.push_back(flag.c_str());
    }
    arguments.push_back(file.c_str());
    return arguments;
}

/// Prints errors, and notes where clang computed a constant that overflows: no instruction is
/// left of that.
class Messages : public clang::TextDiagnosticPrinter {
  public:
    Messages(clang::DiagnosticOptions* options, std::vector<ir::Position>& overflows)
        : TextDiagnosticPrinter(llvm::errs(), options), overflows_(overflows) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        if (info.getID() == clang::diag::warn_integer_constant_overflow) {
            const clang::PresumedLoc at =
                info.getSourceManager().getPresumedLoc(info.getLocation());
            if (at.isValid())
                overflows_.push_back({at.getFilename(), at.getLine(), at.getColumn()});
        }
        if (level >= clang::DiagnosticsEngine::Error)
            TextDiagnosticPrinter::HandleDiagnostic(level, info);
    }

  private:
    std::vector<ir::Position>& overflows_;
};

std::unique_ptr<llvm::Module> compile_c(const CSource& source, const std::string& file,
                                        llvm::LLVMContext& context,
                                        std::vector<ir::Position>& overflows) {
    auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    options->ShowColors = isatty(STDERR_FILENO) != 0;
    const auto diagnostics = clang::CompilerInstance::createDiagnostics(
        options.get(), new Messages(options.get(), overflows), true);
    clang::CreateInvocationOptions how;
    how.Diags = diagnostics;
    how.VFS = file_system();
    std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(command_line(source, file), how);
    if (!invocation || diagnostics->hasErrorOccurred())
        throw ir::InputError({file, 0, 0}, "the compiler does not accept these options");
    invocation->getFrontendOpts().DisableFree = false;

    clang::CompilerInstance compiler;
    compiler.setInvocation(std::move(invocation));
    compiler.setDiagnostics(diagnostics.get());
    // Old C (implicit int, pointers from integers) is an error by default, but not here.
    clang::ProcessWarningOptions(*diagnostics, compiler.getDiagnosticOpts());
    compiler.createFileManager(how.VFS);
    clang::EmitLLVMOnlyAction action(&context);
    if (!compiler.ExecuteAction(action))
        throw ir::InputError({file, 0, 0}, "the compiler found errors");
    auto module = action.takeModule();
    if (!module) throw ir::InputError({file, 0, 0}, "the compiler gave no code");
    return module;
}

std::unique_ptr<llvm::Module> load_llvm(const std::string& file, llvm::LLVMContext& context) {
    // LLVM's reader does not survive every damaged file.
    llvm::CrashRecoveryContext::Enable();
    llvm::CrashRecoveryContext recovery;
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> module;
    std::string message;
    bool broken = false;
    const bool survived = recovery.RunSafely([&] {
        module = llvm::parseIRFile(file, problem, context);
        llvm::raw_string_ostream stream(message);
        if (module) broken = llvm::verifyModule(*module, &stream);
    });
    if (!survived) {
        static_cast<void>(module.release());
        throw ir::InputError({file, 0, 0}, "damaged LLVM file");
    }
    if (!module) {
        const auto line = static_cast<uint32_t>(std::max(0, problem.getLineNo()));
        throw ir::InputError({file, line, 0}, problem.getMessage().str());
    }
    if (broken) throw ir::InputError({file, 0, 0}, message);
    return module;
}

}  // namespace

std::unique_ptr<llvm::Module> compile(const CSource& source, llvm::LLVMContext& context,
                                      std::vector<ir::Position>& overflows) {
    context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr, true);
    std::unique_ptr<llvm::Module> whole;
    for (const std::string& file : source.files) {
        const bool is_llvm = file.ends_with(".ll") || file.ends_with(".bc");
        auto module =
            is_llvm ? load_llvm(file, context) : compile_c(source, file, context, overflows);
        if (!whole) {
            whole = std::move(module);
            continue;
        }
        if (llvm::Linker::linkModules(*whole, std::move(module)))
            throw ir::InputError({file, 0, 0}, "cannot be linked with the files before it");
    }
    return whole;
}

}  // namespace fencepost::frontend::llvm_ir
