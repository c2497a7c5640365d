// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// C programs (and LLVM files) as bounded event programs. The only header of this folder
// that others include; it knows nothing of LLVM.
//
//   CSource source{.files = {"dekker.c"}};
//   CModule module(source);                            // clang and the passes, once
//   CProgram c = module.lower({.unroll = 2, .target = Target::Power});
//   c.program;                                         // for the engines
//
// Choices where C leaves one: malloc succeeds and gives zeroed memory, a weak
// compare-exchange fails only where a strong one does, a return value of printf and its like is
// nondeterministic. What the property does not ask about and has no meaning (an access out of
// bounds, a division by zero) ends in a cut or in an access outside of every object, so that
// nothing is concluded from it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/target.h"
#include "ir/program.h"

namespace fencepost::frontend {

/// Is there a C frontend in this executable?
bool has_c_frontend();

struct CSource {
    /// .c .i .ll .bc, linked together.
    std::vector<std::string> files;
    /// As for a C compiler: -DX=1, -Idir, -std=c11…
    std::vector<std::string> flags{};
    /// "LP64" or "ILP32".
    std::string data_model = "LP64";
    /// Only a call of this function is an error, a failed assertion ends its thread; empty:
    /// failed assertions, reach_error and __VERIFIER_error are errors.
    std::string error_function{};
    /// Keep every access of the program, also those that only undefined behaviour gives a
    /// meaning to: needed for memory safety.
    bool keep_accesses = false;
    /// Print the module to stderr after the pass of this name; empty: never.
    std::string print_after{};
};

struct COptions {
    /// How often the body of a loop runs, and how deep a function calls itself. Loops whose
    /// condition is known while unrolling run to their end.
    int unroll = 2;
    Target target = Target::Power;
    /// What is asked: the program gets the assertions of this property only.
    ir::Property property = ir::Property::Assert;
    /// Give the program the condition `exists true`: does some execution run to its end?
    bool ask_completion = false;
    /// Why to stop now, or nullptr. Asked every few microseconds.
    std::function<const char*()> stop{};
};

struct CProgram {
    ir::Program program;
    /// What a user may want to know: spin loops that became assumptions.
    std::vector<std::string> notes;
    /// Unsupported constructs with file and line. Executions end where they would come to one;
    /// so `holds` means nothing if a cut was reached.
    std::vector<std::string> refused;
};

/// A compiled program. Not for use by several threads at once.
class CModule {
  public:
    /// Throws ir::InputError (after the compiler's messages went to stderr) and ir::Unsupported.
    explicit CModule(const CSource& source);
    ~CModule();
    CModule(CModule&&) noexcept;

    /// Throws ir::Unsupported with file, line and construct; ir::InputError without a main.
    CProgram lower(const COptions& options) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::frontend
