#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of the architecture that a compiler does not: layering.py [TOP]

The include table (layering.txt), who may end the process, who may print, who may see LLVM and the
solvers, and the length of files. Each breach is one line 'file:line: what'; exit 1 if there is any.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
MAX_LINES = 800
SUFFIXES = {".h", ".cpp", ".def"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
# A comment, a raw string, a string, a character: whatever starts first.
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<raw>[^()\\\s"]{0,16})\(.*?\)(?P=raw)"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z_])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)
ENDS_PROCESS = re.compile(r"(?<![\w.>])(?:_?exit|_Exit|quick_exit|abort)\s*\(")
PRINTS = re.compile(
    r"\bstd::cout\b|(?<![\w.>])(?:printf|puts|putchar|vprintf)\s*\(|\bstdout\b"
    r"|\b(?:fmt|std)::(?:print|println)\s*\(\s*(?:fmt::runtime\s*\(|\")"
)

LLVM = ("llvm/", "clang/", "llvm-c/", "clang-c/")
SOLVER = re.compile(r"^(?:cadical/)?(?:cadical|ccadical|z3[\w+]*)\.(?:h|hpp)$")


def read_table(path):
    table = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            folder, allowed = line.split(":")
            table[folder.strip()] = set(allowed.split()) - {"nothing"}
    return table


def blank_comments_and_strings(text):
    """The text with comments and the insides of literals blanked; line numbers stay."""

    def blank(match):
        token = match.group()
        if token.startswith("/"):
            return re.sub(r"[^\n]", " ", token)
        return '"' + "\n" * token.count("\n") + '"'

    return NOT_CODE.sub(blank, text)


def check_include(name, quoted, path, folder, table):
    """Says what is wrong with one include of the file `name`, or None."""
    if path.startswith(LLVM) and not name.startswith("frontend/llvm/"):
        return f"includes {path}: only frontend/llvm may see LLVM"
    if SOLVER.match(path) and folder != "solvers":
        return f"includes {path}: only solvers/ may see a solver's headers"
    target = path.split("/")[0]
    if not quoted and target not in table:
        return None
    if quoted and ("/" not in path or path.startswith(".")):
        return f"includes {path}: write the path from the repository's top"
    if target not in table:
        return f"includes {path}: {target}/ is not in layering.txt"
    if target != folder and target not in table[folder]:
        return f"includes {path}: {folder}/ may not include {target}/"
    return None


def check_code(name, folder, code):
    """Yields (line, what is wrong) for the code of the file `name`, comments and strings blanked."""
    fuzzer = folder == "tests" and name.endswith("_main.cpp")
    # The worker's child ends between fork and exec.
    enders = ("cli/main.cpp", "cli/interruption.cpp", "cli/batch/worker.cpp")
    if not (name in enders or name.startswith("ir/check.") or fuzzer):
        for match in ENDS_PROCESS.finditer(code):
            yield line_of(code, match), f"ends the process: only {', '.join(enders)} and ir/check.* may"
    if folder not in ("cli", "tests"):
        for match in PRINTS.finditer(code):
            yield line_of(code, match), "prints to stdout: only cli/ may"


def line_of(text, match):
    return text.count("\n", 0, match.start()) + 1


def check_file(top, file, table):
    name = file.relative_to(top).as_posix()
    folder = name.split("/")[0]
    text = file.read_text(errors="replace")
    code = blank_comments_and_strings(text)
    lines, code_lines = text.split("\n"), code.split("\n")
    length = text.count("\n")
    if length > MAX_LINES:
        yield MAX_LINES + 1, f"{length} lines, {MAX_LINES} are allowed"
    for number, (line, code_line) in enumerate(zip(lines, code_lines), start=1):
        include = INCLUDE.match(line) if "#" in code_line else None
        if include:
            what = check_include(name, include[1] == '"', include[2], folder, table)
            if what:
                yield number, what
    yield from check_code(name, folder, code)


def check_tree(top, table):
    """Yields every breach in the folders of the table below top."""
    linked_into_programs = top / "frontend/llvm/library"
    for folder in sorted(table):
        for file in sorted((top / folder).rglob("*")):
            if linked_into_programs in file.parents:
                continue
            if file.suffix in SUFFIXES and file.is_file():
                for line, what in check_file(top, file, table):
                    yield f"{file.relative_to(top)}:{line}: {what}"


def main(arguments):
    top = pathlib.Path(arguments[0]).resolve() if arguments else HERE.parent.parent
    breaches = list(check_tree(top, read_table(HERE / "layering.txt")))
    for breach in breaches:
        print(breach)
    print(f"layering: {len(breaches)} breaches")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
