"""`nonosat.apps.cli.shell.progress`: progress on a terminal."""

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

import nonosat as ns


@pytest.mark.slow
def test_a_terminal_shows_progress_of_long_work(tmp_path):
    """Standard error is a real terminal; an interrupt ends the work without a traceback."""
    ns.dump(ns.Puzzle([[1]] * 30, [[1]] * 30), str(tmp_path / "rooks.non"))
    ours, theirs = pty.openpty()
    with (
        subprocess.Popen(
            [sys.executable, "-m", "nonosat", "count", "rooks.non"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=theirs,
        ) as process,
        open(ours, "rb", buffering=0) as terminal,
    ):
        os.close(theirs)
        seen = b""
        while b"rooks.non: " not in seen and len(seen) < 100_000:
            seen += terminal.read(1024)
        assert b"rooks.non: " in seen
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # how a terminal says that the other side is gone
            while more := terminal.read(1024):
                seen += more
        assert process.stdout is not None
        assert process.stdout.read() == b""
    assert process.returncode == 130
    assert b"Traceback" not in seen
