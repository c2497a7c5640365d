#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time and formula size against size, for litmus families that grow (families.py).

  scaling.py [--engines E,E] [--models M] [--limit SECONDS] [--herd COMMAND] [--out FOLDER] [--quick]

Each size is asked for its verdict only; an engine that passes the limit is not asked about larger sizes of the
family. herd7 runs beside them where it is found. Writes scaling.json and one SVG plot a family to the folder.
"""
import argparse
import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from families import FAMILIES

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLOURS = ["#0000c0", "#c00000", "#e07000", "#007000", "#4b0082", "#707070"]


def fencepost(args, engine, path):
    command = [args.binary, "litmus", path, "--model", args.model, "--engine", engine, "--format", "json", "--jobs", "1",
               "--timeout", str(args.limit)]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    row = json.loads(done.stdout)[0]
    return seconds, row["result"], row.get("stats", {})


def herd(args, path):
    command = shlex.split(args.herd) + ["-model", "ppc.cat", "-show", "none", "-optace", "true", "-speedcheck", "true", path]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=args.limit)
    except subprocess.TimeoutExpired:
        return args.limit, "Unknown", {}
    verdict = next((line for line in done.stdout.splitlines() if line in ("Ok", "No")), "Unknown")
    return time.monotonic() - start, verdict, {}


def run_family(args, title, rows):
    make, sizes = FAMILIES[title]
    tools = [(f"fencepost/{e}", lambda path, e=e: fencepost(args, e, path)) for e in args.engines.split(",")]
    if args.herd:
        tools.append(("herd7", lambda path: herd(args, path)))
    given_up, verdicts = set(), {}
    print(f"{title}: seconds by n")
    for n in sizes[:4] if args.quick else sizes:
        path = os.path.join(args.scratch, f"{n}.litmus")
        with open(path, "w") as out:
            out.write(make(n))
        cells = []
        for name, ask in tools:
            if name in given_up:
                cells.append(f"{name} -")
                continue
            seconds, verdict, stats = ask(path)
            if verdict == "Unknown":
                given_up.add(name)
            elif verdicts.setdefault(n, verdict) != verdict:
                sys.exit(f"scaling.py: {name} says {verdict} on {title} n={n}, the others {verdicts[n]}")
            rows.append({"family": title, "n": n, "tool": name, "seconds": seconds, "result": verdict, "stats": stats})
            cells.append(f"{name} {seconds:.3f}{'?' if verdict == 'Unknown' else ''}")
        print(f"  {n:3}  " + "  ".join(cells), flush=True)


def plot(title, rows, value, unit):
    """A small log-log plot; no library needed."""
    points = [(r["n"], value(r), r["tool"]) for r in rows if r["family"] == title and r["result"] != "Unknown" and value(r)]
    if not points:
        return None
    width, height, left, bottom = 560, 380, 64, 44
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    low_x, high_x = math.log10(min(xs)), math.log10(max(xs)) + 0.05
    low_y, high_y = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)) + 0.01)
    x = lambda v: left + (math.log10(v) - low_x) / (high_x - low_x) * (width - left - 130)
    y = lambda v: height - bottom - (math.log10(v) - low_y) / (high_y - low_y) * (height - bottom - 40)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="Helvetica, sans-serif" '
           f'font-size="12"><rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="20" font-weight="bold">{title}: {unit} against n</text>']
    for exponent in range(low_y, high_y + 1):
        at = y(10.0 ** exponent)
        out.append(f'<line x1="{left}" x2="{width - 130}" y1="{at:.1f}" y2="{at:.1f}" stroke="#e0e0e0"/>'
                   f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">1e{exponent}</text>')
    for n in sorted(set(xs)):
        out.append(f'<text x="{x(n):.1f}" y="{height - bottom + 18}" text-anchor="middle">{n}</text>')
    for i, tool in enumerate(sorted({p[2] for p in points})):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v, t in points if t == tool)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{width - 122}" y="{50 + 18 * i}" fill="{colour}">{tool}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(TOP, "build", "fencepost"))
    parser.add_argument("--engines", default="rsmc,sat,ord")
    parser.add_argument("--model", default="power")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--herd", default=shutil.which("herd7") or "")
    parser.add_argument("--out", default=os.path.join(TOP, "build", "bench"))
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as args.scratch:
        for title in FAMILIES:
            run_family(args, title, rows)
    with open(os.path.join(args.out, "scaling.json"), "w") as out:
        json.dump(rows, out, indent=1)
    figures = {"seconds": lambda r: r["seconds"], "clauses": lambda r: r["stats"].get("clauses"),
               "variables": lambda r: r["stats"].get("variables")}
    for title in FAMILIES:
        for unit, value in figures.items():
            picture = plot(title, rows, value, unit)
            if picture:
                name = "".join(c if c.isalnum() else "-" for c in title)
                with open(os.path.join(args.out, f"{name}-{unit}.svg"), "w") as out:
                    out.write(picture)
    print(f"wrote {args.out}")


if __name__ == "__main__":
    main()
