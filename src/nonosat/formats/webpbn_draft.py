"""Reads webpbn's XML as a stream of events into texts, colours, counts and images.

Entities are refused, so nothing in a file can grow or refer to another file, and no tree is built: memory depends on
what is kept here, which is bounded, not on what else the file contains.
"""

from __future__ import annotations

import html.entities
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from nonosat.model.clues import ClueFamily, plain_clues
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import MAX_COLOURS
from nonosat.support.errors import InputError

# elements of text, with their fields of `Metadata`
ABOUT_FIELDS = {"title": "title", "author": "author", "source": "source", "copyright": "copyright"}
ABOUT_EXTRA = ("authorid", "id", "description", "note")  # elements of text that no field of `Metadata` has

MAX_PUZZLES = 10_000
MAX_DEPTH = 100

_ABOUT = (*ABOUT_FIELDS, *ABOUT_EXTRA)
# paths of the elements that are read; all others are skipped
_PLACES = {
    "puzzleset",
    *(f"puzzleset/{name}" for name in (*_ABOUT, "puzzle")),
    *(f"puzzleset/puzzle/{name}" for name in (*_ABOUT, "color", "clues", "solution")),
    "puzzleset/puzzle/clues/line",
    "puzzleset/puzzle/clues/line/count",
    "puzzleset/puzzle/solution/image",
}


# clues of one ink with an element `<line>` per line of the file, as webpbn.com and most programs write them
_CLUES = re.compile(rb'<clues type="(?:rows|columns)">\n((?:<line>.*</line>\n)+)</clues>')
_SIGNS = b"</>countlie"  # of `<line>`, `</count>` and `</line>`
_COUNT = re.compile(rb'<count(?: color="([ -%\'-;=?-~]*)")?>')


def read_drafts(data: bytes) -> list[Draft]:
    """Returns the puzzles of a file, at least one; raises `InputError`."""
    data, plain = _without_plain(data)
    drafts = _Drafts(plain)
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


class PlainClues(NamedTuple):
    """The lines of a `<clues>` element whose blocks have known lengths and one colour, read without events."""

    clues: ClueFamily
    colour: str | None


def _without_plain(data: bytes) -> tuple[bytes, dict[int, PlainClues]]:
    """Cuts out the lines of plain `<clues>` elements, except their ends; returns them by the place of their element."""
    plain: dict[int, PlainClues] = {}
    if (
        b"<![CDATA[" in data or b"<!ATTLIST" in data
    ):  # in which `<clues>` is text, or a count has another colour
        return data, plain
    pieces: list[bytes] = []
    size = done = 0
    for element in _CLUES.finditer(data):
        if (read := _plain(element[1])) is None:
            continue
        before, ends = data[done : element.start(1)], b"\n" * len(read.clues)
        plain[size + element.start() - done] = read
        pieces += before, ends
        size, done = size + len(before) + len(ends), element.end(1)
    return b"".join((*pieces, data[done:])), plain


def _plain(lines: bytes) -> PlainClues | None:
    """Reads lines such as `<line><count color="black">3</count></line>`; None if they are not plain."""
    count = _COUNT.search(lines)
    if count is None:
        return None
    one_ink = rb"(?:<line>(?:%s[1-9][0-9]{0,3}</count>)*</line>\n)+" % re.escape(count[0])
    if not re.fullmatch(one_ink, lines):
        return None
    lengths = lines.replace(count[0], b" ").translate(None, _SIGNS)
    clues = plain_clues(lengths[:-1].decode())
    if clues is None or len(clues) > MAX_SIDE:
        return None
    return PlainClues(clues, None if count[1] is None else count[1].decode())


Count = tuple[str, str | None]
"""Text and colour of a `<count>`."""


@dataclass
class Draft:
    """A `<puzzle>` of the file; `about` are its text elements in order."""

    attributes: dict[str, str]
    line: int
    about: list[tuple[str, str]]
    colours: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    clues: dict[str, tuple[int, PlainClues] | list[tuple[int, list[Count]]]] = field(default_factory=dict)
    """Sets of clues by type: the line of the element and its plain clues, or the line and the counts of each clue."""
    images: dict[str, tuple[int, str]] = field(default_factory=dict)


class _Drafts:
    """Collects puzzles from a stream of XML events."""

    position: Any = None

    def __init__(self, plain: dict[int, PlainClues]) -> None:
        self.made: list[Draft] = []
        self._plain = plain
        self._open = [""]  # paths of the open elements
        self._about: list[tuple[str, str]] = []
        self._texts: list[str] = []
        self.data = self._texts.append
        self._attributes: dict[str, str] = {}
        self._line = 0
        self._lines: list[tuple[int, list[Count]]] = []
        self._counts: list[Count] = []
        self._image = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        above = self._open[-1]
        if not above:
            if tag not in ("puzzleset", "puzzle"):
                self._refuse(f"expected <puzzleset>, got <{tag[:40]}>")
            if tag == "puzzle":
                above = "puzzleset"
                self._open.append(above)
        path = f"{above}/{tag}" if above else tag
        is_read = path in _PLACES
        self._open.append(path if is_read else "?")
        plain = self._plain.get(self.position.CurrentByteIndex) if tag == "clues" else None
        if len(self._open) + (2 if plain else 0) > MAX_DEPTH + 1:
            self._refuse("elements are nested too deeply")
        if not is_read:
            return
        self._texts.clear()
        self._attributes, self._line = attributes, self.position.CurrentLineNumber
        if tag == "puzzle":
            if len(self.made) == MAX_PUZZLES:
                self._refuse(f"more than the {MAX_PUZZLES} puzzles accepted")
            self.made.append(Draft(attributes, self._line, list(self._about)))
        elif tag == "clues":
            kind = attributes.get("type", "")
            if kind in self.made[-1].clues:
                self._refuse(f"clues of type {kind[:40]!r} come twice")
            self._lines = []
            self.made[-1].clues[kind] = (self._line, plain) if plain else self._lines
        elif tag == "line":
            if len(self._lines) == MAX_SIDE:
                self._refuse(f"more than the {MAX_SIDE} lines accepted")
            self._counts = []
            self._lines.append((self._line, self._counts))
        elif tag == "solution":
            self._image = attributes.get("type", "goal")

    def end(self, tag: str) -> None:
        path = self._open.pop()
        if tag == "count" and path in _PLACES:
            if len(self._counts) == MAX_SIDE:
                self._refuse(f"more than the {MAX_SIDE} blocks accepted of a line")
            self._counts.append(("".join(self._texts).strip(), self._attributes.get("color")))
        elif path in _PLACES:
            self._read(tag, "".join(self._texts))

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
            (self._about if len(self._open) == 2 else self.made[-1].about).append((tag, text.strip()))
        elif tag == "color":
            if len(self.made[-1].colours) == MAX_COLOURS:
                self._refuse(f"more than {MAX_COLOURS} colours")
            self.made[-1].colours.append((self._line, self._attributes, text.strip()))
        elif tag == "image":
            self.made[-1].images.setdefault(self._image, (self._line, text))

    def _refuse(self, reason: str) -> NoReturn:
        raise InputError(reason, line=self.position.CurrentLineNumber)
