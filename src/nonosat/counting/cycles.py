"""Cycles of a picture: other solutions that exchange ink and another colour in 4, 6 or 8 cells, found without a search.

A switch is the shortest: four corners of a rectangle. A cycle visits cells of two colours in turn, alternately along a row
and along a column; on each of its lines, exchanging the two cells keeps the blocks. So all of it is another solution of the
same clues. Most flaws of drawings are cycles: a picture at hand shows its open cells in a few hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonosat.counting.segments import Tick
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick

LONGEST = 8  # cells of a cycle
MOST = 1500  # cycles of one picture
_STEPS = 40_000  # cells tried, about .1 s

_SPACED = bytes([32, 35]) + bytes(range(2, 256))  # background becomes a space, ink another letter


def cycles(
    board: Board, picture: bytes, *, longest: int = LONGEST, most: int = MOST, tick: Tick = lambda: None
) -> Iterator[dict[int, int]]:
    """Yields cycles, the shortest first, each as colours by cell.

    `board` has the clues of the picture, which is a solution of it; only its open cells matter. There are none in shapes
    of more than two families of lines. Ends early after some work. `tick` can raise.

    >>> from nonosat.model.puzzle import Puzzle
    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> list(cycles(Board(puzzle), bytes([1, 0, 0, 1])))
    [{0: 0, 1: 1, 2: 1, 3: 0}]
    """
    if len(board.puzzle.families) != 2:
        return
    search = _CycleSearch(board, picture, tick)
    seen: set[frozenset[int]] = set()
    for length in range(4, longest + 1, 2):
        for start in search.starts:
            tick()
            for path in search.paths(start, length):
                cells = frozenset(path)
                if cells not in seen:
                    seen.add(cells)
                    inks = picture[path[0]], picture[path[1]]
                    yield {cell: inks[picture[cell] == inks[0]] for cell in sorted(path)}
                if len(seen) == most:
                    return
            if search.steps > _STEPS:
                return


class _CycleSearch:
    """The exchanges of each line of a picture, and the paths that they make."""

    def __init__(self, board: Board, picture: bytes, tick: Tick) -> None:
        self._picture = picture
        # for each cell, the cells with which it can be exchanged along its first and its second line
        self._partners: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        self.steps = 0
        first = len(board.puzzle.families[0])
        for line, clue in enumerate(board.clues):
            if clue is not None:
                self._exchange(board, line, self._partners[line >= first], tick)
        self._line_of = [[places[0] for places in board.lines_of(cell)] for cell in range(board.cells)]
        self.starts = [cell for cell in sorted(self._partners[0]) if picture[cell]]

    def _exchange(self, board: Board, line: int, partners: dict[int, list[int]], tick: Tick) -> None:
        """Adds the exchanges of two open cells of a line that keep its blocks; one of them has ink."""
        cells, opened = board.lines[line], board.open_in(line)
        own = bytearray(pick(self._picture, cells))
        runs: Callable[[bytes], object] = _runs_of_one_ink if max(own, default=0) <= 1 else line_clue
        clue = runs(bytes(own))
        places = [*positions(opened)]
        for one in places:
            tick()
            for other in places:
                if own[one] and own[other] != own[one] and (one < other or not own[other]):
                    own[one], own[other] = own[other], own[one]
                    if runs(bytes(own)) == clue:
                        partners.setdefault(cells[one], []).append(cells[other])
                        partners.setdefault(cells[other], []).append(cells[one])
                    own[one], own[other] = own[other], own[one]

    def paths(self, start: int, length: int) -> Iterator[tuple[int, ...]]:
        """Yields the cycles of a length from a cell with ink, along its first line to begin with."""
        along, across = self._partners
        stack: list[tuple[int, ...]] = [(start,)]
        while stack:
            path = stack.pop()
            self.steps += 1
            is_own = len(path) % 2 == 0  # the next cell has the first one's colour
            if len(path) == length:
                if start in across.get(path[-1], ()):
                    yield path
                continue
            lines = {self._line_of[cell][not is_own] for cell in path}
            last = len(path) + 1 == length
            for cell in (across if is_own else along).get(path[-1], ()):
                line = self._line_of[cell][not is_own]
                if is_own:
                    fits = line not in lines and self._picture[cell] == self._picture[start]
                else:  # the last one is on the first one's second line
                    fits = (
                        line == self._line_of[start][1] if last else line not in lines
                    ) and self._has_colour(path, cell)
                if fits:
                    stack.append((*path, cell))

    def _has_colour(self, path: tuple[int, ...], cell: int) -> bool:
        """Returns whether a cell has the cycle's other colour."""
        picture = self._picture
        return picture[cell] == picture[path[1]] if len(path) > 1 else picture[cell] != picture[path[0]]


def _runs_of_one_ink(cells: bytes) -> list[bytes]:
    return cells.translate(_SPACED).split()
