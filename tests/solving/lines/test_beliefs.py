"""Beliefs where they are exact, that they are nonsense nowhere, and that they change no answer.

Both ways: in arrays, and by the kernel where it is there.
"""

import signal
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import located_runs, solutions_of
from strategies import every_feature, grids, palettes, unsettled_puzzles

import nonosat as ns
from nonosat.cli import run
from nonosat.foundation.errors import UsageError
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.engine.options import PORTFOLIO, SearchOptions, configurations, members
from nonosat.solving.engine.outcome import Outcome
from nonosat.solving.engine.search import Task, search
from nonosat.solving.lines import beliefs as module
from nonosat.solving.lines import marginals
from nonosat.solving.lines.beliefs import DAMPED, NOISY, Reinforcement, beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.diving import dive
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.reference import Reference
from nonosat.solving.lines.solver import Kernel
from nonosat.solving.sat.backends import BACKENDS, BELIEFS, Capability, Configuration, open_session
from nonosat.solving.sat.encodings import encode
from nonosat.solving.sat.encodings.order import bounds
from nonosat.solving.sat.encodings.phases import phases

PERMUTATIONS = Puzzle([[1]] * 6, [[1]] * 6)
FOUR = (*BLACK_AND_WHITE, *(Colour(letter, "888888", letter) for letter in "ab"))
BLOTTED = Puzzle([[None, None], [None], [2, 1]], [[1], [None], None, [1], [None]])

REINFORCEMENTS = [None, DAMPED, NOISY]

needs_kernel = pytest.mark.skipif(Kernel is None, reason="the kernel is not there")
both_ways = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_kernel)])


def propagated(puzzle, compiled=True):
    """The board at its fixpoint, with the kernel if it is there or without; None of a contradiction."""
    board = Board(puzzle)
    if not compiled:
        board.solver = Reference(board.puzzle.geometry, board.clues, board.colours)
    return board if propagate(board) is None else None


def brute_force(puzzle):
    """All solutions, cell by cell."""
    return set(solutions_of(puzzle))


def random_puzzle(side, filled, seed):
    random = Random(seed)
    return ns.Grid([[int(random.random() < filled) for _ in range(side)] for _ in range(side)]).puzzle()


# --- what is believed -------------------------------------------------------------------------------


@both_ways
@settings(max_examples=tries(120))
@given(data=st.data())
def test_they_are_the_shares_of_the_solutions_where_lines_cross_without_cycles(compiled, data):
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
    board = propagated(puzzle, compiled)
    found = beliefs(board)
    for colour, cell in product(range(board.colours), range(board.cells)):
        expected = sum(picture[cell] == colour for picture in solutions) / len(solutions)
        assert found.cells[colour, cell] == pytest.approx(expected, abs=1e-4)
    for (line, block, end), (first, masses) in found.boundaries.items():
        at = [located_runs([picture[cell] for cell in board.lines[line]])[block] for picture in solutions]
        positions = [start + end * size for start, size, _ in at]
        expected = [positions.count(first + place) / len(solutions) for place in range(len(masses))]
        assert masses == pytest.approx(expected, abs=1e-4)


@both_ways
@settings(max_examples=tries(100))
@given(
    puzzle=every_feature(triddlers=True, missing=True),
    reinforcement=st.sampled_from(REINFORCEMENTS),
    seed=st.integers(0, 3),
)
def test_likelihoods_are_what_likelihoods_must_be(compiled, puzzle, reinforcement, seed):
    board = propagated(puzzle, compiled)
    assume(board)
    found = beliefs(board, reinforcement=reinforcement, seed=seed)
    assert found.cells.sum(axis=0) == pytest.approx(1)
    for cell, colour in product(range(board.cells), range(board.colours)):
        assert bool(found.cells[colour, cell] > 0) == (colour in board.colours_of(cell))
    assert all(colour in board.colours_of(cell) for cell, colour in enumerate(found.likeliest()))
    for _, masses in found.boundaries.values():
        assert masses.min() >= 0
        assert masses.sum() == pytest.approx(1)


@both_ways
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
def test_extreme_puzzles_give_no_nonsense(puzzle, reinforcement, compiled):
    """Numpy's warnings are errors here."""
    found = beliefs(propagated(puzzle, compiled), reinforcement=reinforcement)
    assert found.cells.sum(axis=0) == pytest.approx(1)
    assert all(masses.sum() == pytest.approx(1) for _, masses in found.boundaries.values())


@both_ways
def test_clues_that_say_nothing_together_leave_all_as_it_is(compiled):
    """A board without an open cell, and one without a clue."""
    assert beliefs(propagated(Puzzle([[2], [1]], [[2], [1]]), compiled)).likeliest() == [1, 1, 1, 0]
    assert beliefs(propagated(Puzzle([None], [None, None]), compiled)).cells.tolist() == [[0.5, 0.5]] * 2


@both_ways
def test_lines_of_a_very_large_board_are_not_asked(compiled, monkeypatch):
    board = propagated(PERMUTATIONS, compiled)
    limit = (module, "_MOST_COMPILED") if compiled else (marginals, "MOST")
    monkeypatch.setattr(*limit, 2 * 6 * 6)
    assert beliefs(board).boundaries
    monkeypatch.setattr(*limit, 2 * 6 * 6 - 1)
    board = propagated(PERMUTATIONS, compiled)
    found = beliefs(board, reinforcement=DAMPED)
    assert found.boundaries == found.medians() == {}
    cnf = encode(board)
    assert len(phases(cnf, board, "order", found)) == cnf.cell_variables


@pytest.mark.parametrize("reinforcement", REINFORCEMENTS)
def test_logarithms_are_summed_up_only_where_plain_numbers_do_not_do(reinforcement, monkeypatch):
    def refuse(family, log_odds):
        raise AssertionError

    monkeypatch.setattr(marginals, "family_marginals", refuse)
    assert beliefs(propagated(random_puzzle(30, 0.4, 1), compiled=False), reinforcement=reinforcement)
    with pytest.raises(AssertionError):
        beliefs(propagated(BLOTTED, compiled=False), reinforcement=reinforcement)


@both_ways
def test_reinforced_they_choose_where_all_is_symmetric(compiled):
    """One of the two pictures of a switch, by the seed."""
    switch = Puzzle([[1], [1]], [[1], [1]])
    board = propagated(switch, compiled)
    assert beliefs(board).cells[1] == pytest.approx(1 / 2)
    pictures = set()
    for seed in range(6):
        likeliest = beliefs(board, reinforcement=DAMPED, seed=seed).likeliest()
        assert likeliest == beliefs(board, reinforcement=DAMPED, seed=seed).likeliest()
        pictures.add(bytes(likeliest))
    assert pictures == {bytes(picture) for picture in brute_force(switch)}


@both_ways
def test_whoever_has_had_enough_may_raise(compiled):
    looks = []

    def tick():
        looks.append(1)
        if len(looks) == 5:
            raise KeyError

    with pytest.raises(KeyError):
        beliefs(propagated(PERMUTATIONS, compiled), tick=tick)
    assert len(looks) == 5


@both_ways
def test_what_is_kept_of_a_board_is_not_taken_for_another(compiled):
    board = propagated(PERMUTATIONS, compiled)
    first = beliefs(board, reinforcement=DAMPED).cells
    assert (beliefs(board, reinforcement=DAMPED).cells == first).all()
    twin = board.copy()
    assert propagate(twin, twin.fix(0, 1)) is None
    found = beliefs(twin, reinforcement=DAMPED).cells
    fresh = propagated(PERMUTATIONS, compiled)
    assert propagate(fresh, fresh.fix(0, 1)) is None
    assert (found == beliefs(fresh, reinforcement=DAMPED).cells).all()
    assert found[1, 0] == 1 > first[1, 0]
    assert (beliefs(board, reinforcement=DAMPED).cells == first).all()


# --- by the kernel ----------------------------------------------------------------------------------


def agree(puzzle, **options):
    """Whether kernel and arrays believe the same, but for rounding errors; None of a contradiction."""
    board, other = propagated(puzzle), propagated(puzzle, compiled=False)
    if board is None:
        return None
    found, expected = beliefs(board, **options), beliefs(other, **options)
    near = {"rtol": 1e-6, "atol": 1e-7}  # sums of logarithms lose some digits that others do not
    return (
        np.allclose(found.cells, expected.cells, **near)
        and found.boundaries.keys() == expected.boundaries.keys()
        and all(
            found.boundaries[boundary][0] == first
            and found.boundaries[boundary][1].shape == masses.shape
            and np.allclose(found.boundaries[boundary][1], masses, **near)
            for boundary, (first, masses) in expected.boundaries.items()
        )
    )


@needs_kernel
@settings(max_examples=tries(200))
@given(
    every_feature(inks=3, triddlers=True, missing=True) | unsettled_puzzles(8, 2, least=4),
    st.sampled_from(REINFORCEMENTS),
    st.sampled_from([1, 2, 7, 12]),
)
def test_the_kernel_believes_the_same(puzzle, reinforcement, sweeps):
    assert agree(puzzle, reinforcement=reinforcement, sweeps=sweeps) is not False


@needs_kernel
@pytest.mark.parametrize("reinforcement", REINFORCEMENTS)
@pytest.mark.parametrize(
    "puzzle",
    [
        random_puzzle(30, 0.4, 1),
        random_puzzle(70, 0.55, 1),
        BLOTTED,
        Puzzle([[3, None, 70, None, 1]] * 2, [None] * 200),
        Puzzle([[(None, 1), (None, 2), (4, 3), (None, 3), (2, 1)] * 4] * 3, [None] * 150, FOUR),
    ],
    ids=["30x30", "70x70", "blotted", "long", "long in colour"],
)
def test_the_kernel_believes_the_same_of_larger_puzzles(puzzle, reinforcement):
    assert agree(puzzle, reinforcement=reinforcement, sweeps=5)


@needs_kernel
@pytest.mark.parametrize("reinforcement", REINFORCEMENTS)
def test_the_kernel_stops_as_soon(reinforcement):
    """When beliefs have settled, or every cell has made up its mind."""
    puzzle, looks = random_puzzle(12, 0.5, 1), ([], [])
    for compiled in (False, True):
        tick = partial(looks[compiled].append, None)
        found = beliefs(propagated(puzzle, compiled), reinforcement=reinforcement, sweeps=500, tick=tick)
        assert found.boundaries
    assert len(looks[False]) == len(looks[True]) < 400


@needs_kernel
@pytest.mark.parametrize("reinforcement", [NOISY, Reinforcement(3.0, 0.0, 2.0), Reinforcement(0.0, 0.0, 4.5)])
@pytest.mark.parametrize("sweeps", [1, 9])
def test_without_damping_the_kernel_believes_the_same(reinforcement, sweeps):
    """Odds take the place of logarithms there, unless the pull is too strong."""
    for side, filled, seed in ((9, 0.4, 1), (15, 0.5, 2), (66, 0.6, 3)):
        assert agree(random_puzzle(side, filled, seed), reinforcement=reinforcement, sweeps=sweeps)


@both_ways
def test_boundaries_are_left_out_if_nobody_wants_them(compiled):
    board = propagated(random_puzzle(12, 0.4, 1), compiled)
    found, less = (beliefs(board, reinforcement=NOISY, sweeps=9, boundaries=each) for each in (True, False))
    assert found.boundaries
    assert not (compiled and less.boundaries)
    assert less.cells.tolist() == found.cells.tolist()


@needs_kernel
def test_what_is_too_unlikely_for_the_kernel_is_left_to_logarithms(monkeypatch):
    """With the limit as it is that takes lines of more than forty cells, most of them told the opposite."""
    board = propagated(Puzzle([[1]], [None] * 12))
    monkeypatch.setattr(module, "_LIMIT", 2e3)
    noisy = Reinforcement(1e4, 0.2)
    assert module._in_plain_numbers(board, 1, noisy, 0, None, 10**6) is None
    assert agree(board.puzzle, reinforcement=noisy, sweeps=1)


@needs_kernel
def test_so_are_lines_of_too_many_fillings():
    """About 2 ** 1650; of 2 ** 500 they are not too many."""
    for width, alone in ((1000, True), (2400, False)):
        puzzle = Puzzle([[1] * (width // 4)], [None] * width)
        assert bool(module._in_plain_numbers(propagated(puzzle), 1, None, 0, None, 10**6)) is alone
        assert agree(puzzle, sweeps=1)


@needs_kernel
def test_of_a_large_board_no_logarithms_are_summed_up(monkeypatch):
    board = propagated(Puzzle([[1] * 600], [None] * 2400))
    assert beliefs(board, sweeps=1).boundaries
    monkeypatch.setattr(module, "_LARGE", board.open_cells() - 1)
    monkeypatch.setattr(module, "_beliefs", None)
    found = beliefs(board, sweeps=1)
    assert not found.boundaries
    assert set(found.cells[1].tolist()) == {0.5}


@needs_kernel
def test_a_dive_finds_a_solution_of_a_large_random_board():
    """It has 90,000 open cells, and beliefs of all of them."""
    rng = Random(30060)
    picture = [bytes(rng.random() < 0.6 for _ in range(300)) for _ in range(300)]
    board = propagated(Grid(picture).puzzle())
    found = beliefs(board, reinforcement=NOISY, sweeps=20, seed=1)
    assert dive(board, found.ranking(), contradictions=100)
    assert Grid.of(board.puzzle, bytes(board.known())).satisfies(board.puzzle)


@needs_kernel
def test_the_kernel_refuses_what_makes_no_sense():
    board = propagated(PERMUTATIONS)
    kernel = board.solver
    fine = {
        "candidates": board.candidates,
        "sweeps": 3,
        "plain": 1,
        "noise": None,
        "tick": None,
        "pull": 0.25,
        "sure": 3,
        "damping": 0.2,
        "settled": 1e-6,
        "limit": 15,
        "most": 1e6,
    }
    assert kernel.beliefs(**fine)
    for name, wrong in [
        ("candidates", None),
        ("candidates", [[1, 1]]),
        ("candidates", [[1, "x"]] * 12),
        ("sweeps", "x"),
        ("plain", 1.5),
        ("noise", 7),
        ("tick", 7),
        ("most", "x"),
    ]:
        with pytest.raises(TypeError):
            kernel.beliefs(**{**fine, name: wrong})
    with pytest.raises(TypeError, match="most"):
        kernel.beliefs(**{name: value for name, value in fine.items() if name != "most"})
    with pytest.raises(ValueError, match="a number for each"):
        kernel.beliefs(**{**fine, "noise": bytes(8)})
    for row, message in [([0b111110, 0b111110], "no colour"), ([0b111100, 0b111111], "no filling")]:
        with pytest.raises(ValueError, match=message):
            kernel.beliefs(**{**fine, "candidates": [row, *board.candidates[1:]]})


@needs_kernel
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="POSIX only")
def test_ctrl_c_is_heard_in_the_kernel():
    board = propagated(random_puzzle(25, 0.4, 1))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            beliefs(board, reinforcement=DAMPED, sweeps=1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- what is tried first ----------------------------------------------------------------------------


@given(every_feature(triddlers=True, missing=True), st.sampled_from(["order", "path"]))
def test_phases_are_the_likelier_literals(puzzle, encoding):
    board = propagated(puzzle)
    assume(board)
    cnf, found = encode(board, encoding), beliefs(board, reinforcement=DAMPED)
    literals = phases(cnf, board, encoding, found)
    spoken_of = cnf.variables if encoding == "order" else cnf.cell_variables
    assert sorted(map(abs, literals)) == list(range(1, spoken_of + 1))
    chosen = set(literals)
    for each in cnf.open_cells:
        mine = [colour for colour, literal in each.literals.items() if literal in chosen]
        assert mine == [found.likeliest()[each.cell]]
    if encoding == "order":
        names = list(enumerate(bounds(board), cnf.cell_variables + 1))
        for variable, (line, block, end, position) in names:
            first, masses = found.boundaries[line, block, end]
            share = masses[: position - first + 1].sum()
            assert abs(share - 0.5) < 1e-9 or (variable in chosen) is bool(share > 0.5)
        for (one, bound), (other, following) in pairwise(names):
            if bound[:3] == following[:3]:
                assert one not in chosen or other in chosen


@given(every_feature(triddlers=True, missing=True), st.sampled_from(["cadical195", "glucose4", "cp-sat"]))
def test_they_change_no_solution(puzzle, backend):
    """Blotted and missing clues, colours, triddlers."""
    expected = brute_force_of_few(puzzle)
    assume(expected is not None)
    for seed in (0, 1):
        found = ns.solutions(puzzle, options=ns.SearchOptions(backend=backend, phases=BELIEFS, seed=seed))
        assert {grid.cells for grid in found} == expected
        assert found.complete


def brute_force_of_few(puzzle):
    """All solutions, or None if there are many, or if it would take long to find them."""
    found = set()
    try:
        for cells in solutions_of(puzzle, most=100_000):
            found.add(bytes(cells))
            if len(found) > 50:
                return None
    except TimeoutError:
        return None
    return found


@settings(max_examples=tries(30))
@given(unsettled_puzzles(6, 2, least=4), st.sampled_from([*BACKENDS]), st.sampled_from(["order", "path"]))
def test_no_backend_gives_another_verdict_with_them(puzzle, backend, encoding):
    plain = ns.check(puzzle, options=ns.SearchOptions(backend=backend, encoding=encoding))
    report = ns.check(puzzle, options=ns.SearchOptions(backend=backend, encoding=encoding, phases=BELIEFS))
    assert report.verdict is plain.verdict
    assert all(grid.satisfies(puzzle) for grid in report.solutions)


@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "cp-sat"])
def test_a_solver_tries_first_what_it_is_told(backend):
    """Of clauses that leave all open it gives back the phases; a seed turns a few of them."""
    assert Capability.PHASES in BACKENDS[backend].capabilities
    board = propagated(Puzzle([None] * 20, [None] * 20))
    cnf = encode(board)
    signs = Random(backend).choices((1, -1), k=cnf.variables)
    wanted = [sign * variable for variable, sign in enumerate(signs, 1)]
    told = replace(cnf, phases=wanted)
    for seed, least, most in ((0, 0, 0), (7, 1, 40)):
        with open_session(told, Configuration(backend, seed=seed)) as session:
            assert session.solve()
            assert least <= sum(a != b for a, b in zip(session.model(), wanted, strict=True)) <= most


@pytest.mark.parametrize("backend", ["glucose4", "minisat22", "cadical153", "cadical195"])
def test_after_a_model_what_it_has_is_tried_first(backend):
    cnf = encode(propagated(Puzzle([None] * 20, [None] * 20)))
    told = replace(cnf, phases=range(1, cnf.variables + 1))
    with open_session(told, Configuration(backend)) as session:
        assert session.solve([-1, -2, -3])
        model = session.model()
        assert session.solve()
        assert session.model() == model


def outcome_of(puzzle, **options):
    outcome = Outcome()
    task = Task(puzzle=puzzle, configuration=Configuration(**options), answer_budget=3000)
    return next(search(task, outcome), None), outcome


def test_a_solution_of_a_random_picture_is_found_at_once():
    """Which the same solver does not find in more conflicts without."""
    puzzle = random_puzzle(30, 0.4, 4)
    grid, outcome = outcome_of(puzzle, backend="cadical195", phases=BELIEFS)
    assert grid.satisfies(puzzle)
    assert outcome.stats.conflicts < 1000
    assert outcome.stats.beliefs > 0
    grid, outcome = outcome_of(puzzle, backend="cadical195")
    assert grid is None
    assert outcome.stats.beliefs < 0.01


# --- the option -------------------------------------------------------------------------------------


def test_the_option_is_for_every_configuration_or_leaves_it_to_them():
    assert [member.phases for member in configurations(SearchOptions(backend=PORTFOLIO, workers=4))] == [
        member.phases for member in members()
    ]
    for choice in ("none", "beliefs"):
        chosen = configurations(SearchOptions(backend=PORTFOLIO, workers=4, phases=choice))
        assert {member.phases for member in chosen} == {choice}
        assert configurations(SearchOptions(backend="minicard", phases=choice))[0].phases == choice
    assert configurations(SearchOptions(backend="minicard"))[0].phases == "none"
    assert any(member.phases == BELIEFS for member in members())
    with pytest.raises(UsageError, match="beliefs"):
        SearchOptions(backend="minicard", phases="moon")


def test_the_command_line_has_it(tmp_path, capsys):
    path = str(tmp_path / "permutations.non")
    ns.dump(PERMUTATIONS, path)
    assert run(["check", path, "--phases", "beliefs", "--backend", "cadical195"]) == 1
    assert ": multiple" in capsys.readouterr().out
    assert run(["check", path, "--phases", "moon"]) == 64
    assert run(["backends"]) == 0
    assert "cadical195 (beliefs)" in capsys.readouterr().out
