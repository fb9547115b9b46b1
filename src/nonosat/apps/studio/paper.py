"""The question about a photograph or a page of a printed puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.studio.question import SECONDS, Bounds, Question, Request
from nonosat.apps.studio.shapes import BASE64
from nonosat.records.cells import partial_rows
from nonosat.records.json_types import Each, Field, Flag, Number, Record, Text, Whole, maybe
from nonosat.records.scans import REQUEST
from nonosat.records.shared_types import KNOWN_ROWS, PALETTE, PUZZLE
from nonosat.support.errors import InputError

if TYPE_CHECKING:
    from nonosat.apps.scanning.pages import Page
    from nonosat.apps.scanning.scan import Scan

_SHOWN = 1600  # pixels of the longer side of the page that is sent back

_MOST_SIDE = 120


def _scan(request: Request) -> dict[str, Any]:
    from nonosat.apps.scanning.cornered import Corners
    from nonosat.apps.scanning.pages import pages_of
    from nonosat.apps.scanning.review import review_of
    from nonosat.apps.scanning.scan import scans_of_page
    from nonosat.support.children.processes import clock_of

    opencv()  # raises before anything is read if it is missing
    within = None
    if "corners" in request:
        sides = (request["columns"], request["rows"])
        within = Corners.of(request["corners"], None if None in sides else sides)
    clock = clock_of(request.limit)
    page = next(pages_of(request["base64"], request["page"]))
    refused: list[str] = []
    try:
        scans = list(scans_of_page(page, within, True, clock, refused))
    except InputError as error:
        if within is None:
            raise
        scans, refused = [], [str(error)]
    scans.sort(key=lambda scan: -len(scan.numbers))
    return {
        "puzzles": [_read(scan, review_of(scan), whole=request["review"]) for scan in scans],
        "trouble": "" if scans else max(refused, key=len, default="no grid of squares is found"),
        "page": _shown(page) if request["review"] else None,
        "pages": page.count,
    }


def _read(scan: Scan, review: dict[str, Any], *, whole: bool) -> dict[str, Any]:
    """Returns a scanned puzzle; unless `whole`, without the picture and the numbers that are not doubtful."""
    assert scan.puzzle is not None
    record = review | {
        "sure": scan.sure,
        "corners": [list(corner) for corner in scan.corners],
        "puzzle": scan.puzzle.to_json(),
        "state": None if scan.state is None else partial_rows(scan.state.rows),
    }
    if not whole:
        record |= {"image": None, "numbers": [number for number in review["numbers"] if number["doubtful"]]}
    return record


def _shown(page: Page) -> dict[str, Any]:
    """Returns the page as a picture, and its size in the pixels of corners."""
    from nonosat.apps.scanning.review import picture_address

    cv = opencv()
    height, width = page.image.shape[:2]
    share = min(1.0, _SHOWN / max(width, height))
    small = max(1, round(width * share)), max(1, round(height * share))
    image = cv.cvtColor(cv.resize(page.image, small, interpolation=cv.INTER_AREA), cv.COLOR_RGB2BGR)
    return {"image": picture_address(image), "width": width * page.scale, "height": height * page.scale}


_NUMBER = Record(
    "ReadNumber",
    (
        Field("axis", Text(words=("row", "column")), "Whether it belongs to a row or a column."),
        Field("index", Whole(0), "Of the line, from 0."),
        Field("position", Whole(0), "In its clue, from 0."),
        Field("value", maybe(Whole(0)), "Reading; null if it is probably no number."),
        Field("values", Each(Whole(0)), "Possible readings, likeliest first."),
        Field("doubtful", Flag(), "Whether the reading is doubtful."),
        Field("place", Each(Whole(), 4, 4), "Left, top, right and bottom in pixels of the straight picture."),
        Field("ink", Whole(1), "Its colour in the palette."),
    ),
)

_CORNERS = Each(Each(Number(), 2, 2), 4, 4)

_READ = Record(
    "ReadPuzzle",
    (
        Field("image", maybe(Text()), "The straightened picture, as an address with its data; for a review."),
        Field("width", Whole(1), "Of that picture, in pixels."),
        Field("height", Whole(1), "Of that picture, in pixels."),
        Field("cell", Whole(1), "The side of a cell in it, in pixels."),
        Field("rows", Whole(1), "Of the grid, which lies at the lower right of the picture."),
        Field("columns", Whole(1), "Of the grid."),
        Field("palette", PALETTE, "The colours: the background, then the inks."),
        Field("reasons", Each(Text()), "Why it is not sure, in words."),
        Field(
            "numbers", Each(_NUMBER), "All numbers, rows first; only the doubtful ones unless for a review."
        ),
        Field("sure", Flag(), "Whether nothing leaves a doubt."),
        Field(
            "corners", _CORNERS, "Of the grid in pixels of the page, clockwise from its upper left corner."
        ),
        Field("puzzle", PUZZLE, "The puzzle that the numbers make."),
        Field("state", maybe(KNOWN_ROWS), "What is filled and crossed out on the page; null if nothing is."),
    ),
)

_PAGE = Record(
    "ReadPage",
    (
        Field("image", Text(), "The page upright, as an address with its data."),
        Field("width", Number(0), "Of the page, in the pixels that corners count in."),
        Field("height", Number(0), "Of the page, in the pixels that corners count in."),
    ),
)

PAPER = (
    Question(
        name="scan",
        summary="The puzzles on a photograph, screenshot or PDF page of printed ones.",
        fields=(
            Field("base64", BASE64, "The file of the picture, or a PDF file, in base64."),
            Field("page", Whole(1, 100), "Of a PDF file.", 1),
            *REQUEST,
            Field("columns", Whole(2, _MOST_SIDE), "Of the grid between these corners, if known.", None),
            Field("rows", Whole(2, _MOST_SIDE), "Of the grid between these corners, if known.", None),
            Field("review", Flag(), "Whether pictures and all numbers are returned, for a review.", True),
        ),
        answer=(
            Field("puzzles", Each(_READ), "What was read, the puzzle with most numbers first."),
            Field("trouble", Text(), "Why there is no puzzle, in words; empty if there is one."),
            Field("page", maybe(_PAGE), "The page, for a review."),
            Field("pages", Whole(1), "Of the file."),
            SECONDS,
        ),
        bounds=Bounds(seconds=30, most_seconds=60, cells=250_000),
        work=_scan,
    ),
)
