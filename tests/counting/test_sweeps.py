"""Sweeps by the kernel and by dictionaries: against each other, against brute force, and with arrays that make no sense."""

from array import array
from math import inf, log2
from random import Random

import pytest
from hypothesis import given
from solution_sets import ambiguous, random_triddler, randoms

from nonosat.counting import sweeps
from nonosat.counting.completions import guesses
from nonosat.counting.frontier import TooManyStates, orderings
from nonosat.counting.regions import split
from nonosat.counting.sweeps import count_solutions, estimate_solutions
from nonosat.lines.board import Board
from nonosat.lines.compiled import sweep
from nonosat.lines.propagate import propagate
from nonosat.support.end import OutOfReach

needs_kernel = pytest.mark.skipif(sweep is None, reason="the kernel is not compiled")


@pytest.fixture(params=[pytest.param("kernel", marks=needs_kernel), "dictionaries"])
def any_sweep(request, monkeypatch):
    """Sweeps by the kernel, then by dictionaries."""
    if request.param == "dictionaries":
        monkeypatch.setattr(sweeps, "sweep", None)


def regions_of(random, make=None):
    """The orders of a random puzzle's regions, each with the region's number of solutions and one of them."""
    puzzle, expected = ambiguous(random, make=make) if make else ambiguous(random)
    board = Board(puzzle)
    assert propagate(board) is None
    for region in split(board):
        number = len({bytes(solution[cell] for cell in region.cells) for solution in expected})
        for ordering in orderings(region, board):
            yield ordering, number, bytes(expected[0])


@pytest.mark.slow
@pytest.mark.usefixtures("any_sweep")
@pytest.mark.parametrize("seed", range(2))
def test_counts_bounds_and_refusals_fit_brute_force(seed):
    random = Random(seed)
    for number_of_puzzle in range(150):
        make = random_triddler if number_of_puzzle % 3 == 0 else None
        for ordering, number, witness in regions_of(random, make):
            weights = guesses(ordering.segments)
            assert count_solutions(ordering, width=10**6) == (number, True)
            for width in (1, 2, 3, 5, 9, 30):
                for guessed in (None, weights):
                    bound, exact = count_solutions(
                        ordering, width=width, witnesses=[witness], guesses=guessed
                    )
                    assert 1 <= bound <= number
                    assert not exact or bound == number
                    assert bound <= number if count_solutions(ordering, width=width)[1] else True
                try:
                    assert count_solutions(ordering, width=width, strict=True) == (number, True)
                except TooManyStates:
                    assert not count_solutions(ordering, width=width)[1]


@pytest.mark.slow
@pytest.mark.usefixtures("any_sweep")
def test_estimates_have_the_number_as_their_mean():
    random = Random(5)
    ratios = []
    for _ in range(60):
        for ordering, number, _ in regions_of(random):
            weights = guesses(ordering.segments)
            for _ in range(50):
                run = estimate_solutions(ordering, width=4, guesses=weights, random=random)
                ratios.append(2**run / number)
    assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.05)
    assert sum(ratio > 2 for ratio in ratios) < len(ratios) / 2


@pytest.mark.usefixtures("any_sweep")
def test_a_sweep_ends_when_a_tick_raises():
    def tick():
        raise OutOfReach("seconds")

    ordering, _, _ = next(regions_of(Random(6)))
    weights = guesses(ordering.segments)
    with pytest.raises(OutOfReach):
        count_solutions(ordering, width=10, tick=tick)
    with pytest.raises(OutOfReach):
        estimate_solutions(ordering, width=10, guesses=weights, random=Random(1), tick=tick)


@needs_kernel
@given(randoms)
def test_the_kernel_keeps_the_states_that_dictionaries_keep(random):
    """Apart from states of equal scores."""
    for ordering, number, _ in regions_of(random):
        for width in (4, 20):
            by_kernel = count_solutions(ordering, width=width)
            sweeps.sweep = None
            try:
                by_dictionaries = count_solutions(ordering, width=width)
            finally:
                sweeps.sweep = sweep
            assert by_kernel[1] == by_dictionaries[1]
            assert not by_kernel[1] or by_kernel == by_dictionaries == (number, True)


def swept(*arrays, weights=None, width=0, most=0, sampled=False, witnesses=b""):
    packed = [array("i", numbers).tobytes() for numbers in arrays]
    return sweep(*packed, weights, width, most, sampled, 1, witnesses, None)


ONE_OF_TWO = ([2, 2], [0, 2], [0, 1], [1, 2], [0, 1, -1, 0, 0, -1])
"""Two cells of two colours, and a segment with exactly one cell of the second."""


@needs_kernel
def test_arrays_of_a_region_are_counted():
    assert swept(*ONE_OF_TWO) == (2, True)
    assert swept([2, 3, 1], [0], [], [], []) == (6, True)
    assert swept([], [0], [], [], []) == (1, True)
    assert swept([1], [0, 1], [0], [1], [-1]) == (0, True)
    assert swept([1], [0, 1], [0], [1], [-1], sampled=True) == (-inf, True)
    assert swept([2] * 3000, [0], [], [], []) == (2**3000, True)
    assert swept([2] * 3000, [0], [], [], [], sampled=True)[0] == pytest.approx(3000)
    assert swept(*ONE_OF_TWO, most=1) == (None, False)
    assert swept(*ONE_OF_TWO, sampled=True)[0] == log2(2)


@needs_kernel
@pytest.mark.parametrize(
    "arrays",
    [
        ([0], [0], [], [], []),
        ([257], [0], [], [], []),
        ([2, 2], [], [], [], []),
        ([2, 2], [1, 2], [0, 1], [1, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 3], [0, 1], [1, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, -1], [0, 1], [1, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 2], [1, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [1, 0], [1, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 1], [2, 2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 1], [1, -2], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 1], [1, 2**31 - 1], [0, 1, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 1], [1, 2], [0, 2, -1, 0, 0, -1]),
        ([2, 2], [0, 2], [0, 1], [1, 2], [0, 1, -1, 0, 1, -1]),
        ([2, 2], [0, 2], [0, 1], [1, 2], [0, 1, -1, 0, 0]),
        ([2, 2], [0, 2], [0, 1], [1, 2], [0, 1, -1, 0, 0, -1, 0]),
        ([2, 2], [0, 2], [0, 1], [1], [0, 1, -1, 0, 0, -1]),
    ],
)
def test_arrays_that_make_no_sense_are_refused(arrays):
    with pytest.raises(ValueError, match="arrays"):
        swept(*arrays)


@needs_kernel
def test_other_arguments_that_make_no_sense_are_refused():
    nan, short = array("d", [0, 0, float("nan")]).tobytes(), array("d", [0, 0]).tobytes()
    for options in (
        {"weights": nan},
        {"weights": short},
        {"weights": b"abc"},
        {"width": -1},
        {"most": -1},
        {"witnesses": b"\0"},
        {"witnesses": b"\0\0"},  # not a solution
        {"witnesses": b"\0\2"},
        {"witnesses": bytes(4000)},
    ):
        with pytest.raises(ValueError, match=r"array|witness"):
            swept(*ONE_OF_TWO, **options)
    with pytest.raises(TypeError):
        swept(*ONE_OF_TWO, weights=[0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="cut"):
        sweep(b"abc", b"", b"", b"", b"", None, 0, 0, False, 1, b"", None)
