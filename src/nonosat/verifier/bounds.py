"""Checks that fewer given cells do not make a puzzle unique."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .budget import Budget
from .values import Refused

Pair = tuple[int, int]  # a cell and a colour


def require_more(
    most: int,
    pairs: Sequence[Pair],
    pictures: Sequence[bytes],
    impossible: Sequence[Collection[Pair]],
    budget: Budget,
    where: str,
) -> int:
    """Raises `Refused` unless every choice of up to `most` pairs leaves no solution or several.

    Each choice must be in two of the pictures, which are different solutions, or contain an impossible set. Returns the
    number of choices tried.
    """
    having = [0] * len(pairs)
    for at, (cell, colour) in enumerate(pairs):
        having[at] = sum(1 << number for number, cells in enumerate(pictures) if cells[cell] == colour)
    number_of = {pair: at for at, pair in enumerate(pairs)}
    ending: dict[int, list[int]] = {}  # the sets by their last pair, each as a mask
    for excluded in impossible:
        numbers = [number_of[pair] for pair in excluded if pair in number_of]
        if len(numbers) == len(excluded):
            ending.setdefault(max(numbers), []).append(sum(1 << at for at in set(numbers)))
    same = dict[int, int]()  # the pairs of each cell, as a mask: it has one colour
    for at, (cell, _) in enumerate(pairs):
        same[cell] = same.get(cell, 0) | 1 << at
    tried = 0
    waiting = [(0, 0, (1 << len(pictures)) - 1, 0)]
    while waiting:
        first, chosen, common, size = waiting.pop()
        budget.check_limits()
        for at in range(first, len(pairs)):
            if chosen & same[pairs[at][0]]:
                continue
            left = common & having[at]
            now = chosen | 1 << at
            tried += 1
            if at in ending and any(known & now == known for known in ending[at]):
                continue
            if left.bit_count() < 2:
                chosen_pairs = [pairs[number] for number in range(at + 1) if now >> number & 1]
                raise Refused(f"{where}: it is not shown that {chosen_pairs} leave no solution or several")
            if size + 1 < most:
                waiting.append((at + 1, now, left, size + 1))
    return tried
