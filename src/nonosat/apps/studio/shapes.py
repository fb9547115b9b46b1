"""Declarations of puzzles, pictures and files in requests."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from nonosat.formats import native
from nonosat.model.puzzle import Puzzle
from nonosat.records import shared_types
from nonosat.records.json_types import Field, Refused, Schemas, Text, Type
from nonosat.support.errors import InputError
from nonosat.support.files import MAX_BYTES


class _Puzzle:
    """A puzzle in our own JSON, or as other programs write it, read as `nonosat.formats.native` does."""

    def read(self, value: Any, where: str) -> Puzzle:
        try:
            puzzles = native.puzzles_of(value)
        except InputError as error:
            raise Refused(f"is no puzzle: {error.reason}", where) from None
        if len(puzzles) != 1:
            raise Refused(f"holds {len(puzzles)} puzzles: send one of them", where)
        return puzzles[0]

    def schema(self, named: Schemas) -> dict[str, Any]:
        return shared_types.PUZZLE.schema(named)


class _Picture:
    """A picture, read as the puzzle that has its clues."""

    def read(self, value: Any, where: str) -> Puzzle:
        members = shared_types.PICTURE.read(value, where)
        try:
            goal = native.grid_of(members["rows"])
            return goal.puzzle(goal=goal, **native.other_fields(members))
        except InputError as error:
            raise Refused(f"is no picture: {error.reason}", where) from None

    def schema(self, named: Schemas) -> dict[str, Any]:
        return shared_types.PICTURE.schema(named)


class _Base64:
    """Bytes as base64."""

    def read(self, value: Any, where: str) -> bytes:
        text = Text(MAX_BYTES // 3 * 4 + 4).read(value, where)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise Refused("must be base64", where) from None

    def schema(self, named: Schemas) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "string", "contentEncoding": "base64"}


PUZZLE: Type = _Puzzle()
PICTURE: Type = _Picture()
BASE64: Type = _Base64()

# members of a request about a puzzle; each request has one of the two
SUBJECT = (
    Field("puzzle", PUZZLE, "The puzzle; or instead of it a picture.", None),
    Field("picture", PICTURE, "A picture, in place of a puzzle: its clues are computed.", None),
)

EITHER = ("puzzle", "picture")
