"""Reads webpbn's XML as a stream of events into texts, colours, counts and images.

Entities are refused, so nothing in a file can grow or refer to another file, and no tree is built: memory depends on
what is kept here, which is bounded, not on what else the file contains.
"""

from __future__ import annotations

import html.entities
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import MAX_COLOURS
from nonosat.support.errors import InputError
from nonosat.support.lazy_dataclasses import dataclass, field

# elements of text, with their fields of `Metadata`
ABOUT_FIELDS = {"title": "title", "author": "author", "source": "source", "copyright": "copyright"}
ABOUT_EXTRA = ("authorid", "id", "description", "note")  # elements of text that no field of `Metadata` has

MAX_PUZZLES = 10_000
MAX_DEPTH = 100

_ABOUT = (*ABOUT_FIELDS, *ABOUT_EXTRA)
# paths of the elements that are read; all others are skipped
_PLACES = {
    *(f"puzzleset/{name}" for name in (*_ABOUT, "puzzle")),
    *(f"puzzleset/puzzle/{name}" for name in (*_ABOUT, "color", "clues", "solution")),
    "puzzleset/puzzle/clues/line",
    "puzzleset/puzzle/clues/line/count",
    "puzzleset/puzzle/solution/image",
}


def read_drafts(data: bytes) -> list[Draft]:
    """Returns the puzzles of a file, at least one; raises `InputError`."""
    drafts = _Drafts()
    parser = drafts.position = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = drafts.start, drafts.end
    parser.CharacterDataHandler, parser.DefaultHandlerExpand = drafts.data, drafts.other
    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = drafts.entity
    parser.ExternalEntityRefHandler = drafts.entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = str(error).split(":")[0]
        raise InputError(f"not XML: {reason[:80]}", line=error.lineno) from None
    except (LookupError, ValueError):
        raise InputError("the XML declares an encoding that cannot be read") from None
    if not drafts.made:
        raise InputError("the file has no <puzzle> in it")
    return drafts.made


class Count(NamedTuple):
    """A `<count>` of the file."""

    text: str
    colour: str | None


@dataclass
class Draft:
    """A `<puzzle>` of the file; `about` are its text elements in order."""

    attributes: dict[str, str]
    line: int
    about: list[tuple[str, str]]
    colours: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    clues: dict[str, list[tuple[int, list[Count]]]] = field(default_factory=dict)
    images: dict[str, tuple[int, str]] = field(default_factory=dict)


class _Drafts:
    """Collects puzzles from a stream of XML events."""

    position: Any = None

    def __init__(self) -> None:
        self.made: list[Draft] = []
        self._open: list[str] = []
        self._about: list[tuple[str, str]] = []
        self._texts: list[str] = []
        self._attributes: dict[str, str] = {}
        self._line = 0
        self._lines: list[tuple[int, list[Count]]] = []
        self._image = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._open:
            if tag not in ("puzzleset", "puzzle"):
                self._refuse(f"expected <puzzleset>, read <{tag[:40]}>")
            if tag == "puzzle":
                self._open.append("puzzleset")
        self._open.append(tag)
        if len(self._open) > MAX_DEPTH:
            self._refuse("elements are nested too deeply")
        if not self._is_read():
            return
        self._texts.clear()
        self._attributes, self._line = attributes, self._at()
        if tag == "puzzle":
            if len(self.made) == MAX_PUZZLES:
                self._refuse(f"more than the {MAX_PUZZLES} puzzles accepted")
            self.made.append(Draft(attributes, self._line, list(self._about)))
        elif tag == "clues":
            kind = attributes.get("type", "")
            if kind in self.made[-1].clues:
                self._refuse(f"clues of type {kind[:40]!r} come twice")
            self._lines = self.made[-1].clues[kind] = []
        elif tag == "line":
            if len(self._lines) == MAX_SIDE:
                self._refuse(f"more than the {MAX_SIDE} lines accepted")
            self._lines.append((self._line, []))
        elif tag == "solution":
            self._image = attributes.get("type", "goal")

    def data(self, text: str) -> None:
        self._texts.append(text)

    def end(self, tag: str) -> None:
        if self._is_read():
            self._read(tag, "".join(self._texts))
        self._open.pop()

    def other(self, text: str) -> None:
        """Handles other events; entities of the site's document type, such as `&copy;`, are text."""
        if text[:1] == "&":
            if text[1:-1] not in html.entities.entitydefs:
                self._refuse("not XML: undefined entity")
            self.data(html.entities.entitydefs[text[1:-1]])

    def entity(self, *_: object) -> NoReturn:
        """Refuses declared and external entities."""
        self._refuse("entities are not accepted in XML")

    def _read(self, tag: str, text: str) -> None:
        if tag in _ABOUT:
            text = text.strip()
            (self._about if len(self._open) == 2 else self.made[-1].about).append((tag, text))
        elif tag == "color":
            if len(self.made[-1].colours) == MAX_COLOURS:
                self._refuse(f"more than {MAX_COLOURS} colours")
            self.made[-1].colours.append((self._line, self._attributes, text.strip()))
        elif tag == "count":
            if len(self._lines[-1][1]) == MAX_SIDE:
                self._refuse(f"more than the {MAX_SIDE} blocks accepted of a line")
            self._lines[-1][1].append(Count(text.strip(), self._attributes.get("color")))
        elif tag == "image":
            self.made[-1].images.setdefault(self._image, (self._line, text))

    def _is_read(self) -> bool:
        return len(self._open) <= 5 and "/".join(self._open) in _PLACES

    def _at(self) -> int:
        line: int = self.position.CurrentLineNumber
        return line

    def _refuse(self, reason: str) -> NoReturn:
        raise InputError(reason, line=self._at())
