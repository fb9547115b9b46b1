"""The kernel lets go of the interpreter's lock in long calls, and no board is worked on by two threads at once."""

from random import Random
from threading import Barrier, Event, Thread
from time import sleep

import pytest

import nonosat as ns
from nonosat.lines.board import Board
from nonosat.lines.compiled import Kernel
from nonosat.lines.probing import probe
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference

needs_kernel = pytest.mark.skipif(Kernel is None, reason="the kernel is not there")
BY_WHOM = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_kernel)])


def random_puzzle(side, filled, seed):
    random = Random(seed)
    return ns.Grid([[int(random.random() < filled) for _ in range(side)] for _ in range(side)]).puzzle()


def open_board(side=120, seed=1, compiled=True):
    """A board on which much is open, so that a probe takes long."""
    board = Board(random_puzzle(side, 0.55, seed))
    if not compiled:
        board.solver = Reference(board.puzzle.geometry, board.clues, board.colours)
    assert propagate(board) is None
    assert board.open_cells() > 1000
    return board


@needs_kernel
def test_other_threads_run_during_a_long_call():
    board, over, turns, during = open_board(), Event(), [], []

    def take_turns():
        while not over.is_set():
            turns.append(None)
            sleep(0.0005)

    thread = Thread(target=take_turns)
    thread.start()
    try:
        while len(during) < 50 and max(during, default=0) <= 3:  # on a busy machine the thread can wait
            twin, before = board.copy(), len(turns)
            probe(twin, patience=3000)  # with no tick, in which others would get their turn
            during.append(len(turns) - before)
    finally:
        over.set()
        thread.join()
    assert max(during) > 3


@needs_kernel
@pytest.mark.parametrize("call", ["probe", "propagate"])
def test_a_board_that_another_thread_works_on_is_refused(call):
    """The other thread asks for it while a tick keeps the first one inside of a probe."""
    board = open_board(60, 3)
    masks = board.candidates
    calls = {
        "probe": lambda: board.solver.probe(masks, 10, 1 << 30, 0, None),
        "propagate": lambda: board.solver.propagate(masks, None, None, None),
    }
    refused, looks = [], []

    def ask():
        try:
            calls[call]()
        except RuntimeError as reason:
            refused.append(str(reason))

    def tick():
        if not looks:
            looks.append(None)
            thread = Thread(target=ask)
            thread.start()
            thread.join()

    board.solver.probe(masks, 300, 1 << 35, 0, tick)
    assert looks
    assert refused == ["another call is using it"]
    ask()  # afterwards, it is free again
    assert len(refused) == 1


@BY_WHOM
def test_a_board_is_free_after_an_exception(compiled):
    board = open_board(60, 3, compiled)

    def tick():
        raise KeyError

    with pytest.raises(KeyError):
        board.solver.probe(board.candidates, 3000, 1 << 35, 0, tick)
    failures = []

    def ask():
        try:
            probe(board, patience=3)
        except RuntimeError as reason:
            failures.append(reason)

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert not failures


@BY_WHOM
def test_threads_side_by_side_find_what_one_finds(compiled):
    """Each on a board of its own, with the lines in common."""
    patience = 500 if compiled else 10
    boards = [open_board(60, 3, compiled) for _ in range(2)]
    shared = [boards[0], boards[0].copy(), boards[0].copy(), boards[1]]
    alone = boards[1].copy()
    expected = probe(alone, patience=patience)
    found, together = [None] * len(shared), Barrier(len(shared))

    def ask(number):
        together.wait()
        found[number] = probe(shared[number], patience=patience)

    threads = [Thread(target=ask, args=(number,)) for number in range(len(shared))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * len(shared)
    assert {board.known() for board in shared} == {alone.known()}
