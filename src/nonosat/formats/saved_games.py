"""Saved games of pzpr.js (puzz.link) and of Simon Tatham's Pattern: the puzzle, and the cells that are filled in so far.

pzpr writes `pzprv3`, `nonogram`, the height and the width, then rows of fields, in lines or between slashes: the clues of the
columns above, those of the rows on the left, and cells: `#` filled, `+` empty, `.` unknown. The collection of Tatham's puzzles
writes records `NAME    :LENGTH:TEXT`: PARAMS and DESC make a game id, the first STATEPOS - 1 MOVEs are in force.
"""

from __future__ import annotations

import re

from nonosat.formats import pattern_id
from nonosat.formats.base import Format, resembling
from nonosat.formats.numbers import parse_number
from nonosat.formats.sections import PLAIN
from nonosat.model.clues import as_clue
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_PZPR = re.compile(r"\s*pzprv3(?:\.\d)?\s*[/\n]\s*nonogram\s*[/\n]")
_RECORD = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,7}):")
_MOVE = re.compile(r"([FEU])([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4})")
_COLOURS: dict[str, int | None] = {"#": 1, "+": 0, ".": None, "F": 1, "E": 0, "U": None}
_MOST_MOVES = 100_000

Cells = list[list[int | None]]


def sniff_pzpr(text: str) -> bool:
    """Returns True if the text begins with `pzprv3` and `nonogram`."""
    return bool(_PZPR.match(text))


def parse_pzpr(text: str) -> list[Puzzle]:
    if not sniff_pzpr(text):
        raise InputError(f"expected `pzprv3`, got {text.strip()[:40]!r}", line=1)
    parts = [part.strip() for part in re.split(r"[/\r\n]+", text.strip())]
    if len(parts) < 5:
        raise InputError("the file ends before its rows")
    height, width = (parse_number(part, None, "a size") for part in parts[2:4])
    rows = [part.split() for part in parts[4:] if part]
    above = len(rows) - height
    left = len(rows[0]) - width if rows else 0
    if min(above, left, height - 1, width - 1) < 0 or any(len(row) != left + width for row in rows):
        raise InputError(f"{height}x{width} cells and their clues do not fit into the rows of the file")
    columns = [_clue([row[at] for row in rows[:above]]) for at in range(left, left + width)]
    across = [_clue(row[:left]) for row in rows[above:]]
    cells: Cells = []
    for row in rows[above:]:
        if wrong := {*row[left:]} - {"#", "+", "."}:
            raise InputError(f"a cell must be `#`, `+` or `.`, got {min(wrong)[:20]!r}")
        cells.append([_COLOURS[cell] for cell in row[left:]])
    return [
        _with_progress(Puzzle([as_clue(clue) for clue in across], [as_clue(clue) for clue in columns]), cells)
    ]


def _clue(fields: list[str]) -> list[int | str]:
    """Returns the numbers of a clue; `?` and `-` are unknown ones."""
    numbers = [field for field in fields if field != "."]
    return ["?" if field in ("?", "-") else parse_number(field, None) for field in numbers]


def sniff_pattern(text: str) -> bool:
    """Returns True if the text begins like a saved game of Tatham's collection."""
    return text.startswith("SAVEFILE:")


def parse_pattern(text: str) -> list[Puzzle]:
    records = _records(text)
    if (game := records.get("GAME", [""])[0]) != "Pattern":
        raise InputError(f"a saved game of {game[:40]!r}, not of Pattern")
    (size, description), position = (
        (records.get(name, [""])[-1] for name in ("PARAMS", "DESC")),
        records.get("STATEPOS", ["1"])[0],
    )
    (puzzle,) = pattern_id.parse(f"{size}:{description}")
    cells: Cells = [[None] * puzzle.width for _ in range(puzzle.height)]
    for move in records.get("MOVE", [])[: parse_number(position, None, "a number of moves") - 1]:
        if match := _MOVE.fullmatch(move):
            x, y, width, height = map(int, match.groups()[1:])
            for row in cells[y : y + height]:
                row[x : x + width] = [_COLOURS[match[1]]] * len(row[x : x + width])
        elif (
            move.startswith("S")
            and len(move) == 1 + puzzle.width * puzzle.height
            and not set(move[1:]) - {"0", "1"}
        ):
            digits = [int(digit) for digit in move[1:]]
            cells = [[*digits[at : at + puzzle.width]] for at in range(0, len(digits), puzzle.width)]
        else:
            raise InputError(f"expected a move such as `F0,0,2,1`, got {move[:40]!r}")
    return [_with_progress(puzzle, cells)]


def _records(text: str) -> dict[str, list[str]]:
    """Returns the texts of records by name."""
    records: dict[str, list[str]] = {}
    at = 0
    while at < len(text) and len(records.get("MOVE", ())) < _MOST_MOVES:
        match = _RECORD.match(text, at)
        if match is None:
            if not text[at:].strip():
                break
            line = text.count("\n", 0, at) + 1
            raise InputError(
                f"expected a record such as `PARAMS  :3:4x3`, got {text[at : at + 40]!r}", line=line
            )
        end = match.end() + int(match[2])
        if text[end : end + 1] not in ("", "\r", "\n"):  # a length that was not corrected by hand
            end = next((at for at in range(match.end(), len(text)) if text[at] in "\r\n"), len(text))
        records.setdefault(match[1], []).append(text[match.end() : end])
        at = end + len(text[end:]) - len(text[end:].lstrip("\r\n"))
    return records


def _with_progress(puzzle: Puzzle, cells: Cells) -> Puzzle:
    """Adds the cells that are known to the origin of a puzzle."""
    if all(cell is None for row in cells for cell in row):
        return puzzle
    return puzzle._with_fields(origin=(puzzle.origin or Origin())._replace(progress=tuple(map(tuple, cells))))


FORMATS = (
    Format(
        name="pzpr",
        summary="a saved game of pzpr.js (puzz.link), with its state",
        features=PLAIN,
        sniff=sniff_pzpr,
        resembles=resembling(r"\A\s*pzprv3"),
        parse=parse_pzpr,
        format=None,
    ),
    Format(
        name="pattern-save",
        summary="a saved game of Simon Tatham's Pattern, with its state",
        features=PLAIN,
        sniff=sniff_pattern,
        resembles=resembling(r"\ASAVEFILE"),
        parse=parse_pattern,
        format=None,
    ),
)
