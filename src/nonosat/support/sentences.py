"""Facts in words: one sentence for each, the same in the terminal, under pictures, on pages and for agents."""

from __future__ import annotations

from math import floor, log2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

_LONG_NUMBER = 1_000_000  # an estimate from here on is said as a power
_WIDE_BITS = 3.0  # a spread of estimates that is said


def number_text(number: int | Decimal, word: str, words: str = "") -> str:
    """Returns a number with its noun, or with the words for one and for several.

    >>> number_text(1, "cell"), number_text(2000, "cell"), number_text(2, "cell is", "cells are")
    ('1 cell', '2,000 cells', '2 cells are')
    """
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def box_text(top: int, bottom: int, left: int, right: int, place: str = "column") -> str:
    """Returns the rows and columns of a box, whose indices count from 0; `place` is the word for a cell of a row.

    >>> box_text(8, 9, 18, 19), box_text(1, 1, 0, 2, "cell")
    ('rows 9-10, columns 19-20', 'row 2, cells 1-3')
    """
    ranges = (("row", top, bottom), (place, left, right))
    return ", ".join(
        f"{word} {first + 1}" if first == last else f"{word}s {first + 1}-{last + 1}"
        for word, first, last in ranges
    )


def count_text(count: int | Decimal, exact: bool) -> str:
    """Returns a number of solutions.

    >>> count_text(1, True), count_text(2, False)
    ('1 solution', 'at least 2 solutions')
    """
    return f"{'' if exact else 'at least '}{number_text(count, 'solution')}"


def estimate_text(estimate: int, spread: float, likely_at_least: int | None) -> str:
    """Returns an estimate of a number, and what it reaches with a probability of 99.9 %, if that is known.

    The runs of an estimate differ by a factor of 2 ** `spread`. If that is a lot, a reader should know.

    >>> estimate_text(2**119, 1.5, 2**117), estimate_text(4_100, 5.5, None)
    ('about 2^119 (99.9 %: at least 2^117)', 'about 4,100 (runs differ by a factor of 2^6)')
    """
    more = [f"99.9 %: at least {_magnitude(likely_at_least, floor)}"] if likely_at_least else []
    if spread > _WIDE_BITS:
        more.append(f"runs differ by a factor of 2^{spread:.0f}")
    number = f"about {_magnitude(estimate, round)}"
    return f"{number} ({'; '.join(more)})" if more else number


def _magnitude(number: int, rounded: Callable[[float], int]) -> str:
    """Returns a number in digits, or the power of 2 next to a long one."""
    return f"{number:,}" if number < _LONG_NUMBER else f"2^{rounded(log2(number))}"


def needed_text(minimal: bool) -> str:
    """Returns whether all clues and givens of a conflict are needed for it."""
    return "none can be spared" if minimal else "maybe not all are needed"


def fewest_text(optimal: bool, bound: int) -> str:
    """Returns whether a repair is the smallest, or the proved bound."""
    return "as few as can be" if optimal else f"{bound} at least"


def forced_text(forced: int, differing: int, undecided: int = 0) -> str:
    """Returns the number of cells that all solutions share, and of those in which they differ.

    >>> forced_text(613, 12), forced_text(1, 0, 5)
    ('613 cells are forced, 12 differ', '1 cell is forced, 0 differ, 5 are undecided')
    """
    more = f", {number_text(undecided, 'is', 'are')} undecided" if undecided else ""
    return f"{number_text(forced, 'cell is', 'cells are')} forced, {number_text(differing, 'differs', 'differ')}{more}"
