"""`solve --watch`: on a real terminal the solving is drawn and taken away again, elsewhere a word is said."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.generation import n_dom

CURSOR_HIDDEN, CURSOR_SHOWN = b"\x1b[?25l", b"\x1b[?25h"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(ns.Grid(["#.", "##"]).puzzle(), "unique.non")
    return tmp_path


def test_where_there_is_no_terminal_it_says_so_and_solves(folder, capsys):
    assert run(["solve", "--watch", "unique.non"]) == 0
    out, err = capsys.readouterr()
    assert out == "#.\n##\n"
    assert err.splitlines() == [
        "nonosat: --watch draws on a terminal, and standard error is none",
        "unique.non: the only solution",
    ]


def test_lists_are_not_watched(folder, capsys):
    for options in (["--all"], ["--max", "2"]):
        assert run(["solve", "--watch", *options, "unique.non"]) == 64
        assert "--watch shows how one solution is found" in capsys.readouterr().err


def seen_on_a_terminal(words, cwd, until=None, **environment):
    """What a terminal is sent, standard output, and the exit code; interrupted once it shows `until`."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
    command = [sys.executable, "-m", "nonosat", *words]
    with (
        subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=theirs) as process,
        open(ours, "rb", buffering=0) as terminal,
    ):
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # how a terminal says that the other side is gone
            while more := terminal.read(1024):
                seen += more
                if until is not None and until in seen:
                    process.send_signal(signal.SIGINT)
                    until = None
        assert process.stdout is not None
        out = process.stdout.read()
    return seen, out, process.returncode


@pytest.mark.slow
def test_a_terminal_sees_the_lines_one_by_one(tmp_path):
    ns.dump(ns.Grid(["##..#", "#.##.", ".###.", "#...#", "##.##"]).puzzle(), str(tmp_path / "a.non"))
    seen, out, code = seen_on_a_terminal(["solve", "--watch", "a.non"], tmp_path)
    assert code == 0
    assert out.decode().split() == ["##..#", "#.##.", ".###.", "#...#", "##.##"]
    assert re.search(rb"(row|column) \d: \d cells?", seen)
    assert b"the only solution" in seen
    assert seen.rindex(CURSOR_SHOWN) > seen.rindex(CURSOR_HIDDEN)


@pytest.mark.slow
def test_an_interrupt_leaves_the_terminal_as_it_was(folder):
    ns.dump(n_dom(25), "hard.non")
    seen, out, code = seen_on_a_terminal(
        ["solve", "--watch", "hard.non"], folder, until=b"the solver searches"
    )
    assert (out, code) == (b"", 130)
    assert b"Traceback" not in seen
    assert seen.rindex(CURSOR_SHOWN) > seen.rindex(CURSOR_HIDDEN)


@pytest.mark.slow
def test_a_dumb_terminal_is_not_drawn_on(folder):
    seen, out, code = seen_on_a_terminal(["solve", "--watch", "unique.non"], folder, TERM="dumb")
    assert (out, code) == (b"#.\n##\n", 0)
    assert b"\x1b" not in seen
    assert b"--watch draws on a terminal" in seen
