"""The compiled kernel against its Python reference; skipped if it is not built."""

import signal
from random import Random

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import every_feature, lines

from nonosat.lines import compiled
from nonosat.lines.board import Board
from nonosat.lines.compiled import arrangement
from nonosat.lines.placements import block_spans, settle
from nonosat.lines.propagate import propagate
from nonosat.lines.reference import Reference
from nonosat.model.clues import ANY, as_clue, line_clue
from nonosat.model.puzzle import Grid, Puzzle

MUCH = 1 << 35
"""Credit of probing that is never used up."""
Lines = pytest.importorskip("nonosat.kernel._compiled").Lines
if compiled.Kernel is None:
    pytest.skip("the kernel is not used", allow_module_level=True)


def pure(board):
    """The board without the kernel, which cannot read what that has in_kernel."""
    board.unpack()  # before their solver goes
    board.solver = Reference(board.puzzle.geometry, board.clues, board.colours)
    return board


def settled(clue, length, candidates):
    """Returns the kernel's result for one line, in the form of `settle`."""
    lines = Lines(arrangement([range(length)]), [clue], len(candidates))
    board = lines.to_kernel([candidates])
    broken = lines.propagate(board, None, None, None)
    return None if broken == 0 else lines.from_kernel(board)[0]


def random_line(random, length, inks, blotted):
    """A clue, and masks that leave its filling possible."""
    cells = bytearray()
    while len(cells) < length:
        cells += bytes([random.randint(0, inks)]) * random.choice([1, 1, 2, 3, 5, 30, 90])
    del cells[length:]
    clue = tuple(
        block._replace(length=None) if random.random() < blotted else block
        for block in line_clue(bytes(cells))
    )
    share = random.choice([0, 0.1, 0.5, 0.9])
    candidates = [0] * (inks + 1)
    for at, cell in enumerate(cells):
        known = random.random() < share
        for colour in range(inks + 1):
            candidates[colour] |= (colour == cell or not known) << at
    return clue, candidates


def spans(clue, length, candidates):
    """The starts and ends that the kernel finds."""
    return Lines(arrangement([range(length)]), [clue], len(candidates)).spans(0, candidates)


@given(lines().filter(lambda line: line[1]))
@settings(max_examples=tries(500))
def test_a_line_is_settled_as_by_the_reference(line):
    clue, length, candidates = line
    assert settled(clue, length, candidates) == settle(clue, length, candidates)
    assert spans(clue, length, candidates) == block_spans(clue, length, candidates)


@given(st.randoms(use_true_random=False), st.integers(1, 70), st.integers(1, 3))
@settings(max_examples=tries(300))
def test_a_line_with_stars_is_settled_as_by_its_automaton(random, length, inks):
    clue, candidates = random_line(random, length, inks, random.choice([0, 0.3]))
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(clue))
        clue = (*clue[:at], ANY, *clue[at + random.randint(0, 2) :])
    if random.random() < 0.3:  # a lie
        candidates[random.randint(0, inks)] &= random.getrandbits(length)
    assert settled(as_clue(clue), length, candidates) == settle(as_clue(clue), length, candidates)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 100, 127, 128, 129, 200, 1000])
@pytest.mark.parametrize("blotted", [0, 0.2])
@pytest.mark.parametrize("inks", [1, 2])
def test_long_lines_are_settled_as_by_the_reference(length, blotted, inks):
    random = Random(f"{length} {blotted} {inks}")
    for _ in range(60):
        clue, candidates = random_line(random, length, inks, blotted)
        assert settled(clue, length, candidates) == settle(clue, length, candidates)
        assert spans(clue, length, candidates) == block_spans(clue, length, candidates)
        spoilt = list(candidates)
        spoilt[0] ^= 1 << random.randrange(length)
        assert settled(clue, length, spoilt) == settle(clue, length, spoilt)


@given(every_feature(triddlers=True, missing=True), st.data())
@settings(max_examples=tries(200))
def test_boards_reach_the_same_fixpoint_with_the_same_events(puzzle, data):
    board, other = Board(puzzle), pure(Board(puzzle))
    told = data.draw(st.none() | st.lists(st.integers(0, len(board.lines) - 1)))
    events, expected = [], []
    broken, as_expected = (
        propagate(board, told, observer=events.append),
        propagate(other, told, observer=expected.append),
    )
    assert broken == as_expected
    if not broken:
        assert board.unpack() == other.unpack()
        assert events == expected
    quiet = Board(puzzle)
    assert propagate(quiet, told) == broken
    assert quiet.unpack() == board.unpack()


@given(every_feature(triddlers=True, missing=True), st.sampled_from([0, 1, 4, 1000]))
@settings(max_examples=tries(100))
def test_probing_refutes_nothing_that_the_reference_keeps(puzzle, patience):
    """Which probes every candidate until none is refuted."""
    board = Board(puzzle)
    assume(propagate(board) is None)
    no_more_than_the_reference(board, patience, MUCH)


@pytest.mark.parametrize("width", [64, 70])
def test_probing_refutes_nothing_else_on_long_lines(width):
    random = Random(width)
    rows = [[random.random() < 0.5 for _ in range(width)] for _ in range(12)]
    board = Board(Grid(rows).puzzle())
    propagate(board)
    few = no_more_than_the_reference(board.copy(), 60, 1)
    assert 0 < few < no_more_than_the_reference(board, 60, MUCH)


def no_more_than_the_reference(board, patience, credit):
    """Returns the number of the kernel's probes."""
    other = pure(board.copy())
    line, probes, found = board.solver.probe(board.candidates, patience, credit, 9, None)
    broken, _, its = other.solver.probe(other.candidates, 10**9, MUCH, 10**9, None)
    assert all(map(board.puzzle._is_solved_by, found + its))
    if broken < 0:
        assert line < 0
        for mine, least in zip(board.unpack(), other.unpack(), strict=True):
            assert all(mask & kept == kept for mask, kept in zip(mine, least, strict=True))
    return probes


@given(every_feature(triddlers=True, missing=True), st.booleans())
@settings(max_examples=tries(100))
def test_boards_of_the_kernel_change_as_lists_do(puzzle, halfway):
    in_kernel, lists = Board(puzzle), pure(Board(puzzle))
    assert in_kernel.copy().unpack() == lists.unpack()
    assert in_kernel.colours_and_open_count() == lists.colours_and_open_count()
    lines = range(0, len(in_kernel.lines), 2) if halfway else None
    broken = [bool(propagate(board, lines)) for board in (in_kernel, lists)]
    assert broken[0] == broken[1]
    if not broken[0]:
        assert in_kernel.colours_and_open_count() == lists.colours_and_open_count()
        assert in_kernel.unpack() == lists.unpack()


def test_a_clue_that_does_not_fit_has_no_filling():
    for blocks in ([3, 3], [7], [10**18], [10**30], [10**9] * 9, [1] * 4):
        assert settled(as_clue(blocks), 6, [63, 63]) is None


def test_an_invalid_line_is_refused():
    for clue in [((1, 2),), ((1, 0),), ((0, 1),), ((-1, 1),)]:
        with pytest.raises(ValueError, match="block"):
            Lines(arrangement([range(3)]), [clue], 2)
    for clue in ["1", [1], ((1,),), (1,), (("a", 1),)]:
        with pytest.raises(TypeError):
            Lines(arrangement([range(3)]), [clue], 2)
    with pytest.raises(ValueError, match="clues"):
        Lines(arrangement([range(3)]), [], 2)
    with pytest.raises(ValueError, match="cell"):
        Lines(arrangement([(0, 7, 1)]), [()], 2)
    some = Lines(arrangement([range(3)]), [as_clue([1])], 2)
    for arguments in [(0, [7]), (0, None), ("0", [7, 7]), (0,)]:
        with pytest.raises(TypeError):
            some.spans(*arguments)


def test_an_exception_of_an_observer_propagates():
    board = Board(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))

    def refuse(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        propagate(board, observer=refuse)
    assert propagate(board) is None  # and the board can be used all the same
    assert bytes(board.known()) == b"\1\1\1\0"


def picture_of_rings(side):
    middle = side // 2
    return Grid([[max(abs(r - middle), abs(c - middle)) % 2 for c in range(side)] for r in range(side)])


def test_a_tick_can_give_up():
    ticks = []

    def tick():
        ticks.append(None)
        raise TimeoutError

    board = Board(picture_of_rings(301).puzzle())
    with pytest.raises(TimeoutError):
        propagate(board, tick=tick)
    assert len(ticks) == 1


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="POSIX only")
def test_ctrl_c_stops_settling():
    board = Board(picture_of_rings(2001).puzzle())
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            propagate(board)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert board.open_cells()  # it did not finish first


def test_no_reference_leaks():
    resource = pytest.importorskip("resource")
    puzzle = picture_of_rings(101).puzzle()

    def peak():
        for _ in range(30):
            board = Board(puzzle)
            propagate(board, observer=lambda _: None)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    peak()
    before = peak()
    assert peak() - before < 2000  # kilobytes; the masks and clues of one board alone are a hundred
