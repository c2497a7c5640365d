# SPDX-License-Identifier: Apache-2.0
"""Litmus families that grow with n, as PPC tests. Each function gives the text of the test of size n."""


def test(name, init, threads, condition):
    """A litmus test from lists of instructions."""
    rows = max(len(t) for t in threads)
    table = [[f"P{i}" for i in range(len(threads))]]
    table += [[t[row] if row < len(t) else "" for t in threads] for row in range(rows)]
    body = "\n".join(" " + " | ".join(cells) + " ;" for cells in table)
    proposition = " /\\ ".join(condition)
    return f"PPC {name}\n{{ {' '.join(init)} }}\n{body}\nexists ({proposition})\n"


def store(value, base, scratch="r1"):
    return [f"li {scratch},{value}", f"stw {scratch},0({base})"]


def sb_ring(n, fence="sync"):
    """n threads: write my location, fence, read the next one."""
    init, threads, condition = [], [], []
    for i in range(n):
        init += [f"{i}:r2=x{i};", f"{i}:r4=x{(i + 1) % n};"]
        threads.append(store(1, "r2") + ([fence] if fence else []) + ["lwz r3,0(r4)"])
        condition.append(f"{i}:r3=0")
    return test(f"SB-ring-{n}+{fence or 'po'}s", init, threads, condition)


def ww_ring(n, fence="lwsync"):
    """2+2W closed to a ring of n threads."""
    init, threads, condition = [], [], []
    for i in range(n):
        init += [f"{i}:r2=x{i};", f"{i}:r4=x{(i + 1) % n};"]
        threads.append(store(2, "r2") + ([fence] if fence else []) + store(1, "r4", "r3"))
        condition.append(f"x{i}=2")
    return test(f"2+2W-ring-{n}+{fence or 'po'}s", init, threads, condition)


def iriw(n, fence="sync"):
    """Two writers, n readers that see the writes in opposite orders in turn."""
    init = ["0:r2=x;", "1:r2=y;"]
    threads, condition = [store(1, "r2"), store(1, "r2")], []
    for i in range(n):
        first, second = ("x", "y") if i % 2 == 0 else ("y", "x")
        t = i + 2
        init += [f"{t}:r2={first};", f"{t}:r4={second};"]
        threads.append(["lwz r1,0(r2)"] + ([fence] if fence else []) + ["lwz r3,0(r4)"])
        condition += [f"{t}:r1=1", f"{t}:r3=0"]
    return test(f"IRIW-{n}-readers+{fence or 'po'}s", init, threads, condition)


def isa2_chain(n):
    """A message handed on n times by data dependencies, the first write behind an lwsync."""
    init = ["0:r2=x0;", "0:r4=x1;"]
    threads, condition = [store(1, "r2") + ["lwsync"] + store(1, "r4", "r3")], []
    for i in range(1, n):
        init += [f"{i}:r2=x{i};", f"{i}:r4=x{i + 1};"]
        threads.append(["lwz r1,0(r2)", "xor r3,r1,r1", "addi r3,r3,1", "stw r3,0(r4)"])
        condition.append(f"{i}:r1=1")
    init += [f"{n}:r2=x{n};", f"{n}:r5=x0;"]
    threads.append(["lwz r1,0(r2)", "xor r3,r1,r1", "lwzx r4,r3,r5"])
    condition += [f"{n}:r1=1", f"{n}:r4=0"]
    return test(f"ISA2-chain-{n}", init, threads, condition)


def writers(n):
    """n writers of one location, two readers that disagree about the order."""
    init = [f"{i}:r2=x;" for i in range(n + 2)]
    threads = [store(i + 1, "r2") for i in range(n)]
    threads += [["lwz r1,0(r2)", "lwz r3,0(r2)"]] * 2
    condition = [f"{n}:r1=1", f"{n}:r3=2", f"{n + 1}:r1=2", f"{n + 1}:r3=1"]
    return test(f"CO-{n}-writers", init, threads, condition)


def long_threads(n, fence="sync"):
    """Two threads of n writes to locations of their own, a fence after each, closed by SB."""
    init, threads = [], []
    for t in range(2):
        init += [f"{t}:r2=x{t};", f"{t}:r4=x{1 - t};"]
        code = []
        for i in range(n):
            init.append(f"{t}:r{10 + i % 20}=a{t}_{i % 20};")
            code += store(i + 1, f"r{10 + i % 20}") + [fence]
        threads.append(code + store(1, "r2") + [fence, "lwz r3,0(r4)"])
    return test(f"SB+{n}-fenced-writes", sorted(set(init)), threads, ["0:r3=0", "1:r3=0"])


FAMILIES = {
    "SB ring, syncs": (sb_ring, [2, 4, 6, 8, 12, 16, 24, 32]),
    "2+2W ring, lwsyncs": (ww_ring, [2, 4, 6, 8, 12, 16, 24, 32]),
    "IRIW, n readers, syncs": (iriw, [2, 4, 6, 8, 12, 16, 24, 32]),
    "ISA2 chain": (isa2_chain, [2, 4, 6, 8, 12, 16, 24, 32]),
    "n writers of one location": (writers, [2, 3, 4, 5, 6, 8, 12, 16]),
    "long fenced threads": (long_threads, [2, 4, 8, 16, 32, 64]),
}
