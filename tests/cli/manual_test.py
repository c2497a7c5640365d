#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The man page and the completion know every command and option that `--help` knows."""
import os
import re
import shutil
import subprocess
import unittest

BINARY = os.environ["FENCEPOST"]


def output(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=60, check=True).stdout


def commands():
    return re.findall(r"^  ([a-z]+)  ", output("--help").split("Subcommands:")[1].split("Exit codes")[0], re.M)


def options(command):
    return set(re.findall(r"^  (--?[a-zA-Z-]+)", output(command, "--help"), re.M)) - {"-h"}


class Manual(unittest.TestCase):
    def test_every_option_is_in_the_man_page(self):
        page = output("help", "--man")
        self.assertGreater(len(commands()), 6)
        for command in commands():
            section = page.split(f".SH FENCEPOST {command}\n")[1].split(".SH ")[0]
            found = set(re.findall(r"^\.B (\S+?)(?:\\fR.*)?$", section, re.M))
            named = {name.replace("\\-", "-") for name in found}
            self.assertEqual({name for name in named if name.startswith("-")}, options(command), command)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_has_no_complaints(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=output("help", "--man"), capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def complete(self, *words):
        script = output("help", "--completion") + (
            f"COMP_WORDS=({' '.join(words)}) COMP_CWORD={len(words) - 1}\n_fencepost\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

    def test_completion(self):
        self.assertEqual(set(commands()) - set(self.complete("fencepost", "''")), set())
        for command in commands():
            self.assertEqual(set(self.complete("fencepost", command, "-")) - {"--help"}, options(command), command)
        self.assertEqual(self.complete("fencepost", "check", "--format", "js"), ["json"])
        engines = [line.split()[0] for line in output("engines").splitlines()]
        self.assertEqual(self.complete("fencepost", "check", "--engine", "''"), engines)


if __name__ == "__main__":
    unittest.main()
