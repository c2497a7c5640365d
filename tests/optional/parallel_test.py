#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipe of docs/batch.md for GNU parallel. Needs it; run by `./dev test --optional`."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.path.abspath(os.environ["FENCEPOST"])


@unittest.skipUnless(shutil.which("parallel"), "no GNU parallel")
class Parallel(unittest.TestCase):
    def test_shards_are_the_whole_batch(self):
        with tempfile.TemporaryDirectory() as folder:
            recipe = (f"parallel {BINARY} batch examples/litmus --model sc,power --jobs 1 --shard {{}}/4 --out {folder}/shard-{{}} "
                      f"--resume ::: 1 2 3 4 && {BINARY} merge {folder}/shard-* --out {folder}/all")
            for _ in range(2):  # again: everything is there already
                shutil.rmtree(f"{folder}/all", ignore_errors=True)
                subprocess.run(["bash", "-c", recipe], check=True, capture_output=True, stdin=subprocess.DEVNULL)
            subprocess.run([BINARY, "batch", "examples/litmus", "--model", "sc,power", "--out", f"{folder}/whole"], check=True,
                           capture_output=True)
            rows = {}
            for name in ("all", "whole"):
                with open(f"{folder}/{name}/results.jsonl") as f:
                    rows[name] = sorted((row["id"], row["verdict"]) for row in map(json.loads, f))
            self.assertEqual(rows["all"], rows["whole"])


if __name__ == "__main__":
    unittest.main()
