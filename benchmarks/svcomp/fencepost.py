# SPDX-License-Identifier: Apache-2.0
"""BenchExec's tool-info module for Fencepost."""
import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

DATA_MODELS = ("ILP32", "LP64")
VERDICT = re.compile(r"VERDICT: (TRUE|FALSE\(([a-z-]+)\)|UNKNOWN)(?: \(.*\))?")


class Tool(benchexec.tools.template.BaseTool2):
    """
    Fencepost: concurrent C programs under SC and weak memory models.
    Needs a property file; the data model comes from the task.
    """

    REQUIRED_PATHS = ["bin", "lib", "include"]

    def name(self):
        return "Fencepost"

    def executable(self, tool_locator):
        return tool_locator.find_executable("fencepost", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable).removeprefix("fencepost ")

    def cmdline(self, executable, options, task, rlimits):
        if not task.property_file:
            raise UnsupportedFeatureException("Fencepost needs a property file")
        words = [executable, "check", *options, "--property-file", task.property_file, "--witness", "witness.yml"]
        data_model = (task.options or {}).get("data_model")
        if data_model:
            if data_model not in DATA_MODELS:
                raise UnsupportedFeatureException(f"unsupported data model {data_model}")
            words += ["--data-model", data_model]
        if rlimits.cputime:
            words += ["--cpu-time", str(max(1, rlimits.cputime * 95 // 100))]
        if rlimits.cpu_cores:
            words += ["--cores", str(rlimits.cpu_cores)]
        if rlimits.memory:
            words += ["--memory", str(rlimits.memory * 9 // 10 // 1_000_000)]
        return [*words, *task.input_files_or_identifier]

    def determine_result(self, run):
        for line in reversed(run.output):
            found = VERDICT.fullmatch(line.strip())
            if found:
                if found[1] == "TRUE":
                    return result.RESULT_TRUE_PROP
                if found[2]:
                    return f"{result.RESULT_FALSE_PROP}({found[2]})"
                return result.RESULT_UNKNOWN
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        for line in reversed(output):
            found = re.search(rf"(?:^|\s){re.escape(identifier)} ([^\s,]+)", line)
            if found:
                return found[1]
        return None
