#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of the papers' tables have the verdicts that the table says, and the benchmark compares with peers."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

BINARY = os.path.abspath(os.environ["FENCEPOST"])
FOLDER = os.path.join("benchmarks", "papers")
NO_C = "no C frontend" in subprocess.run([BINARY, "check", "examples/message_passing.c"], capture_output=True, text=True).stderr


def table():
    with open(os.path.join(FOLDER, "table.json")) as f:
        return json.load(f)["tasks"]


class Papers(unittest.TestCase):
    def test_every_program_is_in_the_table(self):
        rows = table()
        self.assertEqual({row["input"] for row in rows}, {f for f in os.listdir(FOLDER) if f.endswith(".c")})
        self.assertEqual(len({row["name"] for row in rows}), len(rows))
        for row in rows:
            self.assertEqual(set(row["expected"]), {"sc", "tso", "pso", "power"})

    @unittest.skipIf(NO_C, "this build has no C frontend")
    def test_quick_rows_have_the_expected_verdicts(self):
        rows = [dict(row, input=os.path.abspath(os.path.join(FOLDER, row["input"]))) for row in table() if row.get("quick")]
        for i, row in enumerate(rows):
            row["model"] = [("tso", "power"), ("sc", "pso")][i % 2]
        with tempfile.TemporaryDirectory() as folder:
            tasks = os.path.join(folder, "tasks.json")
            with open(tasks, "w") as f:
                json.dump({"tasks": rows}, f)
            out = os.path.join(folder, "out")
            done = subprocess.run([BINARY, "batch", "--tasks", tasks, "--out", out, "--timeout", "100", "--witnesses", "none"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(os.path.join(out, "results.jsonl")) as f:
                results = [json.loads(line) for line in f]
        self.assertEqual(len(results), 2 * len(rows))
        for row in results:
            self.assertEqual(row["verdict"], row["expected"], (row["name"], row["model"], row["reason"]))

    @unittest.skipIf(NO_C, "this build has no C frontend")
    def test_peers_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            peer = os.path.join(folder, "peer")
            with open(peer, "w") as f:
                f.write("#!/bin/sh\nsleep 0.01\ncase \"$*\" in *tso*) exit 0;; esac\nexit 10\n")
            os.chmod(peer, 0o755)
            command = [sys.executable, "benchmarks/papers.py", "--binary", BINARY, "--rows", "handshake", "--models", "sc,tso",
                       "--repeat", "1", "--out", folder, "--cbmc", peer, "--nidhuggc", "", "--genmc", "", "--deagle", "",
                       "--dartagnan", "", "--work", folder]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with open(os.path.join(folder, "papers.json")) as f:
                records = {(r["name"], r["model"]): r for r in json.load(f)}
            self.assertEqual(records["handshake", "sc"]["results"]["cbmc"]["outcome"], "wrong")
            self.assertEqual(records["handshake fenced", "tso"]["results"]["cbmc"]["outcome"], "right")
            self.assertGreater(records["handshake fenced", "tso"]["ratio"], 0)
            self.assertNotIn("ratio", records["handshake", "sc"])
            for page in ("papers.html", "report/report.html"):
                self.assertTrue(os.path.exists(os.path.join(folder, page)), page)


if __name__ == "__main__":
    unittest.main()
