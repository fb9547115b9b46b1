"""The appendix of json.md, from the declarations of questions and records: Sphinx adds it, `python docs/records.py` prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import nonosat
from nonosat.apps.cli.shell.command_lines import ALONE, COMMANDS
from nonosat.explaining.words.glossary import Entry
from nonosat.records import jsonl
from nonosat.records.json_types import (
    REQUIRED,
    Anything,
    Each,
    Field,
    Flag,
    Maybe,
    Number,
    OneOf,
    Record,
    Table,
    Text,
    Type,
    Whole,
)
from nonosat.records.parameters import declaration_of
from nonosat.records.schema_of import Named, fields_of, record_of
from nonosat.records.shared_types import CELL, CLUE, COLOURS, KNOWN_ROWS, PUZZLE, ROWS

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


def appendix() -> str:
    """Every question with its parameters, and every record and object with its members, as Markdown."""
    every = fields_of(jsonl.PuzzleLine)
    shared = {each.name: each.about for each in every}
    parts = ["## Questions", "Names in Python; commands and addresses have `-` for `_`."]
    for name in nonosat.QUESTIONS:
        declared = declaration_of(getattr(nonosat, name))
        parts += _section(3, f"{name}()", declared.summary, declared.parameters)
    parts += _section(2, "Every record of a puzzle", record_of(jsonl.PuzzleLine).about, every)
    parts += ["## Commands", "What their records have beside that, or what a member means there."]
    for command, kinds in COMMANDS.items():
        own = [each for each in fields_of(*kinds) if shared.get(each.name) != each.about]
        if own:
            parts += _section(3, command, record_of(kinds[0]).about, own)
    for name, kind in ALONE.items():
        parts += _section(3, name, record_of(kind).about, record_of(kind).fields)
    parts.append("## Objects")
    roots = (
        jsonl.PuzzleLine,
        nonosat.JudgedMoves,
        Entry,
        jsonl.Solution,
        *chain(*COMMANDS.values()),
        *ALONE.values(),
    )
    for each in objects(Named(kind) for kind in roots):
        parts += _section(3, each.name, each.about, each.fields)
    return "\n\n".join(parts) + "\n"


def objects(roots: Iterable[Type]) -> list[Record]:
    """The records that records consist of, and those of two commands that are records by themselves."""
    found: dict[str, Record] = {
        "JudgedMoves": record_of(nonosat.JudgedMoves),
        "Technique": record_of(Entry),
    }
    waiting = list(roots)
    for each in waiting:
        if isinstance(each, Named):
            record = record_of(each.kind)
            inner = [member.type for member in record.fields]
        else:
            inner = [getattr(each, name) for name in ("kind", "item", "value") if hasattr(each, name)]
        for kind in inner:
            if isinstance(kind, Named):
                if (name := record_of(kind.kind).name) in found:
                    continue
                found[name] = record_of(kind.kind)
            waiting.append(kind)
    return list(found.values())


def _section(level: int, name: str, about: str, fields: Iterable[Field]) -> Iterator[str]:
    yield f"{'#' * level} {name}"
    yield about
    if fields := tuple(fields):
        yield table(fields)


def table(fields: tuple[Field, ...]) -> str:
    """A table of the members of a record."""
    rows = ["| field | type | what it is |", "|---|---|---|"]
    for each in fields:
        missing = ", or missing" if each.default is None else f", by default {each.default!r}"
        kind = type_text(each.type) + ("" if each.default is REQUIRED else missing)
        rows.append(f"| `{each.name}` | {kind} | {_sentence(each.about)} |")
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
        return f"[{record_of(kind.kind).name}](#{record_of(kind.kind).name.lower()})"
    return _PLAIN[type(kind)]


def _sentence(about: str) -> str:
    """Without the full stop, in a table."""
    text = about.removesuffix(".").replace("|", "\\|")
    return text[0].lower() + text[1:] if text[:2].istitle() and not text.startswith("SHA") else text


if __name__ == "__main__":
    print(appendix(), end="")
