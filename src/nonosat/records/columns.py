"""The declared lines of each command, and their members as columns of a table."""

from __future__ import annotations

from nonosat.records import answers, lines, scans
from nonosat.records.declared import Flag, Maybe, Number, Record, Whole
from nonosat.records.derived import fields_of, record_of

COMMANDS: dict[str, tuple[type, ...]] = {
    "check": (answers.Report, lines.Check),
    "count": (answers.Count,),
    "sample": (lines.Sample,),
    "ambiguity": (answers.Ambiguity,),
    "nearest": (answers.Distance,),
    "judge": (answers.Judgement,),
    "explain": (answers.Explanation, lines.Lesson),
    "hint": (answers.Hint,),
    "rate": (answers.Rating,),
    "conflict": (answers.Conflict,),
    "repair": (answers.Repair,),
    "render": (lines.Render,),
    "book": (lines.Book,),
    "from-image": (lines.Repaired,),
    "scan": (scans.Scan, lines.Scanned),
    "generate": (lines.Generated,),
    "certify": (lines.Certify,),
    "encode": (lines.Encode,),
    "solve": (),
    "decode": (),
    "batch": (lines.Batch,),
}
"""What the lines of each command have beside `PuzzleLine`."""

ALONE: dict[str, type] = {
    "line": lines.SettledLine,
    "verify": lines.Verify,
    "dataset": lines.Dataset,
    "benchmark": lines.Benchmark,
    "formats": lines.Format,
    "backends": lines.Backend,
    "examples": lines.Example,
}
"""The whole lines of commands that ask nothing about one puzzle."""


def line_of(command: str, *, failed: bool = False) -> Record:
    """The declaration of the lines of a command; of one about a puzzle that cannot be read if it `failed`."""
    if command in ALONE:
        return record_of(ALONE[command])
    own = () if failed else COMMANDS[command]
    return Record("", fields_of(*own, lines.PuzzleLine))


def column_types(record: Record) -> dict[str, str]:
    """The type that each member has as a column, by its name in Arrow; what is no single value is JSON in text.

    >>> column_types(record_of(lines.Limits))
    {'seconds': 'float64', 'memory': 'int64', 'conflicts': 'int64'}
    """
    plain = {Flag: "bool_", Whole: "int64", Number: "float64"}
    kinds = {
        each.name: each.type.kind if isinstance(each.type, Maybe) else each.type for each in record.fields
    }
    return {name: plain.get(type(kind), "string") for name, kind in kinds.items()}
