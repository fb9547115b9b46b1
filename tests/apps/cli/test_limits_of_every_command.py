"""Every command within its limits, on puzzles that are large, or hard, or have nothing to hold on to.

A limit of seconds is one for the whole: for reading, the question, drawing and writing. The one of memory is one for
every process that takes part.
"""

import json
import subprocess
import sys
from random import Random

import pages
import pytest
from commands import ALL
from effort import tries
from limited import COMMANDS
from oracles import runs
from PIL import Image

import nonosat as ns
from nonosat.apps.generation import n_dom

SECONDS, LATE = 1.0, 2.0
"""The limit, and the allowed factor: a command that forgets its limit takes ten times as long."""
MEMORY, OVER = 512_000_000, 0.1

WORDS = [words for each in COMMANDS.values() for words in each]

NO_WORK = {"line", "studio", "mcp", "verify"}
"""The servers' limits are those of a request; certificates have a test of their own in `tests/verifier`."""


def pictured(rows, **more):
    return ns.Puzzle(list(map(runs, rows)), [runs(column) for column in zip(*rows, strict=True)], **more)


def noise(height, width, colours, seed=1):
    random = Random(seed)
    return [[random.randrange(colours) for _ in range(width)] for _ in range(height)]


COLOURS = [
    ("white", "ffffff", "."),
    ("red", "ff0000", "r"),
    ("green", "00ff00", "g"),
    ("blue", "0000ff", "b"),
]
NASTY = {
    "alternating": lambda: pictured([[(row + column) % 2 for column in range(4096)] for row in range(12)]),
    "noise": lambda: pictured(noise(1000, 1000, 2)),
    "clueless": lambda: ns.Puzzle([None] * 4096, [None] * 4096),
    "blank": lambda: ns.Puzzle([[]] * 4096, [[]] * 4096),
    "full": lambda: ns.Puzzle([[1500]] * 1500, [[1500]] * 1500),
    "permutations": lambda: ns.Puzzle([[1]] * 1500, [[1]] * 1500),
    "blotted": lambda: ns.Puzzle([["?"] * 100] * 600, [["?"] * 100] * 600),
    "domino": lambda: n_dom(60),
    "colours": lambda: pictured(noise(300, 300, 4), palette=COLOURS),
    "triddler": lambda: ns.Puzzle([None] * 200, [None] * 200, diagonals=[None] * 200, corner=-100),
}
"""Each of them is quickly made and read; what is large is the grid."""

MEASURED = """
import json, os, subprocess, sys, time
began = time.monotonic()
process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=sys.argv[1])
said = process.stderr.read()
_, status, used = os.wait4(process.pid, 0)
print(json.dumps({
    "wall": time.monotonic() - began,
    "cpu": used.ru_utime + used.ru_stime,
    "memory": used.ru_maxrss * 1024,
    "code": os.waitstatus_to_exitcode(status),
    "said": said.decode()[-300:],
}))
"""
"""A small process that starts the command: the system takes the peak of whoever starts one for its own."""


def measured(folder, *words):
    """A command's seconds, of the clock and of all processors, the most that one of its processes held, and its code."""
    limits = ("--time-limit", str(SECONDS), "--memory-limit", str(MEMORY))
    command = (sys.executable, "-c", MEASURED, str(folder), sys.executable, "-m", "nonosat", *words, *limits)
    return json.loads(subprocess.run(command, capture_output=True, check=True, timeout=300).stdout)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Makes the files of a puzzle, by its name: its own, a picture of that size, and a state where nothing is known."""
    folder = tmp_path_factory.mktemp("nasty")

    def files(name):
        puzzle = folder / f"{name}.json"
        if not puzzle.exists():
            nasty = NASTY[name]() if name in NASTY else ns.Puzzle([[1]], [[1]])
            state = "\n".join("?" * length for length in nasty.row_lengths)
            (folder / f"{name}.txt").write_text(f"{state}\n")
            Image.new("1", (nasty.width, nasty.height), 1).save(folder / f"{name}.png")
            ns.dump(nasty, puzzle)
        page = folder / "page.jpg"
        if not page.exists():
            pages.page(pages.puzzle(30, 4), "boxed", "dark", cell=60).image.save(page)
        state, picture = folder / f"{name}.txt", folder / f"{name}.png"
        return {"puzzle": puzzle, "picture": picture, "state": state, "page": page}

    return files


def test_every_command_that_has_limits_is_held_to_them():
    limited = {
        name for name, command in ALL.items() if any("--time-limit" in each.opts for each in command.params)
    }
    assert limited == COMMANDS.keys() | NO_WORK


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="figures of processes, and the limit of memory, are Linux'"
)
@pytest.mark.parametrize("words", WORDS)
def test_no_command_is_late_or_takes_more_memory(made, tmp_path, words):
    """Late by the clock and by the processors' time: a busy machine makes nobody late.

    The time to start a command, and the processes that it starts, is measured with a puzzle of one cell.
    A thorough run tries each command on all puzzles; otherwise each takes the next few of them.
    """
    few = tries(len(NASTY), share=4)
    names = [[*NASTY][(WORDS.index(words) * few + k) % len(NASTY)] for k in range(few)]
    found = {}
    for name in ("cell", *names) if "{" in words else ("cell",):
        (folder := tmp_path / name).mkdir()
        found[name] = measured(folder, *(word.format(**made(name)) for word in words.split()))
    # a puzzle is sent to a worker, and on to its solver
    late = LATE * 2 if words.startswith(("batch", "benchmark")) else LATE
    start = found["cell"]["cpu"] if len(found) > 1 else 0.5
    assert {
        name: figures
        for name, figures in found.items()
        if min(figures["wall"], figures["cpu"]) > start + SECONDS + late
        or figures["memory"] > MEMORY * (1 + OVER)
        or figures["code"] not in (0, 1, 2, 3, 64, 65)
    } == {}
    assert {figures["code"] for figures in found.values()} - {64, 65}
