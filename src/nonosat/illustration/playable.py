"""A puzzle as a page that plays it: one HTML file that needs nothing else, not even a server.

The page knows the clues, and packed away what `explain` finds: its steps are the hints, and the cells that
they prove are what mistakes are checked against. It accepts every solution, by the clues. Whatever a puzzle's
file says stands in the page as text only; the page forbids itself all scripts and styles but its own, and all
requests.

The scripts and styles are files in `player`, put into the page as they are.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from time import monotonic
from typing import Any
from zlib import compress

from nonosat.engine.outcome import Verdict
from nonosat.errors import InputError, UsageError
from nonosat.explanation.explain import Explanation
from nonosat.explanation.wording import cells_text, colour_text, listed
from nonosat.limits import Clock
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.model.puzzle import Puzzle
from nonosat.solution_space.backbone import possible_colours

MAX_CELLS = 25_000
"""The largest puzzle that a browser draws without delay."""

HINT_SECONDS = 10.0
"""How long hints may take unless a limit is given; the page then has those that were found."""

_FOLDER = Path(__file__).parent / "player"
_SCRIPTS = ("geometry", "lines", "game", "view", "player")


def playable(puzzle: Puzzle, *, clock: Clock | None = None) -> str:
    """The page of a puzzle, as HTML.

    Raises `UsageError` for a puzzle of more than `MAX_CELLS` cells, `InputError` for one without a solution.
    """
    puzzle.require_sound()
    if (cells := sum(puzzle.row_lengths)) > MAX_CELLS:
        raise UsageError(f"{cells:,} cells are too many for a page that is played: {MAX_CELLS:,} at most")
    title, about = _titles(puzzle)
    style, script = _text("player.css"), "\n".join(_text(f"{name}.js") for name in _SCRIPTS)
    data = _statement(puzzle) | {"explained": _packed(_explained(puzzle, clock or Clock()))}
    return Template(_text("page.html")).substitute(
        policy="; ".join(
            [
                "default-src 'none'",
                f"script-src {_source(script)}",
                f"style-src {_source(style)}",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            ]
        ),
        title=title,
        about=about,
        style=style,
        script=script,
        puzzle=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _titles(puzzle: Puzzle) -> tuple[str, str]:
    """The title, and what is said below it, as HTML."""
    its, shape = puzzle.metadata, puzzle.geometry
    size = "&times;".join(map(str, shape.counts if puzzle.is_triddler else shape.counts[::-1]))
    by = f"by {_html(its.author)}" if its.author else ""
    about = filter(None, [by, size, _html(its.copyright), _html(its.licence)])
    return _html(its.title or "Nonogram"), " &middot; ".join(about)


def _html(text: str) -> str:
    """A text as HTML; what cannot be printed, which may change the order of all that follows, is a blank."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


@cache
def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """How a policy names a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _statement(puzzle: Puzzle) -> dict[str, Any]:
    """What the page knows of a puzzle from the start: its cells are numbered as ours."""
    statement = json.dumps(puzzle.statement.to_json(), sort_keys=True)
    return {
        "key": sha256(statement.encode()).hexdigest()[:24],
        "plain": puzzle.palette == BLACK_AND_WHITE,
        "palette": [
            {"name": colour.name or f"colour {index}", "rgb": colour.rgb.lower(), "letter": colour.letter}
            for index, colour in enumerate(puzzle.palette)
        ],
        "shape": _shape(puzzle),
        "clues": [
            None if line.clue is None else [[block.length or 0, block.colour] for block in line.clue]
            for line in puzzle.lines
        ],
        "givens": [[puzzle.cell(row, column), colour] for row, column, colour in puzzle.givens],
    }


def _shape(puzzle: Puzzle) -> dict[str, Any]:
    if not puzzle.is_triddler:
        return {"width": puzzle.width, "height": puzzle.height}
    return {
        "outlines": [puzzle.geometry.outline(*place) for place in puzzle.coordinates],
        "lines": [list(line.cells) for line in puzzle.lines],
        "axes": [line.id.axis for line in puzzle.lines],
        "rows": puzzle.height,
    }


def _explained(puzzle: Puzzle, clock: Clock) -> dict[str, Any]:
    """The steps to the solution, and the colours that they leave to each cell."""
    if clock.deadline is None:
        clock = clock.with_deadline(monotonic() + HINT_SECONDS)
    found = Explanation(puzzle, clock=clock)
    ruled_out: dict[int, set[int]] = defaultdict(set)
    steps: list[list[Any]] = []
    for step in found:
        cells = [(puzzle.cell(row, column), colour) for row, column, colour in step.cells]
        line = next(iter(step.reads)) if step.axis else None
        known = "" if line is None else _known(puzzle, line, ruled_out)
        steps.append([step.words + known, -1 if line is None else line, cells])
        for cell, _ in cells:
            ruled_out.pop(cell, None)
        for row, column, colour in step.excluded:
            ruled_out[puzzle.cell(row, column)].add(colour)
    if found.verdict is Verdict.UNSOLVABLE:
        reason = "the puzzle has no solution, so it cannot be played"
        raise InputError(reason, path=puzzle.origin.path if puzzle.origin else None)
    possible = [sorted(colours) for colours in possible_colours(found.board)]
    return {"steps": steps, "possible": possible, "complete": found.complete}


def _known(puzzle: Puzzle, line: int, ruled_out: Mapping[int, Collection[int]]) -> str:
    """What a step about a line rests on that its cells do not show: colours ruled out before."""
    _, cells, clue = puzzle.lines[line]
    told = []
    for colour in sorted({colour for _, colour in clue or ()}):
        places = sum(1 << at for at, cell in enumerate(cells) if colour in ruled_out.get(cell, ()))
        if places:
            told.append(f"{colour_text(colour, puzzle.palette)} in {cells_text(places)}")
    return f"; ruled out before: {listed(told)}" if told else ""


def _packed(data: dict[str, Any]) -> str:
    """Data as text in which nobody reads the solution by accident."""
    return b64encode(compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()
