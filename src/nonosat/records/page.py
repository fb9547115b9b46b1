"""The tables of docs/json.md, from the declarations of the records.

    python -m nonosat.records.page docs/json.md

writes the table of each section anew and leaves everything else as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from nonosat.records import answers, lines, moves, scans
from nonosat.records.columns import ALONE, COMMANDS
from nonosat.records.declared import (
    REQUIRED,
    Anything,
    Each,
    Field,
    Flag,
    Maybe,
    Number,
    OneOf,
    Table,
    Text,
    Type,
    Whole,
)
from nonosat.records.derived import Named, fields_of, record_of
from nonosat.records.values import CELL, CLUE, COLOURS, KNOWN_ROWS, PUZZLE, ROWS

OBJECTS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        answers.Line,
        answers.ColouredCell,
        answers.Problem,
        answers.Region,
        answers.Box,
        answers.Step,
        answers.Mistake,
        answers.Deduction,
        answers.Refutation,
        answers.Change,
        answers.RepairFound,
        answers.Violation,
        answers.Reading,
        scans.ScannedNumber,
        moves.JudgedMoves,
        moves.JudgedMove,
        moves.JudgedCell,
        lines.Limits,
        lines.Technique,
        lines.TechniqueExample,
    )
}
"""The objects inside of records."""

EVERY = "Every record of a puzzle"

_NAMES: tuple[tuple[Type, str], ...] = (
    (ROWS, "grid"),
    (KNOWN_ROWS, "partial grid"),
    (COLOURS, "row"),
    (CELL, "cell"),
    (CLUE, "clue"),
    (PUZZLE, "puzzle"),
)
"""Values that the page explains once."""

_PLAIN = {
    Flag: "boolean",
    Whole: "integer",
    Number: "number",
    Text: "string",
    Table: "object",
    Anything: "any",
}


def sections() -> Iterator[tuple[str, tuple[Field, ...]]]:
    """The members under each heading of the page."""
    every = fields_of(lines.PuzzleLine)
    shared = {each.name for each in every}
    yield EVERY, every
    for command, kinds in COMMANDS.items():
        own = tuple(each for each in fields_of(*kinds) if each.name not in shared)
        if own:
            yield command, own
    for name, kind in {**ALONE, **OBJECTS}.items():
        yield name, record_of(kind).fields


def table(fields: tuple[Field, ...]) -> str:
    """A table of the members of a record."""
    rows = ["| field | type | what it is |", "|---|---|---|"]
    for each in fields:
        missing = "" if each.default is REQUIRED else ", or missing"
        rows.append(f"| `{each.name}` | {type_text(each.type)}{missing} | {_sentence(each.about)} |")
    return "\n".join(rows)


def type_text(kind: Type) -> str:
    """A type in words, such as `list of string`."""
    for known, name in _NAMES:
        if kind == known:
            return name
    if isinstance(kind, Maybe):
        return f"{type_text(kind.kind)} or null"
    if isinstance(kind, Each):
        return f"list of {type_text(kind.item)}"
    if isinstance(kind, OneOf):
        return " or ".join(map(type_text, kind.types))
    if isinstance(kind, Named):
        return f"[{kind.kind.__name__}](#{kind.kind.__name__.lower()})"
    return _PLAIN[type(kind)]


def _sentence(about: str) -> str:
    """Without the full stop, in a table."""
    text = about.removesuffix(".").replace("|", "\\|")
    return text[0].lower() + text[1:] if text[:2].istitle() and not text.startswith("SHA") else text


def written(page: str) -> str:
    """The page with its tables as they are declared; raises `KeyError` for a section that it does not have."""
    parts = re.split(r"(?m)^(#{2,3} .*)$", page)
    places = {heading.lstrip("# "): at for at, heading in enumerate(parts) if heading.startswith("##")}
    for heading, fields in sections():
        at = places[heading] + 1
        before, old, after = re.split(r"(?m)^(\| field \|.*\n(?:\|.*\n)*)", parts[at], maxsplit=1)
        parts[at] = f"{before}{table(fields)}\n{after}" if old else parts[at]
    return "".join(parts)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")
