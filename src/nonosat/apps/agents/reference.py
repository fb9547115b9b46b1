"""Resources for agents (notation, formats, techniques, examples), and prompts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from nonosat import formats
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.formats.examples import EXAMPLES
from nonosat.support.errors import UsageError

T = TypeVar("T")

SCHEME = "nonosat://"


class Document(NamedTuple):
    """A resource."""

    path: str
    title: str
    about: str
    text: Callable[[], str]

    @property
    def uri(self) -> str:
        """Address of the resource."""
        return SCHEME + self.path


def _formats() -> str:
    rows = ["# File formats", "", "| name | what it is | written |", "|---|---|---|"]
    rows += [
        f"| {each['format']} | {each['summary']} | {'yes' if each['written'] else 'no'} |"
        for each in formats.format_records()
    ]
    return "\n".join(rows) + "\n"


def _glossary() -> str:
    entries = (f"## {each.heading}\n\n{each.text}\n" for each in GLOSSARY)
    return "\n".join(["# Techniques, from the simplest to the last resort\n", *entries])


def _examples() -> str:
    rows = [f"- `example:{name}`: {about}" for name, about in EXAMPLES.items()]
    return "\n".join(["# Puzzles that come with nonosat", "", *rows]) + "\n"


def _notation() -> str:
    return (
        "# How puzzles, states and moves are written\n\n"
        'A puzzle as JSON: {"rows": [[1, 1], [2]], "columns": [[2], [1], [1]]}. A row lists its blocks from the '
        'left, a column from the top; [] is an empty line, null a line without a clue, "?" a hidden length. With '
        'several inks: "palette": [["white", "ffffff", "."], ["red", "ff0000", "r"]], and a block is [length, '
        "colour].\n\nA state has a line for each row: # ink, . empty, ? unknown (or the letters of the palette).\n\n"
        "A move sets cells: r5c7=black r5c8=white, rows and columns counted from 1.\n"
    )


DOCUMENTS = (
    Document("notation", "Notation", "How puzzles, states and moves are written.", _notation),
    Document("formats", "File formats", "The formats in which puzzles can be sent and converted.", _formats),
    Document("glossary", "Techniques", "What each technique of an explanation is.", _glossary),
    Document("examples", "Examples", "Puzzles to try.", _examples),
)


def document(uri: str) -> Document:
    """Returns the resource with an address; raises `UsageError`."""
    return _found({each.uri: each for each in DOCUMENTS}, uri[:100], "resource")


def _found(named: dict[str, T], name: str, what: str) -> T:
    if name not in named:
        raise UsageError(f"no {what} is called {name!r}; there are {', '.join(named)}")
    return named[name]


class Prompt(NamedTuple):
    """A prompt about a puzzle."""

    name: str
    title: str
    about: str
    text: str
    """Contains `{puzzle}`."""


PROMPTS = (
    Prompt(
        "solve_together",
        "Solve a puzzle together",
        "Solve a nonogram by deductions that follow, each checked.",
        "Solve this nonogram with me, one deduction at a time. Before you state a deduction, check it with "
        "judge_moves, with what we know so far as the state; if it is a guess or wrong, think again. If you are "
        "stuck, use hint with level 1, then 2. Do not call solve_puzzle.\n\n{puzzle}",
    ),
    Prompt(
        "review_puzzle",
        "Review a puzzle",
        "What a puzzle editor wants to know of a nonogram.",
        "Review this nonogram for publication. Use check_puzzle; if it has several solutions, find_ambiguity and "
        "repair_puzzle; if none, find_conflict and repair_puzzle by clue; if one, rate_difficulty. Say in a few "
        "sentences whether it can be printed, what to change, and how difficult it is.\n\n{puzzle}",
    ),
    Prompt(
        "teach_puzzle",
        "Teach a puzzle",
        "A lesson from a nonogram.",
        "Use explain_solution on this nonogram and teach it to a beginner: name the techniques that it takes, with "
        "describe_technique where one is new, and show one step of each.\n\n{puzzle}",
    ),
)


def prompt(name: str, puzzle: str) -> str:
    """Returns the text of a prompt about a puzzle; raises `UsageError`."""
    found = _found({each.name: each for each in PROMPTS}, name[:40], "prompt")
    return found.text.replace("{puzzle}", puzzle)
