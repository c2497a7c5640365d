#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that engine `rsmc` gives up, on the programs of a paper's table.

  blocked.py [--source WORD] [--models M,M] [--timeout S]

One line a row of benchmarks/papers and model, all executions explored: complete traces, traces that end in a failed
assumption or a lock that waits (they are executions, too), runs given up, and their share of all runs. A row that takes
too long counts with what it explored. Exit code 1: some row gives up a tenth of its runs or more.
"""
import argparse
import json
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(TOP, "benchmarks", "papers")
LIMIT = 0.10


def explore(binary, row, model, timeout):
    command = [binary, "check", os.path.join(FOLDER, row["input"]), "--model", model, "--engine", "rsmc", "--executions",
               "--unroll", str(row["unroll"]), "--timeout", str(timeout), "--stats", "--format", "json"]
    command += ["-D" + d for d in row.get("defines", [])]
    out = subprocess.run(command, capture_output=True, text=True).stdout
    return json.loads(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=os.path.join(TOP, "build", "fencepost"))
    parser.add_argument("--source", default="Stateless Model Checking for POWER", help="rows of papers with this title")
    parser.add_argument("--models", default="sc,tso,pso,power")
    parser.add_argument("--timeout", type=float, default=20)
    args = parser.parse_args()
    with open(os.path.join(FOLDER, "table.json")) as f:
        rows = [r for r in json.load(f)["tasks"] if args.source in r.get("paper", {}).get("source", "")]
    print(f"{'program':24} {'model':6} {'complete':>10} {'blocked':>10} {'given up':>9} {'share':>7}")
    worst = 0
    for row in rows:
        for model in args.models.split(","):
            answer = explore(args.binary, row, model, args.timeout)
            stats = answer.get("stats", {})
            traces, wasted = stats.get("explored traces", 0), stats.get("runs given up", 0)
            share = wasted / max(traces + wasted, 1)
            worst = max(worst, share)
            complete, blocked = stats.get("traces", 0), stats.get("blocked", 0)
            note = "" if answer["verdict"] != "unknown" else "  " + answer.get("reason", "")
            print(f"{row['name']:24} {model:6} {complete:10} {blocked:10} {wasted:9.0f} {100 * share:6.2f}%{note}", flush=True)
    print(f"largest share of runs given up: {100 * worst:.2f} %")
    return 1 if worst >= LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
