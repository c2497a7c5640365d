// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/witness_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

#include "cli/competition_witness.h"
#include "ir/errors.h"
#include "witness/picture.h"
#include "witness/text.h"

namespace fencepost::cli {

namespace {

struct Rendering {
    std::string_view extension;
    std::string (*render)(const ir::Program&, const ir::Execution&, const Options&);
};

const Rendering rows[] = {
    {".svg", [](const ir::Program& p, const ir::Execution& e,
                const Options&) { return witness::to_svg(witness::make_picture(p, e)); }},
    {".dot", [](const ir::Program& p, const ir::Execution& e,
                const Options&) { return witness::to_dot(witness::make_picture(p, e)); }},
    {".json", [](const ir::Program& p, const ir::Execution& e,
                 const Options&) { return witness::to_json(p, e) + "\n"; }},
    {".yml", [](const ir::Program& p, const ir::Execution& e,
                const Options& o) { return witness::to_yaml(p, e, competition_task(o)); }},
    {".graphml", [](const ir::Program& p, const ir::Execution& e,
                    const Options& o) { return witness::to_graphml(p, e, competition_task(o)); }},
    {".txt", [](const ir::Program& p, const ir::Execution& e,
                const Options&) { return witness::to_text(p, e); }},
};

const Rendering* find(const std::string& path) {
    const auto* row = std::find_if(std::begin(rows), std::end(rows),
                                   [&](const Rendering& r) { return path.ends_with(r.extension); });
    return row == std::end(rows) ? nullptr : row;
}

}  // namespace

bool has_rendering(const std::string& path) { return find(path) != nullptr; }

std::string renderings() {
    std::string list;
    for (const Rendering& row : rows) {
        if (!list.empty()) list += &row == std::end(rows) - 1 ? " or " : ", ";
        list += row.extension;
    }
    return list;
}

void write_witness(const Options& options, const ir::Program& program,
                   const ir::Execution& execution) {
    const std::string& path = options.witness;
    std::ofstream file(path);
    if (const Rendering* row = find(path)) file << row->render(program, execution, options);
    file.close();
    if (!file) throw ir::InputError({path, 0, 0}, "cannot write the witness");
}

}  // namespace fencepost::cli
