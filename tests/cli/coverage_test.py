#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/coverage.md against the programs and the binary: each supported line has its programs, with an
expectation that is a verdict; each refused line gives its message, with file and line."""
import glob
import os
import re
import subprocess
import unittest

BINARY = os.environ["FENCEPOST"]
FOLDER = "tests/programs/"


def rows(title):
    with open("docs/coverage.md", encoding="utf-8") as f:
        part = f.read().split("\n## " + title + "\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def check(path):
    return subprocess.run([BINARY, "check", path, "--model", "power", "--unroll", "1", "--engine", "sat"],
                          capture_output=True, text=True, timeout=120)


NO_C = "no C frontend" in check("examples/message_passing.c").stderr


class Coverage(unittest.TestCase):
    def test_supported_lines_have_programs_with_a_verdict(self):
        supported = rows("Supported")
        self.assertGreater(len(supported), 40)
        for what, programs in supported:
            for pattern in re.findall(r"`([^`]+)`", programs):
                files = glob.glob(FOLDER + pattern)
                self.assertTrue(files, f"{what}: {pattern}")
                for file in files:
                    with open(file, encoding="utf-8") as f:
                        self.assertRegex(f.readline(), r"sc=(safe|unsafe|vacuous)", file)

    @unittest.skipIf(NO_C, "this build has no C frontend")
    def test_refused_lines_give_their_message(self):
        refused = rows("Refused")
        self.assertGreater(len(refused), 5)
        for what, program, message in refused:
            path = FOLDER + program.strip("`")
            result = check(path)
            self.assertEqual(result.returncode, 5, (what, result.stdout, result.stderr))
            self.assertRegex(result.stdout, re.escape(path) + r":\d+:\d+: ", what)
            self.assertIn(message, result.stdout, what)


if __name__ == "__main__":
    unittest.main()
