"""The record of each question, the declared lines of each command, and their members as columns of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonosat.records import answers, jsonl, moves, scans
from nonosat.records.json_types import Flag, Maybe, Number, Record, Whole
from nonosat.records.schema_of import fields_of, optional_members, record_of
from nonosat.support.arguments import evaluated

_REPAIRED = optional_members(
    answers.Repair,
    "Members that `from-image` and `generate` add after a repair (`--unique`, `--line-solvable`).",
    "by",
    "changes",
    "bound",
    "optimal",
)
_CHOICES = optional_members(scans.ImageChoices, "Members of `from-image` with `--choices`.")
_GENERATED = optional_members(
    answers.Generated, "Members that `generate` adds, but not for families made by formula."
)

COMMANDS: dict[str, tuple[type, ...]] = {
    "check": (answers.Report, jsonl.Check),
    "count": (answers.Count,),
    "sample": (jsonl.Sample,),
    "ambiguity": (answers.Ambiguity,),
    "nearest": (answers.Distance,),
    "judge": (answers.Judgement,),
    "explain": (answers.Explanation, jsonl.Lesson),
    "hint": (answers.Hint,),
    "rate": (answers.Rating,),
    "conflict": (answers.Conflict,),
    "repair": (answers.Repair,),
    "render": (jsonl.Render,),
    "book": (jsonl.Book, optional_members(answers.Rating, "", "grade", "minutes", "difficulty")),
    "from-image": (_REPAIRED, _CHOICES),
    "scan": (scans.Scan, jsonl.Scanned),
    "generate": (_GENERATED,),
    "publish": (jsonl.Publish,),
    "certify": (jsonl.Certify,),
    "encode": (jsonl.Encode,),
    "solve": (jsonl.Solve,),
    "decode": (),
    "batch": (jsonl.Batch,),
}
"""Members of each command's lines besides `PuzzleLine`."""

ALONE: dict[str, type] = {
    "line": jsonl.SettledLine,
    "verify": jsonl.Verify,
    "dataset": jsonl.Dataset,
    "benchmark": jsonl.Benchmark,
    "formats": jsonl.Format,
    "backends": jsonl.Backend,
    "examples": jsonl.Example,
}
"""Lines of commands that are not about one puzzle."""


def record_type(function: Callable[..., Any]) -> type:
    """Returns the typed dictionary that `to_json` of a question's result returns, by its annotation.

    >>> from nonosat.conflicts.mus import conflict
    >>> record_type(conflict).__name__
    'Conflict'
    """
    function = getattr(function, "__wrapped__", function)
    result = evaluated(function.__annotations__["return"], function.__globals__)
    name = str(result.to_json.__annotations__["return"]).rpartition(".")[2]
    found: type = next(getattr(module, name) for module in (answers, moves, scans) if hasattr(module, name))
    return found


def line_of(command: str, *, failed: bool = False) -> Record:
    """Returns the declaration of a command's lines; if `failed`, of a line about an unreadable puzzle."""
    if command in ALONE:
        return record_of(ALONE[command])
    own = () if failed else COMMANDS[command]
    return Record("", fields_of(*own, jsonl.PuzzleLine))


def column_types(record: Record) -> dict[str, str]:
    """Returns Arrow's type of each member as a column; lists and objects are JSON in text.

    >>> column_types(record_of(jsonl.Limits))
    {'seconds': 'float64', 'memory': 'int64', 'conflicts': 'int64'}
    """
    plain = {Flag: "bool_", Whole: "int64", Number: "float64"}
    kinds = {
        field.name: field.type.kind if isinstance(field.type, Maybe) else field.type
        for field in record.fields
    }
    return {name: plain.get(type(kind), "string") for name, kind in kinds.items()}
