"""A puzzle as a page that plays it: one HTML file that needs nothing else, not even a server.

The page has the clues and, compressed, the result of `explain`: the steps are hints, and the cells that they prove
reveal mistakes. It accepts every solution of the clues. Texts of a puzzle are escaped; the page's policy forbids all
scripts and styles but its own, and all requests.

The style and the scripts are files in `player`; its modules are joined into one script.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from string import Template
from typing import Any
from zlib import compress

from nonosat.apps.drawing.drawing import drawing_of
from nonosat.apps.drawing.layout import laid_out
from nonosat.apps.drawing.svg import part_of_page
from nonosat.apps.illustration.markup import html, policy, printable, rights, source_of, titles
from nonosat.apps.illustration.supposing import line_of
from nonosat.apps.languages import CATALOGUES, catalogue, require_language, sections
from nonosat.apps.web import PLAYER
from nonosat.apps.web.bundle import bundle
from nonosat.explaining.grading.shown_difficulty import shown_difficulty
from nonosat.explaining.hints.hint import levels_of
from nonosat.explaining.steps.explain import Explanation
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.explaining.words.patterns import FORMS
from nonosat.explaining.words.wording import Wording
from nonosat.imaging.colours import ink_names
from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.arguments import items_of, method, question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import InputError, NonosatError, UsageError
from nonosat.support.files import write
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Limited

MAX_PUZZLES = 1_000

MAX_CELLS = 25_000  # browsers draw larger puzzles with delay
Observer = Callable[[int], None] | None  # progress callback, called with the number of steps found
HINT_SECONDS = 10.0  # seconds for computing hints without a limit; the page gets the hints found by then


@dataclass(frozen=True, repr=False, eq=False)
class Page(Limited):
    """A page that plays a puzzle."""

    html: str = field(repr=False)
    """The file."""
    steps: int
    """Number of steps of the hints."""
    complete: bool
    """True if the steps reach everything that follows from the clues."""
    open_cells: int
    """Number of cells that the steps leave open."""
    left_out: tuple[str, ...] = ()
    """Reasons for each puzzle that was left out of a collection."""

    def _repr_html_(self) -> str:
        """Shows the page in a frame of a notebook."""
        return f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" width="100%" height="640"></iframe>'

    @method
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file atomically; raises `OutputError` if that fails."""
        write(os.fspath(path), self.html)


@question
def playable(
    puzzle: Puzzle | Sequence[Puzzle],
    *,
    title: str = "",
    strict: bool = True,
    language: str | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Page:
    """A page that plays a puzzle, or a collection: one HTML file, which needs no network and no other file.

    Its hints are the steps of `explain`; finding them takes at most ten seconds per puzzle, unless a limit is given for
    all. `title` is that of a collection. Raises `PuzzleError` for a malformed puzzle, `InputError` for one without a
    solution, `UsageError` for more than 25,000 cells, no puzzles or more than 1,000, and an unknown `language`. Unless
    `strict`, a collection leaves out puzzles that cannot be played, if there are others.

    The browser chooses the language of the page; with a `language` such as "de" or "en" the page has only that
    language.

    >>> page = playable(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> page
    Page(steps=3, complete=True, open_cells=0)
    >>> page.html[:15]
    '<!doctype html>'
    """
    puzzles = (puzzle,) if isinstance(puzzle, Puzzle) else tuple(items_of(Puzzle, puzzle, "puzzle"))
    if not 0 < len(puzzles) <= MAX_PUZZLES:
        raise UsageError(f"a page is for 1 to {MAX_PUZZLES:,} puzzles, not {len(puzzles):,}")
    require_language(language)
    return run_limited(page_of, puzzles, title, strict, language, limit=limit_of(limit, seconds, memory))


def page_of(
    puzzles: Sequence[Puzzle],
    title: str = "",
    strict: bool = True,
    language: str | None = None,
    *,
    clock: Clock,
    observer: Observer = None,
) -> Page:
    """`playable` with a clock instead of a limit; `observer` is called with the number of the current puzzle."""
    pages, taken, parts, texts, left_out = list[Page](), [], [], set[str](), list[NonosatError]()
    for number, puzzle in enumerate(puzzles):
        if observer:
            observer(number)
        try:
            page, part = _part(puzzle, clock, texts)
        except (InputError, UsageError) as error:
            if strict:
                raise
            left_out.append(error)
            continue
        pages.append(page)
        taken.append(puzzle)
        parts.append(part)
    if not pages:
        raise left_out[0]
    first = next((page for page in pages if page.stopped), pages[0])
    return Page(
        _html_of(taken, title, parts, _languages(language, texts)),
        sum(page.steps for page in pages),
        all(page.complete for page in pages),
        sum(page.open_cells for page in pages),
        tuple(map(str, left_out)),
        end=first.end,
    )


def _part(puzzle: Puzzle, clock: Clock, texts: set[str]) -> tuple[Page, dict[str, Any]]:
    """Returns the figures and the data of a puzzle's page; adds the sentences of its hints to `texts`."""
    puzzle.require_readable()
    if (cells := sum(puzzle.row_lengths)) > MAX_CELLS:
        raise UsageError(f"{cells:,} cells are too many for a page that is played: {MAX_CELLS:,} at most")
    if clock.deadline is None:
        clock = clock.part(seconds=HINT_SECONDS)
    explanation = Explanation(puzzle, clock=clock)
    steps = _hints(puzzle, explanation)
    if explanation.verdict is Verdict.UNSOLVABLE:
        reason = "the puzzle has no solution, so it cannot be played"
        raise InputError(reason, path=puzzle.origin.path if puzzle.origin else None)
    explained = {
        "steps": steps,
        "complete": explanation.complete,
        "techniques": _techniques(steps),
    }
    people, hardest = shown_difficulty(
        puzzle,
        explanation.steps,
        all_known=explanation.complete and explanation.verdict is Verdict.UNIQUE,
    )
    record = json.dumps(explained)
    for text in sections(CATALOGUES[0])["explanation"]:
        # of a form, such as "black:cell", the record has the text that it is a form of
        whole = text.rpartition(":")[0] if text in FORMS else text
        if json.dumps(whole) in record:
            texts.add(text)
    page = Page(
        "",
        len(steps),
        explanation.complete,
        explanation.open_cells,
        end=explanation.end,
    )
    return page, _statement(puzzle) | {
        "explained": _packed(explained),
        "hardest": hardest or "",
        "time": people.minutes_text if people else "",
    }


def _html_of(
    puzzles: Sequence[Puzzle], collection: str, parts: list[dict[str, Any]], languages: dict[str, Any]
) -> str:
    title, about = (html(collection or "Nonograms"), "") if len(puzzles) > 1 else titles(puzzles[0])
    style, script = _text("player.css"), _script()
    data = {"title": collection, "languages": languages, "puzzles": parts}
    return Template(_text("page.html")).substitute(
        policy=policy(style, script),
        title=title,
        about=about,
        style=style,
        script=script,
        printed="\n".join(map(_printed, puzzles)),
        puzzle=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _printed(puzzle: Puzzle) -> str:
    """Draws the puzzle for print and for readers without JavaScript."""
    drawing = drawing_of(puzzle)
    scene = laid_out(drawing)
    label = f"{puzzle.metadata.title}. {drawing.description}".removeprefix(". ")
    return part_of_page(scene, puzzle.palette, label, (0, 0, scene.width, scene.height))


@cache
def _text(name: str) -> str:
    return (PLAYER / name).read_text(encoding="utf-8")


def _languages(only: str | None, texts: Iterable[str]) -> dict[str, Any]:
    """Returns the catalogues of the page: its own words, and the sentences of its hints."""
    tables = {
        name: catalogue(name, "shared", "player", "explanation")
        for name in CATALOGUES
        if only in (None, name)
    }
    english = [*catalogue(CATALOGUES[0], "shared", "player"), *sorted(texts)]
    words = [english, *([table[text] for text in english] for table in tables.values())]
    return {"names": list(tables), "words": _packed(words) if tables else ""}


@cache
def _script() -> str:
    return bundle(PLAYER / "main.js")


@cache
def sources() -> tuple[str, str]:
    """Returns the sources of the page's style and script, for the policy of a page that opens it in a tab."""
    return source_of(_text("player.css")), source_of(_script())


def _statement(puzzle: Puzzle) -> dict[str, Any]:
    """Returns the puzzle's initial data, and the key under which the page stores its state."""
    colours = [
        colour._replace(name=name)
        for colour, name in zip(puzzle.palette, ink_names(puzzle.palette), strict=True)
    ]
    statement = puzzle.replace(palette=colours).statement.to_json()
    key = sha256(json.dumps(statement, sort_keys=True).encode()).hexdigest()[:24]
    metadata = puzzle.metadata
    texts = {"title": metadata.title, "author": metadata.author, "rights": rights(puzzle)}
    return {
        "key": key,
        "puzzle": statement,
        **{name: printable(text) for name, text in texts.items()},
    }


def _hints(puzzle: Puzzle, explanation: Explanation) -> list[dict[str, Any]]:
    """Returns the record of each step with its first hint levels."""
    ruled_out: dict[int, set[int]] = defaultdict(set)
    steps: list[dict[str, Any]] = []
    for step in explanation:
        record: dict[str, Any] = {**step.to_json()}
        if (line := line_of(step)) and len(step.reads) == 1:
            record["said"] += _known(puzzle, puzzle.geometry.lines.index(line), ruled_out)
        record["levels"] = [level.to_json() for level in levels_of(puzzle, step)] if step.cells else []
        steps.append(_without_text(record))
        for row, column, _ in step.cells:
            ruled_out.pop(puzzle.cell(row, column), None)
        for row, column, colour in step.excluded:
            ruled_out[puzzle.cell(row, column)].add(colour)
    return steps


def _without_text(record: dict[str, Any]) -> dict[str, Any]:
    """Removes the English sentences from a step's record: the page makes them from patterns."""
    for link in (*record.get("chain", ()), record.get("contradiction")):
        if link:
            _without_text(link)
    del record["text"]
    return record


def _techniques(steps: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    names = {part["reason"] for step in steps for part in (step, *step.get("chain", ()))}
    return {entry.name: entry.text for entry in GLOSSARY if entry.name in names}


def _known(puzzle: Puzzle, line: int, ruled_out: Mapping[int, Collection[int]]) -> list[dict[str, Any]]:
    """Returns the sentence about colours ruled out before, which the cells of a line do not show."""
    _, cells, clue = puzzle.lines[line]
    masks = {}
    for colour in sorted({colour for _, colour in clue or ()}):
        mask = sum(1 << at for at, cell in enumerate(cells) if colour in ruled_out.get(cell, ()))
        if mask:
            masks[colour] = mask
    return [Wording(Board(puzzle)).ruled_out(masks).to_json()] if masks else []


def _packed(data: Any) -> str:
    """Compresses data, which also hides the solution from a casual reader."""
    return b64encode(compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()
