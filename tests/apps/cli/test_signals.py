"""SIGINT and SIGTERM at random moments over all commands: one line, the right exit code, no file half written.

The moments count from when the command line has begun to handle signals, which it says by closing a pipe: how long the
interpreter takes to get there depends on the load of the machine, and before it the end is the interpreter's own.
"""

import os
import random
import signal
import subprocess
import sys
import time

import pages
import pytest
from limited import COMMANDS
from PIL import Image

import nonosat as ns

pytestmark = pytest.mark.skipif(os.name == "nt", reason="other systems have no signals for one process")

WORDS = [words for lines in COMMANDS.values() for words in lines]
MOMENTS = 200
LONGEST = 1.5  # seconds until the last moment; easy commands have ended by then
STARTED = """
import os, sys
import nonosat.apps.cli as cli

def guard(*arguments, own=cli.guard):
    own(*arguments)
    os.close({pipe})

cli.guard = guard
cli.main()
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A puzzle that no command is done with soon, its picture, a state of it, and a printed page."""
    folder = tmp_path_factory.mktemp("signals")
    cells = [
        [random.Random(row).random() < 0.5 for row in range(60 * place, 60 * place + 60)]
        for place in range(60)
    ]
    puzzle = ns.Grid(cells).puzzle()
    ns.dump(puzzle, folder / "puzzle.json")
    (folder / "state.txt").write_text("\n".join(["?" * 60] * 60) + "\n")
    picture = Image.new("1", (60, 60), 1)
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            picture.putpixel((column, row), not cell)
    picture.save(folder / "picture.png")
    pages.page(pages.puzzle(30, 4), "boxed", "dark", cell=60).image.save(folder / "page.jpg")
    names = ("puzzle.json", "picture.png", "state.txt", "page.jpg")
    return {name.partition(".")[0]: str(folder / name) for name in names}


def ending(words, files, folder, number, moment):
    """Sends a signal to a command so many seconds after it has begun; returns its exit code and both outputs."""
    reading, writing = os.pipe()
    command = [word.format(**files) for word in words.split()]
    with subprocess.Popen(
        [sys.executable, "-c", STARTED.format(pipe=writing), *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        text=True,
        pass_fds=[writing],
    ) as process:
        os.close(writing)
        assert os.read(reading, 1) == b""
        os.close(reading)
        time.sleep(moment)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def is_right(code, number, out, err, left):
    """Returns True if a command was interrupted, and said so, or had its answer already."""
    if code == 128 + number:
        return err.splitlines()[-1:] == ["nonosat: interrupted"] and not is_noisy(err) and not left
    return code in (0, 1, 2, 3, 65) and "interrupted" not in err and not is_noisy(err)


def is_noisy(err):
    return "Traceback" in err or "Exception" in err or "" in err.splitlines()


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_at_any_moment_is_one_line(files, tmp_path, number):
    chance, wrong = random.Random(), []
    for at in range(MOMENTS // 2):
        words = WORDS[at % len(WORDS)]
        moment = chance.choice([0.1, LONGEST]) * chance.random()
        (folder := tmp_path / str(at)).mkdir()
        code, out, err = ending(words, files, folder, number, moment)
        left = [name for name in os.listdir(folder) if name.startswith(".") or name.endswith(".tmp")]
        if not is_right(code, number, out, err, left):
            wrong.append((words, round(moment, 3), code, err[-300:], left))
    assert wrong == []
