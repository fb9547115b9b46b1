"""MiniZinc data, `.dzn`, in the two forms that models of nonograms ask for.

Hakan Kjellerstrand's models take the numbers of blocks, each clue filled up with zeros in front:

    rows = 2;  row_rule_len = 2;  row_rules = array2d(1..rows, 1..row_rule_len, [0,1, 1,1]);
    cols = 3;  col_rule_len = 1;  col_rules = [| 2 | 0 | 1 |];

The model of the MiniZinc benchmarks and challenges takes the cells of the tightest placement, 1 in a block
and 0 between two, each clue filled up with -1 behind; Y counts the rows and X the columns:

    X = 3;  Y = 2;  maxlen = 3;
    rows = [| 1, -1, -1 | 1, 0, 1 |];  cols = [| 1, 1, -1 | 0, -1, -1 | 1, -1, -1 |];

Both are read, with tables in either notation; the first is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NoReturn

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.sections import lengths, located
from nonosat.model.clues import Clue, as_clue
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_ASSIGNMENT = re.compile(r"\s*([A-Za-z]\w*)\s*=([^;=]*)(?:;\s*|\Z)", re.ASCII)
_NUMBER_OR_BAR = re.compile(r"-?[0-9]+|\|")
_TABLE = re.compile(r"^[ \t]*(row_rules|rows)[ \t]*=[ \t]*(\[|array2d)", re.MULTILINE)


class _Data(dict[str, tuple[int, str]]):
    """The assignments of a file: by name, the file line and the text of the right side."""

    def __init__(self, text: str) -> None:
        text, end = re.sub("%.*", "", text), 0
        while end < len(text.rstrip()):
            line = text.count("\n", 0, end) + 1
            match = _ASSIGNMENT.match(text, end)
            if match is None:
                read = text[end:].strip()[:40]
                raise InputError(f"expected an assignment such as `rows = 2;`, got {read!r}", line=line)
            if match[1] in self:
                raise InputError(f"`{match[1]}` comes twice", line=line)
            self[match[1]] = text.count("\n", 0, match.start(2)) + 1, match[2]
            end = match.end()

    def __missing__(self, name: str) -> NoReturn:
        raise InputError(f"no `{name} = ...;`")

    def size(self, name: str) -> int:
        """Returns a number of lines, or of numbers in a line."""
        line, text = self[name]
        text = text.strip()
        if not re.fullmatch("[0-9]{1,9}", text) or int(text) > MAX_SIDE:
            reason = f"`{name}` must be a number between 0 and {MAX_SIDE}, got {text[:40]!r}"
            raise InputError(reason, line=line)
        return int(text)

    def table(self, name: str, height: int, width: int) -> Iterator[tuple[int, list[int]]]:
        """Yields the rows of a table with their file lines; raises `InputError` unless it has that size."""
        line, text = self[name]
        before, bracket, body = text.partition("[")
        if not bracket or set(body) - set("0123456789-,|]) \t\r\n"):
            raise InputError(f"`{name}` must be a table of numbers", line=line)
        numbers: list[tuple[int, int]] = []  # each with its file line
        bars: list[int] = []  # count of numbers before each bar
        for number, part in enumerate(body.split("\n"), line + before.count("\n")):
            for word in _NUMBER_OR_BAR.findall(part):
                if len(word) > 9:
                    raise InputError(f"the number {word[:37]}... is too long", line=number)
                if word == "|":
                    bars.append(len(numbers))
                else:
                    numbers.append((number, int(word)))
        starts = [width * row for row in range(height + 1)]
        if not width or starts[-1] != len(numbers) or bars not in ([], starts):
            size = f"{number_text(height, 'row')} of {number_text(width, 'number')}"
            follow = number_text(len(numbers), "number follows", "numbers follow")
            raise InputError(f"`{name}` must have {size}, {follow}", line=line)
        for start in starts[:-1]:
            row = numbers[start : start + width]
            yield row[0][0], [number for _, number in row]

    def padded(self, axis: str) -> Iterator[tuple[int, Clue]]:
        """Yields clues padded with zeros, with their file lines."""
        width = self.size(f"{axis}_rule_len")
        for line, numbers in self.table(f"{axis}_rules", self.size(f"{axis}s"), width):
            if wrong := [number for number in numbers if not 0 <= number <= MAX_SIDE]:
                raise InputError(f"expected a number of cells up to {MAX_SIDE}, got {wrong[0]}", line=line)
            yield line, as_clue(numbers)

    def placed(self, axis: str, size: str) -> Iterator[tuple[int, Clue]]:
        """Yields clues given as cells of 1, 0 and -1, with their file lines."""
        for line, cells in self.table(f"{axis}s", self.size(size), self.size("maxlen")):
            runs = [(cell, len(list(run))) for cell, run in groupby(cells)]
            if wrong := set(cells) - {1, 0, -1}:
                raise InputError(f"a cell must be 1, 0 or -1, got {min(wrong)}", line=line)
            if -1 in [cell for cell, _ in runs[:-1]]:
                raise InputError("a cell follows the -1 that fills up the line", line=line)
            yield line, as_clue([length for cell, length in runs if cell == 1])


def sniff(text: str) -> bool:
    """Returns whether there is a table with a name of the models."""
    return bool(_TABLE.search(text))


def parse(text: str) -> list[Puzzle]:
    data = _Data(text)
    if "row_rules" in data:
        rows, columns = list(data.padded("row")), list(data.padded("col"))
    elif "rows" not in data:
        raise InputError("no `row_rules = ...;` and no `rows = ...;`")
    else:
        rows, columns = list(data.placed("row", "Y")), list(data.placed("col", "X"))
    return [located(rows, columns)]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    return "".join([*_table("row", puzzle.rows), *_table("col", puzzle.columns)])


def _table(axis: str, clues: Sequence[Clue | None]) -> Iterator[str]:
    numbers = lengths(clues)
    width = max([1, *map(len, numbers)])
    yield f"{axis}s = {len(clues)};\n{axis}_rule_len = {width};\n"
    table = ",\n".join("  " + ", ".join(map(str, [0] * (width - len(clue)) + clue)) for clue in numbers)
    yield f"{axis}_rules = array2d(1..{axis}s, 1..{axis}_rule_len, [\n{table}\n]);\n"


FORMAT = Format(
    name="dzn",
    summary="MiniZinc data: hakank's tables of block lengths; reads the benchmark's 1/0/-1 tables too",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES}),
    sniff=sniff,
    resembles=resembling(r"^\s*(rows|row_rules|cols|X|Y)\s*="),
    parse=parse,
    format=format,
)
