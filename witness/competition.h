// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Violation witnesses of the software verification competition: GraphML 1.0 and YAML 2.2
// (with thread ids). Both tell the steps of witness/story.h and name the program by its
// hash.
#pragma once

#include <string>
#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::witness {

struct SourceFile {
    std::string name;
    std::string text;
};

/// What a witness says about the task, besides the execution.
struct CompetitionTask {
    /// The first is the program file of GraphML.
    std::vector<SourceFile> inputs;
    /// The lines of the property file.
    std::string specification;
    /// "ILP32" or "LP64".
    std::string data_model;
    /// Of this tool.
    std::string version;
    std::string model;
    /// RFC 4122; ISO 8601 in UTC with seconds.
    std::string uuid, creation_time;
};

std::string to_graphml(const ir::Program& program, const ir::Execution& execution,
                       const CompetitionTask& task);
std::string to_yaml(const ir::Program& program, const ir::Execution& execution,
                    const CompetitionTask& task);

}  // namespace fencepost::witness
