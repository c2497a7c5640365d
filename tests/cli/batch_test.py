#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`fencepost batch` and `merge`: every task is one honest row, whatever happens to it or to the batch.

Tasks that crash, hang and eat memory are played by a worker of our own (--worker); the batch sees only
processes. FENCEPOST_BATCH_TASKS=2000 runs the large version.
"""
import csv
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

BINARY = os.path.abspath(os.environ["FENCEPOST"])
TASKS = int(os.environ.get("FENCEPOST_BATCH_TASKS", "120"))
LIMIT = 600 if TASKS >= 2000 else 120  # seconds for one call; more is a hang
KILLS = 10 if TASKS >= 2000 else 4

# Plays `fencepost check`: what it does is in the name of the input.
WORKER = r"""#!/bin/sh
input=$2
case $input in
  *crash*) kill -SEGV $$ ;;
  *hang*) trap '' TERM; sleep 60 & sleep 60 ;;
  *oom*) exec python3 -c 'x = []
try:
    while True: x.append(bytearray(1 << 20))
except MemoryError:
    del x
    raise SystemExit("bad_alloc")' ;;
  *bad*) echo "fencepost: $input:1:1: nonsense" >&2; exit 2 ;;
  *garbage*) echo hello; exit 0 ;;
  *bounded*) echo '{"verdict":"holds","complete":false,"bound":8}'; exit 0 ;;
  *violated*) while [ $# -gt 1 ]; do [ "$1" = --witness ] && echo witness > "$2"; shift; done
     echo '{"verdict":"violated","complete":false,"bound":1,"engine":"sat"}'; exit 10 ;;
esac
echo '{"verdict":"holds","complete":true,"bound":1,"engine":"sat","stats":{"events":5,"traces":3}}'
"""


def run(*args, **more):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=LIMIT, **more)


class Batch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.worker = self.file("worker", WORKER)
        os.chmod(self.worker, 0o755)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
        return path

    def path(self, name):
        return os.path.join(self.folder, name)

    def rows(self, out):
        with open(os.path.join(out, "results.jsonl")) as f:
            return [json.loads(line) for line in f]

    def mixed(self, count):
        """A batch file: some tasks crash, hang or eat memory, most answer, some wrongly."""
        share = max(1, count // 100)
        lines = ["defaults: {timeout: 60, memory: 200}", "tasks:"]
        for i in range(count):
            kinds = ("crash", "hang", "oom", "bad", "garbage", "bounded")
            kind = kinds[i // share] if i < share * len(kinds) else ("violated", "fine")[i % 2]
            expected = "violated" if kind == "violated" or i % 40 == 39 else "holds"
            timeout = ", timeout: 0.1" if kind == "hang" else ""
            lines.append(f"  - {{input: t{i}-{kind}.c, expected: {expected}{timeout}}}")
        return self.file("batch.yaml", "\n".join(lines) + "\n"), share

    def start(self, file, out, *more):
        return [BINARY, "batch", "--tasks", file, "--out", out, "--worker", self.worker, "--jobs", "4", "--resume", *more]

    def table(self, text):
        return [line for line in text.splitlines() if not line.startswith(("time", "report"))]

    def test_every_task_is_one_row_and_a_killed_batch_goes_on(self):
        file, share = self.mixed(TASKS)
        whole = subprocess.run(self.start(file, self.path("whole")), capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(whole.returncode, 2, whole.stderr)  # some inputs are bad
        rows = self.rows(self.path("whole"))
        self.assertEqual(len(rows), TASKS)
        for kind, count in (("crashed", 2 * share), ("out of time", share), ("out of memory", share),
                            ("bad input", share), ("bounded", share)):
            self.assertEqual(sum(row["kind"] == kind for row in rows), count, kind)
        for row in rows:
            self.assertEqual(row["outcome"] == "unknown", bool(row["kind"]), row)
        wrong = sum(row["outcome"] == "wrong" for row in rows)
        self.assertEqual(wrong, sum(row["verdict"] == "holds" and row["complete"] and row["expected"] == "violated"
                                    for row in rows))
        self.assertRegex(whole.stdout, rf"wrong +{wrong} ")

        rng = random.Random(7)
        seconds = max(float(row["seconds"]) for row in rows)
        out = self.path("killed")
        for _ in range(KILLS):
            process = subprocess.Popen(self.start(file, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            time.sleep(rng.uniform(0.05, 0.5 * TASKS / 120 if TASKS < 2000 else 3) + seconds * 0.1)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        again = subprocess.run(self.start(file, out), capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(self.table(again.stdout), self.table(whole.stdout))
        killed = self.rows(out)
        self.assertEqual(sorted(row["id"] for row in killed), sorted(row["id"] for row in rows))
        with open(os.path.join(out, "results.csv")) as f:
            self.assertEqual([row["id"] for row in csv.DictReader(f)], [row["id"] for row in killed])
        self.assertEqual(set(os.listdir(os.path.join(out, "witnesses"))),
                         {os.path.basename(row["witness"]) for row in killed if row["witness"]})

    def test_workers_die_with_the_batch(self):
        file = self.file("b.yaml", "tasks: [hang.c]\n")
        process = subprocess.Popen(self.start(file, self.path("out")), stderr=subprocess.DEVNULL)
        children = f"/proc/{process.pid}/task/{process.pid}/children"
        worker = ""
        while not worker:
            with open(children) as f:
                worker = f.read().split(" ")[0]
            time.sleep(0.01)
        process.kill()
        process.wait()
        for _ in range(200):
            try:
                with open(f"/proc/{worker}/stat") as f:
                    if " Z " in f.read():
                        return
            except FileNotFoundError:
                return
            time.sleep(0.01)
        self.fail("the worker lives on")

    def test_a_signal_stops_it_and_resume_goes_on(self):
        file = self.file("b.yaml", "tasks: [a-fine.c, b-hang.c, c-fine.c]\n")
        process = subprocess.Popen(self.start(file, self.path("out"), "--timeout", "30"), stderr=subprocess.PIPE, text=True)
        while not os.path.exists(self.path("out/results.jsonl")) or len(self.rows(self.path("out"))) < 2:
            time.sleep(0.01)
        process.terminate()
        self.assertIn("--resume", process.communicate()[1])
        self.assertEqual(process.returncode, 5)
        done = subprocess.run(self.start(file, self.path("out"), "--timeout", "0.1"), capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.rows(self.path("out"))), 3)

    def test_a_parent_that_ignores_its_children(self):
        file = self.file("b.yaml", "tasks: [a-fine.c, b-crash.c]\n")
        subprocess.run(self.start(file, self.path("out")), capture_output=True, timeout=LIMIT,
                       preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(sorted(row["kind"] for row in self.rows(self.path("out"))), ["", "crashed"])

    def test_what_was_cut_off_is_run_again(self):
        file = self.file("b.yaml", "tasks: [a-fine.c, b-fine.c]\n")
        subprocess.run(self.start(file, self.path("out")), capture_output=True, timeout=LIMIT)
        results = self.path("out/results.jsonl")
        with open(results) as f:
            text = f.read()
        with open(results, "w") as f:
            f.write(text[:-20])
        subprocess.run(self.start(file, self.path("out")), capture_output=True, timeout=LIMIT)
        self.assertEqual(len(self.rows(self.path("out"))), 2)
        self.assertEqual(run("batch", "--tasks", file, "--out", self.path("out")).returncode, 2)  # has results

    def test_shards_merge_to_the_whole(self):
        file, _ = self.mixed(30)
        whole = subprocess.run(self.start(file, self.path("whole")), capture_output=True, text=True, timeout=LIMIT)
        parts = [self.path(f"part{i}") for i in (1, 2, 3)]
        for i, part in enumerate(parts):
            subprocess.run(self.start(file, part, "--shard", f"{i + 1}/3"), capture_output=True, timeout=LIMIT)
        merged = run("merge", *parts, "--out", self.path("merged"))
        self.assertEqual(self.table(merged.stdout), self.table(whole.stdout))
        self.assertEqual([row["id"] for row in self.rows(self.path("merged"))],
                         [row["id"] for row in sorted(self.rows(self.path("whole")), key=lambda row: row["index"])])
        for row in self.rows(self.path("merged")):
            if row["witness"]:
                self.assertTrue(os.path.exists(os.path.join(self.path("merged"), row["witness"])))
        self.assertEqual(run("batch", file, "--shard", "4/3", "--out", self.path("x")).returncode, 2)

    def test_results_that_contradict_each_other_do_not_merge(self):
        file = self.file("b.yaml", "tasks: [a-fine.c]\n")
        for part in ("p", "q"):
            subprocess.run(self.start(file, self.path(part)), capture_output=True, timeout=LIMIT)
        results = self.path("q/results.jsonl")
        with open(results) as f:
            text = f.read().replace('"holds"', '"violated"')
        with open(results, "w") as f:
            f.write(text)
        self.assertEqual(run("merge", self.path("p"), self.path("q"), "--out", self.path("m")).returncode, 6)

    def test_the_report_needs_nothing_else(self):
        file, _ = self.mixed(30)
        subprocess.run(self.start(file, self.path("out"), "--model", "sc,tso"), capture_output=True, timeout=LIMIT)
        with open(self.path("out/report.html")) as f:
            page = f.read()
        self.assertNotRegex(page, r"""(src|href)=["']?(https?:|//)""")
        self.assertEqual(page.count("<tr>"), 61)
        self.assertEqual(page.count("<svg"), 2)
        self.assertIn("@media print", page)
        for link in re.findall(r'href="([^"]+)"', page):
            self.assertTrue(os.path.exists(os.path.join(self.path("out"), link)), link)

    def test_real_tasks(self):
        if "no C frontend" in run("check", "examples/message_passing.c").stderr:
            self.skipTest("this build has no C frontend")
        self.file("p/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        self.file("c/a.c", "void reach_error(void) {} int x; int main(void) { if (!x) reach_error(); return 0; }\n")
        self.file("c/b.c", "void reach_error(void) {} int x; int main(void) { if (x) reach_error(); return 0; }\n")
        for name, verdict in (("a", "false"), ("b", "true")):
            self.file(f"c/{name}.yml", f"format_version: '2.0'\ninput_files: {name}.c\nproperties:\n"
                      f"  - {{property_file: ../p/unreach-call.prp, expected_verdict: {verdict}}}\n"
                      "options: {language: C, data_model: ILP32}\n")
        self.file("c/all.set", "*.yml\n")
        done = run("batch", self.path("c/all.set"), "examples/litmus/SB.litmus", "examples/message_passing.c",
                   "--out", self.path("out"), "--timeout", "60")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"score +3  of 3\n")
        rows = {os.path.basename(row["input"]): row for row in self.rows(self.path("out"))}
        self.assertEqual(rows["a.yml"]["verdict"], "violated")
        self.assertTrue(os.path.exists(os.path.join(self.path("out"), rows["a.yml"]["witness"])))
        self.assertEqual((rows["message_passing.c"]["verdict"], rows["message_passing.c"]["outcome"]), ("holds", "unchecked"))
        # Too little memory to load the compiler: one honest row.
        run("batch", "examples/message_passing.c", "--out", self.path("small"), "--memory", "3")
        self.assertIn(self.rows(self.path("small"))[0]["kind"], ("out of memory", "crashed"))


if __name__ == "__main__":
    unittest.main()
