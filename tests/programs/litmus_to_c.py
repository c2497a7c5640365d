#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PPC litmus tests as C programs, and a comparison of their verdicts with herd's.

    litmus_to_c.py FILE.litmus                 print the C program
    litmus_to_c.py --compare --expected CSV --binary fencepost [--engine E] [--models power,tso,pso]
                   [--count N] [--jobs J] FOLDER

Registers become `long` locals, accesses volatile ints, fences inline assembly; `xor r,a,a` and
`cmpw; beq` stay as they are, so that address, data and control dependencies are those of the
assembly. What the condition mentions is written to globals at the end of each thread; main joins
and asserts. Tests outside of the simple instructions are skipped (exit 3 for a single file).
"""
import argparse
import concurrent.futures
import csv
import os
import re
import subprocess
import sys
import tempfile


class Skip(Exception):
    pass


def parse(text):
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
    head = re.match(r"\s*PPC\s+(\S+)", text)
    if not head:
        raise Skip("not a PPC test")
    start, end = text.index("{"), text.index("}")
    init = text[start + 1:end]
    rest = text[end + 1:]
    quantifier = re.search(r"(~\s*exists|exists|forall)\b", rest)
    if not quantifier:
        raise Skip("no condition")
    code = rest[:quantifier.start()]
    if "locations" in code:
        code = code[:code.index("locations")]
    condition = rest[quantifier.end():]
    condition = condition.split("\n\n")[0] if condition.count("(") == 0 else condition
    depth, stop = 0, None
    for i, c in enumerate(condition):
        depth += (c == "(") - (c == ")")
        if depth == 0 and c == ")":
            stop = i + 1
            break
    if stop is None:
        raise Skip("condition without parentheses")
    if condition[stop:].strip():
        raise Skip("something after the condition")
    rows = [r.strip() for r in code.strip().split(";")]
    rows = [r.split("|") for r in rows if r]
    columns = [[row[i].strip() for row in rows[1:]] for i in range(len(rows[0]))]
    return head.group(1), init, columns, re.sub(r"\s", "", quantifier.group(1)), condition[:stop]


def register(name):
    if not re.fullmatch(r"r\d+", name):
        raise Skip("register " + name)
    return name


def instruction(line):
    m = re.fullmatch(r"(\w+):\s*(.*)", line)
    label = ""
    if m:
        label, line = m.group(1) + ":; ", m.group(2)
    if not line:
        return label
    parts = line.split(None, 1)
    name, arguments = parts[0], (parts[1] if len(parts) > 1 else "")
    args = [a.strip() for a in arguments.split(",")] if arguments else []
    if name in ("sync", "hwsync", "lwsync", "eieio", "isync"):
        return label + f'__asm__ volatile("{name}" ::: "memory");'
    if name == "li":
        return label + f"{register(args[0])} = {int(args[1])};"
    if name == "mr":
        return label + f"{register(args[0])} = {register(args[1])};"
    if name in ("lwz", "stw"):
        m = re.fullmatch(r"(-?\d+)\((r\d+)\)", args[1])
        if not m:
            raise Skip(line)
        place = f"*(volatile int *)({m.group(2)} + {m.group(1)})"
        r = register(args[0])
        return label + (f"{r} = {place};" if name == "lwz" else f"{place} = {r};")
    if name in ("lwzx", "stwx"):
        if register(args[1]) == "r0":
            raise Skip("r0 as index")
        place = f"*(volatile int *)({args[1]} + {register(args[2])})"
        r = register(args[0])
        return label + (f"{r} = {place};" if name == "lwzx" else f"{place} = {r};")
    if name in ("xor", "add"):
        op = "^" if name == "xor" else "+"
        return label + f"{register(args[0])} = {register(args[1])} {op} {register(args[2])};"
    if name == "addi":
        return label + f"{register(args[0])} = {register(args[1])} + {int(args[2])};"
    if name in ("cmpw", "cmpwi"):
        right = register(args[1]) if name == "cmpw" else str(int(args[1]))
        return label + f"cr_a = {register(args[0])}; cr_b = {right};"
    if name in ("beq", "bne"):
        return label + f"if (cr_a {'==' if name == 'beq' else '!='} cr_b) goto {args[0]};"
    raise Skip(line)


def translate(text):
    name, init, columns, quantifier, condition = parse(text)
    locations, values, registers = set(), {}, {}
    for item in filter(None, (i.strip() for i in init.split(";"))):
        m = re.fullmatch(r"(\d+):(r\d+)\s*=\s*(\w+)", item)
        if m:
            registers[(int(m.group(1)), m.group(2))] = m.group(3)
            if not m.group(3).isdigit():
                locations.add(m.group(3))
            continue
        m = re.fullmatch(r"\[?([a-z]\w*)\]?\s*=\s*(\d+)", item)
        if not m:
            raise Skip("init " + item)
        locations.add(m.group(1))
        values[m.group(1)] = m.group(2)
    outputs = set()

    def atom(m):
        left, right = m.group(1), m.group(2)
        if not re.fullmatch(r"-?\d+", right):
            raise Skip("condition compares with a location")
        r = re.fullmatch(r"(\d+):(r\d+)", left)
        if r:
            outputs.add((int(r.group(1)), r.group(2)))
            return f"out_{r.group(1)}_{r.group(2)} == {right}"
        left = left.strip("[]")
        locations.add(left)
        return f"{left} == {right}"

    c = re.sub(r"(\[?[a-z]\w*\]?|\d+:r\d+)\s*=\s*([\w-]+)", atom, condition)
    c = re.sub(r"\btrue\b", "1", re.sub(r"\bfalse\b", "0", c))
    c = c.replace("/\\", "&&").replace("\\/", "||").replace("not ", "!").replace("~", "!")
    lines = [f"// {name}", "#include <assert.h>", "#include <pthread.h>"]
    lines += [f"int {x} = {values.get(x, 0)};" for x in sorted(locations)]
    lines += [f"int out_{t}_{r};" for t, r in sorted(outputs)]
    for t, column in enumerate(columns):
        used = sorted({r for line in column for r in re.findall(r"\br\d+\b", line)} |
                      {r for (u, r) in registers if u == t} | {r for (u, r) in outputs if u == t})
        lines.append(f"void *p{t}(void *unused) {{")
        lines.append("  long cr_a = 0, cr_b = 0;")
        for r in used:
            v = registers.get((t, r), "0")
            lines.append(f"  long {r} = {v if v.isdigit() else '(long)&' + v};")
        lines += ["  " + instruction(line) for line in column if line]
        lines += [f"  out_{u}_{r} = {r};" for u, r in sorted(outputs) if u == t]
        lines += ["  (void)cr_a, (void)cr_b;", "  return 0;", "}"]
    n = len(columns)
    lines.append("int main() {")
    lines.append(f"  pthread_t t[{n}];")
    lines += [f"  pthread_create(&t[{i}], 0, p{i}, 0);" for i in range(n)]
    lines += [f"  pthread_join(t[{i}], 0);" for i in range(n)]
    lines += [f"  assert({'' if quantifier == 'forall' else '!'}({c}));", "  return 0;", "}"]
    return quantifier, "\n".join(lines) + "\n"


def compare(arguments):
    expected = {}
    with open(arguments.expected) as file:
        for row in csv.DictReader(file):
            if row["loop"] == "0":
                expected[(row["test"], row["model"])] = row["verdict"]
    models = arguments.models.split(",")
    folder = tempfile.mkdtemp()
    work = []
    names = sorted(os.listdir(arguments.folder))
    if arguments.stride > 1:
        names = names[::arguments.stride]
    for file in names:
        name = file.removesuffix(".litmus")
        try:
            quantifier, text = translate(open(os.path.join(arguments.folder, file)).read())
        except (Skip, ValueError, IndexError):
            continue
        path = os.path.join(folder, f"{len(work)}.c")
        with open(path, "w") as out:
            out.write(text)
        work.append((name, quantifier, path))
        if len(work) == arguments.count:
            break

    def run(job):
        name, quantifier, path = job
        bad = []
        for model in models:
            if (name, model) not in expected:
                continue
            command = [arguments.binary, "check", path, "--model", model, "--timeout", "60"]
            if arguments.engine:
                command += ["--engine", arguments.engine]
            done = subprocess.run(command, capture_output=True, text=True)
            ok = expected[(name, model)] == "Ok"
            reachable = ok if quantifier == "exists" else not ok
            want = 10 if reachable else 0
            if done.returncode != want:
                bad.append(f"{name} {model}: expected exit {want}, got {done.returncode}: "
                           f"{(done.stdout + done.stderr).strip().splitlines()[:1]} {path}")
        return bad

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for bad in pool.map(run, work):
            for line in bad:
                failures += 1
                print(line, flush=True)
    print(f"{len(work)} tests, models {arguments.models}: {failures} differ")
    return 1 if failures or not work else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--expected")
    parser.add_argument("--binary", default="build/fencepost")
    parser.add_argument("--engine")
    parser.add_argument("--models", default="power,tso,pso")
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.compare:
        return compare(arguments)
    try:
        print(translate(open(arguments.folder).read())[1], end="")
    except Skip as why:
        print(f"skipped: {why}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
