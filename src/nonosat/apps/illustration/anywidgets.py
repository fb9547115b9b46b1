"""The widgets by anywidget: traits shared by a notebook's page and Python."""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from nonosat.apps.illustration.playable import playable
from nonosat.apps.languages import CATALOGUES, catalogue
from nonosat.apps.web import FOLDER
from nonosat.apps.web.bundle import bundle
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.limits import Limit


def _script() -> str:
    """Returns the script as a module for anywidget, which would prefer a named export `render` to the default one."""
    text = bundle(FOLDER / "widget" / "widget.js")
    last = text.rpartition("const module")[2].partition(" ")[0]
    words = json.dumps({name: catalogue(name, "shared", "widget") for name in CATALOGUES})
    return f"{text}\nexport default {{ render: (shown) => module{last}.drawWidget(shown, {words}) }};\n"


class _Board(anywidget.AnyWidget):
    """Base of both widgets."""

    _esm = _script()
    _css = (FOLDER / "widget" / "widget.css").read_text(encoding="utf-8")
    page = traitlets.Unicode("").tag(sync=True)
    cells = traitlets.List(traitlets.Int()).tag(sync=True)
    shape = traitlets.List(traitlets.Int()).tag(sync=True)
    palette: traitlets.List[list[str]] = traitlets.List().tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    solved = traitlets.Bool(False).tag(sync=True)


class Drawn(_Board):
    """A grid to draw on. `grid` can be set; `puzzle` and `report` follow every stroke."""

    grid = traitlets.Instance(Grid)
    puzzle = traitlets.Instance(Puzzle)
    report = traitlets.Instance(Report)
    verdict = traitlets.Unicode()

    def __init__(self, grid: Grid, palette: Palette, limit: Limit) -> None:
        self._colours = palette
        self._limit = limit
        super().__init__(
            shape=[grid.height, grid.width], palette=[[each.name, each.rgb] for each in palette], grid=grid
        )

    @traitlets.observe("cells")
    def _cells_changed(self, change: dict[str, Any]) -> None:
        self.grid = Grid.from_cells(bytes(change["new"]), self.shape[1], self._colours)

    @traitlets.observe("grid")
    def _grid_changed(self, change: dict[str, Any]) -> None:
        grid: Grid = change["new"]
        if [grid.height, grid.width] != self.shape or grid.highest() >= len(self._colours):
            raise traitlets.TraitError("the grid must have the size and the colours of the widget")
        self.puzzle = grid.puzzle(self._colours)
        self.report = report = check(self.puzzle, limit=self._limit)
        self.verdict = str(report.verdict)
        lines = f"{'' if report.line_solvable else 'not '}solvable line by line"
        self.status = f"unique, {lines}" if report.verdict is Verdict.UNIQUE else self.verdict
        self.cells = list(grid.cells)


class Played(_Board):
    """A puzzle to play. `grid`, a list of rows with -1 for unknown cells, can be set."""

    grid = traitlets.List(traitlets.List(traitlets.Int()))

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self.puzzle = puzzle
        html = playable(puzzle, limit=limit).html
        unknown = [-1] * sum(puzzle.row_lengths)
        super().__init__(page=html, cells=unknown, palette=[[each.name, each.rgb] for each in puzzle.palette])

    @traitlets.observe("cells")
    def _cells_changed(self, change: dict[str, Any]) -> None:
        rest = iter(change["new"])
        self.grid = [[next(rest) for _ in range(length)] for length in self.puzzle.row_lengths]

    @traitlets.observe("grid")
    def _grid_changed(self, change: dict[str, Any]) -> None:
        if [len(row) for row in change["new"]] != list(self.puzzle.row_lengths):
            raise traitlets.TraitError("the grid must have the size of the puzzle")
        self.cells = [colour for row in change["new"] for colour in row]
