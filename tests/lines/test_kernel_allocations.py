"""Every allocation of the kernel fails once: that is a MemoryError, nothing is lost, and nothing is spoilt.

CPython brings a counter that makes the n-th allocation fail, in a module for its own tests, which some
installations lack.
"""

import gc
import sys
from functools import partial

import pytest

from nonosat.lines.compiled import arrangement
from nonosat.model.clues import Block
from nonosat.model.puzzle import Grid

_testcapi = pytest.importorskip("_testcapi")
Lines = pytest.importorskip("nonosat.kernel._compiled").Lines


def rectangle(height, width, clues):
    """Returns a function that makes lines, some of them with a clue."""
    cells = [range(row * width, (row + 1) * width) for row in range(height)]
    cells += [tuple(range(column, height * width, width)) for column in range(width)]
    return partial(Lines, arrangement(cells), clues, 2)


PICTURE = Grid([[2 < abs(row - column) < 35 for column in range(66)] for row in range(66)])
CLUES = [clue if at % 3 else None for clues in PICTURE.clues() for at, clue in enumerate(clues)]
CLUE = (Block(30, 1), Block(None, 1), Block(30, 1))

LARGE = partial(rectangle, 66, 66, CLUES)
STRIP = partial(rectangle, 2, 66, [CLUE, CLUE, *[None] * 66])
SMALL = partial(rectangle, 2, 2, [(Block(1, 1),), (Block(None, 1),), None, None])
LENGTHS = "1 31 121 12 211 11 111 111 21 111 211 12 121 2 12 11"
PLAIN = partial(rectangle, 8, 8, [tuple(Block(int(each), 1) for each in clue) for clue in LENGTHS.split()])
"""One without blotted blocks, of which much is open, and which leads to conflicts."""


def board(make):
    lines = make()()
    return lines, lines.blank(())


def solved(make):
    lines, candidates = board(make)
    assert lines.propagate(candidates, None, None, None) == -1
    return lines, candidates


def observed(make):
    lines, candidates = board(make)
    return partial(lines.propagate, candidates, [1, 0], lambda *_: None, None)


def search(make):
    lines, candidates = solved(make if make is LARGE else PLAIN)

    def call():
        search = lines.search(candidates, 0, 3, True, None)
        return search.step(400, None, None), search.units()

    return call


def spans(make):
    lines, candidates = board(make)
    return partial(lines.spans, 1, lines.from_kernel(candidates)[1])


def argument(make):
    lines, candidates = solved(make)
    return partial(lines.argument, 1, lines.from_kernel(candidates)[1])


def stalled(make):
    lines, candidates = board(make)
    cells = len(lines.known(candidates)[0])
    return partial(lines.stalled, bytes(cell % 5 > 1 for cell in range(cells)), 0, None)


def to_kernel_and_back(make):
    lines, candidates = board(make)
    lists = lines.from_kernel(candidates)
    return lambda: lines.from_kernel(lines.to_kernel(lists))


def shortened(make):
    lines, candidates = solved(make)
    return partial(lines.shortened, candidates, (0, 0), [0, -5, 1, -1, 0], None)


def lines(make):
    return make()


METHODS = [lines, observed, search, shortened, spans, to_kernel_and_back, argument, stalled]
"""Each makes a call that allocates memory of the interpreter, from what makes lines."""


def failing(method, make):
    """Makes the first allocation of a call fail, in another call the second, and so on until none is left.

    Returns the number of allocations, and the result of the call without a failure.
    """
    number = fine = 0
    while fine < 5:  # sometimes the interpreter manages without the allocation
        call = method(make)
        _testcapi.set_nomemory(number, number + 1)
        number += 1
        try:
            answer = call()
        except MemoryError:
            _testcapi.remove_mem_hooks()
            fine = 0
        else:
            _testcapi.remove_mem_hooks()
            fine += 1
    return number - fine, answer


@pytest.mark.slow_for("large-lines")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("make", [LARGE, STRIP, SMALL], ids=["large", "strip", "small"])
def test_every_allocation_can_fail(method, make):
    if make is LARGE and method is observed:
        pytest.skip("too many")
    number, answer = failing(method, make)
    assert number
    if method is not lines:
        assert answer == method(make)()


@pytest.mark.skipif(not sys.getallocatedblocks(), reason="nobody counts")
@pytest.mark.nightly
@pytest.mark.parametrize("method", METHODS)
def test_nothing_is_lost_when_one_fails(method):
    before = 0  # blocks of up to 512 bytes are counted, as are all of a small puzzle
    for _ in range(100):  # the interpreter keeps this and that in the beginning, but not for ever
        failing(method, SMALL)
        gc.collect()
        after = sys.getallocatedblocks()
        if after - before <= 1 and before:  # the number itself
            return
        before = after
    pytest.fail("something is lost each time")
