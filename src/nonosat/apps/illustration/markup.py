"""Shared parts of HTML files about a puzzle: titles and the content security policy."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape

from nonosat.model.puzzle import Puzzle
from nonosat.support.sentences import number_text

_DOT = " \N{MIDDLE DOT} "
_UNTITLED, _BY = "Nonogram", "by {author}"


def titles(
    puzzle: Puzzle, untitled: str = _UNTITLED, by: str = _BY, difficulty: Iterable[str] = ()
) -> tuple[str, str]:
    """Returns title and subtitle of a puzzle as HTML; `untitled` and `by` can be translated."""
    metadata = puzzle.metadata
    about = (
        by.format(author=metadata.author) if metadata.author else "",
        size(puzzle),
        *difficulty,
        rights(puzzle),
    )
    return html(metadata.title or untitled), html(_DOT.join(filter(None, about)))


def rights(puzzle: Puzzle) -> str:
    """Returns the copyright and the licence of a puzzle."""
    return _DOT.join(filter(None, (puzzle.metadata.copyright, puzzle.metadata.licence)))


def size(puzzle: Puzzle) -> str:
    """Returns the numbers of columns and rows as text; of a shape, the number of its cells."""
    if puzzle.geometry.name == "shape":
        return number_text(sum(puzzle.row_lengths), "cell")
    counts = puzzle.geometry.counts
    return "\N{MULTIPLICATION SIGN}".join(map(str, counts if puzzle.is_triddler else counts[::-1]))


def html(text: str) -> str:
    """Escapes a text for HTML; unprintable characters become blanks."""
    return escape(printable(text))


def printable(text: str) -> str:
    """Replaces unprintable characters, which can reorder the text after them, by blanks."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def policy(style: str, script: str = "") -> str:
    """Returns the content security policy: this style and script, embedded pictures, nothing else."""
    allowed = ["default-src 'none'"]
    if script:
        allowed.append(f"script-src {source_of(script)}")
    allowed += [f"style-src {source_of(style)}", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    return "; ".join(allowed)


def source_of(text: str) -> str:
    """Returns the hash by which a policy names a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
