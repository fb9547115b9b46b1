"""Keys of answers: equal for equal questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nonosat.apps.many.disk_index import hashed
from nonosat.model.clues import plain_text
from nonosat.model.puzzle import Puzzle

KEYED = rb'[0-9a-f]{32}", "puzzle": "'  # regex of a key and the text after it in a line of a journal


def statement(puzzle: Puzzle) -> list[Any]:
    """Returns a puzzle as plain data, without its metadata."""
    return [
        [plain_text(family) or family for family in puzzle.clue_families],
        list(puzzle.geometry.parameters.items()),
        *([puzzle.geometry.families] if puzzle.geometry.name == "shape" else []),
        puzzle.palette,
        puzzle.givens,
        puzzle.goal and puzzle.goal.to_json(),
    ]


def key_of(subject: Puzzle | Exception, ask: str, options: Mapping[str, Any], version: str) -> str:
    """Returns 32 hexadecimal digits, equal for the same question about the same puzzle (or error).

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> key_of(puzzle, "check", {}, "1") == key_of(puzzle, "count", {}, "1")
    False
    """
    return key_and_statement(subject, ask, options, version)[0]


def key_and_statement(
    subject: Puzzle | Exception, ask: str, options: Mapping[str, Any], version: str
) -> tuple[str, bytes]:
    """Returns the key, and a hash that puzzles with the same clues, givens and colours share, even if their goals differ."""
    question = json.dumps([ask, dict(sorted(options.items())), version])[1:]
    if not isinstance(subject, Puzzle):
        return hashed(f"[{json.dumps(str(subject))}, {question}").hex(), b""
    *clues, goal = statement(subject)
    stated = json.dumps(clues)
    return hashed(f"[{stated[:-1]}, {json.dumps(goal)}], {question}").hex(), hashed(stated)
