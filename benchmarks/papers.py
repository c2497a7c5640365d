#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The papers' tables: our engines and every peer that is there on the programs of benchmarks/papers.

  papers.py [--quick] [--models M,M] [--rows WORD] [--engines portfolio,rsmc…] [--repeat N] [--timeout S]
            [--out DIR] [--cbmc COMMAND …]

Runs are interleaved: all tools on one row, then the next row; the median counts. Written to DIR: papers.json,
papers.html (our numbers beside the papers'), results.jsonl and report.html (`fencepost merge`: plots, every run).
Last come the rows on which a peer with a right verdict was faster, worst first. Exit code 1: a wrong verdict of ours.
"""
import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import peers
from papers_report import html_page

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(TOP, "benchmarks", "papers")
QUICK_SECONDS = 140


class Task:
    """A row of the table."""

    def __init__(self, row, work, number):
        self.row = row
        self.name = row["name"]
        self.source = os.path.join(FOLDER, row["input"])
        self.defines = row.get("defines", [])
        self.unroll = row["unroll"]
        with open(self.source) as f:
            sizes = dict(re.findall(r"^#define (N|ROUNDS|SIZE|MESSAGES) (\d+)$", f.read(), re.M))
        sizes.update(d.split("=") for d in self.defines if "=" in d)
        # Peers count every loop, also those that only count; ours end by themselves.
        self.rounds = max([self.unroll, *(int(n) for key, n in sizes.items() if key != "LIMIT")])
        self.preprocessed = os.path.join(work, f"{number}.i")
        self.work = work

    def prepare(self):
        if not os.path.exists(self.preprocessed):
            peers.preprocess(self.source, peers.defines(self), self.preprocessed)


def run(command, timeout, errors=subprocess.DEVNULL):
    """Exit code (None: killed), output, wall and CPU seconds, MB."""
    with tempfile.TemporaryFile("w+") as out:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=errors, stdin=subprocess.DEVNULL,
                                   start_new_session=True)
        code = None
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                break
            if time.monotonic() - start > timeout:
                os.killpg(process.pid, signal.SIGKILL)
                _, status, usage = os.wait4(process.pid, 0)
                break
            time.sleep(0.002)
        wall = time.monotonic() - start
        process.returncode = 0  # it has been waited for
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        out.seek(0)
        return code, out.read(), wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Ours:
    """The portfolio, one engine, or one engine that counts all traces."""

    def __init__(self, binary, engine):
        self.name = "fencepost" if engine == "portfolio" else f"fencepost/{engine}"
        self.binary, self.engine = binary, engine

    def command(self, task, model, timeout):
        words = [self.binary, "check", task.source, "--model", model, "--unroll", str(task.unroll), "--format", "json",
                 "--timeout", str(timeout)]
        for d in task.defines:
            words += ["-D", d]
        if self.engine == "count":
            words += ["--engine", "rsmc", "--executions"]
        elif self.engine != "portfolio":
            words += ["--engine", self.engine]
        return words

    def run(self, task, model, timeout):
        code, output, wall, cpu, memory = run(self.command(task, model, timeout), timeout + 3)
        result = {"seconds": wall, "cpu_seconds": cpu, "memory_mb": memory, "verdict": "unknown"}
        if code in (0, 5, 10):
            answer = json.loads(output)
            result.update(verdict=answer["verdict"], complete=answer["complete"], engine=answer["engine"] or "",
                          reason=answer["reason"] or "")
            if answer["stats"]:
                result.update(traces=answer["stats"]["traces"], blocked=answer["stats"]["blocked"],
                              events=answer["stats"]["events"])
        return result


class Theirs:
    def __init__(self, peer):
        self.name, self.peer = peer.name, peer

    def run(self, task, model, timeout):
        if model not in self.peer.models:
            return None
        task.prepare()
        code, output, wall, cpu, memory = run(self.peer.command(task, model), timeout, subprocess.STDOUT)
        verdict = "unknown" if code is None else self.peer.verdict(code, output)
        return {"seconds": wall, "cpu_seconds": cpu, "memory_mb": memory, "verdict": verdict}


def median(runs):
    """The runs of one tool on one row as one: verdict of all, median times."""
    result = dict(runs[0])
    if len({r["verdict"] for r in runs}) > 1:
        result["verdict"] = "unknown"
    for key in ("seconds", "cpu_seconds", "memory_mb"):
        result[key] = statistics.median(r[key] for r in runs)
    return result


def outcome(result, expected):
    if result["verdict"] == "unknown":
        return "unknown"
    return "right" if result["verdict"] == expected else "wrong"


def batch_row(index, task, model, tool, result, expected):
    """A row as `fencepost batch` writes it."""
    holds = result["verdict"] == "holds"
    return {"id": f"{index}-{tool}", "index": index, "name": task.name, "input": task.row["input"], "model": model,
            "config": f"{model} {tool}", "property": "assert", "expected": expected, "expected_part": "",
            "verdict": result["verdict"], "part": "", "complete": holds, "bound": task.unroll,
            "kind": "out of time" if result["verdict"] == "unknown" else "", "reason": result.get("reason", ""),
            "engine": result.get("engine", ""), "seconds": result["seconds"], "cpu_seconds": result["cpu_seconds"],
            "memory_mb": result["memory_mb"], "events": result.get("events", 0), "traces": result.get("traces", 0),
            "witness": ""}


def print_row(record):
    cells = [f"{name} {r['verdict']}{'' if r['outcome'] == 'right' else ' (' + r['outcome'] + ')'} {r['seconds']:.2f} s"
             + (f" {r['traces']} traces" if r.get("traces") else "") for name, r in record["results"].items()]
    print(f"{record['name']:22} {record['model']:6} {'; '.join(cells)}", flush=True)


def slower_rows(records):
    """Rows where the fastest peer with a right verdict beats the portfolio: (ratio, record, peer)."""
    found = []
    for record in records:
        ours = record["results"].get("fencepost")
        theirs = {n: r for n, r in record["results"].items() if not n.startswith("fencepost") and r["outcome"] == "right"}
        if not ours or not theirs:
            continue
        peer = min(theirs, key=lambda n: theirs[n]["seconds"])
        record["ratio"] = ours["seconds"] / theirs[peer]["seconds"]
        record["fastest_peer"] = peer
        if record["ratio"] > 1 or ours["outcome"] != "right":
            found.append((record["ratio"], record, peer))
    return sorted(found, key=lambda item: -item[0])


def write(out, records, rows, binary):
    os.makedirs(os.path.join(out, "runs"), exist_ok=True)
    with open(os.path.join(out, "papers.json"), "w") as f:
        json.dump(records, f, indent=1)
    with open(os.path.join(out, "papers.html"), "w") as f:
        f.write(html_page(records))
    with open(os.path.join(out, "runs", "results.jsonl"), "w") as f:
        f.writelines(json.dumps(row) + "\n" for row in rows)
    merged = os.path.join(out, "report")
    if os.path.exists(os.path.join(merged, "results.jsonl")):
        os.unlink(os.path.join(merged, "results.jsonl"))
    subprocess.run([binary, "merge", os.path.join(out, "runs"), "--out", merged], stdout=subprocess.DEVNULL, check=True)


def measure(args, tools, tasks, models):
    records, rows = [], []
    end = time.monotonic() + QUICK_SECONDS if args.quick else float("inf")
    left = 0
    for model in models:
        for task in tasks:
            expected = task.row["expected"].get(model)
            if expected is None:
                continue
            if time.monotonic() > end:
                left += 1
                continue
            runs = {}
            for _ in range(args.repeat):
                for tool in tools:
                    limit = args.timeout if isinstance(tool, Ours) else args.peer_timeout
                    result = tool.run(task, model, limit)
                    if result is not None:
                        runs.setdefault(tool.name, []).append(result)
            results = {name: median(values) for name, values in runs.items()}
            for result in results.values():
                result["outcome"] = outcome(result, expected)
            record = {"name": task.name, "model": model, "expected": expected, "paper": task.row["paper"], "results": results}
            records.append(record)
            for tool, result in results.items():
                rows.append(batch_row(len(rows), task, model, tool, result, expected))
            print_row(record)
    return records, rows, left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(TOP, "build", "fencepost"))
    parser.add_argument("--quick", action="store_true", help="small rows, one run each, within three minutes")
    parser.add_argument("--models", default="power,tso,sc,pso")
    parser.add_argument("--rows", default="", help="only rows whose name contains this")
    parser.add_argument("--engines", default="portfolio,count", help="portfolio, count (all traces, rsmc), or engines")
    parser.add_argument("--repeat", type=int, default=0, help="default 3, quick 1")
    parser.add_argument("--timeout", type=float, default=0, help="seconds a run (default 60, quick 5)")
    parser.add_argument("--peer-timeout", type=float, default=0, help="of peers (default 60, quick 2)")
    parser.add_argument("--work", default="", help="folder for preprocessed files")
    parser.add_argument("--out", default=os.path.join(TOP, "build", "papers"))
    peers.add_options(parser)
    args = parser.parse_args()
    args.repeat = args.repeat or (1 if args.quick else 3)
    args.timeout = args.timeout or (5 if args.quick else 60)
    args.peer_timeout = args.peer_timeout or (2 if args.quick else 60)
    with open(os.path.join(FOLDER, "table.json")) as f:
        table = json.load(f)["tasks"]
    with tempfile.TemporaryDirectory() as folder:
        work = args.work or folder
        os.makedirs(work, exist_ok=True)
        tasks = [Task(row, work, i) for i, row in enumerate(table)
                 if args.rows in row["name"] and (row.get("quick") or not args.quick)]
        tools = [Ours(args.binary, engine) for engine in args.engines.split(",")]
        tools += [Theirs(peer) for peer in peers.present(args)]
        records, rows, left = measure(args, tools, tasks, args.models.split(","))
    slower = slower_rows(records)
    write(args.out, records, rows, args.binary)
    wrong = [r for r in records for name, result in r["results"].items()
             if name.startswith("fencepost") and result["outcome"] == "wrong"]
    compared = [r for r in records if "ratio" in r]
    print(f"{len(records)} rows, {len(wrong)} wrong verdicts of ours" + (f", {left} rows not run: out of time" if left else ""))
    if compared:
        ratios = [r["ratio"] for r in compared]
        print(f"beside the fastest peer with a right verdict ({len(compared)} rows): median ratio "
              f"{statistics.median(ratios):.2f}, {sum(r <= 1 for r in ratios)} rows at most 1")
    for ratio, record, peer in slower:
        ours = record["results"]["fencepost"]
        print(f"  {ratio:6.2f}  {record['name']} {record['model']}: {ours['verdict']} {ours['seconds']:.3f} s, "
              f"{peer} {record['results'][peer]['seconds']:.3f} s")
    print(f"report: {args.out}/papers.html")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
