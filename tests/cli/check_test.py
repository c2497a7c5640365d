#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`fencepost check` as scripts see it: exit codes, the JSON object, witnesses, proofs, bounds."""
import json
import os
import subprocess
import tempfile
import unittest

BINARY = os.environ["FENCEPOST"]
EXAMPLE = "examples/message_passing.c"
THREADS = """#include <pthread.h>
#include <assert.h>
volatile int x;
void *t(void *u) { %s return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); %s pthread_join(a, 0); return 0; }
"""


def run(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=120)


NO_C = "no C frontend" in run("check", EXAMPLE).stderr


@unittest.skipIf(NO_C, "this build has no C frontend")
class Check(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, text=None):
        path = os.path.join(self.folder.name, name)
        if text is not None:
            with open(path, "w") as f:
                f.write(text)
        return path

    def test_verdict_and_exit_code_agree_in_every_format(self):
        for model, verdict, code in (("sc", "holds", 0), ("tso", "holds", 0), ("pso", "violated", 10),
                                     ("power", "violated", 10)):
            text = run("check", EXAMPLE, "--model", model)
            self.assertEqual((text.returncode, text.stdout.split(":")[0]), (code, verdict), model)
            machine = run("check", EXAMPLE, "--model", model, "--format", "json")
            result = json.loads(machine.stdout)
            self.assertEqual((machine.returncode, result["verdict"]), (code, verdict), model)
            self.assertEqual(result["complete"], verdict == "holds")
            self.assertEqual(result["witness"] is not None, verdict == "violated")

    def test_json_has_the_keys_of_the_contract(self):
        result = json.loads(run("check", EXAMPLE, "--model", "power", "--format", "json").stdout)
        for key in ("tool", "version", "input", "model", "property", "verdict", "complete", "bound", "reason", "engine",
                    "engines", "seconds", "peak_memory_mb", "stats", "witness"):
            self.assertIn(key, result)
        for key in ("threads", "events", "reads", "writes", "traces", "blocked"):
            self.assertIn(key, result["stats"])
        self.assertEqual(result["witness"]["violated_at"]["line"], 18)

    def test_every_engine_says_the_same(self):
        engines = [line.split()[0] for line in run("engines").stdout.splitlines()]
        for model, code in (("tso", 0), ("power", 10)):
            for engine in engines:
                self.assertEqual(run("check", EXAMPLE, "--model", model, "--engine", engine).returncode, code, engine)

    def test_text_says_why_sc_forbids_it(self):
        self.assertIn("under sc it is forbidden by axiom sc: a po> b rf> c po> d fr> a",
                      run("check", EXAMPLE, "--model", "power").stdout)

    def test_witness_files(self):
        for name, start in (("w.svg", "<svg"), ("w.dot", "digraph"), ("w.json", "{"), ("w.txt", "writer")):
            path = self.path(name)
            self.assertEqual(run("check", EXAMPLE, "--model", "power", "--witness", path).returncode, 10)
            with open(path) as f:
                self.assertTrue(f.read().startswith(start), name)
        self.assertEqual(run("check", EXAMPLE, "--witness", self.path("w.pdf")).returncode, 1)

    def test_proof(self):
        path = self.path("p.drat")
        self.assertEqual(run("check", EXAMPLE, "--model", "tso", "--proof", path).returncode, 0)
        with open(path + ".cnf") as f:
            self.assertIn("p cnf", f.read())
        self.assertTrue(os.path.exists(path))

    def test_cut_loops_are_named_and_not_complete(self):
        source = self.path("loop.c", THREADS % ("for (int i = 0; i < x; i++) x = x + 2;", "x = 1;"))
        done = run("check", source, "--unroll", "2", "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["complete"]), (0, False))
        self.assertTrue(any("loop.c:4" in note for note in result["notes"]), result["notes"])

    def test_unsupported_is_unknown_with_file_and_line(self):
        source = self.path("asm.c", THREADS % ('__asm__ volatile("cpuid");', ""))
        done = run("check", source)
        self.assertEqual(done.returncode, 5)
        self.assertIn("asm.c:4", done.stdout)

    def test_compiler_errors_are_bad_input(self):
        done = run("check", self.path("bad.c", "int main(void) { return y; }\n"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.c:1:", done.stderr)

    def test_each_property_has_its_verdict(self):
        source = self.path("p.c", """#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  i = i + 1;
  if (i >= 0 && i <= 4) a[i] = 1;
  return 0;
}
""")
        done = run("check", source, "--property", "assert,overflow,memsafety,div-by-zero", "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["verdict"], result["property"]), (10, "violated", "overflow"))
        self.assertEqual([(p["property"], p["verdict"], p["failure"]) for p in result["properties"]],
                         [("assert", "holds", None), ("overflow", "violated", "overflow"),
                          ("memsafety", "violated", "out-of-bounds"), ("div-by-zero", "holds", None)])
        self.assertTrue(result["properties"][2]["at"].endswith("p.c:8:30"), result["properties"][2])
        self.assertIn("16 bytes", result["properties"][2]["message"])
        # What is not asked about is not a violation, but nothing is concluded from it.
        self.assertFalse(result["properties"][0]["complete"])
        text = run("check", source, "--property", "overflow,div-by-zero").stdout
        self.assertIn("signed overflow: `+` of 32 bits", text)
        self.assertIn("holds: " + source + " under sc, div-by-zero", text)

    def test_races_and_deadlocks(self):
        folder = "tests/programs/properties/"
        race = json.loads(run("check", folder + "race_mutex_buggy.c", "--property", "data-race", "--format", "json").stdout)
        self.assertEqual((race["verdict"], race["violated_property"]), ("violated", "no-data-race"))
        self.assertIn("data race with " + folder, race["properties"][0]["message"])
        self.assertIn("data race: a and b", run("check", folder + "race_plain_buggy.c", "--property", "data-race").stdout)
        for engine in ("sat", "ord", "smt", "rsmc", "enumerate"):
            done = run("check", folder + "race_plain_buggy.c", "--property", "data-race", "--engine", engine)
            self.assertEqual(done.returncode, 10, engine)
        dead = run("check", folder + "deadlock_order_buggy.c", "--property", "deadlock,data-race")
        self.assertEqual(dead.returncode, 10)
        self.assertIn("threads wait forever", dead.stdout)
        self.assertIn("under sc, data-race, complete", dead.stdout)

    def test_bad_usage(self):
        self.assertIn("memsafety", run("check", EXAMPLE, "--property", "luck").stderr)
        for args in (["--property", "luck"], ["--property", "assert,luck"],
                     ["--all-models", "--property", "assert,overflow"],
                     ["--unroll", "many"], ["--engine", "nobody"], ["--format", "xml"]):
            self.assertEqual(run("check", EXAMPLE, *args).returncode, 1, args)


class Show(unittest.TestCase):
    def test_formulas(self):
        cnf = run("show", "examples/litmus/SB.litmus", "--as", "cnf", "--model", "tso").stdout
        self.assertIn("\np cnf ", cnf)
        smt = run("show", "examples/litmus/SB.litmus", "--as", "smt", "--model", "tso").stdout
        self.assertIn("(check-sat)", smt)

    def test_pictures(self):
        self.assertIn("<svg", run("show", "examples/litmus/SB.litmus", "--as", "svg", "--model", "tso").stdout)
        none = run("show", "examples/litmus/SB.litmus", "--as", "dot", "--model", "sc")
        self.assertEqual((none.returncode, none.stdout), (5, ""))


if __name__ == "__main__":
    unittest.main()
