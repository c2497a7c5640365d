// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/reproducer.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "ir/text.h"

namespace fencepost::cli {

namespace fs = std::filesystem;

namespace {

/// The first name that is free.
fs::path new_folder() {
    for (int i = 1; i < 1000; ++i) {
        const fs::path folder = fmt::format("fencepost-disagreement-{}", i);
        std::error_code error;
        if (fs::create_directory(folder, error)) return folder;
        if (error) break;
    }
    return {};
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

std::string write_reproducer(const ir::Program& program, const std::string& model,
                             const ir::Question& question, const std::string& problem) {
    const fs::path folder = new_folder();
    if (folder.empty()) return "the current folder cannot be written to";
    write(folder / "program.ir", ir::print_text(program));
    std::string use = model;
    if (model.ends_with(".cat")) {
        std::error_code error;
        fs::copy_file(model, folder / "model.cat", error);
        use = error ? model : "./model.cat";
    }
    write(folder / "README.txt",
          fmt::format("fencepost {}\n{}\n\nIn this folder:\n"
                      "  fencepost check program.ir --model {} --cross-check{}\n",
                      FENCEPOST_VERSION, problem, use, question.executions ? " --executions" : ""));
    return folder.string();
}

}  // namespace fencepost::cli
