"""The public functions that read puzzles from pictures of printed pages.

Stages: find and rectify the grids of a page (`geometry`), read the numbers beside them (`reading`), choose their values by
logic and decide whether these are sure (`logic`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from nonosat.apps.scanning.cornered import Corners, grid_within
from nonosat.apps.scanning.geometry import grids_of, rectified
from nonosat.apps.scanning.logic import Decision, decide, misprint_text
from nonosat.apps.scanning.marks import marks_of
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.pages import Page, page_of, pages_of
from nonosat.apps.scanning.reading import NumbersRead, read
from nonosat.apps.scanning.rectified import Part, Rectified
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.formats.mistaken import told_from_pictures
from nonosat.imaging.opening import image_of
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle
from nonosat.records.cells import partial_rows
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import ArgumentError, InputError, naming
from nonosat.support.files import read_bytes
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Result, Work, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import LineSolvable, PartialRows


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ScannedNumber(Result):
    """A doubtful number on a page."""

    line: LineId
    position: Annotated[int, "Position in its clue, from 0."]
    value: Annotated[int | None, "Reading; null if it is probably no number."]
    probability: float
    values: Annotated[tuple[int, ...], "Possible readings, likeliest first."]
    doubtful: bool
    box: Annotated[
        tuple[int, int, int, int],
        list[int],
        "Left, top, right and bottom in pixels of the page.",
    ]
    place: tuple[int, int, int, int]
    """Its box in the rectified picture, `Scan.straight`."""
    ink: int = 1
    """Its colour in the palette of the puzzle."""

    _MEMBERS = ("line.axis", "line.index", "position", "value", "values", "probability", "box")

    @member
    def _probability(self) -> Annotated[float, "Probability of the likeliest reading."]:
        return round(self.probability, 4)


@dataclass(frozen=True, repr=False, eq=False)
class Scan(Answer):
    """Answer to `scan`: the puzzle on a page, with all doubts."""

    puzzle: Puzzle | None
    """The puzzle as far as it is readable; None if a limit was hit first."""
    sure: Annotated[bool, "True if there is no doubt."]
    reasons: Annotated[tuple[str, ...], "Reasons for doubt, in words."]
    doubtful: Annotated[tuple[ScannedNumber, ...], "Doubtful numbers."] = ()
    verdict: ProvedVerdict = Verdict.UNKNOWN
    line_solvable: LineSolvable = None
    state: PartialGrid | None = None
    """Filled and crossed-out cells of the page; None if there are none."""
    corrected: Annotated[int, "Numbers that logic changed from their likeliest reading."] = 0
    misprints: Annotated[
        tuple[str, ...], "Clearly printed clues that leave no solution, with the probable intention."
    ] = ()
    page: Annotated[int, "Page of the file, from 1."] = 1
    corners: Annotated[
        tuple[tuple[int, int], ...],
        "Corners of the grid in pixels of the page, clockwise from its upper left corner.",
    ] = ()
    cell: float = 0.0
    """Side of a cell in page pixels."""
    numbers: tuple[ScannedNumber, ...] = field(default=(), repr=False)
    """All numbers, rows first."""
    straight: bytes = field(default=b"", repr=False, compare=False)
    """The rectified cells and gutters, as PNG, if requested."""

    _MEMBERS = (
        *("verdict", "line_solvable", "sure", "reasons", "doubtful", "corrected", "misprints"),
        *("state", "page", "corners", "cell", *END),
    )

    @member
    def _state(
        self,
    ) -> Annotated[PartialRows | None, "Cells already filled or crossed out on the page; null if none."]:
        return None if self.state is None else partial_rows(self.state.rows)

    @member
    def _cell(self) -> Annotated[float, "Side of a cell in pixels of the page."]:
        return round(self.cell, 2)


@question
def scan(
    image: Any,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    size: Sequence[int] | None = None,
    straight: bool = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Scan:
    """Reads the puzzle of a photograph, screenshot or PDF page; of several, the one with the most cells.

    `image` is a path, `-` for standard input, the bytes of a file, an image of Pillow, or an array of pixels as
    `from_image` takes it. With `straight` the result has the rectified picture. Nothing is fetched.

    If the grid is not found, give its `corners`: four pairs of pixels of the upright picture, clockwise from the upper left
    corner of the grid without its clues; and its `size`, columns and rows, if the lines are too faint to count. Then only
    the first page of a PDF file is read.

    Raises `InputError` for other files and for pictures without a grid of squares or without clue numbers,
    `MissingExtraError` if the packages of `nonosat[scan]` are not installed.

    Example::

        scan = ns.scan("page.jpg")
        if scan.sure:
            ns.dump(scan.puzzle, "puzzle.non")
    """
    _require_arguments("scan", image, corners, size)
    scans = scan_all(
        image, corners=corners, size=size, straight=straight, limit=limit_of(limit, seconds, memory)
    )
    return max(
        scans,
        key=lambda scanned: 0 if scanned.puzzle is None else scanned.puzzle.width * scanned.puzzle.height,
    )


@question
def scan_all(
    image: Any,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    size: Sequence[int] | None = None,
    straight: bool = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> tuple[Scan, ...]:
    """Reads all puzzles of a picture or PDF file, by pages, then from top to bottom; see `scan`."""
    _require_arguments("scan_all", image, corners, size)
    within = None if corners is None else Corners.of(corners, size)
    name, data = "", image
    if isinstance(image, str | os.PathLike):
        name = os.fspath(image)
        data = read_bytes(name)
    elif not isinstance(image, bytes):
        data = image_of(image)
    with told_from_pictures(data, name), naming(name):
        return run_limited(
            _scanned, data, within, straight, limit=limit_of(limit, seconds, memory), in_child=True
        )


def _require_arguments(asked: str, image: Any, corners: object, size: object) -> None:
    """Raises `ArgumentError` for arguments of the function `asked`: no picture, or a size without corners."""
    if size is not None and corners is None:
        raise ArgumentError(f"{asked}: `size` is that of a grid whose `corners` are given")
    if not (isinstance(image, str | os.PathLike | bytes) or image_of(image)):
        raise ArgumentError(
            f"{asked}: `image` must be a path, bytes, an image or an array, not {type(image).__name__}"
        )


def _scanned(data: Any, within: Corners | None, straight: bool, *, clock: Clock) -> tuple[Scan, ...]:
    """Returns the puzzles of a file, in a child process."""
    began = monotonic()
    scans: list[Scan] = []
    refused: list[str] = []
    try:
        clock.tick()
        pages = pages_of(data, clock=clock) if isinstance(data, bytes) else iter([page_of(data)])
        for number, page in enumerate(islice(pages, 1) if within else pages, 1):
            page_scans = scans_of_page(page, within, straight, clock, refused)
            scans.extend(replace(scanned, page=number, seconds=monotonic() - began) for scanned in page_scans)
    except OutOfReach as reason:
        work = Work(began)
        work.stop(reason.end)
        scans.append(Scan(puzzle=None, sure=False, reasons=(str(reason),), **work.fields()))
    if not scans:
        raise InputError(max(refused, key=len, default="no grid of squares is found"))
    return tuple(scans)


def scans_of_page(
    page: Page, within: Corners | None, straight: bool, clock: Clock, refused: list[str]
) -> Iterator[Scan]:
    """Yields the puzzles of a page, or the one within corners; adds a reason to `refused` for each grid without a puzzle."""
    scans = []
    for size, grids in _grids_of_page(page, within, clock):
        clock.tick()
        best = max(((read(grid), grid) for grid in grids), key=lambda way: way[0].score, default=None)
        clock.tick()
        decision = best and decide(*best, Limit(seconds=clock.left))
        if not best or not decision or decision.puzzle is None:
            refused.append(f"the grid of {size} squares has no clue numbers beside it")
            continue
        reading, grid = best
        scans.append(_result(page, grid, reading, decision, straight))
    yield from sorted(
        scans, key=lambda scanned: (min(y for _, y in scanned.corners), min(x for x, _ in scanned.corners))
    )


def _grids_of_page(page: Page, within: Corners | None, clock: Clock) -> Iterator[tuple[str, list[Rectified]]]:
    """Yields the size of each grid, as text, and its rectified interpretations."""
    if within is not None:
        grid = grid_within(page.image, within, page.scale, clock.tick)
        yield f"{grid.columns}x{grid.rows}", [grid]
        return
    for page_grid in grids_of(page.image, clock.tick):
        yield f"{page_grid.occupied.shape[1]}x{page_grid.occupied.shape[0]}", rectified(page.image, page_grid)


def _result(page: Page, grid: Rectified, reading: NumbersRead, decision: Decision, straight: bool) -> Scan:
    """Returns the result for a grid."""
    beside, above = grid.left.shape[1], grid.top.shape[0]
    doubts = {(doubt.line, doubt.position): doubt for doubt in decision.doubtful}
    numbers = []
    for axis, lines in (("row", reading.rows), ("column", reading.columns)):
        for index, line in enumerate(lines):
            for position, number in enumerate(line.numbers):
                doubt = doubts.get((LineId(axis, index), position))
                value = number.value if doubt is None else doubt.value
                shift = (0, above) if number.part is Part.LEFT else (beside, 0)
                box = number.box
                numbers.append(
                    ScannedNumber(
                        LineId(axis, index),
                        position,
                        value,
                        number.probability,
                        tuple(value for value, _ in number.values if value is not None),
                        doubt is not None,
                        tuple(round(side * page.scale) for side in grid.page_box(number.part, box)),  # type: ignore[arg-type]
                        (box.left + shift[0], box.top + shift[1], box.right + shift[0], box.low + shift[1]),
                        number.ink,
                    )
                )
    places = np.array([(0, 0), (grid.columns, 0), (grid.columns, grid.rows), (0, grid.rows)], float)
    corners = tuple((round(x), round(y)) for x, y in (page.scale * grid.warp(places)).tolist())
    return Scan(
        puzzle=decision.puzzle,
        sure=decision.sure,
        reasons=decision.reasons,
        doubtful=tuple(number for number in numbers if number.doubtful),
        verdict=decision.verdict,
        line_solvable=decision.line_solvable,
        state=marks_of(grid, reading.palette),
        corrected=decision.corrected,
        misprints=tuple(map(misprint_text, decision.misprints)),
        corners=corners,
        cell=page.scale * grid.facts.pixels,
        numbers=tuple(numbers),
        straight=_straight(grid) if straight else b"",
    )


def _straight(grid: Rectified) -> bytes:
    """Returns the cells and both gutters in one picture."""
    cv = opencv()
    beside, above = grid.left.shape[1], grid.top.shape[0]
    whole = np.full((above + grid.body.shape[0], beside + grid.body.shape[1], 3), 255, np.uint8)
    whole[above:, :beside], whole[:above, beside:], whole[above:, beside:] = grid.left, grid.top, grid.body
    picture: bytes = cv.imencode(".png", cv.cvtColor(whole, cv.COLOR_RGB2BGR))[1].tobytes()
    return picture
