// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The command line: CLI11 set up from the option rows, and the one place where
// exceptions become messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"
#include "cli/manual.h"
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

const char* const help_examples =
    "Examples:\n"
    "  fencepost help --man | man -l -\n"
    "  fencepost help --completion > /etc/bash_completion.d/fencepost";

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

/// What there is, in the order of `--help`.
struct CommandRow {
    CommandInfo info;
    ExitCode (*run)(const Options&);
};

ExitCode help_command(const Options& options);

const std::vector<CommandRow>& command_rows() {
    static const std::vector<CommandRow> rows = {
        {{"check", "check a C program", check_examples, Check}, svcomp_check_command},
        {{"litmus", "run litmus tests", litmus_examples, Litmus}, litmus_command},
        {{"show", "look inside a stage", show_examples, Show}, show_command},
        {{"batch", "run many tasks", batch_examples, Batch}, batch_command},
        {{"merge", "put shards of a batch together", merge_examples, Merge}, merge_command},
        {{"engines", "list the engines", "", 0}, [](const Options&) { return engines_command(); }},
        {{"models", "list the memory models and their axioms", "", 0},
         [](const Options&) { return models_command(); }},
        {{"help", "the manual, or completion for a shell", help_examples, Help}, help_command},
    };
    return rows;
}

ExitCode help_command(const Options& options) {
    Options defaults;
    const std::vector<OptionRow> rows = option_rows(defaults);
    std::vector<CommandInfo> commands;
    for (const CommandRow& row : command_rows()) commands.push_back(row.info);
    if (options.man) {
        fmt::print("{}", man_page(commands, rows, footer));
    } else if (options.completion) {
        fmt::print("{}", bash_completion(commands, rows));
    } else {
        for (const CommandInfo& command : commands)
            fmt::print("{:10}  {}\n", command.name, command.description);
        fmt::print("`fencepost COMMAND --help` says more.\n");
    }
    return ExitCode::Holds;
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
    std::vector<CLI::App*> commands;
    for (const CommandRow& row : command_rows()) {
        CLI::App* command = app.add_subcommand(row.info.name, row.info.description);
        for (const OptionRow& option : rows)
            if ((option.commands & row.info.bit) != 0) add_option(*command, option);
        command->footer(row.info.examples);
        commands.push_back(command);
    }
    ExitCode code = ExitCode::Holds;
    try {
        parse(app, argc, argv);
        for (size_t i = 0; i < commands.size(); ++i)
            if (commands[i]->parsed()) code = command_rows()[i].run(options);
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
