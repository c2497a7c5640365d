#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timings beside peers, in one run, as ratios.

  run.py --quick
  run.py papers [options of papers.py]
  run.py [litmus|scaling|rsmc|blocked|portfolio|cancel] [--corpus FOLDER] [--models M,M] [--herd COMMAND] [--repeat N] [--json FILE]

--quick: the small rows of `papers` and the project's litmus tests once, within three minutes.
papers: the papers' tables on C programs, peers (cbmc, nidhuggc, genmc, deagle, dartagnan) beside us.
litmus: one process, one core, verdicts only, over a folder of litmus tests (default: the project's own);
        herd7 beside it where it is found on PATH or given as a command. Runs are interleaved, user CPU time is
        taken from the operating system, the median counts.
scaling: growing families; options as scaling.py has them.
rsmc: traces explored by engine `rsmc`, its cost for a trace and its blocked runs, on programs of growing size
        (benchmarks/rsmc); the models as arguments (default: all four).
blocked: runs that engine `rsmc` gives up, on the programs of a paper's table; options as blocked.py has them.
portfolio: the race beside each engine alone, on the papers' programs; options as portfolio.py has them.
cancel: how long each engine takes to stop when it is told to (benchmarks/cancel); the number of stops as an argument.
"""
import argparse
import json
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# herd's model and options for ours: verdicts only, engine-level coherence (see models/power.cat).
HERD_MODELS = {"power": "ppc.cat", "sc": "sc.cat", "tso": "x86tso.cat"}


def measure(command):
    """CPU time of a command (user and system), and how many tests it answered."""
    with tempfile.TemporaryFile("w+") as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        answered = sum(1 for line in out if line.startswith("Observation ") or ",Ok," in line or ",No," in line)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime), answered


def engines(binary):
    out = subprocess.run([binary, "engines"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in out.splitlines() if line.strip()]


def contestants(args, model, names):
    """Name and command of everyone who runs this model."""
    for engine in engines(args.binary):
        yield f"fencepost/{engine}", [args.binary, "litmus", "@" + names, "--model", model, "--engine", engine,
                                      "--format", "csv", "--jobs", "1"]
    if args.herd and model in HERD_MODELS:
        yield "herd7", shlex.split(args.herd) + ["-model", HERD_MODELS[model], "-show", "none", "-optace", "true",
                                                 "-speedcheck", "true", names]


def litmus(args):
    tests = sorted(os.path.join(folder, f) for folder, _, files in os.walk(args.corpus)
                   for f in files if f.endswith(".litmus"))
    if not tests:
        sys.exit(f"run.py: no litmus tests in {args.corpus}")
    rows = []
    for model in args.models.split(","):
        folder = tempfile.TemporaryDirectory()
        names = os.path.join(folder.name, "@all")  # herd knows a list by its name
        with open(names, "w") as out:
            out.write("\n".join(tests) + "\n")
        times = {}
        for _ in range(args.repeat):
            for name, command in contestants(args, model, names):
                seconds, answered = measure(command)
                if answered != len(tests):
                    print(f"  {name} answered {answered} of {len(tests)} tests")
                times.setdefault(name, []).append(seconds)
        folder.cleanup()
        medians = {name: statistics.median(values) for name, values in times.items()}
        base = medians.get("herd7")
        print(f"{len(tests)} tests under {model}, verdicts only, CPU seconds, median of {args.repeat}:")
        for name, seconds in sorted(medians.items(), key=lambda item: item[1]):
            ratio = f"  {base / seconds:8.1f} x herd7's speed" if base and name != "herd7" else ""
            print(f"  {name:22} {seconds:9.3f}{ratio}")
            rows.append({"suite": "litmus", "model": model, "tests": len(tests), "tool": name, "cpu_seconds": seconds,
                         "speed_ratio_to_herd7": base / seconds if base else None})
    return rows


def own_program(target, arguments):
    """Builds a benchmark that is a program of ours, and runs it."""
    build = os.path.join(TOP, "build")
    done = subprocess.run(["cmake", "--build", build, "--target", target], stdout=subprocess.DEVNULL)
    return done.returncode or subprocess.run([os.path.join(build, target), *arguments]).returncode


def script(name, arguments):
    return subprocess.run([sys.executable, os.path.join(TOP, "benchmarks", name), *arguments]).returncode


def main():
    if sys.argv[1:2] == ["--quick"]:
        litmus_code = script("run.py", ["litmus", "--repeat", "1"])
        sys.exit(script("papers.py", sys.argv[1:]) or litmus_code)
    if sys.argv[1:2] in (["scaling"], ["portfolio"], ["papers"], ["blocked"]):
        sys.exit(script(sys.argv[1] + ".py", sys.argv[2:]))
    if sys.argv[1:2] == ["rsmc"]:
        sys.exit(own_program("fencepost_traces", sys.argv[2:]))
    if sys.argv[1:2] == ["cancel"]:
        sys.exit(own_program("fencepost_cancel", sys.argv[2:]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="?", default="litmus", choices=["litmus"])
    parser.add_argument("--binary", default=os.path.join(TOP, "build", "fencepost"))
    parser.add_argument("--corpus", default=os.path.join(TOP, "tests", "litmus", "ppc"))
    parser.add_argument("--models", default="power")
    parser.add_argument("--herd", default=shutil.which("herd7") or "", help="how to call herd7")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", help="write the rows to this file")
    args = parser.parse_args()
    rows = litmus(args)
    if args.json:
        with open(args.json, "w") as out:
            json.dump(rows, out, indent=1)


if __name__ == "__main__":
    main()
