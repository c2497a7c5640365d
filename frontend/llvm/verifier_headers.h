// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Headers of other verifiers that programs include (genmc.h, dat3m.h, librace.h). They are looked
// for after all folders, so that a program that brings its own gets that one.
#pragma once

#include <span>

namespace fencepost::frontend::llvm_ir {

struct Header {
    const char* name;
    const char* text;
};

/// A folder that exists in the compiler's eyes only.
constexpr const char* verifier_folder = "/usr/include/fencepost-verifiers";

std::span<const Header> verifier_headers();

}  // namespace fencepost::frontend::llvm_ir
