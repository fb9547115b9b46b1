"""Writes `answers.jsonl`: what Python makes of each input. Run `python tests/faces/answers.py`; a test says if it is outdated.

A line has the input (`json`, `text` or `base64`, and its `file`) and the `puzzles` that Python reads, in our own JSON, with their
`verdicts`, or the reason why it is `refused`. Two inputs differ in nothing but their file's name if another answer depends on it.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from faces.inputs import inputs

import nonosat as ns

FILE = Path(__file__).with_name("answers.jsonl")


def content_of(row: dict[str, Any]) -> bytes:
    """Returns the content of an input as a file has it."""
    if "base64" in row:
        return base64.b64decode(row["base64"])
    text: str = row["text"] if "text" in row else json.dumps(row["json"])
    return text.encode()


def answered(row: dict[str, Any]) -> dict[str, Any]:
    """Returns what Python makes of an input."""
    try:
        puzzles = ns.loads_all(content_of(row), path=row["file"])
    except ns.InputError as error:
        return {"refused": error.reason}
    verdicts = []
    for puzzle in puzzles:
        try:
            verdicts.append(str(ns.check(puzzle).verdict))
        except (
            ns.PuzzleError
        ) as error:  # as of a puzzle without rows, which is read and written, and not solved
            verdicts.append("error: " + str(error).removeprefix(f"{row['file']}: "))
    return {"puzzles": [puzzle.to_json() for puzzle in puzzles], "verdicts": verdicts}


def rows() -> list[dict[str, Any]]:
    """Returns all inputs with their answers."""
    made = []
    for name, file, content in inputs():
        row: dict[str, Any] = {"name": name, "file": file}
        if isinstance(content, bytes):
            row["base64"] = base64.b64encode(content).decode()
        else:
            row["json" if name.startswith(("member: ", "other JSON: ")) else "text"] = content
        made.append(row | answered(row))
    return made


def written() -> str:
    """Returns the content of the file."""
    return "".join(json.dumps(row) + "\n" for row in rows())


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
