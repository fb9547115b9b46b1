"""The keys of answers: two questions are the same if their keys are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nonosat.batch.places import hashed
from nonosat.model.puzzle import Puzzle

KEYED = rb'[0-9a-f]{32}", "puzzle": "'
"""Regex of a key and what follows it in a line of a journal."""


def statement(puzzle: Puzzle) -> list[Any]:
    """A puzzle as plain data, without its metadata."""
    return [
        puzzle.clue_families,
        list(puzzle.geometry.parameters.items()),
        puzzle.palette,
        puzzle.givens,
        puzzle.goal and puzzle.goal.to_json(),
    ]


def key_of(subject: Puzzle | Exception, ask: str, options: Mapping[str, Any], version: str) -> str:
    """32 hexadecimal digits, the same for the same question about the same puzzle (or the same error).

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> key_of(puzzle, "check", {}, "1") == key_of(puzzle, "count", {}, "1")
    False
    """
    stated = statement(subject) if isinstance(subject, Puzzle) else str(subject)
    return hashed(json.dumps([stated, ask, dict(sorted(options.items())), version])).hex()
