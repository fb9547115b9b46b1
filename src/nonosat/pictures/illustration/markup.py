"""What the HTML files about a puzzle have in common: its titles as HTML, and what a page allows itself."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from nonosat.model.puzzle import Puzzle


def titles(puzzle: Puzzle) -> tuple[str, str]:
    """The title of a puzzle, and what is said below it, as HTML."""
    its, shape = puzzle.metadata, puzzle.geometry
    size = "&times;".join(map(str, shape.counts if puzzle.is_triddler else shape.counts[::-1]))
    by = f"by {html(its.author)}" if its.author else ""
    about = filter(None, [by, size, html(its.copyright), html(its.licence)])
    return html(its.title or "Nonogram"), " &middot; ".join(about)


def html(text: str) -> str:
    """A text as HTML; what cannot be printed, which may change the order of all that follows, is a blank."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def policy(style: str, script: str = "") -> str:
    """What a page allows itself: this style and script, pictures in the page, and nothing else."""
    allowed = ["default-src 'none'"]
    if script:
        allowed.append(f"script-src {_source(script)}")
    allowed += [f"style-src {_source(style)}", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    return "; ".join(allowed)


def _source(text: str) -> str:
    """How a policy names a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
