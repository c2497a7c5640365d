#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README, --help and binary say the same."""
import os
import re
import subprocess
import unittest

BINARY = os.environ["FENCEPOST"]


def run(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=60)


def output(*args):
    return run(*args).stdout


class Docs(unittest.TestCase):
    def setUp(self):
        with open("README.md") as f:
            self.readme = f.read()

    def test_option_tables_are_complete(self):
        for command in ("check", "litmus", "batch"):
            table = self.readme.split(f"| option of `{command}` |")[1].split("\n\n")[0]
            first_cells = [row.split("|")[1] for row in table.replace("\\|", "").splitlines()[2:]]
            documented = set(re.findall(r"`(--?[a-zA-Z-]+)", " ".join(first_cells)))
            real = set(re.findall(r"^  (--?[a-zA-Z-]+)", output(command, "--help"), re.M)) - {"-h"}
            self.assertEqual(documented, real, command)

    def test_exit_codes_are_those_of_the_enum(self):
        with open("cli/exit_code.h") as f:
            codes = set(re.findall(r"= (\d+),", f.read()))
        in_help = set(re.findall(r"\b(\d+) [a-z]", output("--help").split("Exit codes:")[1].split("\n\n")[0]))
        self.assertEqual(in_help, codes)
        documented = set(re.findall(r"^\| (\d+) \|", self.readme, re.M))
        self.assertEqual(documented, codes)

    def test_engine_table_is_complete(self):
        table = self.readme.split("## Engines")[1].split("##")[0]
        documented = set(re.findall(r"^\| `([a-z]+)`", table, re.M))
        self.assertEqual(documented, {line.split()[0] for line in output("engines").splitlines() if line})

    def test_sample_output_is_real(self):
        if "no C frontend" in run("check", "examples/message_passing.c").stderr:
            self.skipTest("this build has no C frontend")
        sample = re.search(r"```\n(violated: .*?)```", self.readme, re.S).group(1)
        real = output("check", "examples/message_passing.c", "--model", "power")
        strip = lambda text: [l for l in text.strip().splitlines() if not l.startswith("  engine")]
        self.assertEqual(strip(sample), strip(real))

    def test_commands_of_the_readme_work(self):
        lines = re.findall(r"^\./dev run (.*)$", self.readme, re.M)
        self.assertEqual(len(lines), 1)
        done = run(*lines[0].split())
        self.assertIn(done.returncode, (10, 2 if "no C frontend" in done.stderr else 10), done.stderr)

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
