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
        {"FILE", Show, &o.inputs, "",
         "a C program (.c .i .ll .bc), a litmus test or a program in text form (.ir)"},
        {"FILE", Check, &o.inputs, "",
         "C or LLVM files (.c .i .ll .bc), linked together; a program in text form (.ir) or "
         "a task of the competition (.yml)"},
        {"--model", Litmus, &o.models, "M[,M…]",
         "memory models: sc, tso, pso, power or the path of a .cat file (default: power for PPC, "
         "tso for X86)"},
        {"--model", Check | Show, &o.model, "M", "sc, tso, pso, power or the path of a .cat file"},
        {"--engine", Litmus, &o.engine, "NAME", "who decides (see `fencepost engines`)", engines},
        {"--engine", Check, &o.check_engine, "NAME", "who decides (default: the best one)",
         engines},
        {"--executions", Litmus | Check, &o.executions, "",
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
        {"--unroll", Check, &o.bound, "N|auto",
         "how often the body of a loop runs; auto: 1, 2, 4, 8 until nothing is cut"},
        {"--format",
         Check,
         &o.check_format,
         "F",
         "output: text to read, or one JSON object",
         {"text", "json"}},
        {"--property",
         Check,
         &o.property,
         "P",
         "assert: no failed assertion, no call of reach_error",
         {"assert"}},
        {"--property-file", Check, &o.property_file, "FILE.prp",
         "what the software verification competition asks; the last line is then its VERDICT"},
        {"--witness", Check, &o.witness, "FILE",
         "write the execution of a violation there: .svg or .dot (a picture), .json or .txt"},
        {"--proof", Check, &o.proof, "FILE",
         "write a DRAT proof of `holds` there, and the formula to FILE.cnf"},
        {"--stats", Check, &o.stats, "", "say what the engine did: variables, clauses, traces…"},
        {"--jobs", Litmus, &o.jobs, "N", "tests at a time; 0: one a core", {}, 0, 1024},
        {"--timeout", Check, &o.timeout, "S", "seconds (default 0: no limit)", {}, 0, 1e9},
        {"-D", Check | Show, &o.defines, "X[=1]", "define a macro"},
        {"-I", Check | Show, &o.include_folders, "DIR", "look for headers there, too"},
        {"--std", Check | Show, &o.c_standard, "STD", "language standard; -std=c11 works as well"},
        {"--data-model", Check | Show, &o.data_model, "DM", "sizes of types", {"LP64", "ILP32"}},
        {"--target",
         Check | Show,
         &o.target,
         "T",
         "machine that C11 atomics are compiled for: sc, tso, pso, power, or none to keep their "
         "orders (default: what the model speaks of)",
         {"sc", "tso", "pso", "power", "none"}},
        {"--print-after", Check | Show, &o.print_after, "PASS",
         "print the LLVM module to stderr after mem2reg, sroa, fix-irreducible, loop-simplify or "
         "lcssa"},
        {"--timeout", Litmus, &o.timeout, "S", "seconds a test and model; 0: no limit", {}, 0, 1e9},
        {"--as",
         Show,
         &o.show_as,
         "FORM",
         "ir: the text form, parses back; events: a table to read; cnf, smt: what the engines "
         "solve, for other solvers; dot, svg: a picture of the execution that decides",
         {"ir", "events", "cnf", "smt", "dot", "svg"}},
    };
}

}  // namespace fencepost::cli
