"""Puzzles anywhere in a text: source code, prose with labels, lists in brackets (see `nonosat.formats.evidence`).

A file that is named is read for whatever fits in it. In a folder only clues with names of rows and columns count.
"""

from __future__ import annotations

from contextlib import suppress

from nonosat.formats.base import NOTHING, Format
from nonosat.formats.brackets import values_in
from nonosat.formats.evidence import Evidence, has_names, in_text, misfit
from nonosat.formats.native import of_others
from nonosat.formats.sections import PLAIN
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_MOST_SNIFFED = 200_000  # characters


def sniff(text: str) -> bool:
    """Returns True if the text has clues that fit, with names of rows and columns."""
    if len(text) > _MOST_SNIFFED or not has_names(text):
        return False
    with suppress(InputError):
        return bool(_found(text, Evidence(named=True)))
    return False


def parse(text: str, columns_first: bool | None = None) -> list[Puzzle]:
    """Returns the puzzles in a text of any kind; raises `InputError` if there is none."""
    if made := _found(text, Evidence(columns_first=columns_first)):
        return made
    raise InputError(misfit(values_in(text)) or NOTHING)


def _found(text: str, evidence: Evidence) -> list[Puzzle]:
    puzzles = []
    for described in in_text(text, evidence):
        with suppress(InputError):
            puzzles.append(of_others(described))
    return puzzles


FORMAT = Format(
    name="text",
    summary="clues and pictures anywhere in a text, such as source code or prose, judged by their sums",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=None,
)
