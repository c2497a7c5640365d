#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A batch as a Slurm array on a real Slurm of one node, started for this test and ended after it.

Needs slurmctld, slurmd and sbatch, and root; run by `./dev test --optional`.
"""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

BINARY = os.path.abspath(os.environ["FENCEPOST"])
TOOLS = ("slurmctld", "slurmd", "sbatch", "squeue", "munged")
CONF = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={port2}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@unittest.skipUnless(all(map(shutil.which, TOOLS)) and os.geteuid() == 0, "no Slurm, or not root")
class Slurm(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir="/var/tmp")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.chmod(self.folder, 0o755)
        self.daemons = []
        self.addCleanup(self.stop)
        key = os.path.join(self.folder, "munge.key")
        with open(key, "wb") as f:
            f.write(os.urandom(1024))
        os.chmod(key, 0o400)
        for name in ("state", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        conf = os.path.join(self.folder, "slurm.conf")
        host = socket.gethostname().split(".")[0]
        with open(conf, "w") as f:
            f.write(CONF.format(host=host, port=free_port(), port2=free_port(), folder=self.folder, cpus=os.cpu_count()))
        self.env = {**os.environ, "SLURM_CONF": conf}
        self.start("munged", "-F", "--force", "--key-file", key, "--socket", f"{self.folder}/munge.socket", "--pid-file",
                   f"{self.folder}/munged.pid", "--seed-file", f"{self.folder}/munge.seed", "--log-file", f"{self.folder}/munged.log")
        self.until(lambda: os.path.exists(f"{self.folder}/munge.socket"))
        self.start("slurmctld", "-D", "-f", conf, "-L", f"{self.folder}/ctld.log")
        self.start("slurmd", "-D", "-N", host, "-f", conf, "-L", f"{self.folder}/slurmd.log")
        self.until(lambda: "idle" in self.say("sinfo", "-h", "-o", "%t"))

    def start(self, *command):
        self.daemons.append(subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def say(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True).stdout

    def until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                logs = "".join(open(os.path.join(self.folder, f)).read()[-1500:] for f in os.listdir(self.folder) if f.endswith(".log"))
                self.fail("waited too long\n" + logs)
            time.sleep(0.2)

    def ids(self, out):
        with open(os.path.join(out, "results.jsonl")) as f:
            return sorted((row["id"], row["verdict"]) for row in map(json.loads, f))

    def test_an_array_is_the_whole_batch(self):
        out = os.path.join(self.folder, "out")
        tasks = [os.path.abspath("examples/litmus"), "--model", "sc,power"]
        done = subprocess.run(["sbatch", "--array=1-3", f"--export=ALL,SHARDS=3,OUT={out},FENCEPOST={BINARY}", "--cpus-per-task=1",
                               f"--output={self.folder}/%a.txt", os.path.abspath("benchmarks/slurm.sbatch"), *tasks],
                              env=self.env, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.until(lambda: not self.say("squeue", "-h").strip(), 120)
        shards = [os.path.join(out, f"shard-{i}") for i in (1, 2, 3)]
        subprocess.run([BINARY, "merge", *shards, "--out", os.path.join(out, "all")], check=True, capture_output=True)
        subprocess.run([BINARY, "batch", *tasks, "--out", os.path.join(out, "whole")], check=True, capture_output=True)
        self.assertEqual(self.ids(os.path.join(out, "all")), self.ids(os.path.join(out, "whole")))


if __name__ == "__main__":
    unittest.main()
