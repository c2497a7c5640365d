// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A path of nodes, one edge a step. An edge that creates a thread is followed by the edge on
// which the new thread enters its function.
#include <fmt/format.h>

#include "witness/competition.h"
#include "witness/sha256.h"
#include "witness/story.h"

namespace fencepost::witness {

namespace {

struct Key {
    const char* name;
    const char* type;
    const char* domain;
};

constexpr Key keys[] = {
    {"witness-type", "string", "graph"}, {"sourcecodelang", "string", "graph"},
    {"producer", "string", "graph"},     {"specification", "string", "graph"},
    {"programfile", "string", "graph"},  {"programhash", "string", "graph"},
    {"architecture", "string", "graph"}, {"creationtime", "string", "graph"},
    {"entry", "boolean", "node"},        {"violation", "boolean", "node"},
    {"threadId", "string", "edge"},      {"createThread", "string", "edge"},
    {"startline", "int", "edge"},        {"enterFunction", "string", "edge"},
    {"assumption", "string", "edge"},    {"assumption.resultfunction", "string", "edge"},
};

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

class Writer {
  public:
    void data(const char* key, const std::string& value) {
        out_ += fmt::format("<data key=\"{}\">{}</data>", key, escaped(value));
    }

    void head(const CompetitionTask& task, bool sequential) {
        out_ +=
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
        if (!sequential)
            out_ += fmt::format(
                " <!-- Needs {}: no interleaving does this; the order of edges is program order "
                "only. -->\n",
                task.model);
        for (const Key& key : keys) {
            const bool flag = key.type == std::string_view("boolean");
            out_ += fmt::format(
                " <key attr.name=\"{0}\" attr.type=\"{1}\" for=\"{2}\" id=\"{0}\"{3}\n", key.name,
                key.type, key.domain, flag ? "><default>false</default></key>" : "/>");
        }
        out_ += " <graph edgedefault=\"directed\">\n";
        const auto line = [&](const char* key, const std::string& value) {
            out_ += "  ";
            data(key, value);
            out_ += "\n";
        };
        line("witness-type", "violation_witness");
        line("sourcecodelang", "C");
        line("producer", "Fencepost " + task.version);
        line("specification", task.specification);
        line("programfile", task.inputs.front().name);
        line("programhash", sha256(task.inputs.front().text));
        line("architecture", task.data_model == "ILP32" ? "32bit" : "64bit");
        line("creationtime", task.creation_time);
        out_ += "  <node id=\"N0\"><data key=\"entry\">true</data></node>\n";
    }

    /// The edge to the next node; `inside` writes its data.
    template <typename Inside>
    void edge(bool violation, const Inside& inside) {
        out_ += violation
                    ? fmt::format("  <node id=\"N{}\"><data key=\"violation\">true</data></node>\n",
                                  node_ + 1)
                    : fmt::format("  <node id=\"N{}\"/>\n", node_ + 1);
        out_ += fmt::format("  <edge source=\"N{}\" target=\"N{}\">", node_, node_ + 1);
        inside();
        out_ += "</edge>\n";
        ++node_;
    }

    void step(const Step& step) {
        const std::string thread = std::to_string(step.thread);
        edge(step.kind == StepKind::Target, [&] {
            data("threadId", thread);
            if (step.location.line > 0) data("startline", std::to_string(step.location.line));
            if (step.kind == StepKind::Create) data("createThread", std::to_string(step.created));
            if (step.kind == StepKind::Input) {
                data("assumption", "\\result == " + step.fact + ";");
                data("assumption.resultfunction", step.function);
            } else if (!step.fact.empty()) {
                data("assumption", step.fact + ";");
            }
        });
        if (step.kind == StepKind::Create)
            edge(false, [&] {
                data("threadId", std::to_string(step.created));
                data("enterFunction", step.function);
            });
    }

    std::string finish() && { return std::move(out_) + " </graph>\n</graphml>\n"; }

  private:
    std::string out_;
    int node_ = 0;
};

}  // namespace

std::string to_graphml(const ir::Program& program, const ir::Execution& execution,
                       const CompetitionTask& task) {
    const Story story = tell(program, execution);
    Writer writer;
    writer.head(task, story.sequential);
    writer.edge(false, [&] {
        writer.data("createThread", "0");
        writer.data("enterFunction", "main");
    });
    for (const Step& step : story.steps) writer.step(step);
    return std::move(writer).finish();
}

}  // namespace fencepost::witness
