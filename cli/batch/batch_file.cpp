// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/batch_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>

#include "ir/errors.h"

namespace fencepost::cli::batch {

namespace {

class Reader {
  public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    std::vector<Entry> read(Entry defaults) {
        const YAML::Node root = YAML::LoadFile(path_);
        if (!root.IsMap() || !root["tasks"].IsDefined()) fail(root, "a batch file has `tasks`");
        for (const auto& item : root)
            if (item.first.Scalar() != "tasks" && item.first.Scalar() != "defaults")
                fail(item.first, fmt::format("`{}` is not known", item.first.Scalar()));
        if (root["defaults"]) apply(root["defaults"], defaults);
        std::vector<Entry> entries;
        for (const YAML::Node& node : root["tasks"]) {
            Entry entry = defaults;
            if (node.IsScalar())
                entry.input = beside(node.Scalar());
            else
                apply(node, entry);
            if (entry.input.empty()) fail(node, "`input` is missing");
            entries.push_back(std::move(entry));
        }
        return entries;
    }

  private:
    [[noreturn]] void fail(const YAML::Node& node, const std::string& message) const {
        const YAML::Mark mark = node.Mark();
        throw ir::InputError(
            {path_, static_cast<uint32_t>(mark.line + 1), static_cast<uint32_t>(mark.column + 1)},
            message);
    }

    std::string beside(const std::string& name) const {
        return (std::filesystem::path(path_).parent_path() / name).lexically_normal().string();
    }

    std::string word(const YAML::Node& node) const {
        if (!node.IsScalar()) fail(node, "expected a word or a number");
        return node.Scalar();
    }

    std::vector<std::string> words(const YAML::Node& node) const {
        if (node.IsScalar()) return {node.Scalar()};
        std::vector<std::string> all;
        for (const YAML::Node& item : node) all.push_back(word(item));
        return all;
    }

    double number(const YAML::Node& node) const {
        double value = -1;
        if (!YAML::convert<double>::decode(node, value) || value < 0)
            fail(node, "expected a number");
        return value;
    }

    std::string verdict(const YAML::Node& node) const {
        const std::string text = word(node);
        if (text == "holds" || text == "true") return "holds";
        if (text == "violated" || text == "false") return "violated";
        fail(node, "expected `holds` or `violated`");
    }

    void apply(const YAML::Node& map, Entry& entry) const {
        if (!map.IsMap()) fail(map, "expected a file or a map");
        for (const auto& item : map) {
            const std::string key = word(item.first);
            const YAML::Node& value = item.second;
            if (key == "input")
                entry.input = beside(word(value));
            else if (key == "name")
                entry.name = word(value);
            else if (key == "model")
                entry.models = words(value);
            else if (key == "unroll")
                entry.unroll = word(value);
            else if (key == "engine")
                entry.engine = word(value);
            else if (key == "property_file")
                entry.property_file = beside(word(value));
            else if (key == "data_model")
                entry.data_model = word(value);
            else if (key == "std")
                entry.c_standard = word(value);
            else if (key == "defines")
                entry.defines = words(value);
            else if (key == "timeout")
                entry.timeout = number(value);
            else if (key == "memory")
                entry.memory_mb = number(value);
            else if (key == "paper" || key == "quick")
                continue;
            else if (key == "expected")
                expect(value, entry);
            else
                fail(item.first, fmt::format("`{}` is not known", key));
        }
    }

    void expect(const YAML::Node& node, Entry& entry) const {
        if (node.IsMap())
            for (const auto& item : node) entry.expected[word(item.first)] = verdict(item.second);
        else
            for (const std::string& model : entry.models) entry.expected[model] = verdict(node);
    }

    const std::string path_;
};

}  // namespace

std::vector<Entry> read_batch_file(const std::string& path, const Entry& defaults) {
    try {
        return Reader(path).read(defaults);
    } catch (const YAML::BadFile&) {
        throw ir::InputError({path, 0, 0}, "cannot read");
    } catch (const YAML::Exception& problem) {
        const auto at = [](int n) { return static_cast<uint32_t>(n < 0 ? 0 : n + 1); };
        throw ir::InputError({path, at(problem.mark.line), at(problem.mark.column)}, problem.msg);
    }
}

}  // namespace fencepost::cli::batch
