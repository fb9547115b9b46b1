"""Pictures on terminals: never wrapped, cut with a note, in colours if allowed."""

import os
import re
import sys

import pytest

import nonosat as ns
from nonosat.apps.drawing import terminal as screen
from nonosat.support.children.own_limits import bounded

RED = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))
WIDE = ns.Grid([[1, 2] * 20, [2, 1] * 20])
SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def terminal(monkeypatch):
    """Makes standard output look like a terminal with so many columns."""

    def made(columns, **environment):
        for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"TERM": "xterm-256color", "COLUMNS": str(columns), **environment}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

    return made


@pytest.mark.parametrize("columns", [1, 10, 40, 80, 120, 300])
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_is_wider_than_the_terminal(terminal, columns, environment, plain):
    terminal(columns, **environment)
    triddler = ns.Grid(["#..", "##."], ragged=True).triddler(2, 2, -1)
    pictures = [
        screen.drawing(WIDE.puzzle(RED), WIDE, plain=plain),
        screen.drawing(triddler, plain=plain),
        screen.picture_text(WIDE, WIDE.puzzle(RED)),
    ]
    for picture in pictures:
        lines = SGR.sub("", picture).split("\n")
        assert max(map(len, lines)) <= columns


def test_a_cut_drawing_reports_its_full_size(terminal):
    terminal(30)
    *picture, note = screen.drawing(WIDE.puzzle(RED), WIDE, plain=True).split("\n")
    assert {len(SGR.sub("", line)) for line in picture} == {30}
    assert re.fullmatch(r"\[cut: 30 of \d+ characters\]", note)


def test_colours_are_the_terminals_unless_they_are_forbidden(terminal):
    puzzle = WIDE.puzzle(RED)
    terminal(300)
    assert "\x1b[" in screen.drawing(puzzle, WIDE)
    assert "rr" not in SGR.sub("", screen.drawing(puzzle, WIDE))
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal(300, **environment)
        drawn = screen.drawing(puzzle, WIDE)
        assert "\x1b" not in drawn
        assert "rr" in drawn  # inks are letters then


def test_a_pipe_gets_the_whole_drawing_without_colours():
    drawn = screen.drawing(WIDE.puzzle(RED), WIDE)
    assert "\x1b" not in drawn
    assert "cut" not in drawn
    assert screen.picture_text(WIDE, WIDE.puzzle(RED)).split("\n") == ["#r" * 20, "r#" * 20]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
@pytest.mark.parametrize("columns", [40, 80])
def test_a_drawing_fits_the_terminal(tmp_path, columns):
    import fcntl
    import struct
    import subprocess
    import termios

    path = tmp_path / "wide.json"
    ns.dump(WIDE.puzzle(RED, goal=WIDE), path)
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    command = [sys.executable, "-m", "nonosat", "show", "--goal", str(path)]
    with subprocess.Popen(command, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        seen = b""
        try:
            while data := os.read(master, 65536):
                seen += data
        except OSError:  # how Linux says that the other end is closed
            pass
        assert process.wait() == 0
    os.close(master)
    lines = seen.decode().replace("\r\n", "\n").splitlines()
    assert 30 < max(map(len, lines)) <= columns


def test_a_large_drawing_is_not_begun_after_the_limit():
    small, large = (ns.Grid([[1] * side] * side).puzzle() for side in (2, 400))
    assert screen.in_time(lambda: "drawn", large) == "drawn"
    with bounded(ns.Limit(seconds=0)):
        assert screen.in_time(lambda: "drawn", small) == "drawn"
        assert screen.in_time(lambda: "drawn", large) == "[not drawn: the time limit was reached]"
