#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that every rule of layering.py and docs_paths.py can fail, and passes on what is allowed."""

import pathlib
import tempfile
import unittest

import docs_paths
import layering

TABLE = layering.read_table(layering.HERE / "layering.txt")


def write(top, name, text):
    file = pathlib.Path(top, name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def breaches_of(name, text):
    with tempfile.TemporaryDirectory() as top:
        write(top, name, text)
        return list(layering.check_tree(pathlib.Path(top), TABLE))


BAD = [
    ("ir/a.h", '#include "models/model.h"', 1, "ir/ may not include models/"),
    ("solvers/a.cpp", '\n#include "ir/expr.h"', 2, "solvers/ may not include ir/"),
    ("frontend/litmus/a.cpp", '#include "explorers/x.h"', 1, "may not include explorers/"),
    ("explorers/a.cpp", "#include <frontend/x.h>", 1, "may not include frontend/"),
    ("witness/a.cpp", '#  include "cli/x.h"', 1, "may not include cli/"),
    ("cli/a.cpp", '#include "tests/fuzz/generate.h"', 1, "may not include tests/"),
    ("ir/a.cpp", '#include "util/x.h"', 1, "util/ is not in layering.txt"),
    ("ir/a.cpp", '#include "expr.h"', 1, "path from the repository's top"),
    ("ir/a.cpp", '#include "../ir/expr.h"', 1, "path from the repository's top"),
    ("frontend/a.cpp", "#include <llvm/IR/Module.h>", 1, "only frontend/llvm"),
    ("cli/a.cpp", '#include "clang/Basic/Version.h"', 1, "only frontend/llvm"),
    ("encoders/a.cpp", "#include <cadical.hpp>", 1, "only solvers/"),
    ("encoders/a.cpp", "#include <cadical/cadical.hpp>", 1, "only solvers/"),
    ("portfolio/a.cpp", "#include <z3++.h>", 1, "only solvers/"),
    ("portfolio/a.cpp", "#include <z3.h>", 1, "only solvers/"),
    ("models/a.cpp", "void f() {\n  std::exit(1);\n}", 2, "ends the process"),
    ("cli/a.cpp", "void f() { abort(); }", 1, "ends the process"),
    ("tests/unit/a_test.cpp", "void f() { exit (3); }", 1, "ends the process"),
    ("ir/a.cpp", "/* two\nlines */ void f() { _exit(1); }", 2, "ends the process"),
    ("ir/a.cpp", "void f() { std::cout << 1; }", 1, "prints to stdout"),
    ("ir/a.cpp", 'void f() { printf("x"); }', 1, "prints to stdout"),
    ("ir/a.cpp", 'void f() { std::fprintf(stdout, "x"); }', 1, "prints to stdout"),
    ("ir/a.cpp", 'void f() { fmt::print("{}", 1); }', 1, "prints to stdout"),
    ("ir/a.cpp", 'void f() {\n  fmt::print(\n      R"(x)");\n}', 2, "prints to stdout"),
    ("ir/a.cpp", "\n" * 801, 801, "801 lines, 800 are allowed"),
]

GOOD = [
    ("models/a.cpp", '#include "ir/expr.h"\n#include "models/model.h"\n#include <vector>'),
    ("cli/a.cpp", '#include "portfolio/race.h"\nvoid f() { std::cout << 1; }'),
    ("cli/main.cpp", "int main() { std::exit(2); }"),
    ("ir/check.cpp", "void f() { std::abort(); }"),
    ("tests/fuzz/fuzz_main.cpp", '#include "explorers/x.h"\nint main() { std::exit(2); }'),
    ("frontend/llvm/a.cpp", "#include <llvm/IR/Module.h>\n#include <clang/Basic/Version.h>"),
    ("solvers/a.cpp", "#include <cadical/cadical.hpp>\n#include <z3++.h>"),
    ("ir/a.cpp", '// std::cout << "abort()"\n/* exit(1) */ auto s = "exit(1) std::cout";'),
    ("ir/a.cpp", 'auto s = R"x(\n#include "models/x.h"\nexit(1) ")x"; int i = 1\'000;'),
    ("ir/a.cpp", '// #include "models/x.h"\nchar c = \'"\'; bool b = on_exit(1) || t.abort();'),
    ("ir/a.cpp", 'void f() { fmt::print(stderr, "x"); std::snprintf(b, 3, "x"); }'),
    ("ir/a.cpp", "\n" * 800),
    ("benchmarks/a.cpp", '#include "anything.h"'),
]


class Layering(unittest.TestCase):
    def test_bad(self):
        for name, text, line, message in BAD:
            with self.subTest(name=name, text=text[:60]):
                found = breaches_of(name, text)
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{name}:{line}: "), found)
                self.assertIn(message, found[0])

    def test_good(self):
        for name, text in GOOD:
            with self.subTest(name=name, text=text[:60]):
                self.assertEqual(breaches_of(name, text), [])


class DocsPaths(unittest.TestCase):
    def check(self, text):
        with tempfile.TemporaryDirectory() as top:
            write(top, "ir/expr.h", "")
            write(top, "dev", "")
            write(top, "README.md", text)
            return list(docs_paths.check(pathlib.Path(top)))

    def test_bad(self):
        for text in ("`ir/none.h`", "a\n`ir/none/`", "`ir/*.cpp`", "`./none`", "`none.md`",
                     "[text](docs/none.md)"):
            with self.subTest(text=text):
                found = self.check(text)
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"README.md:{text.count(chr(10)) + 1}: "))

    def test_good(self):
        for text in ("`ir/expr.h` `ir/` `ir` `ir/*.h` `./dev test` `ir/<name>.cpp` `build/fencepost`",
                     "`a/b` `foo.cat` `--model x/y` `rf | co` `#include \"x/y.h\"` `std::vector`",
                     "```\nir/none.h `ir/none.h`\n```", "[a](https://x.org/b) [b](#c) [d](dev)"):
            with self.subTest(text=text):
                self.assertEqual(self.check(text), [])


if __name__ == "__main__":
    unittest.main()
