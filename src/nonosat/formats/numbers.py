"""Reads the numbers of one clue line, for all text formats."""

from __future__ import annotations

import re
from functools import lru_cache

from nonosat.model.clues import Block, Clue, as_clue, length_text, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits

# lengths that are surely not too large, and not too many
_PLAIN = rf"[1-9][0-9]{{0,2}}(?:[\s,]+[1-9][0-9]{{0,2}}){{0,{MAX_SIDE - 1}}}"

_SEPARATORS = r"[\s,]+"


def text_lines(text: str) -> list[str]:
    """Splits a text into lines at \\n, \\r and \\r\\n only; the last end can be missing.

    >>> text_lines("a\\n\\nb\\x85\\r\\n")
    ['a', '', 'b\\x85']
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def one_line(text: str) -> str:
    """Returns a text with a blank for each line end and run of blanks."""
    return " ".join(text.split())


def parse_clue(text: str, line: int) -> Clue:
    """Parses numbers between commas or blanks; `0`, `-` and nothing are the empty clue.

    >>> parse_clue("3, 1", 1)
    (Block(length=3, colour=1), Block(length=1, colour=1))
    """
    check_limits()
    if re.fullmatch(_PLAIN, text):  # fast path, as nearly all lines of large files
        return tuple(map(_block, text.replace(",", " ").split()))
    text = text.strip()
    if text in ("", "-"):
        return ()
    words = re.split(_SEPARATORS, text.strip(","), maxsplit=MAX_SIDE)
    if len(words) > MAX_SIDE:
        raise InputError(f"a clue must have at most {MAX_SIDE} numbers", line=line)
    return as_clue([parse_number(word, line) for word in words])


@lru_cache(maxsize=1000)
def _block(length: str) -> Block:
    return shared_block(int(length), 1)


def clues_of_line(text: str) -> list[str]:
    """Splits clues on one line: numbers between blanks, clues between commas.

    With `;` or `/` between clues, or with brackets, numbers can stand between commas.

    >>> clues_of_line("3, 2 1, 0"), clues_of_line("3; 2,1"), clues_of_line("[[3], [2, 1]]")
    (['3', '2 1', '0'], ['3', '2,1'], ['3', '2, 1'])
    """
    if "[" in text:
        return [part.strip() or "0" for part in re.findall(r"\[([^\[\]]*)\]", text)]
    separator = next((sign for sign in ";/" if sign in text), ",")
    return [part.strip() or "0" for part in text.strip().rstrip(separator).split(separator)]


def parse_number(word: str, line: int | None, what: str = "a number of cells") -> int:
    """Parses a whole number from 0 to `MAX_SIDE`; raises `InputError`."""
    if not (word.isascii() and word.isdigit()):
        shown = word if len(word) <= 40 else f"{word[:37]}..."
        raise InputError(f"expected {what}, got {shown!r}", line=line)
    if len(word) > 9 or int(word) > MAX_SIDE:
        shown = word if len(word) <= 40 else f"{word[:37]}..."
        raise InputError(f"{shown} is more than the {MAX_SIDE} cells accepted", line=line)
    return int(word)


def format_clue(clue: Clue | None, separator: str) -> str:
    """Returns the lengths of a clue, `0` for the empty one; for formats without missing clues."""
    assert clue is not None
    return separator.join(map(length_text, clue)) or "0"
