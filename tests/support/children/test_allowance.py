"""Memory of a tree of processes: together they keep the limit of the first one."""

import os
import subprocess
import sys
import time
from random import Random

import pytest
import works

import nonosat as ns
from nonosat.support.children import allowance
from nonosat.support.children.allowance import allowed, share_of
from nonosat.support.children.processes import memory_in_use, memory_share, run_limited
from nonosat.support.end import Stopped
from nonosat.support.limits import MIN_MEMORY, Limit

MB = 1_000_000

linux = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems do not list the processes of a tree"
)


def tree(pid):
    """A process and all below it."""
    yield pid
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = file.read().split()
    except OSError:
        return
    for child in children:
        yield from tree(int(child))


def held(pid):
    """Bytes of data, as the system's limit counts them; 0 once the process is gone."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def most_held(*arguments):
    """Runs Python; returns the most bytes that its tree of processes held, and the most processes."""
    most, number = 0, 0
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            sizes = [*map(held, tree(process.pid))]
            most, number = max(most, sum(sizes)), max(number, len(sizes))
            time.sleep(0.002)
    return most, number


@linux
def test_a_program_and_its_greedy_child_keep_the_limit_together(importable):
    code = f"""
import works
from nonosat.support.children.own_limits import bounded
from nonosat.support.children.processes import run_limited
from nonosat.support.limits import Limit
limit = Limit(memory={200 * MB})
with bounded(limit):
    kept = bytearray({60 * MB})
    stopped, held = run_limited(works.greedy, limit=limit)
assert stopped == "memory", stopped
"""
    most, number = most_held("-c", code)
    assert number == 2
    assert 150 * MB < most <= 200 * MB


@linux
@pytest.mark.slow
@pytest.mark.parametrize("command", ["repair clue", "count", "check --portfolio 2"])
def test_a_command_keeps_its_limit_with_all_its_processes(command, tmp_path):
    path = tmp_path / "noise.non"
    picture = ns.Grid([Random(row).choices([0, 1], k=60) for row in range(60)])
    picture.puzzle().save(str(path))
    limits = ["--memory-limit", "150M", "--time-limit", "4"]
    most, number = most_held("-m", "nonosat", *command.split(), str(path), *limits)
    assert number > 1
    assert most <= 150 * MB


def test_children_share_what_their_parent_leaves():
    assert share_of(300 * MB, lambda: 900 * MB) == 300 * MB  # of a host only the children count
    with allowed(300 * MB):
        assert share_of(300 * MB, lambda: 84 * MB) == 200 * MB
        assert share_of(300 * MB, lambda: 84 * MB, among=2) == 100 * MB
        assert share_of(150 * MB, lambda: 84 * MB) == 150 * MB
        assert share_of(300 * MB, lambda: 290 * MB) == MIN_MEMORY
    with allowed(100 * MB):
        assert share_of(100 * MB, lambda: 20 * MB) == 70 * MB


def test_what_children_at_work_were_granted_is_not_granted_twice(importable):
    before = allowance.granted
    limit = Limit(memory=100 * MB)
    shares = []
    whole = memory_in_use() + 1000 * MB  # more than the runner of the tests holds
    with allowed(whole):
        run_limited(works.told, 1, limit=limit, observer=lambda _: shares.append(memory_share(whole)))
        shares.append(memory_share(whole))
    assert 90 * MB < shares[1] - shares[0] < 110 * MB
    assert run_limited(works.dying, limit=limit)[0] is Stopped.FAILURE
    assert allowance.granted == before
