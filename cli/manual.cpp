// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/manual.h"

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

/// Text that groff takes literally. It reads no UTF-8; the one such character of ours is "…".
std::string literal(const std::string& text) {
    constexpr std::string_view ellipsis = "…";
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, ellipsis.size(), ellipsis) == 0) {
            out += "\\&...";
            i += ellipsis.size() - 1;
            continue;
        }
        const char c = text[i];
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\'' || c == '.')
            out += std::string("\\&") + c;
        else
            out += c;
    }
    return out;
}

std::string verbatim(const std::string& text) { return ".nf\n" + literal(text) + "\n.fi\n"; }

bool is_positional(const OptionRow& row) { return !row.name.starts_with("-"); }

std::string synopsis(const CommandInfo& command, const std::vector<OptionRow>& rows) {
    std::string line = fmt::format(".B fencepost {}\n", command.name);
    bool options = false;
    for (const OptionRow& row : rows) {
        if ((row.commands & command.bit) == 0) continue;
        if (is_positional(row))
            line += fmt::format(".IR {} \\&...\n", row.name);
        else
            options = true;
    }
    return line + (options ? "[options]\n" : "") + ".br\n";
}

std::string option_entry(const OptionRow& row) {
    std::string entry = ".TP\n.B " + literal(std::string(row.name));
    if (!row.value.empty()) entry += "\\fR \\fI" + literal(std::string(row.value)) + "\\fR";
    entry += "\n" + literal(row.help);
    if (!row.choices.empty())
        entry += fmt::format(" ({})", literal(fmt::format("{}", fmt::join(row.choices, " "))));
    return entry + "\n";
}

}  // namespace

std::string man_page(const std::vector<CommandInfo>& commands, const std::vector<OptionRow>& rows,
                     const std::string& footer) {
    std::string page =
        ".TH FENCEPOST 1 \"\" \"fencepost " FENCEPOST_VERSION
        "\"\n.SH NAME\nfencepost \\- can this concurrent program fail on this memory "
        "model?\n.SH SYNOPSIS\n";
    for (const CommandInfo& command : commands) page += synopsis(command, rows);
    for (const CommandInfo& command : commands) {
        page += fmt::format(".SH FENCEPOST {}\n{}\n", command.name, literal(command.description));
        for (const OptionRow& row : rows)
            if ((row.commands & command.bit) != 0) page += option_entry(row);
        if (!command.examples.empty()) page += ".PP\n" + verbatim(command.examples);
    }
    return page + ".SH NOTES\n" + verbatim(footer);
}

std::string bash_completion(const std::vector<CommandInfo>& commands,
                            const std::vector<OptionRow>& rows) {
    std::string names, options, values;
    for (const CommandInfo& command : commands) {
        names += (names.empty() ? "" : " ") + command.name;
        std::string words = "--help";
        for (const OptionRow& row : rows) {
            if ((row.commands & command.bit) == 0 || is_positional(row)) continue;
            words += fmt::format(" {}", row.name);
            if (!row.choices.empty())
                values += fmt::format("    {}:{}) words='{}' ;;\n", command.name, row.name,
                                      fmt::join(row.choices, " "));
        }
        options += fmt::format("    {}) words='{}' ;;\n", command.name, words);
    }
    return fmt::format(
        "# Completion of fencepost for bash (zsh: bashcompinit). Made by `fencepost help "
        "--completion`.\n"
        "_fencepost() {{\n"
        "  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} "
        "command=${{COMP_WORDS[1]}} words=\n"
        "  if ((COMP_CWORD == 1)); then\n"
        "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$current\"))\n"
        "    return\n"
        "  fi\n"
        "  case $command:$before in\n{}  esac\n"
        "  if [[ -z $words && $current == -* ]]; then\n"
        "    case $command in\n{}    esac\n"
        "  fi\n"
        "  if [[ $words ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "  else COMPREPLY=($(compgen -f -- \"$current\")); fi\n"
        "}}\n"
        "complete -o filenames -F _fencepost fencepost\n",
        names, values, options);
}

}  // namespace fencepost::cli
