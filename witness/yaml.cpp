// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One segment a step, in the order in which they are passed. A waypoint that stands for a
// call lies on the closing parenthesis of it, which the source text tells; where the text
// does not tell (macros, several calls on a line) the column is left out, and the format
// then means the leftmost place that fits.
#include <fmt/format.h>

#include <optional>

#include "witness/competition.h"
#include "witness/sha256.h"
#include "witness/story.h"

namespace fencepost::witness {

namespace {

/// A YAML string in double quotes.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

/// Where a line starts in the text; npos if there is no such line.
size_t start_of_line(const std::string& text, uint32_t line) {
    size_t at = 0;
    for (; line > 1; --line) {
        at = text.find('\n', at);
        if (at == std::string::npos) return at;
        ++at;
    }
    return at;
}

/// The column of the parenthesis that closes the first one at or behind `from`, if it is on
/// the same line and nothing on the way makes counting unsafe.
std::optional<uint32_t> closing_column(const std::string& text, size_t line_start, size_t from) {
    int depth = 0;
    for (size_t at = from; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '"' || text[at] == '\'') return std::nullopt;
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return static_cast<uint32_t>(at - line_start + 1);
        if (depth < 0) return std::nullopt;
    }
    return std::nullopt;
}

class Writer {
  public:
    Writer(const ir::Program& program, const CompetitionTask& task)
        : program_(program), task_(task) {}

    void head(bool sequential) {
        if (!sequential)
            out_ += fmt::format(
                "# Needs {}: no interleaving does this; the order of segments is program order "
                "only.\n",
                task_.model);
        out_ += fmt::format(
            "- entry_type: violation_sequence\n"
            "  metadata:\n"
            "    format_version: \"2.2\"\n"
            "    uuid: {}\n"
            "    creation_time: {}\n"
            "    producer:\n"
            "      name: \"Fencepost\"\n"
            "      version: {}\n"
            "      configuration: {}\n"
            "    task:\n"
            "      input_files:\n",
            quoted(task_.uuid), quoted(task_.creation_time), quoted(task_.version),
            quoted("--model " + task_.model));
        for (const SourceFile& file : task_.inputs) out_ += "        - " + quoted(file.name) + "\n";
        out_ += "      input_file_hashes:\n";
        for (const SourceFile& file : task_.inputs)
            out_ += fmt::format("        {}: {}\n", quoted(file.name), quoted(sha256(file.text)));
        out_ += fmt::format(
            "      specification: {}\n      data_model: {}\n      language: C\n  content:\n",
            quoted(task_.specification), task_.data_model);
    }

    void step(const Step& step) {
        switch (step.kind) {
            case StepKind::Create:
                return waypoint("function_enter", step, {}, call_column(step, "pthread_create"));
            case StepKind::Input:
                return waypoint("function_return", step,
                                fmt::format("{{format: acsl_expression, value: {}}}",
                                            quoted("\\result == " + step.fact)),
                                call_column(step, step.function));
            case StepKind::Access:
                return waypoint("assumption", step,
                                fmt::format("{{format: c_expression, value: {}}}",
                                            quoted(step.fact.empty() ? "1" : step.fact)),
                                std::nullopt);
            case StepKind::Target:
                return waypoint(
                    "target", step, {},
                    step.location.column > 0 ? std::optional(step.location.column) : std::nullopt);
        }
    }

    std::string finish() && { return std::move(out_); }

  private:
    std::string file_name(const Step& step) const {
        return step.location.file < program_.files().size() ? program_.files()[step.location.file]
                                                            : task_.inputs.front().name;
    }

    std::optional<uint32_t> call_column(const Step& step, const std::string& function) const {
        for (const SourceFile& file : task_.inputs) {
            if (file.name != file_name(step)) continue;
            const size_t start = start_of_line(file.text, step.location.line);
            if (start == std::string::npos) return std::nullopt;
            const size_t end = std::min(file.text.find('\n', start), file.text.size());
            const std::string line = file.text.substr(start, end - start);
            const size_t call = line.find(function);
            // More than one call of it on the line: not clear which.
            if (call == std::string::npos || line.find(function, call + 1) != std::string::npos)
                return std::nullopt;
            return closing_column(file.text, start, start + call);
        }
        return std::nullopt;
    }

    void waypoint(const char* type, const Step& step, const std::string& constraint,
                  std::optional<uint32_t> column) {
        if (step.location.line == 0) return;
        out_ += fmt::format(
            "    - segment:\n"
            "        - waypoint:\n"
            "            type: {}\n"
            "            action: follow\n"
            "            thread_id: {}\n",
            type, step.thread);
        if (!constraint.empty()) out_ += "            constraint: " + constraint + "\n";
        out_ += fmt::format("            location: {{file_name: {}, line: {}",
                            quoted(file_name(step)), step.location.line);
        if (column) out_ += fmt::format(", column: {}", *column);
        out_ += "}\n";
    }

    const ir::Program& program_;
    const CompetitionTask& task_;
    std::string out_;
};

}  // namespace

std::string to_yaml(const ir::Program& program, const ir::Execution& execution,
                    const CompetitionTask& task) {
    const Story story = tell(program, execution);
    Writer writer(program, task);
    writer.head(story.sequential);
    for (const Step& step : story.steps) writer.step(step);
    return std::move(writer).finish();
}

}  // namespace fencepost::witness
