"""Depth-first search with full probing, in plain Python: the reference of the kernel's.

At each node every open cell is probed: all its colours are supposed in turn, and settled. What is refuted goes, and
so does what all colours of the cell have in common. That is repeated until it brings nothing, but a cell is
probed again only if a line has changed that its suppositions had changed; nothing else can lead to more. Where cells are
left open, one colour of one of them is assumed, and if that holds no solution, or none but those that were found, taken from
it. A supposition that decides the whole board is a solution, and from then on as good as refuted.

The cell is the one whose colours remove most from the board: the least that one of them does, and less and less of what another
does beyond that. The background is assumed first, so that the board falls apart into lines that are nearly
known; a search that takes long assumes the last ink first.

A search for one solution may be guided by how likely candidates are. It assumes the likeliest colour, of a cell of which it
is sure as well, probes each cell of a node only once, and a node only if much has gone since the last one or something was
refuted.

Sources: R. Debruyne and C. Bessière, "Some practicable filtering techniques for the constraint satisfaction problem" (IJCAI
1997), for probing; T. Achterberg, T. Koch and A. Martin, "Branching rules revisited" (Operations Research Letters 33, 2005), for
scores of what both sides lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log
from typing import NamedTuple, Protocol

from nonosat.model.geometry import crossings
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.dives import Settling
from nonosat.solving.lines.line import Masks

_BACKGROUND_FIRST = 300
"""Assumptions after which the last ink is assumed first."""

_WORTH_PROBING = 125
"""Candidates that have gone since a guided search has probed a node, for the next one to be probed."""

_ALIVE, _DEAD, _ENOUGH = range(3)
"""What a step comes to. A node is dead if it has no solution that is not found yet."""


class _Solver(Settling, Protocol):
    """What the search takes from `nonosat.solving.lines.reference.Reference`."""

    def known(self, candidates: list[Masks], /) -> tuple[bytes, int]:
        """The colour of each cell, and how many cells can have several."""


class _Node(NamedTuple):
    """An assumption that has not been refuted so far, and what was known before it."""

    cell: int
    colour: int
    candidates: list[Masks]
    changed: list[int]
    probed: list[int]
    score: list[int]
    telling: list[set[int]]
    excess: int
    weight: float


class Tree:
    """`nonosat.solving.lines.solver.Tree`, line by line as the kernel's."""

    def __init__(self, solver: _Solver, candidates: list[Masks], likelihoods: memoryview | None) -> None:
        self._solver = solver
        self._candidates = [list(masks) for masks in candidates]
        self._rows = solver.geometry.families[0]
        self._of_cells = crossings(solver.geometry).of_cells
        cells = sum(map(len, self._rows))
        self._excess = self._count(self._candidates) - cells
        """Candidates beyond one for each cell: 0 on a full board."""
        self._now = 0
        """Grows with each change."""
        self._changed = [0] * len(candidates)
        """When each line has changed."""
        self._probed = [-1] * cells
        """When each cell was probed; -1: never."""
        self._score = [0] * cells
        """How telling each cell was then."""
        self._telling: list[set[int]] = [set() for _ in range(cells)]
        """The lines that the suppositions of each cell have changed then."""
        self._nodes: list[_Node] = []
        self._weight = 1.0
        """The share of the tree that is below the node."""
        self._guide = None if likelihoods is None else _thousandths(likelihoods, len(candidates[0]), cells)
        """How likely each candidate is, [colour][cell]."""
        self._unprobed = True
        """Whether the node is to be probed in any case."""
        self._probed_excess = 0
        """The excess when a node was probed last."""
        self._branched = 0
        self._state = _ALIVE
        self._spoilt = False
        self._left = self._most = 0
        self._found: list[bytes] = []
        self._tick: Callable[[], object] | None = None

    def search(
        self, suppositions: int, found: list[bytes], most: int, tick: Callable[[], object] | None
    ) -> tuple[bool, int, float, float]:
        if self._spoilt:
            raise RuntimeError("an exception has ended the search")
        self._left, self._found, self._most, self._tick = suppositions, found, most, tick
        self._spoilt = True
        answer = self._state
        if answer == _ALIVE and self._excess <= 0:  # the first board is full
            answer = self._note_picture(self._candidates)
        if answer != _ENOUGH:
            answer = self._search(answer)
        self._spoilt = False
        self._state = _DEAD if answer == _DEAD or self._excess <= 0 else _ALIVE
        share = 1 - self._weight
        for node in self._nodes:
            share -= node.weight / 2
        return answer == _DEAD, suppositions - self._left, share, self._weight

    def root(self) -> list[Masks]:
        root = self._nodes[0].candidates if self._nodes else self._candidates
        return [list(masks) for masks in root]

    def _search(self, answer: int) -> int:
        """Searches from the node on: `_ALIVE` if no supposition is left."""
        while True:
            if answer == _DEAD:
                answer = self._retreat()
            if answer != _ALIVE:
                return answer
            answer = self._probe_node()
            if answer == _ALIVE and self._left <= 0:
                return _ALIVE
            if answer == _ALIVE:
                answer = self._branch()

    def _retreat(self) -> int:
        """From a dead node to one that is not; `_DEAD` if all of the tree is."""
        while self._nodes:
            last = self._nodes.pop()
            self._candidates, self._excess, self._weight = last.candidates, last.excess, last.weight / 2
            self._changed, self._probed = last.changed, last.probed
            self._score, self._telling = last.score, last.telling
            answer = self._without([last.colour], last.cell)
            self._unprobed = True
            if answer != _DEAD:
                return answer
        return _DEAD

    def _branch(self) -> int:
        """Assumes a colour of the cell whose suppositions tell most; with a guide, of one of which it is sure as well."""
        cells = [cell for cell in range(len(self._score)) if len(self._colours(cell)) > 1]
        if not cells:
            return _DEAD
        if self._guide is None:
            best = max(cells, key=self._score.__getitem__)
        else:
            best = max(cells, key=lambda cell: self._score[cell] * self._likeliest(cell)[1])
        colours = self._colours(best)
        colour = colours[-1 if self._branched >= _BACKGROUND_FIRST else 0]
        if self._guide is not None:
            colour, _ = self._likeliest(best)
        self._branched += 1
        self._nodes.append(
            _Node(
                cell=best,
                colour=colour,
                candidates=[list(masks) for masks in self._candidates],
                changed=self._changed.copy(),
                probed=self._probed.copy(),
                score=self._score.copy(),
                telling=self._telling.copy(),
                excess=self._excess,
                weight=self._weight,
            )
        )
        self._weight /= 2
        return self._without([each for each in colours if each != colour], best)

    def _likeliest(self, cell: int) -> tuple[int, int]:
        """The likeliest colour of an open cell, and by how much it is likelier than the next one."""
        assert self._guide
        guide, colours = self._guide, self._colours(cell)
        first = max(colours, key=lambda colour: guide[colour][cell])
        second = max(guide[colour][cell] for colour in colours if colour != first)
        return first, guide[first][cell] - second

    def _without(self, colours: Iterable[int], cell: int) -> int:
        """Takes colours from a cell of the node."""
        before = [list(masks) for masks in self._candidates]
        broken = self._solver.without(colours, cell, self._candidates, self._tick)
        return _DEAD if broken >= 0 else self._note_changes(before)

    def _note_changes(self, before: list[Masks]) -> int:
        """Takes what has been settled for changes of the node."""
        self._now += 1
        for line in self._lines_that_differ(before, self._candidates):
            self._changed[line] = self._now
        self._excess -= self._count(before) - self._count(self._candidates)
        return _ALIVE if self._excess > 0 else self._note_picture(self._candidates)

    def _note_picture(self, candidates: list[Masks]) -> int:
        """Notes the picture of a full board."""
        picture, _ = self._solver.known(candidates)
        if picture not in self._found:
            self._found.append(picture)
            if len(self._found) >= self._most:
                return _ENOUGH
        return _DEAD

    def _probe_node(self) -> int:
        """Probes open cells until no probe brings anything, or no supposition is left: `_ALIVE` in either case.

        With a guide each is probed once, and only where much has changed.
        """
        guided = self._guide is not None
        if guided and not self._unprobed and self._probed_excess - self._excess < _WORTH_PROBING:
            return _ALIVE
        cell, quiet, cells = 0, 0, len(self._score)
        while quiet < cells:
            if len(self._colours(cell)) > 1 and self._is_due(cell):
                if self._left <= 0:
                    return _ALIVE
                now = self._now
                answer = self._probe_open(cell)
                if answer != _ALIVE:
                    return answer
                if self._now != now and not guided:
                    quiet = -1
            cell, quiet = (cell + 1) % cells, quiet + 1
        self._unprobed, self._probed_excess = False, self._excess
        return _ALIVE

    def _is_due(self, cell: int) -> bool:
        """Whether suppositions of a cell may lead to more than they have."""
        since = self._probed[cell]
        return since < 0 or (
            since < self._now and any(self._changed[line] > since for line in self._telling[cell])
        )

    def _probe_open(self, cell: int) -> int:
        """Supposes the colours of an open cell."""
        self._probed[cell] = self._now
        telling = self._telling[cell] = set()
        gains: list[int] = []
        common: list[Masks] = []
        for colour in range(len(self._candidates[0])):
            colours = self._colours(cell)
            if len(colours) == 1:
                break
            if colour not in colours:
                continue
            supposed = [list(masks) for masks in self._candidates]
            others = [other for other in colours if other != colour]
            broken = self._solver.without(others, cell, supposed, self._tick)
            self._left -= 1
            telling.update(self._lines_that_differ(self._candidates, supposed))
            gain = self._count(self._candidates) - self._count(supposed)
            if broken < 0 and gain < self._excess:
                gains.append(gain)
                common = self._removed(supposed, common)
                continue
            answer = self._note_picture(supposed) if broken < 0 else _DEAD
            if answer == _DEAD:
                answer = self._without([colour], cell)
            if answer != _ALIVE:
                return answer
        least, most = min(gains, default=0), max(gains, default=0)
        self._score[cell] = 1000 * least + int(1850 * log(1 + most - least))
        return self._remove(common)

    def _removed(self, supposed: list[Masks], common: list[Masks]) -> list[Masks]:
        """What a supposition has removed from the lines of the first family, of what those before it have, if there are any."""
        lines = zip(self._rows, self._candidates, supposed, strict=False)
        removed = [[before & ~after for before, after in zip(old, new, strict=True)] for _, old, new in lines]
        if not common:
            return removed
        return [
            [one & other for one, other in zip(*both, strict=True)]
            for both in zip(common, removed, strict=True)
        ]

    def _remove(self, common: list[Masks]) -> int:
        """Removes what all suppositions of a cell have removed."""
        before = [list(masks) for masks in self._candidates]
        touched: set[int] = set()
        for row, masks, removed in zip(self._rows, before, common, strict=False):
            for colour, mask in enumerate(removed):
                for place in positions(mask & masks[colour]):
                    for line_of, position_of in self._of_cells:
                        line = line_of[row[place]]
                        self._candidates[line][colour] &= ~(1 << position_of[row[place]])
                        touched.add(line)
        if not touched:
            return _ALIVE
        broken = self._solver.settle_all(self._candidates, touched, None, self._tick)
        return _DEAD if broken >= 0 else self._note_changes(before)

    def _colours(self, cell: int) -> list[int]:
        return self._solver.colours_of(cell, self._candidates)

    def _count(self, candidates: list[Masks]) -> int:
        """How many candidates there are."""
        lines = zip(self._rows, candidates, strict=False)
        return sum(mask.bit_count() for _, masks in lines for mask in masks)

    def _lines_that_differ(self, one: list[Masks], other: list[Masks]) -> list[int]:
        return [line for line, masks in enumerate(one) if masks != other[line]]


def _thousandths(likelihoods: memoryview, colours: int, cells: int) -> list[list[int]]:
    """The likelihoods, doubles, as whole numbers."""
    if likelihoods.nbytes != 8 * colours * cells:
        raise ValueError("a guide has a likelihood for each candidate")
    numbers = likelihoods.cast("B").cast("d").tolist()
    if not all(0 <= each <= 1 for each in numbers):
        raise ValueError("a guide has a likelihood for each candidate")
    return [[int(1000 * each) for each in numbers[at * cells : (at + 1) * cells]] for at in range(colours)]
