"""Parameters of the Essence model of nonograms in CSPLib (problem 12), `.param`.

    language ESSENCE 1.3.0
    letting nRows be 2
    letting nCols be 3
    letting maxRules be 2
    letting rowRules be [ [1,0], [1,1] ]
    letting colRules be [ [2,0], [0,0], [1,0] ]

A clue is filled up with zeros behind; files of the model's first version have `nGrid` for both sizes. `$`
begins a comment. The sizes can be missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle, resembling
from nonosat.formats.numbers import parse_number, tokens
from nonosat.formats.sections import PLAIN, lengths, located
from nonosat.model.clues import Clue, as_clue
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_TOKEN = re.compile(r"\s*(\w+(?:\.[\d.]+)?|\S)", re.ASCII)
_SIZES = {"rowRules": ("nRows", "nGrid"), "colRules": ("nCols", "nGrid")}

Lines = list[tuple[int, Clue]]
"""Clues with the numbers of their lines in the file."""


def sniff(text: str) -> bool:
    """Returns whether the matrices of the model get values."""
    return re.search(r"^\s*letting\s+rowRules\s+(be|=)", text, re.MULTILINE) is not None


def parse(text: str) -> list[Puzzle]:
    words = list(tokens(text, _TOKEN, "$"))
    sizes: dict[str, int] = {}
    tables: dict[str, Lines] = {}
    at = 3 if [word for _, word in words[:2]] == ["language", "ESSENCE"] else 0
    while at < len(words):
        (line, letting), (_, name), (_, be), (number, value), *_ = [*words[at : at + 4], *[(0, "")] * 4]
        if letting != "letting" or be not in ("be", "=") or not value:
            shown = letting if letting != "letting" else f"letting {name}"
            raise InputError(f"expected `letting NAME be VALUE`, read {shown[:40]!r}", line=line)
        if name in sizes or name in tables:
            raise InputError(f"`{name}` comes twice", line=line)
        at += 4
        if value == "[":
            tables[name], at = _table(words, at, number)
        else:
            sizes[name] = parse_number(value, number)
    for name, declared in _SIZES.items():
        if name not in tables:
            raise InputError(f"no `letting {name} be [...]`")
        wanted = next((sizes[size] for size in declared if size in sizes), len(tables[name]))
        if len(tables[name]) != wanted:
            reason = f"`{name}` has {len(tables[name])} clues, {wanted} are declared"
            raise InputError(reason, line=tables[name][0][0] if tables[name] else None)
    return [located(tables["rowRules"], tables["colRules"])]


def _table(words: list[tuple[int, str]], at: int, line: int) -> tuple[Lines, int]:
    """Returns the clues of a matrix after its bracket, and the end of the matrix; skips an index domain after `;`."""
    found: Lines = []
    numbers: list[int] | None = None
    for position in range(at, len(words)):
        line, word = words[position]
        if word == "[" and numbers is None:
            numbers = []
        elif word == "]" and numbers is not None:
            found.append((line, as_clue(numbers)))
            numbers = None
            if len(found) > MAX_SIDE:
                raise InputError(f"more than the {MAX_SIDE} clues that are accepted", line=line)
        elif word == "]":
            return found, position + 1
        elif numbers is not None and word != ",":
            if len(numbers) >= MAX_SIDE:
                raise InputError(f"a clue must have at most {MAX_SIDE} numbers", line=line)
            numbers.append(parse_number(word, line))
        elif numbers is None and word != ",":
            raise InputError(f"expected a clue such as [3,1,0], read {word[:40]!r}", line=line)
    raise InputError("expected `]`, read the end of the file", line=line)


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    tables = {"rowRules": lengths(puzzle.rows), "colRules": lengths(puzzle.columns)}
    width = max([1, *(len(clue) for table in tables.values() for clue in table)])
    lines = [
        "language ESSENCE 1.3.0",
        f"letting nRows be {puzzle.height}",
        f"letting nCols be {puzzle.width}",
        f"letting maxRules be {width}",
    ]
    for name, table in tables.items():
        rows = (f"  [{','.join(map(str, clue + [0] * (width - len(clue))))}]" for clue in table)
        lines += [f"letting {name} be [", ",\n".join(rows), "]"]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="essence",
    summary="Essence parameters for CSPLib's model of nonograms (problem 12)",
    features=PLAIN,
    sniff=sniff,
    resembles=resembling(r"^\s*(language\s+ESSENCE|letting\s+(rowRules|colRules)\b)"),
    parse=parse,
    format=format,
)
