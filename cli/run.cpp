// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The command line: CLI11 set up from the option rows, and the one place where
// exceptions become messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"
#include "ir/errors.h"

namespace fencepost::cli {

namespace {

/// The help of the row with its choices and default.
std::string help_of(const OptionRow& row) {
    std::string notes = fmt::format("{}", fmt::join(row.choices, " "));
    std::string value;
    if (auto* const* text = std::get_if<std::string*>(&row.field)) value = **text;
    if (auto* const* number = std::get_if<int*>(&row.field)) value = fmt::format("{}", **number);
    if (auto* const* number = std::get_if<double*>(&row.field)) value = fmt::format("{}", **number);
    if (!value.empty()) notes += fmt::format("{}default {}", notes.empty() ? "" : "; ", value);
    return notes.empty() ? row.help : fmt::format("{} ({})", row.help, notes);
}

void add_option(CLI::App& app, const OptionRow& row) {
    const std::string name(row.name);
    const std::string help = help_of(row);
    CLI::Option* option = nullptr;
    if (auto* const* field = std::get_if<bool*>(&row.field)) {
        option = app.add_flag(name, **field, help);
    } else if (auto* const* field = std::get_if<int*>(&row.field)) {
        option = app.add_option(name, **field, help);
    } else if (auto* const* field = std::get_if<double*>(&row.field)) {
        option = app.add_option(name, **field, help);
    } else if (auto* const* field = std::get_if<std::string*>(&row.field)) {
        option = app.add_option(name, **field, help);
    } else {
        option = app.add_option(name, *std::get<std::vector<std::string>*>(row.field), help);
        if (name.starts_with("--")) option->delimiter(',');
        if (name.starts_with("-"))
            option->allow_extra_args(false);
        else
            option->required(!row.optional);
    }
    if (!row.value.empty()) option->option_text(std::string(row.value));
    if (!row.choices.empty()) option->check(CLI::IsMember(row.choices));
    if (row.low < row.high) option->check(CLI::Range(row.low, row.high));
}

CLI::App* add_command(CLI::App& app, std::string name, std::string description, Command bit,
                      const std::vector<OptionRow>& rows, const std::string& examples) {
    CLI::App* command = app.add_subcommand(std::move(name), std::move(description));
    for (const OptionRow& row : rows)
        if ((row.commands & bit) != 0) add_option(*command, row);
    command->footer(examples);
    return command;
}

const char* const footer =
    "Exit codes: 0 holds (litmus: every test has its answer), 10 violated, 5 unknown,\n"
    "            1 bad usage, 2 bad input, 6 internal error\n\n"
    "Examples:\n"
    "  fencepost check examples/dekker.c --model tso\n"
    "  fencepost litmus examples/litmus/MP+lwsync+addr.litmus --model power\n"
    "  fencepost litmus examples/litmus --model sc,power --executions --format csv\n"
    "  fencepost show examples/litmus/SB.litmus --as events\n"
    "`fencepost COMMAND --help` says more.";

const char* const check_examples =
    "Examples:\n"
    "  fencepost check dekker.c --model power             verdict and, if violated, an execution\n"
    "  fencepost check queue.c main.c -DN=2 --unroll 3 --format json\n"
    "  fencepost check lock.ll --model my.cat --target power --engine sat\n\n"
    "Verdict: holds (complete unless a bound was reached), violated with an execution that was\n"
    "replayed, or unknown with a reason.";

const char* const litmus_examples =
    "Examples:\n"
    "  fencepost litmus MP.litmus --model power           herd's log: states, verdict, counts\n"
    "  fencepost litmus tests/ --model my.cat --format csv    one row a test\n"
    "  fencepost litmus @list --executions --format json --jobs 2\n\n"
    "Result: Ok if the quantified condition holds (exists: some allowed execution satisfies\n"
    "it), No if not, Unknown with a reason. Observation: Always, Sometimes, Never, about the\n"
    "proposition. Exit code 0 when every test has a result, 2 when an input was bad (the\n"
    "others are still run), 5 when a result is unknown.";

const char* const show_examples =
    "Examples:\n"
    "  fencepost show SB.litmus              the event program in text form\n"
    "  fencepost show SB.litmus --as events  a table: guards, addresses, dependencies";

const char* const batch_examples =
    "Examples:\n"
    "  fencepost batch tests/ --model sc,tso --timeout 60 --out results\n"
    "  fencepost batch c/Concurrency.set --property-file unreach-call.prp --timeout 900 --memory "
    "15000\n"
    "  fencepost batch --tasks table.yaml --shard 3/8 --out part3 --resume\n\n"
    "DIR/results.jsonl and results.csv grow as tasks end, each in a process of its own; "
    "report.html\n"
    "is the table to read. Exit code 0 when every task has a result, 2 when an input was bad, 5 "
    "when\n"
    "it was interrupted.";

const char* const merge_examples =
    "Example:\n"
    "  fencepost merge part1 part2 part3 --out all\n\n"
    "Each task once; a definite verdict replaces an unknown one; two that contradict each other "
    "are\n"
    "an internal error.";

/// Understands -std=… and -m32 as C compilers do.
void parse(CLI::App& app, int argc, const char* const* argv) {
    std::vector<std::string> arguments;
    for (int i = argc - 1; i > 0; --i) {
        std::string argument = argv[i];
        if (argument.starts_with("-std=")) argument.insert(0, "-");
        if (argument == "-m32") argument = "--data-model=ILP32";
        if (argument == "-m64") argument = "--data-model=LP64";
        arguments.push_back(std::move(argument));
    }
    app.parse(std::move(arguments));
}

/// Nothing on stdout may get lost without notice: a full disk is an error, too.
ExitCode flushed(ExitCode code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    fmt::print(stderr, "fencepost: cannot write the output\n");
    return ExitCode::InternalError;
}

}  // namespace

int run(int argc, const char* const* argv) {
    Options options;
    const std::vector<OptionRow> rows = option_rows(options);
    CLI::App app("Fencepost: can this concurrent program fail on this memory model?", "fencepost");
    app.set_version_flag("--version", "fencepost " FENCEPOST_VERSION);
    app.require_subcommand(1);
    app.footer(footer);
    CLI::App* check = add_command(app, "check", "check a C program", Check, rows, check_examples);
    CLI::App* litmus =
        add_command(app, "litmus", "run litmus tests", Litmus, rows, litmus_examples);
    CLI::App* show = add_command(app, "show", "look inside a stage", Show, rows, show_examples);
    CLI::App* batch = add_command(app, "batch", "run many tasks", Batch, rows, batch_examples);
    CLI::App* merge =
        add_command(app, "merge", "put shards of a batch together", Merge, rows, merge_examples);
    CLI::App* engines = app.add_subcommand("engines", "list the engines");
    CLI::App* models = app.add_subcommand("models", "list the memory models and their axioms");
    ExitCode code = ExitCode::Holds;
    try {
        parse(app, argc, argv);
        if (check->parsed()) code = svcomp_check_command(options);
        if (litmus->parsed()) code = litmus_command(options);
        if (show->parsed()) code = show_command(options);
        if (batch->parsed()) code = batch_command(options);
        if (merge->parsed()) code = merge_command(options);
        if (engines->parsed()) code = engines_command();
        if (models->parsed()) code = models_command();
        code = flushed(code);
    } catch (const CLI::Success& help) {
        app.exit(help);
    } catch (const CLI::ParseError& error) {
        app.exit(error);
        code = ExitCode::BadUsage;
    } catch (const ir::LocatedError& error) {
        fmt::print(stderr, "fencepost: {}\n", error.what());
        code = ExitCode::BadInput;
    } catch (const ir::InternalError& error) {
        fmt::print(stderr, "fencepost: internal error: {}\n", error.what());
        code = ExitCode::InternalError;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fencepost: internal error: {}\n", error.what());
        code = ExitCode::InternalError;
    }
    return static_cast<int>(code);
}

}  // namespace fencepost::cli
