#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The race as users see it: modes agree, the JSON object is as its schema says, signals end with a result."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

BINARY = os.environ["FENCEPOST"]
CODES = {"holds": 0, "violated": 10, "unknown": 5}
# A contended program that no engine finishes soon.
HARD = "\n".join(["#include <pthread.h>", "#include <assert.h>", "#include <stdatomic.h>", "atomic_int x, y;",
                  "unsigned nondet(void);", "void *t(void *u) {",
                  "  for (int i = 0; i < 12; i++) { int a = x, b = y; x = a * b + 7 * a + i; y = a ^ (b * b + 3); }",
                  "  return u; }", "int main(void) { pthread_t a, b, c;",
                  "  pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_create(&c, 0, t, 0);",
                  "  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);",
                  "  assert(x * x != 0x1234567 + 2 * y * y * y); return 0; }", ""])


def run(*args, **kwargs):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=120, **kwargs)


NO_C = "no C frontend" in run("check", "examples/dekker.c").stderr


def conforms(value, schema, path="$"):
    """What in the value is not as the schema says; the part of JSON Schema that ours uses."""
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r}"
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted

    def has_type(name):
        if name in ("integer", "number"):
            return isinstance(value, (int,) if name == "integer" else (int, float)) and not isinstance(value, bool)
        return isinstance(value, types[name])
    if wanted and not any(has_type(name) for name in wanted):
        yield f"{path}: {type(value).__name__}"
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{path}.{key}: missing"
        for key, member in value.items():
            known = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            if known is False:
                yield f"{path}.{key}: not in the schema"
            else:
                yield from conforms(member, known, f"{path}.{key}")
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from conforms(item, schema.get("items", {}), f"{path}[{i}]")


class SchemaSelfTest(unittest.TestCase):
    def test_the_validator_finds_faults(self):
        schema = {"type": "object", "required": ["a"], "additionalProperties": False,
                  "properties": {"a": {"type": ["integer", "null"]}, "b": {"type": "array", "items": {"enum": [1]}}}}
        for good in ({"a": 1}, {"a": None, "b": [1, 1]}):
            self.assertEqual(list(conforms(good, schema)), [])
        for bad in ({}, {"a": True}, {"a": 1, "c": 2}, {"a": 1, "b": [2]}, []):
            self.assertNotEqual(list(conforms(bad, schema)), [], bad)


@unittest.skipIf(NO_C, "this build has no C frontend")
class Portfolio(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.hard = os.path.join(self.folder.name, "hard.c")
        with open(self.hard, "w") as f:
            f.write(HARD)
        with open("docs/check.schema.json") as f:
            self.schema = json.load(f)

    def test_json_text_and_exit_code_agree(self):
        programs = ["tests/programs/" + p for p in ("basics", "litmus")]
        files = sorted(os.path.join(folder, f) for p in programs for folder, _, names in os.walk(p) for f in names
                       if f.endswith(".c"))[::6]
        self.assertGreater(len(files), 5)
        for i, path in enumerate(files):
            model = ("sc", "tso", "pso", "power")[i % 4]
            with self.subTest(path=path, model=model):
                machine = run("check", path, "--model", model, "--format", "json", "--unroll", "2")
                if machine.returncode == 2:
                    continue
                result = json.loads(machine.stdout)
                self.assertEqual(list(conforms(result, self.schema)), [])
                text = run("check", path, "--model", model, "--unroll", "2")
                self.assertEqual(text.stdout.split(":")[0], result["verdict"])
                self.assertEqual(machine.returncode, CODES[result["verdict"]])
                self.assertEqual(text.returncode, machine.returncode)
                self.assertEqual("complete" in text.stdout.splitlines()[0], result["complete"])

    def test_all_modes_say_the_same(self):
        for model, code in (("sc", 0), ("tso", 10), ("power", 10)):
            for mode in ([], ["--deterministic"], ["--cross-check"], ["--engine", "sat,rsmc"], ["--engine", "smt"]):
                self.assertEqual(run("check", "examples/dekker.c", "--model", model, *mode).returncode, code, mode)

    def test_deterministic_output_is_the_same_every_time(self):
        def once():
            out = run("check", "examples/dekker.c", "--model", "power", "--deterministic").stdout
            return re.sub(r"[\d.]+ s$", "", out, flags=re.M)
        first = once()
        for _ in range(5):
            self.assertEqual(once(), first)

    def test_every_engine_is_listed(self):
        result = json.loads(run("check", "examples/dekker.c", "--model", "tso", "--format", "json").stdout)
        self.assertEqual({e["name"] for e in result["engines"]}, {"sat", "rsmc", "ord", "smt"})
        self.assertEqual([e["name"] for e in result["engines"] if e["status"] == "won"], [result["engine"]])

    def test_all_models(self):
        done = run("check", "examples/dekker.c", "--all-models", "--format", "json")
        table = json.loads(done.stdout)
        self.assertEqual((done.returncode, table["first_violated"]), (10, "tso"))
        self.assertEqual([(m["model"], m["verdict"]) for m in table["models"]],
                         [("sc", "holds"), ("tso", "violated"), ("pso", "violated"), ("power", "violated")])
        for result in table["models"]:
            self.assertEqual(list(conforms(result, self.schema)), [])
        self.assertIn("first broken by tso", run("check", "examples/dekker.c", "--all-models").stdout)

    def test_all_models_are_asked_like_one(self):
        # Each with its own machine: release and acquire are nothing on x86, and fences elsewhere.
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "message.c")
            program.write_text("""#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
atomic_int flag;
void *send(void *unused) {
  x = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(x == 1);
  pthread_join(sender, 0);
}
""")
            table = json.loads(run("check", program, "--all-models", "--format", "json").stdout)
            for model in table["models"]:
                alone = json.loads(run("check", program, "--model", model["model"], "--format", "json").stdout)
                self.assertEqual((alone["verdict"], model["verdict"]), ("holds", "holds"), model["model"])

    def test_limits_are_honest(self):
        for limit, reason in ((["--timeout", "1"], "out of time"), (["--cpu-time", "0.5"], "out of CPU time")):
            done = run("check", self.hard, "--model", "power", "--unroll", "12", "--format", "json", *limit)
            result = json.loads(done.stdout)
            self.assertEqual((done.returncode, result["verdict"], result["reason"]), (5, "unknown", reason))
            self.assertEqual(list(conforms(result, self.schema)), [])
        done = run("check", self.hard, "--model", "power", "--unroll", "12", "--format", "json", "--memory", "60")
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["verdict"]), (5, "unknown"))
        self.assertIn("out of memory", {e["status"] for e in result["engines"]})

    def test_limits_hold_for_the_compiler_too(self):
        eightfold = "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\n"
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "large.c")
            program.write_text(eightfold + "int n;\nint main(void) { B(B(n++;)) return 0; }\n")
            done = run("check", program, "--timeout", "0.3", "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["verdict"], result["reason"]), (5, "unknown", "out of time"))
        self.assertEqual(list(conforms(result, self.schema)), [])

    def test_signals_end_with_a_result(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for delay in (0.05, 0.8):
                process = subprocess.Popen([BINARY, "check", self.hard, "--model", "power", "--unroll", "12"],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                time.sleep(delay)
                process.send_signal(number)
                out, _ = process.communicate(timeout=30)
                if process.returncode == -number:
                    continue  # it came before the program was up
                self.assertEqual(process.returncode, 5, out)
                self.assertIn("interrupted", out)


if __name__ == "__main__":
    unittest.main()
