# SPDX-License-Identifier: Apache-2.0
"""Other tools on the same C programs: how each is called for a model and a bound, and what its answer means.

A peer is there if it is found on PATH or a command is given (--cbmc "wrapper cbmc"). Peers get a preprocessed
file where they take one, so that they need no headers; making it is not on their clock.
"""
import os
import shlex
import shutil
import subprocess


class Peer:
    """One tool. `models`: ours to its option. `codes`: exit code to verdict, None: see `read`."""
    name = ""
    models = {}
    codes = {}

    def __init__(self, command):
        self.start = shlex.split(command)

    def command(self, task, model):
        raise NotImplementedError

    def verdict(self, code, output):
        return self.codes.get(code, "unknown")


def defines(task):
    return [f"-D{d}" for d in task.defines]


class Cbmc(Peer):
    name = "cbmc"
    models = {"sc": "sc", "tso": "tso", "pso": "pso"}
    codes = {0: "holds", 10: "violated"}

    def command(self, task, model):
        return self.start + [task.preprocessed, "--mm", self.models[model], "--unwind", str(task.rounds + 1),
                             "--no-unwinding-assertions", "--no-standard-checks"]

    def verdict(self, code, output):
        # Without pthread.h its own model of threads is missing, and threads silently do nothing.
        if "No such file" in output or "no body for" in output:
            return "unknown"
        return super().verdict(code, output)


class Deagle(Peer):
    name = "deagle"
    models = {"sc": "--sc", "tso": "--tso", "pso": "--pso"}
    codes = {0: "holds", 10: "violated"}

    def command(self, task, model):
        return self.start + [self.models[model], "--unwind", str(task.rounds + 1), "--no-unwinding-assertions",
                             task.preprocessed]


class Nidhugg(Peer):
    name = "nidhuggc"
    models = {"sc": "--sc", "tso": "--tso", "pso": "--pso", "power": "--power"}
    codes = {0: "holds", 42: "violated"}

    def command(self, task, model):
        return self.start + [*defines(task), "--", self.models[model], f"--unroll={task.rounds + 1}", task.source]


class GenMC(Peer):
    name = "genmc"
    models = {"sc": "--sc", "tso": "--tso"}
    codes = {0: "holds", 42: "violated"}

    def command(self, task, model):
        return self.start + [self.models[model], f"--unroll={task.rounds + 1}", "--disable-race-detection", "--",
                             *defines(task), task.source]


class Dartagnan(Peer):
    name = "dartagnan"
    models = {"sc": "sc.cat", "tso": "tso.cat", "power": "power.cat"}
    codes = {0: "holds", 1: "holds", 10: "violated"}  # 1: no violation within the bound
    targets = {"sc": "c11", "tso": "tso", "power": "power"}

    def command(self, task, model):
        cat = os.path.join(os.environ.get("DAT3M_HOME", "."), "cat", self.models[model])
        return self.start + [cat, task.preprocessed, f"--bound={task.rounds + 1}", f"--target={self.targets[model]}"]


PEERS = (Cbmc, Deagle, Nidhugg, GenMC, Dartagnan)


def add_options(parser):
    for peer in PEERS:
        parser.add_argument(f"--{peer.name}", default=shutil.which(peer.name) or "", metavar="COMMAND",
                            help=f"how to call {peer.name} (default: found on PATH)")


def present(args):
    return [peer(getattr(args, peer.name)) for peer in PEERS if getattr(args, peer.name)]


def preprocess(source, options, path):
    """The program without #include; false if there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-19")
    return bool(compiler) and subprocess.run([compiler, "-E", *options, source, "-o", path],
                                             stderr=subprocess.DEVNULL).returncode == 0
