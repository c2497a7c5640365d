#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The race beside each engine alone: does racing cost anything, and who wins?

  portfolio.py [--models M,M] [--rows TEXT] [--repeat N] [--limit S] [--quick] [--json FILE]

Every program of the papers' tables and those about data (benchmarks/papers, benchmarks/data), one process a run,
interleaved; wall time of the whole command, the median counts. The goal: race <= 1.25 x the best engine + 30 ms. The race goes first; an engine that
takes more than twice its time (and half a second) cannot be the best one, and is not waited for.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = [os.path.join(TOP, "benchmarks", name) for name in ("papers", "data")]
ENGINES = ("rsmc", "sat", "ord", "smt")


def tasks(quick):
    result = []
    for folder in FOLDERS:
        with open(os.path.join(folder, "table.json")) as f:
            result += [{**t, "input": os.path.join(folder, t["input"])} for t in json.load(f)["tasks"]]
    return [t for t in result if t.get("quick") or not quick]


def command(args, task, model, engine, limit):
    result = [args.binary, "check", task["input"], "--model", model, "--unroll",
              str(task.get("unroll", "auto")), "--format", "json", "--timeout", f"{limit:.1f}"]
    result += [f"-D{d}" for d in task.get("defines", [])]
    return result + (["--engine", engine] if engine else [])


def once(args, task, model, engine, limit):
    """Seconds and the JSON object; None: no verdict."""
    start = time.monotonic()
    done = subprocess.run(command(args, task, model, engine, limit), capture_output=True, text=True)
    seconds = time.monotonic() - start
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return None
    return None if result["verdict"] == "unknown" else (seconds, result)


def row(args, task, model):
    times = {name: [] for name in ("race", *ENGINES)}
    verdicts, winners = set(), []
    for _ in range(args.repeat):
        for name in times:
            # An engine that had no verdict once will not get one now.
            if times[name] is None:
                continue
            limit = min(args.limit, 2 * times["race"][0] + 0.5) if times["race"] else args.limit
            done = once(args, task, model, "" if name == "race" else name, limit)
            if done is None:
                times[name] = None
                continue
            times[name].append(done[0])
            verdicts.add(done[1]["verdict"])
            if name == "race":
                winners.append(done[1]["engine"])
    median = {name: statistics.median(t) for name, t in times.items() if t}
    alone = {name: t for name, t in median.items() if name != "race"}
    best = min(alone, key=alone.get) if alone else None
    return {"task": task["name"], "model": model, "verdicts": sorted(verdicts), "seconds": median, "best": best,
            "winner": statistics.mode(winners) if winners else None}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(TOP, "build", "fencepost"))
    parser.add_argument("--models", default="sc,tso,pso,power")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--rows", default="", help="only programs whose name contains this")
    parser.add_argument("--limit", type=float, default=20, help="seconds a run")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", help="write the rows to this file")
    args = parser.parse_args()
    rows, wrong, missed = [], 0, 0
    print(f"{'program':28} {'model':6} {'verdict':9} {'best':>5} {'s':>8} {'race s':>8} {'ratio':>6}  winner")
    for task in tasks(args.quick):
        if args.rows not in task["name"]:
            continue
        for model in args.models.split(","):
            result = row(args, task, model)
            rows.append(result)
            expected = task.get("expected", {}).get(model)
            right = result["verdicts"] in ([], [expected])
            wrong += not right
            best, race = result["seconds"].get(result["best"]), result["seconds"].get("race")
            late = best is not None and (race is None or race > 1.25 * best + 0.03)
            missed += late
            shown = [f"{x:8.3f}" if x is not None else f"{'-':>8}" for x in (best, race)]
            ratio = f"{race / best:6.2f}" if best and race else f"{'-':>6}"
            print(f"{task['name'][:28]:28} {model:6} {'/'.join(result['verdicts']) or 'unknown':9} "
                  f"{result['best'] or '-':>5} {shown[0]} {shown[1]} {ratio}  {result['winner'] or '-'}"
                  f"{'  LATE' if late else ''}{'' if right else '  WRONG'}", flush=True)
    best = [r["best"] for r in rows if r["best"]]
    print(f"{len(rows)} rows; best alone: " + ", ".join(f"{e} {best.count(e)}" for e in ENGINES) +
          f"; race late in {missed}, wrong in {wrong}")
    if args.json:
        with open(args.json, "w") as out:
            json.dump(rows, out, indent=1)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
