"""Text formats with black-and-white clues only, one clue a line.

| format | whose | layout |
|---|---|---|
| mk | Mirek and Petr Olsak | `height width`, row clues, a line `#`, column clues |
| nin | Jakub Wilk | `width height`, row clues, column clues |
| cwd | QNonograms, Vladimir Sukhoy | a line `height`, a line `width`, row clues, an empty line, column clues |
| keen | Kyle Keen | row clues, an empty line, column clues |
| faase | Frans Faase | a line `rows`, row clues, a line `columns`, column clues |
| square | gnbond/Nono | a line with the side, row clues, column clues |

Numbers stand between blanks or commas. Variants of `faase` that people paste are read too: `Rows:`, or `Rows: 3, 2 1, 4`
with all clues on one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.layouts import Layout
from nonosat.formats.layouts import split as split_by
from nonosat.formats.numbers import clues_of_line
from nonosat.formats.sections import (
    PLAIN,
    Lines,
    are_numbers,
    clue_lines,
    numbered,
    puzzle_of,
    trimmed,
)
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

# begins a section of `faase`; some people write the clues behind it
_HEAD = re.compile(r"(row|column|col)s?(?: clues)?[ \t]*(?::(.*)|)", re.IGNORECASE)


def _row(
    name: str,
    summary: str,
    layout: str,
    *,
    split: Callable[[Lines], tuple[Lines, Lines]] | None = None,
    looks: Callable[[Lines, Lines], bool] = lambda *_: True,
    resembles: str = "(?!)",  # matches nothing
    features: frozenset[Feature] = PLAIN,
) -> Format:
    """Returns the format of a layout: a file with `{rows}` and `{columns}` in place of the clues.

    `split` separates row clues from column clues, by default as the layout does. A text is in this format if `split`
    finds only numbers in it, and these look right.
    """
    head, _, tail = layout.partition("{rows}\n")
    header = [re.sub("[{}]", "", line) for line in head.splitlines() if line[0] == "{"]
    between = tail.partition("{columns}")[0]
    split = split or partial(split_by, layout=Layout(tuple(header), between[:-1] if between else None))

    def sniff(text: str) -> bool:
        try:
            rows, columns = split(numbered(text))
        except InputError:
            return False
        clues = "".join(line for _, line in (*rows, *columns))
        return bool(rows and columns) and are_numbers(clues) and looks(rows, columns)

    def parse(text: str) -> list[Puzzle]:
        return [puzzle_of(*split(numbered(text)))]

    def format(puzzles: Sequence[Puzzle]) -> str:
        puzzle = one_puzzle(puzzles)
        rows, columns = ("\n".join(lines) for lines in clue_lines(puzzle))
        return layout.format(rows=rows, columns=columns, width=puzzle.width, height=puzzle.height)

    return Format(
        name=name,
        summary=summary,
        features=features,
        sniff=sniff,
        parse=parse,
        format=format,
        resembles=resembling(resembles),
        ordered=name == "faase",
    )


def _looks_like_keen(rows: Lines, columns: Lines) -> bool:
    """Returns whether rows and columns have equal sums and fit each other, and a 0 stands alone.

    That distinguishes them from blocks that begin with the size of the puzzle, and from clues closed by a 0.
    """
    return _have_equal_sums(rows, columns) and any(line.strip() not in ("0", "-") for _, line in rows)


def _looks_like_square(rows: Lines, columns: Lines) -> bool:
    """Returns False if the only empty line separates two blocks whose first line, a full row, looks like a side."""
    empty = [number for number, line in (*rows, *columns) if not line]
    separates = empty == [rows[-1][0]] or columns[0][0] > rows[-1][0] + 1
    return not separates or _have_equal_sums(rows, columns)


def _have_equal_sums(rows: Lines, columns: Lines) -> bool:
    """Returns whether rows and columns have equal sums and fit each other, and a 0 stands alone."""
    signs = str.maketrans("-,", "0 ")
    across, down = ([line.translate(signs).split() for _, line in lines] for lines in (rows, columns))
    return _sum(across, len(down)) == _sum(down, len(across)) is not None


def _sum(clues: Sequence[Sequence[str]], length: int) -> int | None:
    """Returns the sum of some clues; None if one does not fit or has a 0 beside other numbers."""
    total = 0
    for clue in clues:
        numbers = [int(word) if len(word) < 6 else MAX_SIDE + 1 for word in clue]
        if sum(numbers) + len(numbers) - 1 > length or (0 in numbers and len(numbers) > 1):
            return None
        total += sum(numbers)
    return total


def _faase(lines: Lines) -> tuple[Lines, Lines]:
    sections: dict[str, Lines] = {}
    section: Lines | None = None
    behind = False  # True if the clues follow the heading on its line
    for number, line in lines:
        if head := _HEAD.fullmatch(line):
            word = "rows" if head[1].lower() == "row" else "columns"
            if word in sections:
                raise InputError(f"`{word}` comes twice", line=number)
            section = sections[word] = []
            line = head[2] or ""
            behind = bool(line.strip())
            if not behind:
                continue
        elif section is None:
            if line:
                raise InputError(f"expected `rows`, got {line[:40]!r}", line=number)
            continue
        if not behind:
            section.append((number, line))
        elif line:
            section += [(number, clue) for clue in clues_of_line(line)]
    for word in ("rows", "columns"):
        if word not in sections:
            raise InputError(f"no line `{word}`")
    return trimmed(sections["rows"]), trimmed(sections["columns"])


FORMATS = (
    _row(
        "mk",
        "the Olsaks' .mk: height and width, row clues, #, column clues",
        "{height} {width}\n{rows}\n#\n{columns}\n",
        resembles=r"^#\s*$",
    ),
    _row(
        "nin",
        "Jakub Wilk's .nin: width and height, row clues, column clues",
        "{width} {height}\n{rows}\n{columns}\n",
        resembles=r"\A[ \t]*[0-9]+[ \t]+[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z",
    ),
    _row(
        "cwd",
        ".cwd: height, width, row clues, an empty line, column clues",
        "{height}\n{width}\n{rows}\n\n{columns}\n",
    ),
    _row(
        "keen",
        "Kyle Keen's text: row clues, an empty line, column clues",
        "{rows}\n\n{columns}\n",
        looks=_looks_like_keen,
        resembles=r"\A[0-9\s,-]*\Z",
    ),
    _row(
        "faase",
        "Frans Faase's text: `rows` and row clues, `columns` and column clues",
        "rows\n{rows}\ncolumns\n{columns}\n",
        split=_faase,
    ),
    _row(
        "square",
        "gnbond/Nono: the side, then row clues, then column clues",
        "{width}\n{rows}\n{columns}\n",
        looks=_looks_like_square,
        resembles=r"\A[ \t]*[0-9]+[ \t\r]*\n(?:[0-9 \t-]+\r?(?:\n|\Z))*\Z",
        features=frozenset({Feature.CLUES}),
    ),
)
