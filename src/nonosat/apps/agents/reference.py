"""Resources for agents: notation, formats, techniques, examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.formats.described import format_records
from nonosat.support.bundled import EXAMPLES
from nonosat.support.errors import UsageError

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
        f"| {record['format']} | {record['summary']} | {'yes' if record['written'] else 'no'} |"
        for record in format_records()
    ]
    return "\n".join(rows) + "\n"


def _glossary() -> str:
    entries = (f"## {entry.heading}\n\n{entry.text}\n" for entry in GLOSSARY)
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
    documents = {resource.uri: resource for resource in DOCUMENTS}
    if uri not in documents:
        raise UsageError(f"no resource is called {uri[:100]!r}; there are {', '.join(documents)}")
    return documents[uri]
