// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/options.h"

#include "portfolio/engine.h"

namespace fencepost::cli {

std::vector<OptionRow> option_rows(Options& o) {
    std::vector<std::string> engines;
    for (const portfolio::Engine& engine : portfolio::engines()) engines.emplace_back(engine.name);
    return {
        {"PATH", Litmus, &o.inputs, "",
         "litmus tests: files, folders (all *.litmus below), @FILE (a list, one path a line)"},
        {"FILE", Show, &o.inputs, "", "a litmus test or a program in text form (.ir)"},
        {"--model", Litmus, &o.models, "M[,M…]",
         "memory models: sc, tso, pso, power or the path of a .cat file (default: power for PPC, "
         "tso for X86)"},
        {"--engine", Litmus, &o.engine, "NAME", "who decides (see `fencepost engines`)", engines},
        {"--executions", Litmus, &o.executions, "",
         "explore everything: count allowed executions and final states"},
        {"--format",
         Litmus,
         &o.format,
         "F",
         "output: herd's log, one CSV row a test, or JSON",
         {"herd", "csv", "json"}},
        {"--unroll",
         Litmus | Show,
         &o.unroll,
         "N",
         "how often a thread may jump back to one label",
         {},
         0,
         64},
        {"--jobs", Litmus, &o.jobs, "N", "tests at a time; 0: one a core", {}, 0, 1024},
        {"--timeout",
         Litmus,
         &o.timeout,
         "S",
         "seconds a test and model; 0: no limit",
         {},
         0,
         1e9},
        {"--as",
         Show,
         &o.show_as,
         "FORM",
         "ir: the text form, parses back; events: a table to read",
         {"ir", "events"}},
    };
}

}  // namespace fencepost::cli
