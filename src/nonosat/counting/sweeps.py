"""Sweeps over a region that keep one frontier at a time, and a bounded number of its states.

A sweep that keeps all states counts exactly. One that keeps the states that promise the most solutions, a beam, gives a lower
bound. One that keeps a random set of them gives an estimate: a state is kept with some probability, and its count divided
by it, so that the expected result is the number of solutions whatever the probabilities are. Those here grow with
what a state promises, which keeps the variance low.

An estimate turns into a lower bound without any assumption on its variance. By Markov's inequality a run exceeds c times
the number with a probability of at most 1 / c, and all of t independent runs do so with at most c ** -t (C. Gomes, J. Hoffmann,
A. Sabharwal and B. Selman, "From sampling to model counting", IJCAI 2007, whose samples are single solutions; here equal
states merge first).

The kernel sweeps (`nonosat_sweep` of nonosat.h), and dictionaries where it was not compiled, which take 15 times as long.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import exp2, floor, inf, log2
from typing import TYPE_CHECKING

from nonosat.counting.completions import Guesses
from nonosat.counting.frontier import Ordering, TooManyStates, transitions
from nonosat.counting.segments import Tick
from nonosat.lines.compiled import sweep

if TYPE_CHECKING:
    from random import Random

_LOOK = 4096  # states between two checks of the clock
_LARGE = 1e100  # counts above are scaled down, to stay in the range of floats

Narrow = Callable[[dict[int, float], dict[int, float], Sequence[int]], dict[int, float]]
"""Returns the kept states with their counts, from all counts, the logarithms of the guessed completions, and the states to keep.

Exact counts are integers, which type checkers take for floats."""


def count_solutions(
    ordering: Ordering,
    *,
    width: int,
    witnesses: Sequence[bytes] = (),
    guesses: Guesses | None = None,
    tick: Tick = lambda: None,
    strict: bool = False,
) -> tuple[int, bool]:
    """Counts the region's solutions; returns (count, whether it is exact).

    Keeps about `width` states of a frontier, those with the most partial colourings; with `guesses`
    (`nonosat.counting.completions`) those with the most of these times guessed completions. Dropping states makes the
    count a lower bound. States on the paths of `witnesses` (solutions, by cell number) are always kept. A `strict`
    count raises `TooManyStates` instead of dropping. `tick` can raise, too.
    """
    if sweep is not None:
        number, exact = sweep(
            *ordering.arrays,
            _weights(guesses),
            0 if strict else width,
            width if strict else 0,
            False,
            0,
            _options(ordering, witnesses),
            tick,
        )
        if number is None:
            raise TooManyStates
        return number, exact
    exact = True

    def narrow(counts: dict[int, float], guessed: dict[int, float], paths: Sequence[int]) -> dict[int, float]:
        nonlocal exact
        if len(counts) <= width:
            return counts
        if strict:
            raise TooManyStates
        exact = False
        scores = counts
        if guesses:
            scores = {state: log2(number) + guessed[state] for state, number in counts.items()}
        best = sorted(counts, key=scores.__getitem__, reverse=True)[: max(1, width // 2)]
        return {state: counts[state] for state in {*best, *paths}}

    counts = _swept(ordering, 1, narrow, witnesses, guesses, tick)
    number = counts.get(0, 0)
    assert isinstance(number, int)
    return number, exact


def estimate_solutions(
    ordering: Ordering, *, width: int, guesses: Guesses, random: Random, tick: Tick = lambda: None
) -> float:
    """Returns the base-2 logarithm of one unbiased estimate of the number of solutions; minus infinity if it is 0.

    Keeps a random `width // 2` or so of a frontier with more than `width` states. Runs with independent generators
    are independent. `tick` can raise to give up.
    """
    if sweep is not None:
        weights, seed = _weights(guesses), random.getrandbits(64)
        logarithm: float = sweep(*ordering.arrays, weights, width, 0, True, seed, b"", tick)[0]
        return logarithm
    scale = 0.0

    def narrow(
        counts: dict[int, float],
        guessed: dict[int, float],
        paths: Sequence[int],  # noqa: ARG001
    ) -> dict[int, float]:
        nonlocal scale
        kept = counts
        if len(counts) > width:
            kept = _sampled(counts, guessed, max(1, width // 2), random)
        most = max(kept.values(), default=0.0)
        if most > _LARGE:
            scale += log2(most)
            kept = {state: number / most for state, number in kept.items()}
        return kept

    number = _swept(ordering, 1.0, narrow, (), guesses, tick).get(0, 0.0)
    return log2(number) + scale if number else -inf


def _weights(guesses: Guesses | None) -> bytes | None:
    """Returns guesses as the kernel takes them; the ends of segments are left out."""
    if guesses is None:
        return None
    return array("d", (weight for segment in guesses for layer in segment[:-1] for weight in layer)).tobytes()


def _options(ordering: Ordering, witnesses: Sequence[bytes]) -> bytes:
    """Returns the indices of the colours that the witnesses have."""
    return bytes(
        colours.index(witness[cell])
        for witness in witnesses
        for cell, colours in zip(ordering.cells, ordering.colours, strict=True)
    )


def _sampled(
    counts: dict[int, float], guessed: dict[int, float], size: int, random: Random
) -> dict[int, float]:
    """Returns `size` random states, each count divided by the probability with which the state was kept.

    The probability is min(1, score / t), with t such that they add up to `size`, and the score the count times the guessed
    completions. Systematic sampling, by one random number, varies less than independent choices. A score too small for
    a float is 0, and its state never kept: that can only make the expectation smaller than the number.
    """
    logarithms = [log2(number) + guessed[state] for state, number in counts.items()]
    best = max(logarithms)
    scores = [exp2(logarithm - best) for logarithm in logarithms]
    rest, sure = sum(scores), 0
    for score in sorted(scores, reverse=True):
        if score * (size - sure) < rest:
            break
        rest -= score
        sure += 1
    threshold = rest / (size - sure) if sure < size else inf
    kept, position = {}, random.random()
    for (state, number), score in zip(counts.items(), scores, strict=True):
        if score >= threshold:
            kept[state] = number
            continue
        before = floor(position)
        position += score / threshold
        if floor(position) > before:
            kept[state] = number * threshold / score
    return kept


def _swept(
    ordering: Ordering,
    one: float,
    narrow: Narrow,
    witnesses: Sequence[bytes],
    guesses: Guesses | None,
    tick: Tick,
) -> dict[int, float]:
    """Returns the last frontier: state 0 with the count, or nothing. `one` is the count of the first frontier.

    `narrow` is called for each frontier.
    """
    frontier = {0: one}
    guessed = {0: 0.0}
    paths = [0] * len(witnesses)
    for cell, colours, transition in zip(
        ordering.cells, ordering.colours, transitions(ordering), strict=True
    ):
        mask = transition.mask
        moves: dict[int, list[tuple[int, float]]] = {}
        following: dict[int, float] = {}
        guesses_after: dict[int, float] = {}
        for number, (state, count) in enumerate(frontier.items()):
            here = state & mask
            changes = moves.get(here)
            if changes is None:
                changes = moves[here] = transition.moves(here, guesses)
            for change, growth in changes:
                target = state ^ change
                if target in following:
                    following[target] += count
                else:
                    following[target] = count
                    guesses_after[target] = guessed[state] + growth
            if not number % _LOOK:
                tick()
        tick()
        for number, witness in enumerate(witnesses):
            option = colours.index(witness[cell])
            paths[number] ^= dict(transition.meet(paths[number] & mask))[option]
        frontier, guessed = narrow(following, guesses_after, paths), guesses_after
    return frontier
