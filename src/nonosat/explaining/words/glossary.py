"""Glossary of techniques: names in guides, description, example.

Has an entry per row of the table `nonosat.explaining.steps.techniques.TECHNIQUES`, in its order. The
names of guides are those of "Solution techniques" in Wikipedia's article "Nonogram".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from nonosat.explaining.steps.explain import Explanation
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import Step
from nonosat.explaining.steps.techniques import RANK, TECHNIQUES, Grade
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.records.cells import partial_rows
from nonosat.support.errors import UsageError
from nonosat.support.results import Result, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import PartialRows

Clues = tuple[tuple[int | tuple[int, int], ...], ...]  # blocks as length, or (length, colour)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Example(Result):
    """A state of a small puzzle in which a technique is the simplest one that applies."""

    state: str
    """The rows, with blanks between."""
    rows: Clues
    columns: Clues | None = None
    """None if only one row matters."""
    depth: int = 2
    """Depth of probes, see `explain`."""
    palette: Palette = BLACK_AND_WHITE

    _RECORD = "TechniqueExample"
    _MEMBERS = ("puzzle", "state", "step")

    @member
    def _state(self) -> Annotated[PartialRows, "Grid before the step."]:
        return partial_rows(self.known.rows)

    @property
    def puzzle(self) -> Annotated[Puzzle, "The puzzle."]:
        """The puzzle; if only a row matters, its columns have no clue."""
        columns = self.columns or [None] * len(self.state)
        return Puzzle(rows=self.rows, columns=columns, palette=self.palette)

    @property
    def known(self) -> PartialGrid:
        """Knowledge before the step."""
        return PartialGrid.read(self.state.replace(" ", "\n"), self.palette)

    @property
    def step(self) -> Annotated[Step, "The step."]:
        """The first step from there."""
        return next(Explanation(self.puzzle, state=self.known, depth=self.depth))


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Entry(Result):
    """A line of `explain --technique`."""

    name: str
    guides: Annotated[tuple[str, ...], "Name in guides, or empty."]
    text: Annotated[str, "Description."]
    example: Annotated[Example, "State in which the technique is the next step."]

    _RECORD = "Technique"
    _MEMBERS = ("technique", "guides", "grade", "text", "example")

    @member
    def _technique(self) -> Annotated[str, "Name, as in the `reason` of steps."]:
        return self.name

    @property
    def grade(self) -> Annotated[Grade, str, "Grade of a puzzle that needs nothing harder."]:
        """Grade of a puzzle that needs this technique and nothing harder."""
        return TECHNIQUES[RANK[self.name]].grade

    @property
    def anchor(self) -> str:
        """Anchor on the page of techniques: `techniques.html#ANCHOR`."""
        return self.name.replace(" ", "-")

    @property
    def heading(self) -> str:
        """The name, with those in guides.

        >>> entries("punctuating")[0].heading
        'beside (in guides: punctuating)'
        """
        other = [name for name in self.guides if name != self.name]
        return f"{self.name} (in guides: {', '.join(other)})" if other else self.name


def _line(state: str, *clue: int) -> Example:
    return Example(state, (clue,))


# from the simplest to the last resort
GLOSSARY = (
    Entry(
        "full",
        ("simple boxes",),
        "The blocks and the gaps between them are as long as the line.",
        _line("????????", 4, 3),
    ),
    Entry(
        "complete",
        ("simple spaces", "counting"),
        "All blocks of a colour are there, so no other cell has it. If the clue is 0, the line is empty.",
        _line("??###????", 3),
    ),
    Entry(
        "remainder",
        ("simple boxes", "counting"),
        "Only as many cells can still have a colour as must have it.",
        _line("??.??..?.", 2, 2, 1),
    ),
    Entry(
        "overlap",
        ("overlap", "simple boxes"),
        "A block covers the middle of its room, wherever it lies. Only the edge and empty cells limit the "
        "room.",
        _line("??????????", 8),
    ),
    Entry(
        "gap",
        ("forcing",),
        "A gap that is shorter than every block stays empty.",
        _line("??.????????", 4),
    ),
    Entry(
        "beside",
        ("punctuating",),
        "A run as long as the longest block that can lie there is a whole block, so the cells at its ends are"
        " empty.",
        _line("???##?????", 2, 1),
    ),
    Entry(
        "glue",
        ("glue",),
        "A run lies so close to a wall, the edge or an empty cell, that even the shortest block on it goes on"
        " away from the wall.",
        _line("?#??????????", 4, 3),
    ),
    Entry(
        "reach",
        ("simple spaces",),
        "No block gets to these cells between the edge and empty cells, so they are empty.",
        _line("??????????.?", 1, 2),
    ),
    Entry(
        "crossing",
        (),
        "With several inks, crossing lines say which of them a cell does not have. Then a simpler "
        "technique applies, or one colour is left.",
        Example(
            "???? r... ???? #..#",
            (((1, 1), (1, 2)), ((1, 2),), ((2, 2),), ((1, 1), (1, 1))),
            (((2, 2), (1, 1)), ((1, 2),), ((1, 1),), ((1, 2), (1, 1))),
            palette=(*BLACK_AND_WHITE, Colour("red", "d01c1c", "r")),
        ),
    ),
    Entry(
        "split",
        ("splitting",),
        "Filling the cell between two runs would make a run longer than any block that can lie there, so it "
        "is empty.",
        _line("???##?#???", 3, 2),
    ),
    Entry(
        "join",
        ("joining",),
        "Two runs can only be parts of one block, so the cells between them are filled.",
        _line("??#?#??", 3),
    ),
    Entry(
        "ordered beside",
        ("punctuating",),
        "Like beside; block order tells which block the run belongs to.",
        _line("??#??#???", 1, 3),
    ),
    Entry(
        "ordered glue",
        ("glue",),
        "As glue, but the order of the blocks says which of them the run belongs to.",
        _line("#.#????????", 1, 4),
    ),
    Entry(
        "ordered reach",
        ("mercury", "simple spaces"),
        "As reach, but a block that must cover a filled cell reaches no further than its length allows. "
        "Mercury is the case of the first cells of a line.",
        _line("???#??????", 3),
    ),
    Entry(
        "narrow",
        ("forcing",),
        "The gap is too short for each block that comes near it by its order.",
        _line("??.?.??#.?", 2, 1),
    ),
    Entry(
        "squeeze",
        ("overlap",),
        "As overlap, but filled cells limit the room of the block, too.",
        _line("????#????", 2, 2, 1),
    ),
    Entry(
        "agree",
        (),
        "All ways to fill the line have it in common. This finds everything that the line says; for a blotted"
        " clue there is no other technique.",
        _line("??#???", 1, 2),
    ),
    Entry(
        "edge logic",
        ("edge logic",),
        "A supposition that takes two lines side by side, at the edge or beside a known line, and lines that "
        "cross them, until one has no filling.",
        Example(
            "#..?#? #.??.# .#.?#? .#.?#? #.??.? ##.?#?",
            ((1, 2), (1, 1, 1), (1, 2), (1, 2), (1, 1), (2, 2)),
            ((2, 2), (2, 1), (1,), (2, 1), (1, 2, 1), (2, 1)),
        ),
    ),
    Entry(
        "counting",
        ("counting",),
        "A supposition after which a line has too many or too few cells of a colour.",
        Example(
            ".##### ...#.# ?.?.## ?#?.#. ?....? ?.?..?",
            ((5,), (1, 1), (1, 2), (2, 1), (1,), (1,)),
            ((1, 1), (1, 1), (1, 1), (2,), (1, 2), (3, 1)),
        ),
    ),
    Entry(
        "block placement",
        (),
        "A supposition about where a block starts, after which a line has no filling.",
        Example(
            "#.?#?. .??.#. ?#?.#. ?#?.#. .#.??. ????..",
            ((1, 2), (1, 1), (2, 1), (2, 1), (1, 1), (1, 1)),
            ((1, 1), (4,), (2, 1), (1, 1), (4,), ()),
        ),
    ),
    Entry(
        "probe",
        ("contradiction",),
        "A supposition about a cell, after which a line has no filling.",
        Example(
            ".???? ##.#. .???? ?.??? ?.???",
            ((1, 1), (2, 1), (1,), (1, 1), (1,)),
            ((1, 1), (2,), (1,), (2, 1), (1,)),
        ),
    ),
    Entry(
        "nested",
        (),
        "A contradiction that takes a second supposition inside of the first.",
        Example(
            "?????.# ?.??.## ?????.. ?????.# ?????.# ????.## .......",
            ((1, 1, 1), (1, 2), (1, 1), (1, 1), (1, 1, 1), (1, 2), ()),
            ((2,), (1,), (2,), (2,), (1, 1), (1, 1), (2, 3)),
        ),
    ),
    Entry(
        "deeper",
        (),
        "Suppositions inside of suppositions, in more lines than anybody follows by hand.",
        Example(
            " ".join(["?" * 8] * 8),
            ((1, 2), (2, 2), (1, 1), (1, 3), (1, 1), (1,), (1, 1), (1, 1)),
            ((1, 1), (2,), (2, 1), (1,), (1, 1, 1), (2, 2), (1, 1, 1), (1, 1)),
        ),
    ),
    Entry(
        "search",
        (),
        "The solver finds no solution in which the cell has that colour. There is no reason that a person "
        "could follow.",
        Example(
            "?#??? ?.#.? ?.??? ?.??? ?.???",
            ((2, 1), (1, 1), (1,), (1,), (1, 1)),
            ((2,), (1,), (2, 1), (1, 1), (1,)),
            depth=0,
        ),
    ),
)


def entries(name: str) -> tuple[Entry, ...]:
    """Returns the entries of a technique, by its name or a name in guides.

    Raises `UsageError` for any other name, with similar ones.

    >>> [entry.name for entry in entries("simple boxes")]
    ['full', 'remainder', 'overlap']
    """
    wanted = " ".join(name.lower().split())
    if named := tuple(entry for entry in GLOSSARY if entry.name == wanted):
        return named
    if named := tuple(entry for entry in GLOSSARY if wanted in entry.guides):
        return named
    from difflib import get_close_matches  # imported late: only errors need it

    near = get_close_matches(wanted[:40], NAMES)
    meant = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(NAMES)}"
    raise UsageError(f"{name[:40]!r} is not a technique; {meant}")


# all names that `entries` knows
NAMES = tuple(dict.fromkeys(name for entry in GLOSSARY for name in (entry.name, *entry.guides)))
