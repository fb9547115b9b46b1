"""Facts in words: one sentence for each, the same in the terminal, under pictures, on pages and for agents."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal


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
