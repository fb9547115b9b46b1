"""The record of every answer about a puzzle, as commands print it and journals keep it; see docs/json.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Stats, Verdict
from nonosat.support.results import plain
from nonosat.support.version import VERSION

ERROR = "error"
"""Replaces the verdict of a puzzle that cannot be read."""

SHARED = ("verdict", "line_solvable", "solutions", "seconds", "stats", "stopped", "detail")
"""Members that every record can have, from the result."""


def line_record(
    name: str,
    puzzle: Puzzle | None,
    members: Mapping[str, Any],
    *,
    error: Exception | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
    solutions: bool = True,
) -> dict[str, Any]:
    """Returns the record of an answer: `members` of the result, and those in `more`; without `solutions` if asked for."""
    record: dict[str, Any] = {
        "puzzle": name,
        "verdict": str(members.get("verdict", Verdict.UNKNOWN)) if error is None else ERROR,
        "line_solvable": members.get("line_solvable"),
        "width": puzzle and puzzle.width,
        "height": puzzle and puzzle.height,
        "inks": puzzle and len(puzzle.palette) - 1,
        "title": puzzle and puzzle.metadata.title,
        "solutions": members.get("solutions", []),
        "seconds": round(members.get("seconds", 0.0), 6),
        "stats": members["stats"] if "stats" in members else Stats().to_json(),
        "stopped": members.get("stopped"),
        "detail": members.get("detail", ""),
        **{name: value for name, value in members.items() if name not in SHARED},
        **more,
        "version": VERSION,
    }
    if not solutions:
        del record["solutions"]
    if puzzle and puzzle.origin and puzzle.origin.read_as:
        record["read_as"] = puzzle.origin.read_as
    if puzzle and (wrong := puzzle.contradictions()):
        record["contradictions"] = plain(wrong)
    if error is not None:
        record["error"] = str(error)
    return record
