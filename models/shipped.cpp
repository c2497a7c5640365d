// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Loading models by name or path. Reading is limited in size, so that a device file given by
// mistake is an error and not a hang.
#include "models/shipped.h"

#include <filesystem>
#include <fstream>

#include "models/parse.h"

namespace fencepost::models {

namespace {

constexpr std::streamsize largest_file = 4 << 20;

const ShippedModel* find_shipped(std::string_view name) {
    for (const ShippedModel& shipped : shipped_models())
        if (shipped.name == name) return &shipped;
    return nullptr;
}

std::optional<std::string> read_file(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::string text(static_cast<size_t>(largest_file) + 1, '\0');
    in.read(text.data(), largest_file + 1);
    if (in.bad()) return std::nullopt;
    text.resize(static_cast<size_t>(in.gcount()));
    if (in.gcount() > largest_file)
        throw ir::InputError({path, 0, 0}, "the file is larger than 4 MiB");
    return text;
}

/// Files first, then shipped models by file name.
std::optional<std::string> load_included(const std::string& path) {
    if (auto text = read_file(path)) return text;
    const std::filesystem::path file(path);
    if (file.extension() != ".cat") return std::nullopt;
    if (const ShippedModel* shipped = find_shipped(file.stem().string()))
        return std::string(shipped->text);
    return std::nullopt;
}

}  // namespace

Model load_model(const std::string& name_or_path) {
    if (const ShippedModel* shipped = find_shipped(name_or_path))
        return parse_model(shipped->text, name_or_path + ".cat", load_included);
    const bool is_path =
        name_or_path.ends_with(".cat") || name_or_path.find('/') != std::string::npos;
    if (is_path) {
        const auto text = read_file(name_or_path);
        if (!text) throw ir::InputError({name_or_path, 0, 0}, "cannot read the model file");
        return parse_model(*text, name_or_path, load_included);
    }
    std::string known;
    for (const ShippedModel& shipped : shipped_models()) {
        if (!known.empty()) known += ", ";
        known += shipped.name;
    }
    throw ir::InputError({}, "unknown model `" + name_or_path + "`: expected one of " + known +
                                 ", or the path of a .cat file");
}

}  // namespace fencepost::models
