"""Every command on the README and in docs, inline ones too, as a newcomer has it.

Commands in console blocks are run by `test_pages.py`, which compares their output, and those of the gallery by
`test_gallery.py`. The others are run here, in a folder with the puzzles, or are listed with the reason why not.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from nonosat.apps.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))}
GALLERY = "docs/pictures.md"
"""The page with `sh` blocks that `test_gallery.py` runs."""

NOT_RUN = {
    r"nonosat studio\b": "a server, which does not end",
    r"nonosat export\b": "needs Pyodide",
    r"SLURM|dask:tcp://": "needs a cluster",
    r"nonosat play\b": "a browser; see its own test",
    r"^ssh ": "needs another machine",
    r"check --watch": "does not end; see its own test",
    r"page\.jpg": "somebody's own photograph",
    r"hint --level 1|--technique NAME|--executor \.\.\.": "part of a command, within a sentence",
    r"generate --dataset FILE$|(certify|verify) --proved$": "the same",
    r"\.venv/bin/pip|(pip|pipx|tool) install": "installs; test_packaging.py does that",
    r"report growth|JOURNAL --plot": "a journal of a long run",
    r"CORPUS|--workers 1 webpbn|--journal growth|--repeats 5|--program '(old|pbnsolve)=": "collections of others, or long",
    r"\./solver": "needs a solver of somebody else's",
    r"nonosat certificate \d": "a line of a file, no command",
}
"""Commands that are not run, with the reasons."""

PLACEHOLDERS = {
    "PUZZLE": "puzzles/cup.non",
    "PUZZLE...": "puzzles/cup.non puzzles/cat.non",
    "FOLDER": "some",
    "DIR": "proof",
    "IN": "puzzles/cup.non",
    "OUT": "out.json",
    "OUT.cnf": "out.cnf",
    "PICTURE.pdf": "picture.pdf",
    "STATE": "state.txt",
    "COMMAND": "check",
    "N": "2",
}
"""Replacements for a newcomer's own files and values."""


def code(page):
    """The code in a page but for console blocks: lines of `sh` blocks, indented lines, and inline spans."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if page != PAGES[GALLERY]:
            yield from block.replace("\\\n", "").splitlines()
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"^    (\S.*)$", text, re.MULTILINE)
    text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    yield from (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text))


def commands(page):
    """The code that runs the program."""
    return [each for each in code(page) if re.search(r"(^|[ /|])nonosat [A-Za-z-]", each)]


FOUND = sorted({each for page in PAGES.values() for each in commands(page)})
WHOLE = [each for each in FOUND if not re.fullmatch(r"nonosat [a-z-]+", each)]


def why_not(command):
    return next((reason for pattern, reason in NOT_RUN.items() if re.search(pattern, command)), None)


def test_commands_are_found_and_all_reasons_are_needed():
    assert len(FOUND) > 30
    assert any("check example:gchq" in each for each in FOUND)
    everything = "\n".join(line for page in PAGES.values() for line in code(page))
    assert [pattern for pattern in NOT_RUN if not re.search(pattern, everything, re.MULTILINE)] == []


@pytest.mark.parametrize("command", FOUND)
def test_named_commands_exist(command):
    for name in re.findall(r"nonosat ([a-z][a-z-]*)", command):
        assert name in COMMANDS or why_not(command), command


@pytest.fixture
def newcomer(tmp_path):
    """A folder with the puzzles, some results, and `nonosat` found as in an activated environment."""
    folder = tmp_path
    shutil.copytree(ROOT / "puzzles", folder / "puzzles")
    (folder / "some").mkdir()
    for name in ("cup.non", "cat.non"):
        shutil.copy(ROOT / "puzzles" / name, folder / "some")
    (folder / "drafts").mkdir()
    shutil.copy(ROOT / "tests" / "pictures" / "face.png", folder / "drafts")
    (folder / "state.txt").write_text("??????????\n" * 10)
    (folder / "bin").mkdir()
    script = folder / "bin" / "nonosat"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m nonosat "$@"\n')
    script.chmod(0o755)
    line = '{"key": "1", "puzzle": "a.non", "verdict": "unique", "width": 9, "height": 9, "seconds": 0.01}\n'
    for output in ("results.jsonl", "results-1.jsonl", "results-2.jsonl"):
        (folder / output).write_text(line)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", [each for each in WHOLE if not why_not(each)])
def test_a_newcomer_can_run_it(newcomer, command):
    for word, meant in PLACEHOLDERS.items():
        command = re.sub(rf"(?<![\w.]){re.escape(word)}(?![\w.])", meant, command)
    path = f"{newcomer / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=newcomer,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode <= 3, f"{command}: {done.returncode}\n{done.stderr}"


@pytest.mark.slow
def test_a_book_of_the_puzzles_names_those_left_out(newcomer):
    pytest.importorskip("reportlab")
    script = newcomer / "bin" / "nonosat"
    done = subprocess.run(
        [script, "book", "puzzles", "-o", "book.pdf"],
        cwd=newcomer,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"book\.pdf: \d+ puzzles on", done.stdout)
    assert "left out: puzzles/castle.non" in done.stderr


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_the_shell_finds_the_program_once_the_environment_is_activated(name):
    """The lines before it contain the path of the environment."""
    before, activate, _ = PAGES[name].read_text(encoding="utf-8").partition("    . .venv/bin/activate\n")
    assert activate
    assert not re.search(r"^\$ nonosat |^    nonosat |`nonosat [a-z-]+ [^`]*`", before, re.MULTILINE)
    assert re.search(r"^    .*&& \.venv/bin/nonosat check", before, re.MULTILINE)


def test_installed_packages_are_found():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for name, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        for what in re.findall(r"pip install (?:-\S+ )*['\"]?([^ '\"`\n]+)", text):
            assert not re.fullmatch(r"nonosat", what), f"{name}: it is in no index"
            if extra := re.fullmatch(r"\S*\[([\w,]+)\]", what):
                assert set(extra[1].split(",")) <= set(extras), name
