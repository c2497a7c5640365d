#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`check` as the software verification competition calls it: property files, tasks, the VERDICT line."""
import hashlib
import json
import os
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

BINARY = os.environ["FENCEPOST"]
REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
PROGRAM = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error() { assert(0); }
%s
"""
RACE = """int counter = 0;
void *inc(void *arg) { int r = counter; counter = r + 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, inc, 0);
  pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (counter != 2) { reach_error(); }
}"""


def run(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=120)


NO_C = "no C frontend" in run("check", "examples/message_passing.c").stderr


@unittest.skipIf(NO_C, "this build has no C frontend")
class Competition(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.reach = self.file("unreach-call.prp", REACH)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def verdict(self, body, *options, prp=None):
        done = run("check", self.file("p.c", PROGRAM % body), "--property-file", prp or self.reach, *options)
        return done.stdout.splitlines()[-1], done.returncode

    def test_the_last_line_is_the_verdict(self):
        self.assertEqual(self.verdict(RACE), ("VERDICT: FALSE(unreach-call)", 10))
        self.assertEqual(self.verdict("int main(void) { return 0; }"), ("VERDICT: TRUE", 0))

    def test_memory_safety_names_what_is_violated(self):
        lines = [f"CHECK( init(main()), LTL(G {p}) )" for p in ("valid-free", "valid-deref", "valid-memtrack")]
        prp = self.file("valid-memsafety.prp", "\n".join(lines) + "\n")
        for body, line in (("*p = 1; free(p);", "VERDICT: TRUE"), ("p[1] = 1; free(p);", "VERDICT: FALSE(valid-deref)"),
                           ("free(p); free(p);", "VERDICT: FALSE(valid-free)"), ("*p = 1;", "VERDICT: UNKNOWN")):
            found = self.verdict("#include <stdlib.h>\nint main(void) { int *p = malloc(4); %s return 0; }" % body, prp=prp)
            self.assertTrue(found[0].startswith(line), (body, found))

    def test_what_is_bounded_is_unknown(self):
        line, code = self.verdict("int main(void) { int n = __VERIFIER_nondet_int(), s = 0;"
                                  " for (int i = 0; i < n; i++) s += i; if (s < -5) reach_error(); return s; }",
                                  "--unroll", "2")
        self.assertEqual((line, code), ("VERDICT: UNKNOWN (no violation up to 2 rounds of a loop)", 0))

    def test_only_the_named_function_is_an_error(self):
        self.assertEqual(self.verdict("int main(void) { assert(__VERIFIER_nondet_int()); }")[0], "VERDICT: TRUE")
        mine = self.file("mine.prp", REACH.replace("reach_error", "oops"))
        body = "void oops(void) {} int main(void) { %s; return 0; }"
        self.assertEqual(self.verdict(body % "reach_error()", prp=mine)[0], "VERDICT: TRUE")
        self.assertEqual(self.verdict(body % "oops()", prp=mine)[0], "VERDICT: FALSE(unreach-call)")
        self.assertEqual(self.verdict(body % "void (*f)(void) = oops; f()", prp=mine)[0], "VERDICT: FALSE(unreach-call)")

    def test_whatever_is_wrong_there_is_a_verdict(self):
        prp = self.file("end.prp", "CHECK( init(main()), LTL(F end) )\n")
        line, code = self.verdict("int main(void) { return 0; }", prp=prp)
        self.assertEqual(code, 5)
        self.assertRegex(line, r"^VERDICT: UNKNOWN \(.*termination is not supported\)$")
        line, code = self.verdict("int main(void) { return 0 }")
        self.assertEqual(code, 2)
        self.assertRegex(line, r"^VERDICT: UNKNOWN \(")
        line, code = self.verdict("int main(void) { return 0; }", prp=self.file("bad.prp", "hello\n"))
        self.assertEqual(code, 2)
        self.assertRegex(line, r"^VERDICT: UNKNOWN \(")

    def test_witnesses_name_the_program_by_its_hash(self):
        program = self.file("p.c", PROGRAM % RACE)
        with open(program, "rb") as f:
            digest = hashlib.sha256(f.read()).hexdigest()
        for name in ("w.yml", "w.graphml"):
            path = os.path.join(self.folder, name)
            done = run("check", program, "--property-file", self.reach, "--data-model", "ILP32", "--witness", path)
            self.assertEqual(done.returncode, 10)
            with open(path) as f:
                text = f.read()
            self.assertIn(digest, text)
            self.assertIn(REACH.strip(), text)
        root = xml.etree.ElementTree.parse(path).getroot()
        ns = "{http://graphml.graphdrawing.org/xmlns}"
        declared = {key.get("id") for key in root.iter(ns + "key")}
        self.assertLessEqual({data.get("key") for data in root.iter(ns + "data")}, declared)
        graph = {data.get("key"): data.text for data in root.find(ns + "graph").findall(ns + "data")}
        self.assertRegex(graph["creationtime"], r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")
        self.assertEqual((graph["architecture"], graph["programhash"]), ("32bit", digest))
        edges = [(edge.get("source"), edge.get("target")) for edge in root.iter(ns + "edge")]
        self.assertEqual([end for _, end in edges[:-1]], [start for start, _ in edges[1:]])

    def test_tasks(self):
        self.file("p.c", PROGRAM % RACE)
        task = self.file("p.yml", "format_version: '2.0'\ninput_files: p.c\nproperties:\n"
                         "  - property_file: unreach-call.prp\n    expected_verdict: false\n"
                         "options:\n  language: C\n  data_model: ILP32\n")
        done = run("check", task)
        self.assertEqual(done.stdout.splitlines()[-1], "VERDICT: FALSE(unreach-call)")
        result = json.loads(run("check", task, "--format", "json").stdout)
        self.assertEqual((result["verdict"], result["property"]), ("violated", "assert"))
        self.file("q.c", PROGRAM % "int main(void) { if (sizeof(long) != 4) reach_error(); return 0; }")
        task = self.file("q.yml", "format_version: '2.0'\ninput_files: q.c\nproperties:\n"
                         "  - property_file: unreach-call.prp\noptions: {language: C, data_model: ILP32}\n")
        self.assertEqual(run("check", task).stdout.splitlines()[-1], "VERDICT: TRUE")
        task = self.file("j.yml", "format_version: '2.0'\ninput_files: q.c\noptions: {language: Java}\n")
        self.assertEqual(run("check", task).returncode, 2)


if __name__ == "__main__":
    unittest.main()
