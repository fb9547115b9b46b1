"""The record of every answer about a puzzle, as commands print it and journals keep it; see docs/json.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.results import plain
from nonosat.support.version import VERSION

ERROR = "error"
"""Replaces the verdict of a puzzle that cannot be read."""

SHARED = ("verdict", "line_solvable", "solutions", "seconds", "stats", "stopped", "detail")
"""Members that the record of any answer can have, from its result."""


def line_record(
    name: str,
    puzzle: Puzzle | None,
    members: Mapping[str, Any],
    *,
    error: Exception | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
    solutions: bool = True,
) -> dict[str, Any]:
    """Returns the record of an answer: `members` of the result, and those in `more`; without `solutions` if asked for.

    A member that the result does not have is absent: nothing is said of what was not asked. Without a result, after an
    error or a limit, there is a verdict all the same.
    """
    verdict = ERROR if error is not None else members.get("verdict")
    if verdict is None and members.get("stopped"):
        verdict = Verdict.UNKNOWN
    shared = {name: members[name] for name in ("solutions", "stats") if name in members}
    if not solutions:
        shared.pop("solutions", None)
    record: dict[str, Any] = {
        "puzzle": name,
        **({} if verdict is None else {"verdict": str(verdict)}),
        **({"line_solvable": members["line_solvable"]} if "line_solvable" in members else {}),
        "width": puzzle and puzzle.width,
        "height": puzzle and puzzle.height,
        "inks": puzzle and len(puzzle.palette) - 1,
        "title": puzzle and puzzle.metadata.title,
        **shared,
        "seconds": round(members.get("seconds", 0.0), 6),
        "stopped": members.get("stopped"),
        "detail": members.get("detail", ""),
        **{name: value for name, value in members.items() if name not in SHARED},
        **more,
        "version": VERSION,
    }
    if puzzle and puzzle.origin and puzzle.origin.read_as:
        record["read_as"] = puzzle.origin.read_as
    if puzzle and (wrong := puzzle.contradictions()):
        record["contradictions"] = plain(wrong)
    if error is not None:
        record["error"] = str(error)
    return record
