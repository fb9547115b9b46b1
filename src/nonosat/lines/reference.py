"""The lines of a puzzle in plain Python: the reference for the compiled kernel, used where there is none.

Propagation settles every line whose candidates changed, family by family, until none changes. Lines are
settled one by one: laying those of a family side by side in one long integer saved an eighth of the time of
easy puzzles and none of that of hard ones, and took 250 lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nonosat.lines.clauses import line_clauses
from nonosat.lines.line import Masks, Plan, block_spans, plan, settle
from nonosat.model.clues import Clue
from nonosat.model.geometry import Cells, Geometry, crossings, pick


class Reference:
    """`nonosat.lines.solver.LineSolver`, by what `nonosat.lines.line` says of one line."""

    def __init__(self, geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> None:
        self._cells: list[Cells] = [line for family in geometry.families for line in family]
        self._clues = clues
        self._colours = colours
        self._plans: list[Plan | None] = [None] * len(clues)
        self._geometry = geometry
        self._families: list[range] = []
        first = 0
        for count in geometry.counts:
            self._families.append(range(first, first + count))
            first += count

    def _plan(self, line: int) -> Plan | None:
        """The prepared clue of a line, made when it is first asked for."""
        prepared, clue = self._plans[line], self._clues[line]
        if prepared is None and clue is not None:
            prepared = self._plans[line] = plan(clue, len(self._cells[line]), self._colours)
        return prepared

    def propagate(
        self,
        candidates: list[Masks],
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Callable[[], object] | None,
    ) -> int:
        crossing = crossings(self._geometry).of_lines
        waiting = set(range(len(self._cells)) if lines is None else lines)
        while waiting:
            for family in self._families:
                mine = [line for line in family if line in waiting]
                waiting.difference_update(mine)
                if tick and mine:
                    tick()
                for line in mine:
                    prepared, before = self._plan(line), candidates[line]
                    if prepared is None:
                        continue
                    masks = settle(prepared, before)
                    if masks is None:
                        return line
                    if masks != before:
                        waiting |= narrow(candidates, line, masks, crossing[line])
                        if observer:
                            observer(line, tuple(old ^ new for old, new in zip(before, masks, strict=True)))
        return -1

    def spans(self, line: int, masks: Masks) -> list[tuple[int, int]] | None:
        prepared = self._plan(line)
        assert prepared  # the line has a clue
        return block_spans(prepared, masks)

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

    def beliefs(self, candidates: list[Masks], **options: Any) -> None:
        """Returns None: `nonosat.lines.beliefs` then uses arrays of logarithms."""


def narrow(
    candidates: list[Masks], line: int, masks: Masks, crossing: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> set[int]:
    """Puts narrower masks in place of a line's; the crossing lines that this changed are returned.

    `crossing` has for each other family the line that crosses at each position, and where on that.
    """
    changed = set()
    before = candidates[line]
    candidates[line] = masks
    for colour, (old, new) in enumerate(zip(before, masks, strict=True)):
        removed = old ^ new
        if removed:
            for others, places in crossing:
                rest = removed
                while rest:  # `bits.positions`, inline
                    low = rest & -rest
                    rest ^= low
                    at = low.bit_length() - 1
                    other = others[at]
                    candidates[other][colour] &= ~(1 << places[at])
                    changed.add(other)
    return changed
