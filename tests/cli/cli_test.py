#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line as scripts see it: exit codes, formats, errors, order of output."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest

BINARY = os.environ["FENCEPOST"]
EXAMPLES = "examples/litmus"


def run(*args, **kwargs):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=60, **kwargs)


class Folder(unittest.TestCase):
    """A temporary folder to put inputs in."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as f:
            f.write(text)
        return path


GOOD = """PPC good
{ 0:r2=x; }
P0 ;
li r1,1 ;
stw r1,0(r2) ;
exists (x=1)
"""


class Litmus(Folder):
    def test_csv_has_the_contract_columns(self):
        done = run("litmus", f"{EXAMPLES}/SB.litmus", "--model", "sc,tso", "--format", "csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0],
                         "test,model,result,observation,states,executions,seconds")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual([(r["model"], r["result"], r["observation"]) for r in rows],
                         [("sc", "No", "Never"), ("tso", "Ok", "Sometimes")])
        self.assertEqual([r["executions"] for r in rows], ["", ""])

    def test_counts_with_executions(self):
        done = run("litmus", f"{EXAMPLES}/SB.litmus", "--model", "sc,tso", "--format", "csv",
                   "--executions")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual([(r["states"], r["executions"]) for r in rows], [("3", "3"), ("4", "4")])

    def test_json_is_one_array(self):
        done = run("litmus", EXAMPLES, "--executions", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual(len(rows), len(os.listdir(EXAMPLES)))
        mp = next(r for r in rows if r["test"] == "MP+lwsync+addr")
        self.assertEqual((mp["model"], mp["result"], mp["executions"], mp["complete"]),
                         ("power", "No", 3, True))
        self.assertEqual(len(mp["states"]), 3)

    def test_herd_log(self):
        done = run("litmus", f"{EXAMPLES}/SB.litmus", "--model", "tso")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Test SB Allowed")
        self.assertEqual(lines[1], "States 4")
        self.assertIn("Ok", lines)
        self.assertIn("Positive: 1 Negative: 3", lines)
        self.assertTrue(any(l.startswith("Observation SB Sometimes 1 3") for l in lines))
        self.assertEqual(lines[-1], "")

    def test_negated_quantifier_swaps_witnesses_not_observation(self):
        path = self.write("n.litmus", GOOD.replace("exists", "~exists"))
        lines = run("litmus", path).stdout.splitlines()
        self.assertIn("Test good Forbidden", lines)
        self.assertIn("No", lines)
        self.assertIn("Positive: 0 Negative: 1", lines)
        self.assertIn("Observation good Always 1 0", lines)

    def test_cut_loop_is_said(self):
        spin = GOOD.replace("exists", "L: lwz r3,0(r2) ;\ncmpwi r3,2 ;\nbne L ;\nexists")
        path = self.write("spin.litmus", spin)
        done = run("litmus", path)
        self.assertIn("Loop No", done.stdout.splitlines())
        result = json.loads(run("litmus", path, "--format", "json").stdout)[0]
        self.assertFalse(result["complete"])

    def test_output_is_in_input_order_whatever_the_jobs(self):
        def table(jobs):
            out = run("litmus", "tests/litmus", "--model", "sc", "--format", "csv", "--executions",
                      "--jobs", jobs).stdout
            return [row.rsplit(",", 1)[0] for row in out.splitlines()]
        one = table("1")
        self.assertGreater(len(one), 120)
        for jobs in ("2", "7"):
            self.assertEqual(table(jobs), one)

    def test_list_file(self):
        names = self.write("list", f"# two tests\n{EXAMPLES}/SB.litmus\n\n{EXAMPLES}/MP+po+addr.litmus\n")
        done = run("litmus", "@" + names, "--model", "power", "--format", "csv")
        self.assertEqual([l.split(",")[0] for l in done.stdout.splitlines()[1:]],
                         ["SB", "MP+po+addr"])

    def test_bad_input_is_located_and_the_rest_runs(self):
        bad = self.write("bad.litmus", GOOD.replace("stw r1,0(r2)", "stw r1,0[r2)"))
        good = self.write("good.litmus", GOOD)
        done = run("litmus", bad, good, "--format", "csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{bad}:5:", done.stderr)
        self.assertIn("expected", done.stderr)
        self.assertIn("good,power,Ok", done.stdout)

    def test_missing_file(self):
        done = run("litmus", "no/such.litmus")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no/such.litmus", done.stderr)

    def test_empty_folder_is_an_error(self):
        self.assertEqual(run("litmus", self.folder.name).returncode, 2)

    def test_user_model(self):
        cat = self.write("weak.cat", '"nothing but coherence"\nacyclic po-loc | rf | co | fr as coherence\n')
        done = run("litmus", f"{EXAMPLES}/SB+mfences.litmus", "--model", cat, "--format", "csv")
        self.assertIn(",Ok,Sometimes", done.stdout)

    def test_bad_model_is_located(self):
        cat = self.write("bad.cat", "let a = po |\nacyclic a as x\n")
        done = run("litmus", f"{EXAMPLES}/SB.litmus", "--model", cat)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{cat}:2:1", done.stderr)

    def test_unknown_model_names_the_known_ones(self):
        done = run("litmus", f"{EXAMPLES}/SB.litmus", "--model", "arm")
        self.assertEqual(done.returncode, 2)
        for name in ("sc", "tso", "pso", "power"):
            self.assertIn(name, done.stderr)

    def test_timeout_is_unknown(self):
        # 3 threads x 3 writes of one location without any constraint between them.
        threads = 6
        init = " ".join(f"{t}:r2=x;" for t in range(threads))
        rows = ["|".join(f"P{t}" for t in range(threads))]
        for value in range(1, 4):
            rows.append("|".join(f"li r1,{10 * t + value}" for t in range(threads)))
            rows.append("|".join("stw r1,0(r2)" for _ in range(threads)))
        text = "PPC big\n{ %s }\n%s ;\nexists (x=999)\n" % (init, " ;\n".join(rows))
        done = run("litmus", self.write("big.litmus", text), "--timeout", "0.2", "--engine",
                   "enumerate", "--format", "csv")
        self.assertEqual(done.returncode, 5)
        self.assertIn("big,power,Unknown,,,,", done.stdout)
        self.assertIn("out of time", done.stderr)


class Usage(unittest.TestCase):
    def test_bad_usage(self):
        for args in ([], ["frobnicate"], ["litmus"], ["litmus", "x", "--engine", "nobody"],
                     ["litmus", "x", "--format", "xml"], ["litmus", "x", "--jobs", "-1"]):
            self.assertEqual(run(*args).returncode, 1, args)

    def test_help_and_version(self):
        for args in (["--help"], ["litmus", "--help"], ["show", "--help"], ["--version"]):
            done = run(*args)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(done.stderr, "")
        self.assertRegex(run("--version").stdout, r"^fencepost \d+\.\d+\.\d+\n$")

    def test_lists(self):
        self.assertIn("enumerate", run("engines").stdout)
        self.assertEqual([l.split()[0] for l in run("models").stdout.splitlines()],
                         ["power", "pso", "sc", "tso"])

    def test_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "models"], stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 6)


class Show(Folder):
    def test_ir_is_read_back(self):
        text = run("show", f"{EXAMPLES}/MP+lwsync+addr.litmus").stdout
        path = self.write("mp.ir", text)
        self.assertEqual(run("show", path).stdout, text)
        answer = run("litmus", path, "--model", "power", "--format", "csv").stdout
        self.assertIn("MP+lwsync+addr,power,No,Never", answer)

    def test_events_are_a_table(self):
        lines = run("show", f"{EXAMPLES}/MP+lwsync+addr.litmus", "--as", "events").stdout.splitlines()
        self.assertTrue(lines[0].startswith("event"))
        self.assertTrue(any("fence lwsync" in l for l in lines))
        self.assertTrue(any("addr=e" in l for l in lines))


if __name__ == "__main__":
    unittest.main()
