// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>

#include "frontend/litmus/litmus.h"
#include "ir/errors.h"
#include "ir/text.h"

namespace fencepost::cli {

namespace fs = std::filesystem;

ir::Question question_of(const Options& options) {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    return {.executions = options.executions,
            .threads = options.threads > 0 ? static_cast<unsigned>(options.threads) : cores,
            .seed = static_cast<uint64_t>(options.seed),
            .progress = std::make_shared<ir::Progress>()};
}

std::string read_file(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               std::fclose);
    const auto fail = [&] {
        throw ir::InputError({path, 0, 0}, fmt::format("cannot read: {}", std::strerror(errno)));
    };
    if (!file) fail();
    std::string text;
    char buffer[1 << 14];
    while (const size_t n = std::fread(buffer, 1, sizeof buffer, file.get()))
        text.append(buffer, n);
    if (std::ferror(file.get()) != 0) fail();
    return text;
}

namespace {

void add_folder(const std::string& folder, std::vector<std::string>& paths) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        if (at->path().extension() == ".litmus") found.push_back(at->path().string());
    }
    if (error) throw ir::InputError({folder, 0, 0}, "cannot read: " + error.message());
    if (found.empty()) throw ir::InputError({folder, 0, 0}, "no *.litmus file in this folder");
    std::sort(found.begin(), found.end());
    paths.insert(paths.end(), found.begin(), found.end());
}

void add_list(const std::string& list, std::vector<std::string>& paths) {
    const std::string text = read_file(list);
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        at = end + 1;
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
            line.pop_back();
        if (!line.empty() && line[0] != '#') paths.push_back(line);
    }
}

}  // namespace

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs) {
    std::vector<std::string> paths;
    for (const std::string& input : inputs) {
        if (input.starts_with("@"))
            add_list(input.substr(1), paths);
        else if (fs::is_directory(input))
            add_folder(input, paths);
        else
            paths.push_back(input);
    }
    return paths;
}

bool is_c_program(const std::string& path) {
    for (const char* extension : {".c", ".i", ".ll", ".bc", ".cpp", ".cc", ".cxx", ".C", ".ii"})
        if (path.ends_with(extension)) return true;
    return false;
}

frontend::CSource c_source(const Options& options, std::vector<std::string> files) {
    frontend::CSource source{.files = std::move(files),
                             .flags = {},
                             .data_model = options.data_model,
                             .error_function = options.error_function,
                             .print_after = options.print_after};
    for (const std::string& define : options.defines) source.flags.push_back("-D" + define);
    for (const std::string& folder : options.include_folders) source.flags.push_back("-I" + folder);
    if (!options.c_standard.empty()) source.flags.push_back("-std=" + options.c_standard);
    return source;
}

ir::Program load_program(const std::string& path, int unroll) {
    const std::string text = read_file(path);
    if (path.ends_with(".ir")) return ir::parse_text(text, path);
    return frontend::parse_litmus(text, path, {.unroll = unroll});
}

namespace {

using frontend::Target;

/// The machine a model speaks of, by the fences it mentions.
Target guess_target(const std::string& name, const models::Model& model) {
    if (const auto target = frontend::find_target(name)) return *target;
    const auto mentions = [&](std::string_view set) {
        const models::Term term = model.find(set);
        if (!term.valid()) return false;
        for (uint32_t i = 0; i < model.terms.size(); ++i) {
            const models::TermNode& node = model.terms.node(models::Term{i});
            if (node.a == term || node.b == term) return true;
        }
        return false;
    };
    if (mentions("ISYNC") || mentions("LWSYNC")) return Target::Power;
    for (const char* order : {"ACQ", "REL", "SC", "RLX", "ACQ_REL", "C11FENCE"})
        if (mentions(order)) return Target::None;
    if (mentions("MFENCE")) return Target::Tso;
    // Not Target::Sc, though there are no fences: that one is for the model sc only.
    return mentions("SYNC") ? Target::Power : Target::None;
}

}  // namespace

frontend::Target c_target(const Options& options, const std::string& name,
                          const models::Model& model) {
    if (options.target.empty()) return guess_target(name, model);
    const Target target = *frontend::find_target(options.target);
    if (target == Target::Sc && name != "sc")
        throw ir::InputError({},
                             "--target sc: the order of atomic sections is taken for granted "
                             "there, so it is for --model sc only; try --target none");
    return target;
}

}  // namespace fencepost::cli
