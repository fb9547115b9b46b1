"""The lines of a puzzle in plain Python: defines what the compiled kernel computes, and serves where there is none.

Small and slow. Propagation settles every line whose candidates changed, family by family, until none changes. Probing
supposes every candidate in turn. The learner and beliefs are compiled only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from nonosat.model.clues import Clue
from nonosat.model.geometry import Cells, Crossings, Geometry, crossings
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.chains import Chain, ChainSearch, Supposition
from nonosat.solving.lines.line import Masks, Tick, block_spans, narrow, open_positions, plan, settle

_DIGITS = bytes(byte & 1 for byte in range(256))  # translates the digits 0 and 1 to these numbers
_MOST_CELLS = 1_000_000  # of all lines together whose results are kept


class Reference:
    """Slow reference of `nonosat.solving.lines.solver.LineSolver`, built on `nonosat.solving.lines.line`."""

    def __init__(self, geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> None:
        self._cells: list[Cells] = [line for family in geometry.families for line in family]
        self._colours = colours
        self._plans = [
            None if clue is None else plan(clue, len(cells), colours)
            for clue, cells in zip(clues, self._cells, strict=True)
        ]
        # results of lines: probes meet half of their lines as they have seen them
        self._settled: dict[tuple[int, ...], Masks | None] = {}
        self._most_settled = _MOST_CELLS // (1 + max(map(len, self._cells), default=0))
        self.geometry = geometry
        # work as `nonosat.solving.lines.solver.LineSolver.probe` counts it: so far, and to settle each line
        self.work = 0
        self._costs = [
            0 if clue is None else (len(cells) // 64 + 1) * (len(clue) + 1)
            for clue, cells in zip(clues, self._cells, strict=True)
        ]
        self._families: list[range] = []
        first = 0
        for count in geometry.counts:
            self._families.append(range(first, first + count))
            first += count

    @cached_property
    def _crossings(self) -> Crossings:
        return crossings(self.geometry)

    def settle_line(self, line: int, masks: Masks) -> Masks | None:
        """The masks of a line narrowed, the same if it has no clue; None if it has no filling."""
        key = (line, *masks)
        try:
            found = self._settled[key]
        except KeyError:
            if len(self._settled) >= self._most_settled:
                self._settled.clear()
            prepared = self._plans[line]
            found = self._settled[key] = [*masks] if prepared is None else settle(prepared, masks)
        return found and found.copy()

    def blank(self, givens: tuple[tuple[int, int], ...]) -> list[Masks]:
        candidates = [[(1 << length) - 1] * self._colours for length in self.geometry.line_lengths]
        for line_of, position_of in self._crossings.of_cells if givens else ():
            for cell, colour in givens:
                masks, bit = candidates[line_of[cell]], 1 << position_of[cell]
                candidates[line_of[cell]] = [
                    mask if each == colour else mask & ~bit for each, mask in enumerate(masks)
                ]
        return candidates

    def unpacked(self, packed: bytearray) -> list[Masks]:
        """Nothing is packed here."""
        raise NotImplementedError

    def known(self, candidates: list[Masks]) -> tuple[bytes, int]:
        cells, left = [], 0
        for row, masks in zip(self.geometry.row_lengths, candidates, strict=False):
            taken, colours = masks[0], 0  # `colours` has a byte per cell
            for colour, mask in enumerate(masks[1:], 1):
                digits = f"{mask & ~taken:b}".encode().translate(_DIGITS)
                colours += colour * int.from_bytes(digits, "big")
                taken |= mask
            cells.append(colours.to_bytes(row, "little"))
            left += open_positions(masks).bit_count()
        return b"".join(cells), left

    def propagate(
        self,
        candidates: list[Masks],
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Tick,
    ) -> int:
        dirty = {*range(len(candidates))} if lines is None else {*lines}
        while dirty:
            for family in self._families:
                mine = sorted(dirty.intersection(family))
                if mine and tick:
                    tick()
                dirty.difference_update(mine)
                for line in mine:
                    before = candidates[line]
                    masks = self.settle_line(line, before)
                    if masks is None:
                        return line
                    self.work += self._costs[line]
                    if masks != before:
                        dirty |= narrow(candidates, line, masks, self._crossings.of_lines[line])
                        if observer:
                            observer(line, tuple(old ^ new for old, new in zip(before, masks, strict=True)))
        return -1

    def probe(
        self, candidates: list[Masks], patience: int, credit: int, reward: int, most: int, tick: Tick
    ) -> tuple[int, int, list[bytes]]:
        credit += self.work
        found: list[bytes] = []
        probes = fruitless = 0
        progress = True
        while progress:
            progress = False
            for cell in self._by_settled_sides(candidates):
                for colour in self.colours_of(cell, candidates):
                    others = [each for each in self.colours_of(cell, candidates) if each != colour]
                    if not others:  # settled by what was refuted before
                        break
                    if fruitless >= patience or self.work > credit or (most and len(found) >= most):
                        return -1, probes, found
                    probes += 1
                    fruitless += 1
                    supposed = [masks[:] for masks in candidates]
                    if self.without(others, cell, supposed, tick) < 0:
                        picture, left = self.known(supposed)
                        if most and not left and picture not in found:
                            found.append(picture)
                        continue
                    progress, fruitless = True, 0
                    left = self.known(candidates)[1]
                    broken = self.without([colour], cell, candidates, tick)
                    if broken >= 0:
                        return broken, probes, found
                    credit += reward * (left - self.known(candidates)[1])
        return -1, probes, found

    def _by_settled_sides(self, candidates: list[Masks]) -> list[int]:
        """The open cells, those with the most settled cells or edges beside them first."""
        sides: dict[int, int] = {}
        for cells, masks in zip(self._cells, candidates, strict=True):
            still = open_positions(masks)
            settled = ~still & (1 << len(cells)) - 1
            beside = settled << 1 | 1, (settled | 1 << len(cells)) >> 1
            for at in positions(still):
                sides[cells[at]] = sides.get(cells[at], 0) + sum(mask >> at & 1 for mask in beside)
        return sorted(sides, key=lambda cell: -sides[cell])

    def learner(self, candidates: list[Masks]) -> None:
        """Returns None: compiled only."""

    def beliefs(self, candidates: list[Masks], *_: object) -> None:
        """Returns None: compiled only."""

    def colours_of(self, cell: int, board: list[Masks]) -> list[int]:
        """The colours that a cell can still have."""
        (line_of, position_of), *_ = self._crossings.of_cells
        return [colour for colour, mask in enumerate(board[line_of[cell]]) if mask >> position_of[cell] & 1]

    def without(self, colours: Iterable[int], cell: int, board: list[Masks], tick: Tick) -> int:
        """Takes colours from a cell and propagates: a line without a filling, or -1."""
        touched = []
        for line_of, position_of in self._crossings.of_cells:
            touched.append(line_of[cell])
            for colour in colours:
                board[line_of[cell]][colour] &= ~(1 << position_of[cell])
        return self.propagate(board, touched, None, tick)

    def chains(
        self,
        candidates: list[Masks],
        suppositions: Sequence[Supposition],
        links: int,
        nodes: int,
        tick: Tick,
    ) -> list[tuple[int, Chain | None]]:
        search = ChainSearch(self, candidates, tick)
        return [search.refuted(supposition, links, nodes) for supposition in suppositions]

    def derived(self, candidates: list[Masks], supposition: Supposition, tick: Tick) -> Chain | None:
        return ChainSearch(self, candidates, tick).derived(supposition)

    def shortened(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        chain: Sequence[int],
        tick: Tick,
    ) -> Chain | None:
        return ChainSearch(self, candidates, tick).shortened(supposition, chain)

    def nested(self, *_: object) -> tuple[Chain | None, int]:
        """Returns that there is none: suppositions are nested by the kernel only."""
        return None, 0

    def spans(self, line: int, masks: Masks) -> list[tuple[int, int]] | None:
        prepared = self._plans[line]
        assert prepared  # the line has a clue
        return block_spans(prepared, masks)

    def argument(self, line: int, masks: Masks, techniques: bytes) -> None:
        """Returns None: `nonosat.questions.explanation.techniques` has the arguments."""

    def stalled(self, cells: bytes, techniques: bytes, tick: Tick) -> None:
        """Returns None: `nonosat.questions.explanation.canvas` has the reference."""
