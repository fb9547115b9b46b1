"""The specification of a generated puzzle: a `Wish`, validated when constructed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar, Unpack, cast

from nonosat.explaining.steps.techniques import Grade, GradeName
from nonosat.model.geometry import MAX_SIDE, Geometry, Rectangle
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Grid
from nonosat.model.shapes import shape_named
from nonosat.records.json_types import Number, Text, Whole, maybe
from nonosat.support.arguments import is_number, named_arguments, require_fields, size_of, unknown_name
from nonosat.support.errors import ArgumentError, InputError, UsageError
from nonosat.support.results import Result
from nonosat.support.sentences import number_text

Word = TypeVar("Word", bound=StrEnum)

# background and inks; a puzzle with n inks has the first n inks
PALETTE: Palette = (
    *BLACK_AND_WHITE,
    Colour("red", "ff0000", "r"),
    Colour("blue", "0000ff", "b"),
    Colour("green", "008000", "g"),
    Colour("orange", "ffa500", "o"),
    Colour("purple", "800080", "p"),
    Colour("cyan", "00ffff", "c"),
    Colour("brown", "a52a2a", "n"),
    Colour("pink", "ffc0cb", "k"),
)

DENSITY_SLACK = 0.05  # tolerance of a requested density

# the figures of a `nonosat.Rating` that can be requested
FIGURES = (
    "minutes",
    "stars",
    "sweeps",
    "hard_share",
    "stalled_cells",
    "probed_cells",
    "probe_depth",
    "search_cells",
    "conflicts",
    "difficulty",
)

# Maximum seconds per cell, for one ink and for several: extremes of griddlers.net (52,015 puzzles), with a margin.
# Puzzles of fewer than `_LARGE` cells take less per cell, 5x5 at most 1.4 s. Other times are refused.
_LEAST_SECONDS, _MOST_SECONDS = 0.02, (7.0, 35.0)
_LARGE = 1000

Range = tuple[float | None, float | None]  # least and greatest value, inclusive; None for any


# tolerance of a single requested number: a share of it, or units; about the error of the model of minutes and stars
TOLERANCES = {"minutes": (0.1, 0.0), "stars": (0.0, 0.25)}


def around(name: str, target: float) -> Range:
    """Returns the range of values that count as a requested number.

    >>> around("minutes", 10), around("stars", 2), around("sweeps", 5)
    ((9.0, 11.0), (1.75, 2.25), (5.0, 5.0))
    """
    share, units = TOLERANCES.get(name, (0.0, 0.0))
    slack = share * abs(target) + units
    return target - slack, target + slack


SHAPE_HELP = "Instead of width and height: hexagon:N or triddler:N, with N cells a side."


def requested_shape(text: str) -> Geometry:
    """Returns the shape of that name; raises `UsageError` if there is none."""
    try:
        return shape_named(text)
    except InputError as error:
        raise UsageError(error.reason) from None


SymmetryName = Literal["none", "lr", "tb", "both", "rotation", "diagonal"]
KindName = Literal["noise", "blobs", "strokes", "maze", "text"]


class Symmetry(StrEnum):
    """Cells with equal colours."""

    NONE = "none"
    LEFT_RIGHT = "lr"
    TOP_BOTTOM = "tb"
    BOTH = "both"
    ROTATION = "rotation"
    """By half a turn."""
    DIAGONAL = "diagonal"
    """Rows and columns are the same; the picture is a square."""


class Kind(StrEnum):
    """Kind of start picture."""

    NOISE = "noise"
    """Each cell by itself."""
    BLOBS = "blobs"
    """Round patches."""
    STROKES = "strokes"
    """Curved lines, of several widths in a large picture."""
    MAZE = "maze"
    """The walls of a maze, one cell wide."""
    TEXT = "text"
    """Random letters and digits, or their negative if that is nearer to the density."""


class WishFields(TypedDict, total=False):
    """The fields of a `Wish` as they are passed: words stand for members of enumerations."""

    width: int
    height: int
    shape: str | None
    inks: int
    density: float | None
    symmetry: Symmetry | SymmetryName
    kind: Kind | KindName | None
    picture: Grid | None
    mask: Grid | None
    solution_count: int | None
    line_solvable: bool | None
    no_empty_lines: bool
    grade: Grade | GradeName | None
    figures: Mapping[str, Range | float]


class Wishes(WishFields, total=False):
    """Keyword arguments of `generate`: fields of a `Wish`, a size, and figures of a rating."""

    size: str | int | Sequence[int] | None
    minutes: Range | float
    stars: Range | float
    sweeps: Range | float
    hard_share: Range | float
    stalled_cells: Range | float
    probed_cells: Range | float
    probe_depth: Range | float
    search_cells: Range | float
    conflicts: Range | float
    difficulty: Range | float


@named_arguments
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Wish(Result):
    """The specification of a generated puzzle.

    Raises `UsageError` with the reason if no puzzle can meet it.

    >>> Wish(width=10, height=10, grade="medium").grade
    <Grade.MEDIUM: 'medium'>
    >>> Wish(width=10, height=10, grade="search", line_solvable=True)
    Traceback (most recent call last):
    nonosat.support.errors.UsageError: a puzzle of grade search is not solvable line by line
    """

    width: Annotated[int, Whole(1, MAX_SIDE), "In cells."] = 15
    height: Annotated[int, Whole(1, MAX_SIDE), "In cells."] = 15
    shape: Annotated[str | None, maybe(Text(40)), SHAPE_HELP] = None
    inks: Annotated[int, Whole(1, len(PALETTE) - 1), "Number of inks, not counting the background."] = 1
    density: Annotated[float | None, maybe(Number(0, 1)), "Approximate share of filled cells."] = None
    """Share of inked cells (within the mask, if any), within `DENSITY_SLACK` or four cells; None: chosen for the aim."""
    symmetry: Annotated[
        Symmetry,
        "lr: left and right; tb: top and bottom; both; rotation: 180 degrees; diagonal: rows equal columns.",
    ] = Symmetry.NONE
    kind: Annotated[Kind | None, "Kind of picture; by default noise, or blobs with several inks."] = None
    picture: Grid | None = None
    """A start picture of this size."""
    mask: Grid | None = None
    """A picture of this size whose background stays background."""
    solution_count: Annotated[
        int | None, maybe(Whole(0, 2**53)), "How many there must be; null for any number."
    ] = 1
    """0 for a typing error: two neighbouring numbers of one clue of a unique puzzle change, with the same sum, so that no
    solution is left."""
    line_solvable: Annotated[bool | None, "Whether lines alone must solve it, or must not."] = None
    no_empty_lines: Annotated[bool, "Ink in each row and column."] = False
    grade: Annotated[Grade | None, "The difficulty, as `rate` grades it."] = None
    figures: Mapping[str, Range | float] = field(default_factory=dict, hash=False)
    """Ranges of figures of the rating by name, those of `FIGURES`; a single number is a target: see `TOLERANCES`."""

    if TYPE_CHECKING:

        def __init__(self, **fields: Unpack[WishFields]) -> None: ...

    def __post_init__(self) -> None:
        require_fields(self)
        if self.shape is not None:
            self._require_shape()
        if self.symmetry is Symmetry.DIAGONAL and self.width != self.height:
            raise UsageError(f"a picture of {self.width}x{self.height} has no diagonal to be symmetric to")
        self._require_pictures()
        self._require_figures()
        self._require_sense()

    @property
    def geometry(self) -> Geometry:
        """The lines of the puzzle."""
        return Rectangle(self.height, self.width) if self.shape is None else shape_named(self.shape)

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The requested ranges of figures; a target is one, too."""
        return cast("Mapping[str, Range]", self.figures)

    @property
    def drawn_kind(self) -> Kind:
        """Kind of start picture; never noise with several inks, which would be confetti."""
        return self.kind or (Kind.BLOBS if self.inks > 1 else Kind.NOISE)

    @property
    def inkable_cells(self) -> int:
        """Number of cells that can be inked."""
        cells = self.geometry.cell_count
        return cells if self.mask is None else cells - self.mask.cells.count(0)

    def _require_shape(self) -> None:
        """Raises `UsageError` for a shape that does not exist, and for a shape with options of rectangles."""
        requested_shape(self.shape or "")
        of_rectangles = {
            "symmetry": self.symmetry is not Symmetry.NONE,
            "minutes": "minutes" in self.figures,
            "stars": "stars" in self.figures,
        }
        for name, is_asked in of_rectangles.items():
            if is_asked:
                raise UsageError(f"{name} is for rectangles only, not for the shape {self.shape}")

    def _require_pictures(self) -> None:
        for name in ("picture", "mask"):
            grid = getattr(self, name)
            if grid is None:
                continue
            if tuple(map(len, grid)) != self.geometry.row_lengths:
                size = f"{grid.width}x{grid.height} cells"
                wanted = f"{self.geometry.size}{' cells' * (self.shape is None)}"
                raise UsageError(f"the {name} has {size}, and the puzzle {wanted}")
            if (most := max(grid.cells)) > self.inks and name == "picture":
                raise UsageError(f"the {name} has {number_text(most, 'ink')}, and the puzzle {self.inks}")

    def _require_figures(self) -> None:
        ranges: dict[str, Range] = {}
        for name, pair in self.figures.items():
            if name not in FIGURES:
                raise UsageError(f"no figure is called {name!r}; there are {', '.join(FIGURES)}")
            if isinstance(pair, (int, float)) and is_number(pair) and isfinite(pair):
                pair = around(name, pair)
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise UsageError(f"the range of {name} must be a pair of numbers or None, not {pair!r}")
            if not all(end is None or (is_number(end) and isfinite(end)) for end in pair):
                raise UsageError(f"the range of {name} must be a pair of numbers or None, not {pair!r}")
            least, most = pair
            if least is not None and most is not None and least > most:
                raise UsageError(f"no number is between {least:g} and {most:g}, the range of {name}")
            ranges[name] = (least, most)
        self._require_possible(ranges)
        object.__setattr__(self, "figures", dict(sorted(ranges.items())))

    def _require_possible(self, figures: Mapping[str, Range]) -> None:
        """Refuses minutes that no puzzle of this size takes, and stars beyond 1 to 5."""
        size = self.width * self.height
        shortest = _LEAST_SECONDS * size / 60
        longest = _MOST_SECONDS[self.inks > 1] * min(1, size / _LARGE) ** 0.37 * size / 60
        least, most = figures.get("minutes", (None, None))
        if (least or 0) > longest or (most is not None and most < shortest):
            takes = f"{least:g} minutes or more" if (least or 0) > longest else f"{most:g} minutes or less"
            span = f"{shortest:.2g} to {round(longest, 1):g} minutes"
            raise UsageError(
                f"no puzzle of {self.width}x{self.height} cells takes {takes}: this size takes {span}"
            )
        least, most = figures.get("stars", (None, None))
        if (least or 0) > 5 or (most is not None and most < 1):
            raise UsageError("stars are from 1 to 5")

    def _require_sense(self) -> None:
        if self.no_empty_lines and self.mask is not None:
            inked = self.mask.cells
            lines = zip(
                self.geometry.lines,
                (line for family in self.geometry.families for line in family),
                strict=True,
            )
            if bare := next((line for line, cells in lines if not any(inked[cell] for cell in cells)), None):
                raise UsageError(f"the mask leaves no ink in {bare}, and no line must be empty")
        if self.solution_count != 1 and (self.grade or self.figures or self.line_solvable):
            raise UsageError("a grade, figures and line-solvable are for puzzles with one solution")
        if self.grade is None or self.line_solvable is None:
            return
        if self.grade in (Grade.PROBING, Grade.SEARCH) and self.line_solvable:
            raise UsageError(f"a puzzle of grade {self.grade} is not solvable line by line")
        if self.grade <= Grade.MEDIUM and not self.line_solvable:
            raise UsageError(f"a puzzle of grade {self.grade} is solvable line by line")


def wish_of(base: Wish | None = None, /, **names: Any) -> Wish:
    """Returns a copy of `base`, by default `Wish()`, with the named fields.

    `size` is width and height, such as "15x10", (15, 10) or 15; one of `width` and `height` alone is a square. Figures are
    named as well, such as `minutes=(9, 11)`. Raises `UsageError` for bad values, `ArgumentError` for other names.

    >>> wish_of(size="10x8", minutes=(1, 2)) == Wish(width=10, height=8, figures={"minutes": (1, 2)})
    True
    """
    members = [member.name for member in fields(Wish)]
    for name in names:
        if name not in (*members, *FIGURES, "size"):
            raise ArgumentError(unknown_name(name, ("size", *members, *FIGURES)))
    changes = {name: value for name, value in names.items() if name in members}
    if names.get("size") is not None:
        if changes.get("shape") is not None:
            raise UsageError("a shape has a size of its own: leave out size")
        changes["width"], changes["height"] = size_of(names["size"])
    elif base is None and len(side := {*changes} & {"width", "height"}) == 1:
        changes["width"] = changes["height"] = changes[side.pop()]
    figures = {name: value for name, value in names.items() if name in FIGURES}
    if figures:
        changes["figures"] = {**changes.get("figures", base.figures if base else {}), **figures}
    return Wish(**({name: getattr(base, name) for name in members} if base else {}) | changes)
