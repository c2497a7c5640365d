#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README, --help and binary say the same."""
import os
import re
import subprocess
import unittest

BINARY = os.environ["FENCEPOST"]


def output(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=60).stdout


class Docs(unittest.TestCase):
    def setUp(self):
        with open("README.md") as f:
            self.readme = f.read()

    def test_option_table_is_complete(self):
        documented = set(re.findall(r"^\| `(--[a-z-]+)", self.readme, re.M))
        real = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", output("litmus", "--help"), re.M)) - {"--help"}
        self.assertEqual(documented, real)

    def test_exit_codes_are_those_of_the_enum(self):
        with open("cli/exit_code.h") as f:
            codes = set(re.findall(r"= (\d+),", f.read()))
        in_help = set(re.findall(r"\b(\d+) [a-z]", output("--help").split("Exit codes:")[1].split("\n\n")[0]))
        self.assertEqual(in_help, codes)
        documented = set(re.findall(r"^\| (\d+) \|", self.readme, re.M))
        self.assertLessEqual(documented, codes)

    def test_sample_output_is_real(self):
        sample = re.search(r"```\n(Test MP.*?)```", self.readme, re.S).group(1)
        real = output("litmus", "examples/litmus/MP+lwsync+addr.litmus", "--model", "power")
        strip = lambda text: [l for l in text.strip().splitlines() if not l.startswith("Time")]
        self.assertEqual(strip(sample), strip(real))

    def test_commands_of_the_readme_work(self):
        for line in re.findall(r"^\./dev run (.*)$", self.readme, re.M):
            done = subprocess.run([BINARY, *line.split()], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, line)

    def test_example_of_the_model_guide_parses(self):
        with open("docs/cat.md") as f:
            text = re.search(r"```\n(.*?)```", f.read(), re.S).group(1)
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"fencepost-doc-{os.getpid()}.cat")
        with open(path, "w") as f:
            f.write(text)
        try:
            rows = output("litmus", "examples/litmus/SB.litmus", "--model", path, "--format", "csv")
            self.assertIn(",Ok,Sometimes,", rows)
        finally:
            os.unlink(path)


if __name__ == "__main__":
    unittest.main()
