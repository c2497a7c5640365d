// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/svcomp/task.h"

#include <fmt/format.h>
#include <glob.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "ir/errors.h"

namespace fencepost::frontend::svcomp {

namespace fs = std::filesystem;

namespace {

ir::Position position(const std::string& path, const YAML::Mark& mark) {
    if (mark.is_null()) return {path, 0, 0};
    return {path, static_cast<uint32_t>(mark.line + 1), static_cast<uint32_t>(mark.column + 1)};
}

/// Files that match the pattern, sorted. A name without wildcards stands for itself.
std::vector<std::string> expand(const std::string& pattern) {
    if (pattern.find_first_of("*?[") == std::string::npos) return {pattern};
    glob_t found{};
    const int problem = glob(pattern.c_str(), 0, nullptr, &found);
    const std::unique_ptr<glob_t, void (*)(glob_t*)> guard(&found, globfree);
    std::vector<std::string> files;
    if (problem == 0) files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    return files;
}

class Reader {
  public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    Task read() {
        const YAML::Node root = YAML::LoadFile(path_);
        if (!root.IsMap()) fail(root, "a task is a map");
        const std::string version = text(root, "format_version");
        if (version != "2.0" && version != "2.1" && version != "1.0")
            fail(root["format_version"], fmt::format("format {} is not known", version));
        Task task{.path = path_, .input_files = {}, .properties = {}, .data_model = {}};
        const YAML::Node files = root["input_files"];
        if (!files) fail(root, "`input_files` is missing");
        for (const std::string& pattern : texts(files)) {
            const auto found = expand(beside(pattern));
            if (found.empty()) fail(files, fmt::format("no file matches {}", pattern));
            task.input_files.insert(task.input_files.end(), found.begin(), found.end());
        }
        if (task.input_files.empty()) fail(files, "no input file");
        for (const YAML::Node& node : root["properties"]) task.properties.push_back(property(node));
        if (const YAML::Node options = root["options"]) {
            if (options["language"]) task.language = text(options, "language");
            if (options["data_model"]) task.data_model = text(options, "data_model");
        }
        if (!task.data_model.empty() && task.data_model != "ILP32" && task.data_model != "LP64")
            fail(root["options"]["data_model"], "the data model is ILP32 or LP64");
        return task;
    }

  private:
    [[noreturn]] void fail(const YAML::Node& node, const std::string& message) const {
        throw ir::InputError(position(path_, node.Mark()), message);
    }

    std::string beside(const std::string& name) const {
        return (fs::path(path_).parent_path() / name).lexically_normal().string();
    }

    std::string text(const YAML::Node& map, const char* key) const {
        const YAML::Node node = map[key];
        if (!node) fail(map, fmt::format("`{}` is missing", key));
        if (!node.IsScalar()) fail(node, fmt::format("`{}` is a word", key));
        return node.Scalar();
    }

    std::vector<std::string> texts(const YAML::Node& node) const {
        if (node.IsScalar()) return {node.Scalar()};
        std::vector<std::string> all;
        for (const YAML::Node& item : node) {
            if (!item.IsScalar()) fail(item, "expected a file name");
            all.push_back(item.Scalar());
        }
        return all;
    }

    TaskProperty property(const YAML::Node& node) const {
        if (!node.IsMap()) fail(node, "a property is a map");
        TaskProperty result{.property_file = beside(text(node, "property_file"))};
        if (const YAML::Node expected = node["expected_verdict"]) {
            const std::string word = text(node, "expected_verdict");
            if (word != "true" && word != "false") fail(expected, "a verdict is true or false");
            result.expected = word == "true";
        }
        if (node["subproperty"]) result.subproperty = text(node, "subproperty");
        return result;
    }

    const std::string path_;
};

}  // namespace

Task read_task(const std::string& path) {
    try {
        return Reader(path).read();
    } catch (const YAML::BadFile&) {
        throw ir::InputError({path, 0, 0}, "cannot read");
    } catch (const YAML::Exception& problem) {
        throw ir::InputError(position(path, problem.mark), problem.msg);
    }
}

std::vector<std::string> read_set(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw ir::InputError({path, 0, 0}, "cannot read");
    std::vector<std::string> files;
    std::string line;
    for (uint32_t number = 1; std::getline(file, line); ++number) {
        line = line.substr(0, line.find('#'));
        const size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos) continue;
        line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
        const auto found =
            expand((fs::path(path).parent_path() / line).lexically_normal().string());
        if (found.empty())
            throw ir::InputError({path, number, 1}, fmt::format("no file matches {}", line));
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

}  // namespace fencepost::frontend::svcomp
