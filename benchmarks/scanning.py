"""Measures the accuracy of scans of printed puzzles: `python -m benchmarks.scanning` prints a table by condition.

Pages of puzzles (see `tools/pages.py`) in all styles and conditions, with fonts that the net was not trained with;
the number of a page is its seed. A page counts as exact if all clues and inks are right: as read, and after logic. Of
those that are said to be sure none may be wrong. Screens of apps (see `tools/screens.py`) are a group too, many of them
partly solved. Further groups: cells under 14 pixels, on paper and screens, pages on which a number is lost, pages with
blank gutters, and misprints: of these no page may be sure. Failures are listed by cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import click
import numpy as np
import pages
import screens
from photographs import CONDITIONS
from rich.progress import Progress
from rich.table import Table
from straight import straight

import nonosat as ns
from benchmarks import report
from benchmarks.report import Program, pin_to_one_core
from nonosat.apps.scanning.logic import Decision, decide
from nonosat.apps.scanning.marks import marks_of
from nonosat.apps.scanning.reading import LineReading, NumbersRead, read
from nonosat.apps.scanning.rectified import Rectified

SCREEN, TINY_SCREEN = "screen", "tiny screen"
FAIR = (*CONDITIONS, SCREEN)
"""Groups of pages that can be read."""

SPOILT = ("small", TINY_SCREEN, "lost", "blank", "misprint")
"""Groups of pages of which none may be sure."""

_SIDES = (8, 10, 10, 15, 15, 20, 20, 25, 30)
_CELLS = (25, 28, 30, 34, 40)
_SMALL = (8, 9, 10, 11, 12, 13)
_SCREEN_SIDES = (5, 10, 10, 15, 15, 20)
_MARKED = (0, 0, 0.2, 0.4, 0.6, 0.8)
_LEAST_SURE = 14
"""Pixels of a cell of which a page may be sure."""


@dataclass(frozen=True, slots=True)
class Row:
    """Result of one page."""

    group: str
    name: str
    found: bool
    """Returns True if a grid of the right size was found."""
    read: bool
    """Returns True if the likeliest reading is exact."""
    exact: bool
    """Returns True if the puzzle is, after logic."""
    sure: bool
    cause: str
    """Of a failure, or why it is not sure."""
    cpu: float
    marks: bool = False
    """Returns True if what is filled and crossed out was found exactly."""

    @property
    def sure_and_wrong(self) -> bool:
        """True for a wrong reading that is said to be sure: a fault."""
        return self.sure and not self.exact


def a_page(seed: int, group: str) -> tuple[pages.Page, ns.Puzzle | None]:
    """The page with a number in a group, and the puzzle that is printed; None if there is none to be read."""
    random = Random(f"{group}/{seed}")
    if group in (SCREEN, TINY_SCREEN):
        return _a_screen(random, seed, tiny=group == TINY_SCREEN)
    style = random.choice(list(pages.STYLES))
    if group == "blank" and pages.STYLES[style].zeros:
        style = "book"  # with zeros the gutters would not be blank
    inked = style in ("chips", "colours")
    right = pages.puzzle(random.choice(_SIDES), seed % 40, random.choice((2, 3)) if inked else 1)
    condition = group if group in CONDITIONS else random.choice(CONDITIONS[:4])
    cell = random.choice(_SMALL if group == "small" else _CELLS)
    printed: ns.Puzzle = right
    if group == "lost":
        printed = pages.with_lost_number(right, random)
    elif group == "blank":
        no_rows, no_columns = random.choice(((True, True), (True, True), (True, False), (False, True)))
        printed = right.replace(
            rows=[()] * right.height if no_rows else right.rows,
            columns=[()] * right.width if no_columns else right.columns,
        )
    elif group == "misprint":
        printed = pages.with_misprint(right, random)
    drawn = pages.page(printed, style, condition, font=random.choice(pages.UNSEEN), cell=cell, seed=seed)
    return drawn, right if group in ("lost", "misprint") or group not in SPOILT else None


def _a_screen(random: Random, seed: int, *, tiny: bool) -> tuple[pages.Page, ns.Puzzle]:
    while True:
        right = pages.puzzle(random.choice(_SCREEN_SIDES), seed % 40)
        look = random.choice(list(screens.THEMES)), random.choice(screens.SIZES)
        font, marked = random.choice(pages.UNSEEN), random.choice(_MARKED)
        drawn = screens.screen(right, *look, font=font, marked=marked, seed=seed)
        if drawn is not None and (drawn.cell < _LEAST_SURE) == tiny:
            return drawn, right


def scanned(page: pages.Page, geometry: bool) -> tuple[Rectified, NumbersRead, Decision] | None:
    """The best that can be made of a page; with its true geometry unless it is to be found."""
    if not geometry:
        grid = straight(page)
        reading = read(grid)
        return grid, reading, decide(reading, grid)
    from nonosat.apps.scanning.geometry import grids_of, rectified

    image = np.asarray(page.image)
    best: tuple[Rectified, NumbersRead] | None = None
    for quadrilateral in grids_of(image)[:2]:
        for grid in rectified(image, quadrilateral):
            reading = read(grid)
            if best is None or reading.score > best[1].score:
                best = grid, reading
    if best is None:
        return None
    grid = best[0]
    reading = read(grid)
    return grid, reading, decide(reading, grid, ns.Limit(seconds=20))


def same(puzzle: ns.Puzzle | None, wanted: ns.Puzzle) -> bool:
    """Returns True if clues and inks are the same; the values of colours may differ a little."""
    if puzzle is None or len(puzzle.palette) != len(wanted.palette):
        return False
    if len(wanted.palette) == 2:
        return (puzzle.rows, puzzle.columns) == (wanted.rows, wanted.columns)
    pairs = zip(puzzle.lines, wanted.lines, strict=False)
    if (puzzle.height, puzzle.width) != (wanted.height, wanted.width):
        return False
    swaps: dict[int, int] = {}
    for ours, theirs in pairs:
        if ours.clue is None or theirs.clue is None or len(ours.clue) != len(theirs.clue):
            return False
        for one, other in zip(ours.clue, theirs.clue, strict=True):
            if one.length != other.length or swaps.setdefault(one.colour, other.colour) != other.colour:
                return False
    return len(set(swaps.values())) == len(swaps)


def _cause(grid: Rectified, reading: NumbersRead, decision: Decision, wanted: ns.Puzzle) -> str:
    """Returns the first stage that went wrong."""
    if (grid.rows, grid.columns) != (wanted.height, wanted.width):
        return "geometry"
    if same(decision.plain, wanted):
        return "logic"
    causes = Counter[str]()
    for line, (_, _, clue) in zip(reading.lines, wanted.lines, strict=True):
        causes[_line_cause(line, [block.length or 0 for block in clue or ()])] += 1
    del causes["right"]
    if causes:
        return causes.most_common(1)[0][0]
    return "inks"


def _line_cause(line: LineReading, lengths: list[int]) -> str:
    values = [number.value for number in line.numbers]
    if values in (lengths, [0]) and (lengths or values in ([], [0])):
        return "right"
    if len(values) < len(lengths):
        joined = any(value is not None and value > 9 and value not in lengths for value in values)
        return "numbers joined" if joined else "number lost"
    if len(values) > len(lengths):
        return "mark taken for a number" if None not in values else "mark beside numbers"
    return "number taken for a mark" if None in values else "number misread"


def measured(seed: int, group: str, geometry: bool) -> Row:
    """One page scanned, and compared with the truth."""
    page, wanted = a_page(seed, group)
    name = f"{group} {seed}: {page.name}"
    began = process_time()
    result = scanned(page, geometry)
    took = process_time() - began
    if result is None:
        return Row(group, name, False, False, False, False, "no grid", took)
    grid, reading, decision = result
    exact = wanted is not None and same(decision.puzzle, wanted)
    plain = wanted is not None and same(decision.plain, wanted)
    cause = ""
    if wanted is not None and not exact:
        cause = _cause(grid, reading, decision, wanted)
    elif not decision.sure:
        cause = "; ".join(decision.reasons[:2])
    marks = wanted is not None and _marks(grid, reading) == _drawn(page)
    is_found = wanted is None or (grid.rows, grid.columns) == (wanted.height, wanted.width)
    return Row(group, name, is_found, plain, exact, decision.sure, cause, took, marks)


def _marks(grid: Rectified, reading: NumbersRead) -> list[list[int | None]]:
    """Returns the marks read in the cells: None for nothing, 0 for crossed out, an ink for filled."""
    state = marks_of(grid, reading.palette)
    if state is None:
        return [[None] * grid.columns for _ in range(grid.rows)]
    return [list(row) for row in state.rows]


def _drawn(page: pages.Page) -> list[list[int | None]]:
    """The same as it was drawn."""
    if not page.marks:
        return [[None] * page.puzzle.width for _ in range(page.puzzle.height)]
    return [[max(mark, 0) if mark else None for mark in row] for row in page.marks]


def _table(rows: list[Row]) -> Table:
    table = Table(
        "group",
        *("pages", "grid", "exact as read", "after logic", "sure", "sure and wrong", "marks", "CPU s"),
    )
    for group in (*FAIR, *SPOILT):
        own = [row for row in rows if row.group == group]
        if not own:
            continue
        counts = [sum(getattr(row, name) for row in own) for name in ("found", "read", "exact", "sure")]
        shares = [f"{count} ({count / len(own):.0%})" for count in counts]
        wrong = sum(row.sure_and_wrong for row in own)
        marks = f"{sum(row.marks for row in own) / len(own):.0%}" if group in FAIR else ""
        table.add_row(
            group, str(len(own)), *shares, str(wrong), marks, f"{np.median([row.cpu for row in own]):.2f}"
        )
    return table


def _work(pages_each: int, spoilt: int, first: int, only: str) -> Iterator[tuple[int, str]]:
    for at in range(
        max(pages_each, spoilt)
    ):  # by seed, so that a run that is cut short has some of each group
        for group in (*FAIR, *SPOILT):
            if only in group and at < (spoilt if group in SPOILT else pages_each):
                yield first + at, group


def _one(job: tuple[int, str], geometry: bool) -> Row:
    return measured(*job, geometry)


@click.command(cls=Program)
@click.option("--pages", "number", default=60, show_default=True, help="Of each condition.")
@click.option("--spoilt", default=20, show_default=True, help="Of each group of which none may be sure.")
@click.option("--first", default=0, show_default=True, help="The seed of the first page of each group.")
@click.option(
    "--true-geometry", is_flag=True, help="Reading and logic alone: grids are where they were drawn."
)
@click.option("--only", default="", help="Groups whose names have this in them.")
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--output", type=Path, default=report.RESULTS / "scanning.jsonl", show_default=True)
def main(
    number: int, spoilt: int, first: int, true_geometry: bool, only: str, jobs: int, output: Path
) -> None:
    """Scan drawn pages, and compare with the truth."""
    run = report.run_record(
        "scanning", backend="auto", options={"pages": number, "first": first, "true": true_geometry}
    )
    work = list(_work(number, spoilt, first, only))
    rows: list[Row] = []
    with report.results(output, run) as results, report.progress(len(work)) as bar:
        if jobs == 1:
            pin_to_one_core()
            made: Iterator[Row] = map(partial(_one, geometry=not true_geometry), work)
            rows = [_noted(row, results, bar) for row in made]
        else:
            with ProcessPoolExecutor(jobs) as pool:
                made = pool.map(partial(_one, geometry=not true_geometry), work)
                rows = [_noted(row, results, bar) for row in made]
    console = report.console()
    console.print(_table(rows))
    failed = [row for row in rows if not row.exact and row.group not in ("blank", "small", TINY_SCREEN)]
    for cause, count in Counter(row.cause for row in failed if row.group not in SPOILT).most_common():
        console.print(f"{count} {cause}")
    for row in failed:
        if row.group not in SPOILT:
            console.print(f"  {row.name}: {row.cause}")
    for row in rows:
        if row.sure_and_wrong:
            console.print(f"SURE AND WRONG: {row.name}")


def _noted(row: Row, results: report.Results, bar: Progress) -> Row:
    results.add(asdict(row))
    report.progress_step(bar, row.name, done=True)
    return row


if __name__ == "__main__":
    main()
