// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Stands in for frontend/llvm in the executable that does not load LLVM (see cli/main.cpp and
// cmake/module.cmake). It answers only where `fencepost-c` was not built.
#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"

namespace fencepost::frontend {

bool has_c_frontend() { return false; }

struct CModule::Impl {};

CModule::CModule(const CSource& source) {
    throw ir::InputError({source.files.front(), 0, 0}, "this build has no C frontend");
}
CModule::~CModule() = default;
CModule::CModule(CModule&&) noexcept = default;
CProgram CModule::lower(const COptions&) const {
    throw ir::InternalError("a build without the C frontend should not lower programs");
}

std::optional<Target> find_target(std::string_view) { return Target::Sc; }

}  // namespace fencepost::frontend
