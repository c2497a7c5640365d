#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a long exploration says on the way: a line on a terminal, nothing elsewhere; threads, seeds, statistics."""
import json
import os
import pty
import re
import subprocess
import tempfile
import unittest

BINARY = os.environ["FENCEPOST"]


def writers(count):
    """Two threads write one location: (2n choose n) executions."""
    thread = lambda t: "".join(f"  e{t * count + i}: write &x/8 = {i + 1}:64\n" for i in range(count))
    return ('program "writers" "test"\nobject x at 0x1000 size 8\nthread 0 "P0"\n' + thread(0) + 'thread 1 "P1"\n' + thread(1)
            + 'condition exists (eq final:64 &x 1:64) "x"\n')


class Progress(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, count):
        path = os.path.join(self.folder.name, f"{count}.ir")
        with open(path, "w") as out:
            out.write(writers(count))
        return path

    def check(self, path, *options, **how):
        return subprocess.run([BINARY, "check", path, "--engine", "rsmc", "--executions", *options], text=True,
                              stdout=subprocess.PIPE, timeout=120, **how)

    def test_a_line_on_a_terminal(self):
        try:
            main, other = pty.openpty()
        except OSError as problem:
            self.skipTest(f"no terminals here: {problem}")
        done = self.check(self.program(20), "--timeout", "4", stderr=other)
        os.close(other)
        text = b""
        try:
            while chunk := os.read(main, 4096):
                text += chunk
        except OSError:  # the end of a terminal
            pass
        os.close(main)
        self.assertEqual(done.returncode, 5, done.stdout)
        lines = re.findall(rb"(\d+) executions explored, 0 runs given up, (\d+) a second, about (\d+) % done", text)
        self.assertTrue(lines, text)
        self.assertGreater(int(lines[-1][0]), int(lines[0][0]))
        self.assertTrue(text.endswith(b"\r\x1b[K"), text)

    def test_nothing_elsewhere(self):
        done = self.check(self.program(20), "--timeout", "2", stderr=subprocess.PIPE)
        self.assertEqual(done.stderr, "")

    def test_threads_and_seed_do_not_change_the_counts(self):
        path = self.program(6)
        for options in ([], ["--threads", "3"], ["--seed", "7"], ["--threads", "0", "--seed", "2"]):
            answer = json.loads(self.check(path, "--model", "power", "--format", "json", *options).stdout)
            self.assertEqual(answer["stats"]["traces"], 924, options)
            self.assertEqual(answer["stats"]["explored traces"], 924, options)

    def test_statistics(self):
        text = self.check(self.program(3), "--stats").stdout
        for figure in ("20 explored traces", "0 runs given up", r"\d+ traces/s", r"6 deepest run"):
            self.assertRegex(text, figure)

    def test_litmus_has_them_too(self):
        done = subprocess.run([BINARY, "litmus", self.program(4), "--engine", "rsmc", "--threads", "2", "--seed", "3", "--executions",
                               "--model", "sc", "--format", "csv"], capture_output=True, text=True, timeout=60)
        self.assertIn(",70,", done.stdout)


if __name__ == "__main__":
    unittest.main()
