"""The question for a picture of another grade: a few cells to repaint so that it becomes easier or harder.

A local search that keeps the picture's look: only cells beside another colour are repainted, with all their images by a
symmetry. Each picture must have one solution; those nearest in difficulty are changed further, and are the answer if none
has the grade. It proves nothing: fewer cells may do, and no result does not mean that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.apps.studio.question import SECONDS, Bounds, Question, Request
from nonosat.apps.studio.shapes import EITHER, SUBJECT
from nonosat.explaining.grading.rate import Rating, rate
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Grid
from nonosat.records.json_types import Each, Field, Flag, Number, Record, Text, Whole, maybe, words_of
from nonosat.records.schema_of import record_of
from nonosat.records.shared_types import CELL, ColouredCell
from nonosat.search.outcome import Verdict
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

Cell = tuple[int, int]
Image = Callable[[int, int, int, int], Cell]

_BREADTH = 3  # pictures changed further in each round
_ROUNDS = 4  # successive changes
_TRIED = 120  # variants of each picture

_SYMMETRIES: dict[str, tuple[Image, ...]] = {
    "none": (),
    "lr": (lambda row, column, _, width: (row, width - 1 - column),),
    "tb": (lambda row, column, height, _: (height - 1 - row, column),),
    "both": (
        lambda row, column, _, width: (row, width - 1 - column),
        lambda row, column, height, _: (height - 1 - row, column),
        lambda row, column, height, width: (height - 1 - row, width - 1 - column),
    ),
    "rotation": (lambda row, column, height, width: (height - 1 - row, width - 1 - column),),
    "quarter": (
        lambda row, column, height, _: (column, height - 1 - row),
        lambda row, column, height, _: (height - 1 - row, height - 1 - column),
        lambda row, column, height, _: (height - 1 - column, row),
    ),
    "diagonal": (lambda row, column, _, __: (column, row),),
}
_SQUARE = ("quarter", "diagonal")


class _Picture(NamedTuple):
    """A picture with one solution, its distance from the grade, and its rating."""

    distance: float
    number: int
    rows: tuple[tuple[int, ...], ...]
    rating: Rating


def _changes(
    rows: tuple[tuple[int, ...], ...], symmetry: str, protected: set[Cell]
) -> Iterator[dict[Cell, int]]:
    """Yields changes: a cell beside another colour and its images get that colour."""
    height, width = len(rows), len(rows[0])
    for row, line in enumerate(rows):
        for column, colour in enumerate(line):
            beside = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
            near = {rows[r][c] for r, c in beside if 0 <= r < height and 0 <= c < width} - {colour}
            cells = {(row, column), *(each(row, column, height, width) for each in _SYMMETRIES[symmetry])}
            if (row, column) == min(cells) and not cells & protected:
                for other in sorted(near):
                    yield dict.fromkeys(cells, other)


def _regrade(request: Request) -> dict[str, Any]:
    puzzle, symmetry, wanted = request.puzzle, request["symmetry"], Grade(request["grade"])
    if puzzle.goal is None or not isinstance(puzzle.geometry, Rectangle):
        raise UsageError("only a rectangle with a picture can be made easier or harder")
    if symmetry in _SQUARE and puzzle.width != puzzle.height:
        raise UsageError("this symmetry is for squares")
    protected = {(row, column) for row, column in request["protect"]}
    protected |= {(row, column) for row, column, _ in puzzle.givens}
    start = tuple(map(tuple, puzzle.goal.rows))
    seen, tried = {start}, 0
    reached: list[_Picture] = []

    def judged(rows: tuple[tuple[int, ...], ...]) -> _Picture | None:
        nonlocal tried
        tried += 1
        request.tell("try", number=tried, left=round(request.limit.seconds or 0.0, 3))
        goal = Grid(rows)
        drawn = goal.puzzle(puzzle.palette, goal=goal, givens=puzzle.givens)
        rating = rate(drawn, limit=Limit(seconds=min(1.0, request.limit.seconds or 0.0)))
        if rating.verdict is not Verdict.UNIQUE or rating.grade is None:
            return None
        middle = list(Grade).index(wanted) + 0.5
        distance = 0.0 if rating.grade is wanted else abs(rating.difficulty - middle)
        return _Picture(distance, tried, rows, rating)

    now = judged(start)
    at_work: list[_Picture | None] = [now]
    nearest: list[_Picture] = []
    for _ in range(_ROUNDS):
        following: list[_Picture] = []
        for picture in at_work:
            rows = picture.rows if picture else start
            options = list(_changes(rows, symmetry, protected))
            step = max(1, len(options) // _TRIED)
            for change in options[::step]:
                if not request.limit.seconds or len(reached) >= request["most"]:
                    break
                made = [list(line) for line in rows]
                for (row, column), colour in change.items():
                    made[row][column] = colour
                key = tuple(map(tuple, made))
                if key in seen:
                    continue
                seen.add(key)
                other = judged(key)
                if other is None:
                    continue
                if other.distance:
                    following.append(other)
                    continue
                reached.append(other)
                request.tell("proposals", proposals=_proposals(start, reached))
        nearest = sorted([*nearest, *following])[: request["most"]]
        if reached or not following:
            break
        at_work = [*sorted(following)[:_BREADTH]]
    nearer = [other for other in nearest if now is None or other.distance < now.distance]
    return {
        "grade": str(now.rating.grade) if now else None,
        "difficulty": round(now.rating.difficulty, 3) if now else None,
        "tried": tried,
        "found": bool(reached),
        "proposals": _proposals(start, reached or nearer),
    }


def _proposals(start: tuple[tuple[int, ...], ...], pictures: Sequence[_Picture]) -> list[dict[str, Any]]:
    """Returns the records of pictures, the fewest changes first."""
    records = [
        {
            "changes": [
                {"row": row, "column": column, "colour": colour}
                for row, line in enumerate(picture.rows)
                for column, colour in enumerate(line)
                if start[row][column] != colour
            ],
            "grade": str(picture.rating.grade),
            "difficulty": round(picture.rating.difficulty, 3),
        }
        for picture in pictures
    ]
    return sorted(records, key=lambda record: len(record["changes"]))


_PROPOSAL = Record(
    "Proposal",
    (
        Field("changes", Each(record_of(ColouredCell)), "Cells with their new colours."),
        Field("grade", Text(), "The grade then."),
        Field("difficulty", Number(), "The difficulty then."),
    ),
)

REGRADING = (
    Question(
        name="regrade",
        summary="A few cells of a picture to repaint so that it has one solution and another grade.",
        fields=(
            *SUBJECT,
            Field("grade", words_of(Grade), "The grade to reach, as `rate` grades it."),
            Field(
                "symmetry", Text(words=tuple(_SYMMETRIES)), "Cells are repainted with their images.", "none"
            ),
            Field("protect", Each(CELL, 250_000), "Cells that keep their colour.", []),
            Field("most", Whole(1, 20), "Maximum number of proposals.", 4),
        ),
        either=EITHER,
        answer=(
            Field("grade", maybe(Text()), "The grade of the picture as it is; null without one solution."),
            Field("difficulty", maybe(Number()), "Its difficulty."),
            Field("tried", Whole(), "Pictures that were rated."),
            Field("found", Flag(), "Whether a picture of that grade was found."),
            Field(
                "proposals",
                Each(_PROPOSAL),
                "Pictures of that grade, or else those nearer to it than the picture; the fewest changes first.",
            ),
            SECONDS,
        ),
        stages=(
            ("try", "the `number` of pictures that were rated, and the seconds that are `left`"),
            ("proposals", "the `proposals` of that grade so far"),
        ),
        bounds=Bounds(seconds=10, most_seconds=120, cells=10_000),
        work=_regrade,
        example={"picture": {"rows": ["0110", "1111", "1111", "0110"]}, "grade": "easy"},
    ),
)
