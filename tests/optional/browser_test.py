#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report of a batch in a real browser: it sorts, filters, asks the network for nothing, and prints.

Needs chromium; run by `./dev test --optional`.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.path.abspath(os.environ["FENCEPOST"])
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
# Clicks and types, then leaves what it sees in the page.
ROBOT = """<script>{
const column = [...document.querySelectorAll('th')].findIndex(head => head.textContent === 'seconds');
const seen = () => [...document.querySelectorAll('tbody tr')].filter(row => !row.hidden).map(row => row.cells[column].dataset.key);
const click = () => document.querySelectorAll('th button')[column].click();
const report = {before: seen()};
click(); report.up = seen();
click(); report.down = seen();
const box = document.querySelector('input');
box.value = 'SB viol'; box.dispatchEvent(new Event('input'));
report.filtered = seen().length;
report.requests = performance.getEntriesByType('resource').map(entry => entry.name);
report.marker = getComputedStyle(document.querySelectorAll('th button')[column], '::after').content;
document.body.insertAdjacentHTML('beforeend', '<pre id="' + 'robot' + '">' + JSON.stringify(report).replace(/</g, '&lt;') + '</pre>');
}</script></body>"""


def browse(*args):
    return subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", *args], capture_output=True, text=True,
                          timeout=120)


@unittest.skipUnless(BROWSER, "no chromium")
class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = os.path.join(cls.folder.name, "out")
        subprocess.run([BINARY, "batch", "examples/litmus", "--model", "sc,tso,power", "--out", cls.out, "--timeout", "60"],
                       check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_sorting_and_filtering(self):
        with open(os.path.join(self.out, "report.html")) as f:
            page = f.read()
        path = os.path.join(self.out, "robot.html")
        with open(path, "w") as f:
            f.write(page.replace("</body>", ROBOT))
        dom = browse("--dump-dom", "file://" + path).stdout
        seen = json.loads(re.search(r'<pre id="robot">(.*?)</pre>', dom, re.S).group(1))
        times = [float(t) for t in seen["before"]]
        self.assertGreater(len(times), 10)
        self.assertEqual([float(t) for t in seen["up"]], sorted(times))
        self.assertEqual([float(t) for t in seen["down"]], sorted(times, reverse=True))
        self.assertTrue(0 < seen["filtered"] < len(times))
        self.assertEqual(seen["requests"], [])
        self.assertIn("\u25bc", seen["marker"])

    def test_it_prints(self):
        pdf = os.path.join(self.folder.name, "report.pdf")
        browse(f"--print-to-pdf={pdf}", "file://" + os.path.join(self.out, "report.html"))
        with open(pdf, "rb") as f:
            self.assertTrue(f.read().startswith(b"%PDF"))


if __name__ == "__main__":
    unittest.main()
