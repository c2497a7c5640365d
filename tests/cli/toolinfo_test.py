#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""BenchExec's module for Fencepost against BenchExec's interface: the real one if it is installed, else a stand-in
with the same methods and words."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree
from collections import namedtuple

BINARY = os.path.abspath(os.environ["FENCEPOST"])
FOLDER = os.path.join("benchmarks", "svcomp")
Limits = namedtuple("Limits", "cputime cputime_hard walltime memory cpu_cores", defaults=(None,) * 5)
Run = namedtuple("Run", "output exit_code was_timeout", defaults=(None, False))


class Output(list):
    @property
    def text(self):
        return "\n".join(self)


class Task:
    def __init__(self, files, property_file, options=None):
        self.input_files, self.property_file, self.options = files, property_file, options
        self.input_files_or_identifier = files


def stand_in():
    """The part of benchexec that the module uses."""
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    template, result = types.ModuleType("benchexec.tools.template"), types.ModuleType("benchexec.result")

    class BaseTool2:
        def _version_from_tool(self, executable, arg="--version"):
            done = subprocess.run([executable, arg], capture_output=True, text=True)
            return "" if done.returncode or done.stderr else done.stdout.strip()

    class UnsupportedFeatureException(Exception):
        pass

    template.BaseTool2, template.UnsupportedFeatureException = BaseTool2, UnsupportedFeatureException
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN = "true", "false", "unknown"
    result.RESULT_TIMEOUT, result.RESULT_ERROR = "TIMEOUT", "ERROR"
    package.tools, package.result, tools.template = tools, result, template
    for module in (package, tools, template, result):
        sys.modules[module.__name__] = module


def load():
    if importlib.util.find_spec("benchexec") is None:
        stand_in()
    spec = importlib.util.spec_from_file_location("fencepost_toolinfo", os.path.join(FOLDER, "fencepost.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODULE = load()
NO_C = "no C frontend" in subprocess.run([BINARY, "check", "examples/message_passing.c"], capture_output=True, text=True).stderr


class ToolInfo(unittest.TestCase):
    def setUp(self):
        self.tool = MODULE.Tool()
        self.property = os.path.abspath(os.path.join(FOLDER, "properties", "unreach-call.prp"))

    def command(self, name, words=(), limits=Limits(), **more):
        path = os.path.abspath(os.path.join(FOLDER, "tasks", name))
        return self.tool.cmdline(BINARY, list(words), Task([path], self.property, **more), limits)

    def test_version_is_short_and_does_not_start_with_the_name(self):
        version = self.tool.version(BINARY)
        self.assertRegex(version, r"^\d[\w.-]{2,40}$")
        self.assertFalse(version.startswith(self.tool.name()))

    def test_command_line(self):
        words = self.command("lost_update.c", ["--model", "sc"], Limits(cputime=900, memory=15_000_000_000),
                             options={"data_model": "ILP32"})
        self.assertEqual(words[:2], [BINARY, "check"])
        for option, value in (("--model", "sc"), ("--data-model", "ILP32"), ("--property-file", self.property),
                              ("--witness", "witness.yml"), ("--cpu-time", "855"), ("--memory", "13500")):
            self.assertEqual(words[words.index(option) + 1], value)
        with self.assertRaises(MODULE.UnsupportedFeatureException):
            self.command("lost_update.c", options={"data_model": "LLP64"})
        with self.assertRaises(MODULE.UnsupportedFeatureException):
            self.tool.cmdline(BINARY, [], Task(["x.c"], None), Limits())

    @unittest.skipIf(NO_C, "this build has no C frontend")
    def test_results_of_real_runs(self):
        for name, expected in (("lost_update.c", "false(unreach-call)"), ("locked_update.c", "true")):
            with tempfile.TemporaryDirectory() as folder:
                words = self.command(name, ["--model", "sc"], Limits(cputime=60, memory=4_000_000_000))
                done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
                output = Output(done.stdout.splitlines())
                self.assertEqual(self.tool.determine_result(Run(output)), expected)
                self.assertEqual(os.path.exists(os.path.join(folder, "witness.yml")), expected.startswith("false"))
                self.assertTrue(self.tool.get_value_from_output(output, "engine"))

    def test_results_of_what_is_no_answer(self):
        result = self.tool.determine_result
        self.assertEqual(result(Run(Output(["x", "VERDICT: UNKNOWN (out of time)"]))), "unknown")
        self.assertEqual(result(Run(Output(["VERDICT: TRUE", "VERDICT: FALSE(no-overflow)"]))), "false(no-overflow)")
        self.assertEqual(result(Run(Output(["it is TRUE"]), was_timeout=True)), "TIMEOUT")
        self.assertEqual(result(Run(Output([]))), "ERROR")

    def test_the_definition_names_what_exists(self):
        root = xml.etree.ElementTree.parse(os.path.join(FOLDER, "fencepost.xml")).getroot()
        self.assertEqual(root.get("tool"), "fencepost")
        for tag in root.iter("propertyfile"):
            self.assertTrue(os.path.exists(os.path.join(FOLDER, "properties", os.path.basename(tag.text))), tag.text)

    @unittest.skipIf(NO_C, "this build has no C frontend")
    def test_smoke_test(self):
        done = subprocess.run([os.path.join(FOLDER, "smoketest.sh")], env={**os.environ, "FENCEPOST": BINARY},
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "smoketest: passed\n"))


if __name__ == "__main__":
    unittest.main()
