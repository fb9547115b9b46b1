"""Beliefs: where they are exact, against sweeps over listed fillings, that they are nonsense nowhere, and that they
change no answer."""

import signal
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import fillings, solutions_of
from strategies import every_feature, grids, palettes, unsettled_puzzles

import nonosat as ns
from nonosat.lines.beliefs import CALM, FREE, Reinforcement, beliefs
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import Kernel
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import BACKENDS, Configuration, open_session
from nonosat.sat.encodings import encode

PERMUTATIONS = Puzzle([[1]] * 6, [[1]] * 6)

ALONE = Reinforcement(0.0, 0.0, 0.0, 60)
DAMPED = Reinforcement(0.1, 0.2, 0.25, 60)

REINFORCEMENTS = [ALONE, DAMPED, CALM, FREE]
LIMIT = 15.0

pytestmark = pytest.mark.skipif(Kernel is None, reason="beliefs are compiled only")


def propagated(puzzle):
    """The board at its fixpoint; None of a contradiction."""
    board = Board(puzzle)
    return board if propagate(board) is None else None


def shares(found):
    """[colour, cell]: the likelihoods."""
    return np.asarray(found.cells).reshape(found.colours, -1)


def brute_force(puzzle):
    """All solutions, cell by cell."""
    return set(solutions_of(puzzle))


def random_puzzle(side, filled, seed):
    random = Random(seed)
    return ns.Grid([[int(random.random() < filled) for _ in range(side)] for _ in range(side)]).puzzle()


# --- what is believed -------------------------------------------------------------------------------


@settings(max_examples=tries(120))
@given(data=st.data())
def test_they_are_the_shares_of_the_solutions_where_lines_cross_without_cycles(data):
    """One row has a clue, and some of the columns that it crosses."""
    inks = data.draw(st.integers(1, 2))
    size = (data.draw(st.integers(1, 4 - inks)), data.draw(st.integers(1, 5)))
    grid = data.draw(grids(inks=inks, size=size))
    puzzle = grid.puzzle(data.draw(palettes(inks)))
    row = data.draw(st.integers(0, puzzle.height - 1))
    blotted = [None if data.draw(st.booleans()) else size for size, _ in puzzle.rows[row]]
    clue = [(size, colour) for size, (_, colour) in zip(blotted, puzzle.rows[row], strict=True)]
    puzzle = puzzle.replace(
        rows=[clue if at == row else None for at in range(puzzle.height)],
        columns=[data.draw(st.sampled_from([clue, clue, None])) for clue in puzzle.columns],
        givens=data.draw(st.sampled_from([(), [(0, 0, grid[0, 0])]])),
    )
    solutions = brute_force(puzzle)
    board = propagated(puzzle)
    found = beliefs(board, reinforcement=ALONE)
    for colour, cell in product(range(board.colours), range(board.cells)):
        expected = sum(picture[cell] == colour for picture in solutions) / len(solutions)
        assert shares(found)[colour, cell] == pytest.approx(expected, abs=1e-4)


@settings(max_examples=tries(100))
@given(
    puzzle=every_feature(triddlers=True, missing=True),
    reinforcement=st.sampled_from(REINFORCEMENTS),
    seed=st.integers(0, 3),
)
def test_likelihoods_are_what_likelihoods_must_be(puzzle, reinforcement, seed):
    board = propagated(puzzle)
    assume(board)
    found = beliefs(board, reinforcement=reinforcement, seed=seed)
    assert shares(found).sum(axis=0) == pytest.approx(1)
    for cell, colour in product(range(board.cells), range(board.colours)):
        assert bool(shares(found)[colour, cell] > 0) == (colour in board.colours_of(cell))
    assert all(colour in board.colours_of(cell) for cell, colour in enumerate(found.likeliest()))


@pytest.mark.parametrize("reinforcement", REINFORCEMENTS)
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([[199]] * 3, [None] * 200),
        Puzzle([[1] * 60] * 3, [[2], [1], [1], *[None] * 147]),
        Puzzle([[None] * 9] * 30, [[None] * 9] * 30),
        Puzzle([[1, 1]] * 40, [[1, 1]] * 40),
        Puzzle([[1]] * 3, [[]] + [[1]] * 3, givens=[(0, 1, 1)]),
        random_puzzle(50, 0.15, 1),
    ],
    ids=["wide", "many blocks", "all blotted", "loose", "known", "sparse"],
)
def test_extreme_puzzles_give_no_nonsense(puzzle, reinforcement):
    found = beliefs(propagated(puzzle), reinforcement=reinforcement)
    assert shares(found).sum(axis=0) == pytest.approx(1)


def test_clues_that_say_nothing_together_leave_all_as_it_is():
    """A board without an open cell, and one without a clue."""
    assert beliefs(propagated(Puzzle([[2], [1]], [[2], [1]])), reinforcement=FREE).likeliest() == [1, 1, 1, 0]
    assert beliefs(propagated(Puzzle([None], [None, None])), reinforcement=ALONE).cells.tolist() == [0.5] * 4


def test_lines_of_too_many_fillings_for_a_double_are_not_asked():
    """About 2 ** 1650; of 2 ** 500 they are not too many."""
    for width, asked in ((1000, True), (2400, False)):
        found = beliefs(propagated(Puzzle([[1] * (width // 4)], [None] * width)), ALONE._replace(sweeps=1))
        assert (set(found.cells) != {0.5}) is asked


def test_reinforced_they_choose_where_all_is_symmetric():
    """One of the two pictures of a switch, by the seed."""
    switch = Puzzle([[1], [1]], [[1], [1]])
    board = propagated(switch)
    assert shares(beliefs(board, reinforcement=ALONE)) == pytest.approx(1 / 2)
    pictures = set()
    for seed in range(6):
        likeliest = beliefs(board, reinforcement=DAMPED, seed=seed).likeliest()
        assert likeliest == beliefs(board, reinforcement=DAMPED, seed=seed).likeliest()
        pictures.add(bytes(likeliest))
    assert pictures == {bytes(picture) for picture in brute_force(switch)}


def test_whoever_has_had_enough_may_raise():
    looks = []

    def tick():
        looks.append(1)
        if len(looks) == 5:
            raise KeyError

    with pytest.raises(KeyError):
        beliefs(propagated(PERMUTATIONS), reinforcement=FREE._replace(sweeps=1000), tick=tick)
    assert len(looks) == 5


def test_what_is_kept_of_a_board_is_not_taken_for_another():
    board = propagated(PERMUTATIONS)
    first = shares(beliefs(board, reinforcement=DAMPED))
    assert (shares(beliefs(board, reinforcement=DAMPED)) == first).all()
    twin = board.copy()
    assert propagate(twin, twin.fix(0, 1)) is None
    found = shares(beliefs(twin, reinforcement=DAMPED))
    fresh = propagated(PERMUTATIONS)
    assert propagate(fresh, fresh.fix(0, 1)) is None
    assert (found == shares(beliefs(fresh, reinforcement=DAMPED))).all()
    assert found[1, 0] == 1 > first[1, 0]
    assert (shares(beliefs(board, reinforcement=DAMPED)) == first).all()


# --- against sweeps over listed fillings ------------------------------------------------------------


def relative(logarithms, colours):
    """Logarithms of weights, those of each cell's likeliest colour made 0; 0 too for colours it cannot have."""
    found = np.where(colours, logarithms, -np.inf)
    return np.maximum(found - found.max(axis=0), -LIMIT) * colours


def by_listing(board, reinforcement, sweeps, seed=0):
    """`beliefs` with all fillings of every line listed: likelihoods [colour, cell]."""
    shape = board.colours, board.cells
    colours = np.array([[c in board.colours_of(cell) for cell in range(shape[1])] for c in range(shape[0])])
    most, damping, strength, _ = reinforcement
    pull = np.frombuffer(Random(seed).randbytes(4 * colours.size), "<u4").reshape(shape) * (most / 2**32)
    noise, whole = pull, pull.copy()
    counts = np.cumsum([0, *map(len, board.puzzle.geometry.families)])
    lines = [
        (line, np.array(cells), np.array(fillings(clue, board.candidates[line], len(cells))))
        for line, (clue, cells) in enumerate(zip(board.clues, board.lines, strict=True))
        if clue and board.open_in(line)
    ]
    messages = np.zeros((len(counts) - 1, *shape))
    for sweep in range(sweeps):
        if sweep:
            pulled = noise + strength * sweep / sweeps * relative(whole, colours)
            whole, pull = whole + pulled - pull, pulled
        for family, (first, after) in enumerate(pairwise(counts)):
            told = relative(whole - messages[family], colours)
            for line, cells, listed in lines:
                if not first <= line < after:
                    continue
                logarithms = told[listed, cells].sum(axis=1)
                weights = np.exp(logarithms - logarithms.max())
                weights /= weights.sum()
                found = np.array([(weights[:, None] * (listed == c)).sum(axis=0) for c in range(shape[0])])
                message = np.log(np.maximum(found, np.exp(-2 * LIMIT))) - told[:, cells]
                opened = colours[:, cells].sum(axis=0) > 1
                message = relative(message, colours[:, cells]) * opened - messages[family][:, cells]
                messages[family][:, cells] += (1 - damping) * message
                whole[:, cells] += (1 - damping) * message
    likelihoods = np.exp(relative(whole, colours)) * colours
    return likelihoods / likelihoods.sum(axis=0)


@pytest.mark.slow
@settings(max_examples=tries(200))
@given(
    every_feature(inks=3, triddlers=True, missing=True) | unsettled_puzzles(7, 2, least=4),
    st.sampled_from([*REINFORCEMENTS, Reinforcement(3.0, 0.0, 2.0, 60), Reinforcement(0.0, 0.0, 4.5, 60)]),
    st.sampled_from([1, 2, 7, 12]),
    st.integers(0, 3),
)
def test_they_are_those_of_sweeps_over_listed_fillings(puzzle, reinforcement, sweeps, seed):
    board = propagated(puzzle)
    assume(board and board.open_cells() and all(board.colours ** len(line) < 3000 for line in board.lines))
    found = beliefs(board, reinforcement._replace(sweeps=sweeps), seed=seed)
    expected = by_listing(board, reinforcement, sweeps, seed)
    assert shares(found) == pytest.approx(expected, rel=1e-6, abs=1e-7)


# --- by the kernel ----------------------------------------------------------------------------------


def test_the_kernel_refuses_what_makes_no_sense():
    board = propagated(PERMUTATIONS)
    kernel, random = board.solver, bytes(8 * 36)
    fine = [board.candidates, 3, random, 0.4, 0.25, 0.2, None]
    assert kernel.beliefs(*fine)
    for at, wrong in [
        (0, None),
        (0, [[1, 1]]),
        (0, [[1, "x"]] * 12),
        (1, "x"),
        (2, None),
        (2, 7),
        (3, "x"),
        (6, 7),
    ]:
        with pytest.raises(TypeError):
            kernel.beliefs(*fine[:at], wrong, *fine[at + 1 :])
    with pytest.raises(TypeError):
        kernel.beliefs(*fine[:-1])
    with pytest.raises(ValueError, match="a number for each"):
        kernel.beliefs(*fine[:2], bytes(8), *fine[3:])
    for row, message in [([0b111110, 0b111110], "no colour"), ([0b111100, 0b111111], "no filling")]:
        with pytest.raises(ValueError, match=message):
            kernel.beliefs([row, *board.candidates[1:]], *fine[1:])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="POSIX only")
def test_ctrl_c_is_heard_in_the_kernel():
    board = propagated(random_puzzle(25, 0.4, 1))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            beliefs(board, DAMPED._replace(sweeps=1_000_000))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- what is tried first ----------------------------------------------------------------------------


@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "cp-sat"])
def test_a_solver_tries_first_what_it_is_told(backend):
    """Of clauses that leave all open it gives back the phases; a seed turns a few of them."""
    board = propagated(Puzzle([None] * 20, [None] * 20))
    cnf = encode(board)
    signs = Random(backend).choices((1, -1), k=cnf.variables)
    wanted = [sign * variable for variable, sign in enumerate(signs, 1)]
    told = replace(cnf, phases=wanted)
    for seed, least, most in ((0, 0, 0), (7, 1, 40)):
        with open_session(told, Configuration(backend, seed=seed)) as session:
            assert session.solve()
            assert least <= sum(a != b for a, b in zip(session.model(), wanted, strict=True)) <= most


@pytest.mark.parametrize("backend", sorted({"glucose4", "minisat22", "cadical195"} & set(BACKENDS)))
def test_after_a_model_what_it_has_is_tried_first(backend):
    cnf = encode(propagated(Puzzle([None] * 20, [None] * 20)))
    told = replace(cnf, phases=range(1, cnf.variables + 1))
    with open_session(told, Configuration(backend)) as session:
        assert session.solve([-1, -2, -3])
        model = session.model()
        assert session.solve()
        assert session.model() == model
