"""Helpers for formats made of a block of row clues and a block of column clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from nonosat.formats.base import Feature
from nonosat.formats.numbers import format_clue, parse_clue, parse_number, text_lines
from nonosat.model.clues import Clue, ClueFamily, plain_clues
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits
from nonosat.support.sentences import number_text

Lines = list[tuple[int, str]]
"""Lines of a file without blanks around them, each with its number, from 1."""

Numbered = tuple[Sequence[int], list[str]]
"""Numbers and texts of the lines, which takes less time than a tuple for each."""

PLAIN = frozenset({Feature.CLUES, Feature.RECTANGLES})  # features of a format with only black-and-white clues


def numbered(text: str) -> Lines:
    """Returns the lines of a text."""
    return [(number, line.strip()) for number, line in enumerate(text_lines(text), 1)]


def trimmed(lines: Lines, size: int = 0) -> Lines:
    """Removes empty lines at the end, then at the start, while there are more than `size`.

    >>> trimmed([(1, ""), (2, "3"), (3, ""), (4, "")], 2)
    [(1, ''), (2, '3')]
    """
    return lines[extent([text for _, text in lines], size)]


def extent(texts: Sequence[str], size: int) -> slice:
    """Returns what `trimmed` keeps of the texts of some lines."""
    start, stop = 0, len(texts)
    while stop - start > size and not texts[stop - 1].strip():
        stop -= 1
    while stop - start > size and not texts[start].strip():
        start += 1
    return slice(start, stop)


def two_blocks(lines: Lines) -> tuple[Lines, Lines]:
    """Returns rows and columns separated by empty lines; raises `InputError` unless there are two blocks."""
    blocks: list[Lines] = []
    before = ""
    for number, line in lines:
        if line and not before:
            blocks.append([])
        if line:
            blocks[-1].append((number, line))
        before = line
    if len(blocks) != 2:
        read = number_text(len(blocks), "block")
        reason = f"expected rows, an empty line and columns, got {read} of lines"
        raise InputError(reason, line=blocks[2][0][0] if len(blocks) > 2 else None)
    return blocks[0], blocks[1]


def sizes(line: str, number: int, names: str) -> list[int]:
    """Parses the sizes of a line, one for each word of `names`, such as `width height`."""
    count = len(names.split())
    words = line.split(maxsplit=count)
    if len(words) != count:
        raise InputError(f"expected `{names}`, got {line[:40]!r}", line=number)
    return [parse_number(word, number, "a size") for word in words]


def require_clues(axis: str, lines: Lines, wanted: int) -> None:
    """Raises `InputError` if there are not as many clues as were declared."""
    if len(lines) != wanted:
        declared = number_text(wanted, f"{axis} is", f"{axis}s are")
        follow = number_text(len(lines), f"{axis} clue follows", f"{axis} clues follow")
        reason = f"{declared} declared, but {follow}"
        raise InputError(reason, line=lines[0][0] if lines else None)


def puzzle_of(rows: Lines, columns: Lines, parse: Callable[[str, int], Clue | None] = parse_clue) -> Puzzle:
    """Returns the puzzle with these clue lines, each read by `parse(text, line)`."""
    for axis, lines in (("row", rows), ("column", columns)):
        if not lines:
            raise InputError(f"there are no {axis} clues")
        if len(lines) > MAX_SIDE:
            reason = f"{len(lines)} {axis} clues are more than the {MAX_SIDE} that are accepted"
            raise InputError(reason, line=lines[0][0])
    return Puzzle(_clues(rows, parse), _clues(columns, parse), origin=origin_of(rows, columns))


def _clues(lines: Lines, parse: Callable[[str, int], Clue | None]) -> ClueFamily:
    """Returns the clues of lines, all at once if they are plain."""
    check_limits()
    quick = plain_clues("\n".join([line for _, line in lines])) if parse is parse_clue else None
    return tuple([parse(line, number) for number, line in lines]) if quick is None else quick


def origin_of(rows: Lines, columns: Lines) -> Origin:
    """Returns the lines of the clues in a file."""
    return origin_at(*((line_numbers(lines), [text for _, text in lines]) for lines in (rows, columns)))


def origin_at(rows: Numbered, columns: Numbered) -> Origin:
    """Returns the lines of the clues in a file, from their numbers and texts."""
    blank = [
        number
        for numbers, texts in (rows, columns)
        if not all(map(str.strip, texts))
        for number, text in zip(numbers, texts, strict=True)
        if not text.strip()
    ]
    return Origin(tuple(rows[0]), tuple(columns[0]), blank=frozenset(blank))


def line_numbers(lines: Iterable[tuple[int, object]]) -> tuple[int, ...]:
    return tuple([number for number, _ in lines])


def located(rows: Sequence[tuple[int, Clue]], columns: Sequence[tuple[int, Clue]]) -> Puzzle:
    """Returns the puzzle with these clues, each with its line in the file."""
    origin = Origin(line_numbers(rows), line_numbers(columns))
    return Puzzle([clue for _, clue in rows], [clue for _, clue in columns], origin=origin)


def clue_lines(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Returns the lines to write for rows and columns."""
    return [format_clue(clue, " ") for clue in puzzle.rows], [
        format_clue(clue, " ") for clue in puzzle.columns
    ]


def under_headings(
    puzzle: Puzzle, headings: tuple[str, str], write: Callable[[Clue | None], str]
) -> Iterator[str]:
    """Yields a heading and a line for each clue, for rows and for columns."""
    for heading, clues in zip(headings, (puzzle.rows, puzzle.columns), strict=True):
        yield heading
        yield from map(write, clues)


def lengths(clues: Sequence[Clue | None]) -> list[list[int]]:
    """Returns the lengths of each clue, for formats without blots and missing clues."""
    return [[block.length or 0 for block in clue or ()] for clue in clues]


def are_numbers(text: str) -> bool:
    """Returns whether a text has only numbers, blanks, commas and `-`."""
    return not set(text) - set("0123456789 \t,-\r\n")
