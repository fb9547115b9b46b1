"""The lines of a puzzle in plain Python: the reference for the compiled kernel, used where there is none.

Propagation settles every line whose candidates changed, family by family, until none changes. Where many lines of a
family are in question, they are settled side by side (`nonosat.solving.lines.sheets`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from nonosat.model.clues import Clue
from nonosat.model.geometry import Cells, Crossings, Geometry, Rectangle, crossings, pick
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.chains import Chain, ChainSearch, Supposition
from nonosat.solving.lines.claims import Claims
from nonosat.solving.lines.clauses import line_clauses
from nonosat.solving.lines.dives import Dive
from nonosat.solving.lines.line import Masks, Plan, block_spans, narrow, open_positions, plan, settle
from nonosat.solving.lines.nesting import NestedSearch
from nonosat.solving.lines.sheets import settle_sheet, sheet
from nonosat.solving.lines.trees import Tree

_DIGITS = bytes(byte & 1 for byte in range(256))
"""Translates the digits 0 and 1 as text to these numbers."""

_MOST_CELLS = 1_000_000
"""The cells of all lines together whose results are kept."""

_MOST_BYTES = 1000
"""The largest sheet. It takes as long to prepare as all its lines; 90 lines of 90 cells are worth it, 130 are not."""

_UNSETTLED: Masks = []
"""Instead of the result of a line that is not kept."""


class Reference:
    """`nonosat.solving.lines.solver.LineSolver`, by what `nonosat.solving.lines.line` says of one line."""

    def __init__(self, geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> None:
        self._cells: list[Cells] = [line for family in geometry.families for line in family]
        self._clues = clues
        self._colours = colours
        self._plans: list[Plan | None] = [None] * len(clues)
        self._settled: dict[tuple[int, ...], Masks | None] = {}
        """What lines were narrowed to: probes and dives meet half of their lines as they have seen them."""
        self._spans: dict[tuple[int, ...], list[tuple[int, int]] | None] = {}
        """What `spans` has said: tries of one board ask for the same."""
        self._most_settled = _MOST_CELLS // (1 + max(map(len, self._cells), default=0))
        self._claims = Claims()
        self.work = 0
        """What was done to settle lines, as `nonosat.solving.lines.solver.LineSolver.probe` counts it."""
        self.geometry = geometry
        self._costs = [
            0 if clue is None else (len(cells) // 64 + 1) * (len(clue) + 1)
            for clue, cells in zip(clues, self._cells, strict=True)
        ]
        """How much work it is to settle each line."""
        self._families: list[range] = []
        first = 0
        for count in geometry.counts:
            self._families.append(range(first, first + count))
            first += count
        self._worth = [self._worth_a_sheet(family) for family in self._families]
        """How many lines of each family must be in question for all of it to take less time than they one by one."""
        self._firsts = [family.start for family in self._families]

    @cached_property
    def _crossings(self) -> Crossings:
        return crossings(self.geometry)

    def _worth_a_sheet(self, family: range) -> int:
        """How many lines of a family take as long as all of it in a sheet, or more than it has if that cannot be."""
        clues, cells = self._clues[family.start : family.stop], self._cells[family.start : family.stop]
        small = len(family) * (max(map(len, cells), default=0) // 8 + 1) <= _MOST_BYTES
        simple = self._colours == 2 and all(
            clue is not None and all(length is not None for length, _ in clue) for clue in clues
        )
        return 3 + 3 * len(family) // 10 if small and simple else len(family) + 1

    def _plan(self, line: int) -> Plan | None:
        """The prepared clue of a line, made when it is first asked for."""
        prepared, clue = self._plans[line], self._clues[line]
        if prepared is None and clue is not None:
            prepared = self._plans[line] = plan(clue, len(self._cells[line]), self._colours)
        return prepared

    def _settle(self, line: int, key: tuple[int, ...]) -> Masks | None:
        """What `settle` makes of a line that has not been settled with these masks, which follow its number in the key."""
        if len(self._settled) >= self._most_settled:
            self._settled.clear()
        prepared, masks = self._plan(line), key[1:]
        found = self._settled[key] = [*masks] if prepared is None else settle(prepared, masks)
        return found

    def settle_line(self, line: int, masks: Masks) -> Masks | None:
        """The masks of a line narrowed, the same if it has no clue; None if it has no filling."""
        key = (line, *masks)
        found = self._settled.get(key, _UNSETTLED)
        if found is _UNSETTLED:
            found = self._settle(line, key)
        return found and found.copy()

    def _settle_together(
        self, family: int, lines: Sequence[int], candidates: list[Masks]
    ) -> dict[int, Masks | None]:
        """Settles lines of a family with all of it, if many of them have not been settled with these masks.

        Returns what comes of lines, by their numbers in the family; not of all if one has no filling.
        """
        settled, its = self._settled, self._families[family]
        mine = candidates[its.start : its.stop]
        keys = {at: (its.start + at, *mine[at]) for at in lines}
        found = {
            at: masks for at, key in keys.items() if (masks := settled.get(key, _UNSETTLED)) is not _UNSETTLED
        }
        if len(lines) - len(found) < self._worth[family]:
            return found
        if len(settled) + len(lines) > self._most_settled:
            settled.clear()
        prepared = sheet(
            tuple(self._clues[its.start : its.stop]), tuple(map(len, self._cells[its.start : its.stop]))
        )
        for at, masks in settle_sheet(prepared, mine, [at for at in lines if at not in found]).items():
            found[at] = settled[keys[at]] = masks
        return found

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
        tick: Callable[[], object] | None,
    ) -> int:
        with self._claims.on(candidates):
            return self.settle_all(candidates, lines, observer, tick)

    def settle_all(
        self,
        candidates: list[Masks],
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Callable[[], object] | None,
    ) -> int:
        """`propagate` for a board that nobody else knows."""
        waiting = self._by_families(lines)
        settled, costs, straight = self._settled, self._costs, isinstance(self.geometry, Rectangle)
        while any(waiting):
            for number, family in enumerate(waiting):
                if not family:
                    continue
                if tick:
                    tick()
                waiting[number] = 0
                first = self._firsts[number]
                mine = [*positions(family)]
                many = len(mine) >= self._worth[number]
                known = self._settle_together(number, mine, candidates) if many else {}
                for at in mine:
                    line = first + at
                    before = candidates[line]
                    masks = known.get(at, _UNSETTLED)
                    if masks is _UNSETTLED:
                        key = (line, *before)
                        masks = settled.get(key, _UNSETTLED)
                        if masks is _UNSETTLED:
                            masks = self._settle(line, key)
                    if masks is None:
                        return line
                    self.work += costs[line]
                    if masks == before:
                        continue
                    if straight:  # `narrow`, inline: the lines of the other family cross in order, each at the same place
                        candidates[line] = masks.copy()
                        other, others, keep = 1 - number, self._firsts[1 - number] - 1, ~(1 << at)
                        for colour, mask in enumerate(masks):
                            rest = before[colour] ^ mask
                            waiting[other] |= rest
                            while rest:
                                low = rest & -rest
                                rest ^= low
                                candidates[others + low.bit_length()][colour] &= keep
                    else:
                        for crossing in narrow(
                            candidates, line, masks.copy(), self._crossings.of_lines[line]
                        ):
                            family_of = bisect_right(self._firsts, crossing) - 1
                            waiting[family_of] |= 1 << crossing - self._firsts[family_of]
                    if observer:
                        observer(line, tuple(old ^ new for old, new in zip(before, masks, strict=True)))
        return -1

    def _by_families(self, lines: Iterable[int] | None) -> list[int]:
        """Lines, or all, family by family: a mask of their numbers there for each."""
        if lines is None:
            return [(1 << len(family)) - 1 for family in self._families]
        waiting = [0] * len(self._families)
        for line in lines:
            family = bisect_right(self._firsts, line) - 1
            waiting[family] |= 1 << line - self._firsts[family]
        return waiting

    def probe(
        self,
        candidates: list[Masks],
        patience: int,
        credit: int,
        reward: int,
        tick: Callable[[], object] | None,
    ) -> tuple[int, int]:
        with self._claims.on(candidates):
            probing = _Probing(self, self.geometry, candidates, tick)
            return probing.probe_all(patience, self.work + credit, reward), probing.probes

    def dive(
        self,
        candidates: list[Masks],
        order: Sequence[int],
        contradictions: int,
        known: bytes | None,
        tick: Callable[[], object] | None,
    ) -> bool | None:
        with self._claims.on(candidates):
            dive = Dive(self, candidates, order, contradictions, known, tick)
            answer = dive.dive()
            if answer:
                candidates[:] = dive.candidates
            return answer

    def tree(self, candidates: list[Masks], likelihoods: memoryview | None) -> Tree:
        return Tree(self, candidates, likelihoods)

    def learner(self, candidates: list[Masks]) -> None:
        """There is none in Python: solvers of clauses do the same, and are as fast as ever."""

    def colours_of(self, cell: int, board: list[Masks]) -> list[int]:
        """The colours that a cell can still have."""
        (line_of, position_of), *_ = self._crossings.of_cells
        return [colour for colour, mask in enumerate(board[line_of[cell]]) if mask >> position_of[cell] & 1]

    def without(
        self, colours: Iterable[int], cell: int, board: list[Masks], tick: Callable[[], object] | None
    ) -> int:
        """Takes colours from a cell and propagates: a line without a filling, or -1."""
        touched = []
        for line_of, position_of in self._crossings.of_cells:
            touched.append(line_of[cell])
            for colour in colours:
                board[line_of[cell]][colour] &= ~(1 << position_of[cell])
        return self.settle_all(board, touched, None, tick)

    def chains(
        self,
        candidates: list[Masks],
        suppositions: Sequence[Supposition],
        links: int,
        nodes: int,
        tick: Callable[[], object] | None,
    ) -> list[tuple[int, Chain | None]]:
        search = ChainSearch(self, candidates, tick)
        return [search.refuted(supposition, links, nodes) for supposition in suppositions]

    def derived(
        self, candidates: list[Masks], supposition: Supposition, tick: Callable[[], object] | None
    ) -> Chain | None:
        return ChainSearch(self, candidates, tick).derived(supposition)

    def shortened(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        chain: Sequence[int],
        tick: Callable[[], object] | None,
    ) -> Chain | None:
        return ChainSearch(self, candidates, tick).shortened(supposition, chain)

    def nested(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        passes: int,
        effort: int,
        fewer: int,
        tick: Callable[[], object] | None,
    ) -> tuple[Chain | None, int]:
        return NestedSearch(self, candidates, tick).nested(supposition, passes, effort, fewer)

    def spans(self, line: int, masks: Masks) -> list[tuple[int, int]] | None:
        key = (line, *masks)
        try:
            return self._spans[key]
        except KeyError:
            prepared = self._plan(line)
            assert prepared  # the line has a clue
            if len(self._spans) >= self._most_settled:
                self._spans.clear()
            found = self._spans[key] = block_spans(prepared, masks)
            return found

    def clauses(
        self,
        line: int,
        masks: Masks,
        literals: list[list[int | None]],
        clauses: list[list[int]],
        used: int,
    ) -> int:
        clue, spans = self._clues[line], self.spans(line, masks)
        assert clue is not None
        assert spans is not None  # the line has a filling
        cells = self._cells[line]
        return line_clauses(clue, spans, [pick(of, cells) for of in literals], clauses, used)

    def argument(self, line: int, masks: Masks, techniques: bytes) -> None:
        """Returns None: `nonosat.questions.explanation.techniques` has the arguments."""

    def stalled(self, cells: bytes, techniques: bytes, tick: Callable[[], object] | None) -> None:
        """Returns None: `nonosat.questions.explanation.canvas` has the reference."""

    def beliefs(self, candidates: list[Masks], **options: Any) -> None:
        """Returns None: `nonosat.solving.lines.beliefs` then uses arrays of logarithms."""


class _Probing:
    """The probes of one board, cell by cell as `nonosat.solving.lines.probing` says."""

    def __init__(
        self,
        solver: Reference,
        geometry: Geometry,
        candidates: list[Masks],
        tick: Callable[[], object] | None,
    ) -> None:
        self._solver = solver
        self._candidates = candidates
        self._tick = tick
        self._rows = geometry.families[0]
        self._cells = [line for family in geometry.families for line in family]
        self._of_cells = crossings(geometry).of_cells
        self._changed = [0] * len(self._cells)
        """When each line has lost something; time goes on with each change."""
        self._now = 0
        rows = zip(self._rows, candidates, strict=False)
        self._upheld: dict[int, tuple[int, int]] = {
            row[at]: (0, 0) for row, masks in rows for at in positions(open_positions(masks))
        }
        """The open cells in order, each with a mask of the colours that suppositions have borne out, and when that was."""
        self._sides = self._settled_sides()
        self.probes = 0
        self._refuted = 0
        self._fruitless = 0
        """How many probes were made since one refuted a colour."""

    def probe_all(self, patience: int, credit: int, reward: int) -> int:
        """Probes until nothing changes any more, or that many probes in turn refuted nothing, or there is more work.

        Returns a line that has no filling whatever is supposed, or -1.
        """
        most = sides = 2 * len(self._of_cells)
        opens = len(self._upheld)
        while sides >= 0 and self._upheld:
            refuted = self._refuted
            for cell in list(self._upheld):
                if self._sides[cell] < sides or not self._doubtful(cell):
                    continue
                settled = opens - len(self._upheld)
                if self._fruitless >= patience or self._solver.work > credit + settled * reward:
                    return -1
                broken = self._probe_cell(cell)
                if broken >= 0:
                    return broken
            sides = most if self._refuted > refuted else sides - 1
        return -1

    def _doubtful(self, cell: int) -> list[int]:
        """The colours of an open cell that are not upheld; none of a cell that has been settled."""
        if cell not in self._upheld:
            return []
        upheld = self._borne_out(cell)
        return [colour for colour in self._colours(cell) if not upheld >> colour & 1]

    def _borne_out(self, cell: int) -> int:
        """The colours of an open cell that are upheld: that ends where one of its lines loses something."""
        since, upheld = self._upheld[cell]
        for line_of, _ in self._of_cells:
            if self._changed[line_of[cell]] > since:
                return 0
        return upheld

    def _colours(self, cell: int) -> list[int]:
        """The colours that a cell can have."""
        line_of, position_of = self._of_cells[0]
        masks, bit = self._candidates[line_of[cell]], 1 << position_of[cell]
        return [colour for colour, mask in enumerate(masks) if mask & bit]

    def _probe_cell(self, cell: int) -> int:
        """Supposes the colours of a cell that are not upheld; returns as `probe_all`."""
        for colour in range(len(self._candidates[0])):
            if colour not in self._doubtful(cell):
                continue
            supposed = [masks[:] for masks in self._candidates]
            others = [other for other in self._colours(cell) if other != colour]
            broken = self._solver.without(others, cell, supposed, self._tick)
            self.probes += 1
            self._fruitless += 1
            if broken < 0:
                self._uphold(supposed)
                continue
            self._refuted += 1
            self._fruitless = 0
            before = [masks[:] for masks in self._candidates]
            broken = self._solver.without([colour], cell, self._candidates, self._tick)
            if broken >= 0:
                return broken
            self._note_changes(before)
        return -1

    def _uphold(self, supposed: list[Masks]) -> None:
        """Upholds what a supposition without contradiction has led to.

        To suppose a colour to which it has settled a cell leads to no more, so to no contradiction either.
        """
        for row, before, after in zip(self._rows, self._candidates, supposed, strict=False):
            if before == after:
                continue
            settled = open_positions(before) & ~open_positions(after)
            for colour, mask in enumerate(after):
                for at in positions(settled & mask):
                    self._upheld[row[at]] = self._now, self._borne_out(row[at]) | 1 << colour

    def _note_changes(self, before: list[Masks]) -> None:
        """Notes which lines have lost something, and which cells are settled now."""
        self._now += 1
        for line, masks in enumerate(before):
            now = self._candidates[line]
            if masks == now:
                continue
            self._changed[line] = self._now
            if line < len(self._rows):
                for at in positions(open_positions(masks) & ~open_positions(now)):
                    cell = self._rows[line][at]
                    del self._upheld[cell]
                    for beside in self._cells_beside(cell):
                        if beside in self._sides:
                            self._sides[beside] += 1

    def _settled_sides(self) -> dict[int, int]:
        """On how many sides each open cell has a settled cell or the edge: those beside it on each of its lines."""
        sides = dict.fromkeys(self._upheld, 0)
        for cells, masks in zip(self._cells, self._candidates, strict=True):
            still = open_positions(masks)
            settled = ~still & (1 << len(cells)) - 1
            for beside in (settled << 1 | 1, (settled | 1 << len(cells)) >> 1):
                for at in positions(still & beside):
                    sides[cells[at]] += 1
        return sides

    def _cells_beside(self, cell: int) -> list[int]:
        """The cells beside a cell on each of its lines."""
        found: list[int] = []
        for line_of, position_of in self._of_cells:
            cells, place = self._cells[line_of[cell]], position_of[cell]
            found += cells[max(place - 1, 0) : place]
            found += cells[place + 1 : place + 2]
        return found
