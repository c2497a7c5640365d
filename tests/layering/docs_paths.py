#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the paths that README.md and CONTRIBUTING.md cite exist: docs_paths.py [TOP]

A citation is a word in backticks that begins with a folder or file of the repository's top, or with
'./', or that names a Markdown file; or the target of a relative link. Fenced blocks (commands and
their output), placeholders such as `<name>` and what the build makes are left alone.
"""

import pathlib
import re
import sys

DOCUMENTS = ("README.md", "CONTRIBUTING.md")
FOLDERS = set("ir models frontend encoders solvers explorers portfolio witness cli tests benchmarks docs examples cmake .ci".split())
BACKTICKS = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PATH = re.compile(r"^[\w./*+-]+$")


def looks_like_path(word):
    if not PATH.match(word):
        return False
    first = word.split("/")[0]
    return word.startswith("./") or word.endswith(".md") or ("/" in word and first in FOLDERS)


def cited(line):
    """Yields the paths that a line of Markdown cites."""
    for match in BACKTICKS.finditer(line):
        word = match[1].split()[0]
        if looks_like_path(word):
            yield word
    for match in LINK.finditer(line):
        if "://" not in match[1]:
            yield match[1]


def exists(top, path):
    path = path.removeprefix("./").rstrip("/")
    return any(top.glob(path)) if "*" in path else (top / path).exists()


def check(top):
    for document in DOCUMENTS:
        file = top / document
        fenced = False
        for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], start=1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                for path in cited(line):
                    if not exists(top, path):
                        yield f"{document}:{number}: {path} does not exist"


def main(arguments):
    top = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    wrong = list(check(top))
    for line in wrong:
        print(line)
    print(f"docs_paths: {len(wrong)} wrong paths")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
