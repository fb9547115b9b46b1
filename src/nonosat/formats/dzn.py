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
from itertools import groupby, pairwise
from typing import NoReturn

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import tokens
from nonosat.formats.sections import lengths, located
from nonosat.model.clues import Clue, as_clue
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.lazy_dataclasses import dataclass, field
from nonosat.support.sentences import number_text

_TOKEN = re.compile(r"\s*(-?\d+|\w+|\.\.|\S)", re.ASCII)
_TABLE = re.compile(r"^[ \t]*(row_rules|rows)[ \t]*=[ \t]*(\[|array2d)", re.MULTILINE)


@dataclass(slots=True)
class _Value:
    """Right side of an assignment: a number, or the numbers of a table."""

    line: int
    is_table: bool = False
    numbers: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # the file line of each number
    bars: list[int] = field(default_factory=list)  # count of numbers before each `|`


class _Data(dict[str, _Value]):
    """The assignments of a file by name."""

    def __missing__(self, name: str) -> NoReturn:
        raise InputError(f"no `{name} = ...;`")

    def size(self, name: str) -> int:
        """Returns a number of lines, or of numbers in a line."""
        value = self[name]
        if value.is_table or len(value.numbers) != 1:
            raise InputError(f"`{name}` must be a number", line=value.line)
        (size,) = value.numbers
        if not 0 <= size <= MAX_SIDE:
            raise InputError(f"`{name}` must be between 0 and {MAX_SIDE}, read {size}", line=value.line)
        return size

    def table(self, name: str, height: int, width: int) -> Iterator[tuple[int, list[int]]]:
        """Yields the rows of a table with their file lines; raises `InputError` unless it has that size."""
        value = self[name]
        if not value.is_table:
            raise InputError(f"`{name}` must be a table", line=value.line)
        bars = value.bars or list(range(0, len(value.numbers) + 1, width or 1))
        spans = list(pairwise(bars))
        fine = width and bars[0] == 0 and bars[-1] == len(value.numbers) and len(spans) == height
        if not fine or any(stop - start != width for start, stop in spans):
            size = f"{number_text(height, 'row')} of {number_text(width, 'number')}"
            follow = number_text(len(value.numbers), "number follows", "numbers follow")
            raise InputError(f"`{name}` must have {size}, {follow}", line=value.line)
        for start, stop in spans:
            yield value.lines[start], value.numbers[start:stop]

    def padded(self, axis: str) -> Iterator[tuple[int, Clue]]:
        """Yields clues padded with zeros, with their file lines."""
        width = self.size(f"{axis}_rule_len")
        for line, numbers in self.table(f"{axis}_rules", self.size(f"{axis}s"), width):
            for number in numbers:
                if not 0 <= number <= MAX_SIDE:
                    raise InputError(f"expected a number of cells up to {MAX_SIDE}, read {number}", line=line)
            yield line, as_clue(numbers)

    def placed(self, axis: str, size: str) -> Iterator[tuple[int, Clue]]:
        """Yields clues given as cells of 1, 0 and -1, with their file lines."""
        for line, cells in self.table(f"{axis}s", self.size(size), self.size("maxlen")):
            runs = [(cell, len(list(run))) for cell, run in groupby(cells)]
            for cell, _ in runs:
                if cell not in (1, 0, -1):
                    raise InputError(f"a cell must be 1, 0 or -1, read {cell}", line=line)
            if -1 in [cell for cell, _ in runs[:-1]]:
                raise InputError("a cell follows the -1 that fills up the line", line=line)
            yield line, as_clue([length for cell, length in runs if cell == 1])


def sniff(text: str) -> bool:
    """Returns whether there is a table with a name of the models."""
    return bool(_TABLE.search(text))


def parse(text: str) -> list[Puzzle]:
    data = _assignments(text)
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
    rows = ("  " + ", ".join(map(str, [0] * (width - len(clue)) + clue)) for clue in numbers)
    table = ",\n".join(rows)
    yield f"{axis}_rules = array2d(1..{axis}s, 1..{axis}_rule_len, [\n{table}\n]);\n"


def _assignments(text: str) -> _Data:
    """Returns the assignments by name; ignores text around tables, such as `array2d`."""
    values = _Data()
    name, value = "", None
    for line, token in tokens(text, _TOKEN, "%"):
        if value is None:
            if token == "=" and name:
                if name in values:
                    raise InputError(f"`{name}` comes twice", line=line)
                value = values[name] = _Value(line)
            elif not name and token.isidentifier():
                name = token
            elif name or token != ";":
                expected = f"`=` after `{name[:40]}`" if name else "a name and `=`"
                raise InputError(f"expected {expected}, read {token[:40]!r}", line=line)
        elif token == ";":
            name, value = "", None
        elif token == "[" and not value.is_table:
            values[name] = value = _Value(value.line, is_table=True)
        elif token == "|":
            value.bars.append(len(value.numbers))
        elif token.isascii() and token.lstrip("-").isdigit():
            if len(token) > 9:
                raise InputError(f"the number {token[:37]}... is too long", line=line)
            value.numbers.append(int(token))
            value.lines.append(line)
        elif token in "=[":
            raise InputError(f"expected `;`, read {token!r}", line=line)
    return values


FORMAT = Format(
    name="dzn",
    summary="MiniZinc data: hakank's tables of block lengths; reads the benchmark's 1/0/-1 tables too",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES}),
    sniff=sniff,
    resembles=resembling(r"^\s*(rows|row_rules|cols|X|Y)\s*="),
    parse=parse,
    format=format,
)
