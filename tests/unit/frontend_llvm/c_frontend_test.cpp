// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#ifdef FENCEPOST_LLVM

#include "frontend/llvm/c_frontend.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "ir/errors.h"

using namespace fencepost;
using namespace fencepost::frontend;

namespace {

CProgram lower_all(const std::string& file, COptions options) {
    const std::string path = std::string(FENCEPOST_SOURCE_DIR) + "/tests/programs/" + file;
    return CModule({.files = {path}}).lower(options);
}

ir::Program lower(const std::string& file, COptions options) {
    return lower_all(file, options).program;
}

long count(const ir::Program& program, ir::EventKind kind) {
    return std::count_if(program.events().begin(), program.events().end(),
                         [&](const ir::Event& e) { return e.kind == kind; });
}

}  // namespace

TEST_CASE("litmus-sized programs carry no extra events", "[frontend_llvm][c_frontend]") {
    const ir::Program p = lower("lockfree/mp_relacq_fixed.c", {.target = Target::Power});
    CHECK(p.threads().size() == 3);
    CHECK(count(p, ir::EventKind::Write) == 2);
    CHECK(count(p, ir::EventKind::Read) == 2);
    CHECK(p.cuts().empty());
    for (const ir::Event& e : p.events()) CHECK(e.location.line > 0);
}

TEST_CASE("main's writes before the first thread are initial values",
          "[frontend_llvm][c_frontend]") {
    const ir::Program p = lower("known/parker_buggy.c", {.target = Target::Tso});
    const auto object =
        std::find_if(p.objects().begin(), p.objects().end(),
                     [](const ir::MemoryObject& o) { return o.name == "parker_counter"; });
    REQUIRE(object != p.objects().end());
    REQUIRE(object->cells.size() == 1);
    CHECK(p.exprs().is_const(object->cells[0].value, 1));
}

TEST_CASE("dependencies survive folding", "[frontend_llvm][c_frontend]") {
    const ir::Program p = lower("litmus/MP_sync_addr.c", {.target = Target::Power});
    const bool some = std::any_of(p.events().begin(), p.events().end(), [&](const ir::Event& e) {
        return e.kind == ir::EventKind::Read && !e.addr.empty() && p.exprs().is_const(e.address);
    });
    CHECK(some);
}

TEST_CASE("what is unsupported is located, and executions are cut there",
          "[frontend_llvm][c_frontend]") {
    const CProgram c = lower_all("basics/unknown_asm.c", {});
    REQUIRE(c.refused.size() == 1);
    CHECK(c.refused[0].find("unknown_asm.c:9:") != std::string::npos);
    CHECK(c.refused[0].find("cpuid") != std::string::npos);
    CHECK(c.program.cuts().size() == 1);
}

#endif
