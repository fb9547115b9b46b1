"""The lines of a puzzle in plain Python: defines what the compiled kernel computes, and serves where there is none.

Small and slow. Propagation settles every line whose candidates changed, family by family, until none changes. Probing
supposes every candidate in turn. Chains come from propagation. The learner and beliefs are compiled only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from time import process_time
from typing import Any

from nonosat.lines.bits import positions
from nonosat.lines.chains import Chain, Supposition
from nonosat.lines.cycles import cycles
from nonosat.lines.line import Masks, Plan, Tick, narrow, open_positions, plan
from nonosat.lines.placements import block_spans, settle
from nonosat.lines.stages import COMPLETE, EXHAUSTED, FOUND, Schedule
from nonosat.model.clues import Clue
from nonosat.model.geometry import Crossings, Geometry, crossings

_DIGITS = bytes(byte & 1 for byte in range(256))  # translates the digits 0 and 1 to these numbers


# Probing meets half of its lines as it has seen them: without a cache `explain` takes 4.5 times.
@lru_cache(maxsize=1 << 15)
def _settled(plan: Plan, masks: tuple[int, ...]) -> Masks | None:
    return settle(plan.clue, plan.length, masks)


_BRIEFLY = 12
"""Consecutive fruitless probes that end probing."""


class ReferenceSearch:
    """Lines, a picture at hand and its cycles, brief probing: the stages of `StagedSearch` that Python has."""

    conflicts = work = 0
    learns = False

    def __init__(self, solver: Reference, candidates: list[Masks], most: int, patience: int) -> None:
        self._patience = patience
        self._solver = solver
        self._candidates = [masks[:] for masks in candidates]
        self._most = most if most < 3 else 0
        self._pictures: Iterator[bytes] | None = None
        self._excluded: set[bytes] = set()
        self._hint = b""
        self.broken = self.open = -1
        self.found = 0
        self.complete: int = False
        self._figures: dict[str, float] = {"cells": solver.geometry.cell_count}
        self._figures |= {"open_cells": 0, "probes": 0, "conflicts": 0}
        self._figures |= {"propagate": 0.0, "probe": 0.0, "beliefs": 0.0, "first": 0.0}

    def exclude(self, picture: bytes, /) -> None:
        self._excluded.add(picture)
        self.found = len(self._excluded)

    def hint(self, picture: bytes, /) -> None:
        self._hint = picture

    def step(
        self, _conflicts: int, tick: Tick, observer: Callable[[int, tuple[int, ...]], object] | None, /
    ) -> tuple[int, bytes | None]:
        self._pictures = self._pictures or self._by_propagation(tick, observer)
        for picture in self._pictures:
            if picture not in self._excluded:
                self.exclude(picture)
                return FOUND, picture
        return COMPLETE if self.complete else EXHAUSTED, None

    def _by_propagation(
        self, tick: Tick, observer: Callable[[int, tuple[int, ...]], object] | None
    ) -> Iterator[bytes]:
        """Yields the solutions that lines, then probing find."""
        solver, began = self._solver, process_time()
        self.broken = solver.propagate(self._candidates, None, observer, tick)
        self._figures["propagate"] = process_time() - began
        if self.broken >= 0:
            self.complete = True
            return
        picture, self.open = solver.known(self._candidates)
        self._figures["open_cells"] = left = self.open
        met = [picture]
        if left and self._hint and solver.is_solution(self._candidates, self._hint):
            yield self._hint
            yield from solver.neighbours(self._candidates, self._hint, tick)
        if left:
            began = process_time()
            broken, probes, met = solver.probe(self._candidates, self._patience, 0, self._most, tick)
            self._figures |= {"probes": probes, "probe": process_time() - began}
            if broken >= 0:
                self.complete = True
                return
            picture, left = solver.known(self._candidates)
        self.complete = not left
        yield from met if left else [picture]

    def figures(self) -> dict[str, Any]:
        return {**self._figures}

    def turn(self) -> None:
        """Nothing: there is no learner."""

    def board(self) -> list[Masks]:
        return [masks[:] for masks in self._candidates]

    def units(self) -> list[int]:
        return []

    def best_colours(self) -> None:
        return None


class Reference:
    """Slow reference of `nonosat.lines.solver.LineSolver`, built on `nonosat.lines.line`."""

    def __init__(self, geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> None:
        self._colours = colours
        self._plans = [
            None if clue is None else plan(clue, length, colours)
            for clue, length in zip(clues, geometry.line_lengths, strict=True)
        ]
        self.geometry = geometry
        self._families: list[range] = []
        first = 0
        for count in geometry.counts:
            self._families.append(range(first, first + count))
            first += count

    @cached_property
    def _crossings(self) -> Crossings:
        return crossings(self.geometry)

    def settle_line(self, line: int, masks: Masks) -> Masks | None:
        """Returns the narrowed masks of a line, unchanged if it has no clue; None if it has no filling."""
        prepared = self._plans[line]
        narrowed = masks if prepared is None else _settled(prepared, tuple(masks))
        return narrowed and narrowed.copy()

    def blank(self, givens: tuple[tuple[int, int], ...]) -> list[Masks]:
        candidates = [[(1 << length) - 1] * self._colours for length in self.geometry.line_lengths]
        for line_of, position_of in self._crossings.of_cells if givens else ():
            for cell, colour in givens:
                masks, bit = candidates[line_of[cell]], 1 << position_of[cell]
                candidates[line_of[cell]] = [
                    mask if other == colour else mask & ~bit for other, mask in enumerate(masks)
                ]
        return candidates

    def to_kernel(self, candidates: list[Masks]) -> list[Masks]:
        """Returns the lists: this solver works on them."""
        return candidates

    from_kernel = to_kernel

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
                    if masks != before:
                        dirty |= narrow(candidates, line, masks, self._crossings.of_lines[line])
                        if observer:
                            observer(line, tuple(old ^ new for old, new in zip(before, masks, strict=True)))
        return -1

    def probe(
        self, candidates: list[Masks], patience: int, _credit: int, most: int, tick: Tick
    ) -> tuple[int, int, list[bytes]]:
        """Supposes every candidate, cell by cell, and does not count the work."""
        pictures: list[bytes] = []
        probes = fruitless = 0
        progress = True
        while progress:
            progress = False
            for cell in range(len(self._crossings.of_cells[0][0])):
                for colour in self.colours_of(cell, candidates):
                    others = [other for other in self.colours_of(cell, candidates) if other != colour]
                    if not others:  # settled by what was refuted before
                        break
                    if fruitless >= patience or (most and len(pictures) >= most):
                        return -1, probes, pictures
                    probes += 1
                    fruitless += 1
                    supposed = [masks[:] for masks in candidates]
                    if self.propagate(supposed, self._without(others, cell, supposed), None, tick) < 0:
                        picture, left = self.known(supposed)
                        if most and not left and picture not in pictures:
                            pictures.append(picture)
                        continue
                    progress, fruitless = True, 0
                    touched = self._without([colour], cell, candidates)
                    if (broken := self.propagate(candidates, touched, None, tick)) >= 0:
                        return broken, probes, pictures
        return -1, probes, pictures

    def search(
        self, candidates: list[Masks], _seed: int, most: int, _learner: bool, schedule: Schedule | None, /
    ) -> ReferenceSearch:
        return ReferenceSearch(self, candidates, most, schedule.briefly if schedule else _BRIEFLY)

    def is_solution(self, candidates: list[Masks], picture: bytes) -> bool:
        """Returns whether a picture is a solution of the board."""
        for line, (cells, masks) in enumerate(
            zip(chain.from_iterable(self.geometry.families), candidates, strict=True)
        ):
            mine = [0] * self._colours
            for place, cell in enumerate(cells):
                if picture[cell] >= self._colours:
                    return False
                mine[picture[cell]] |= 1 << place
            is_possible = all(not one & ~mask for one, mask in zip(mine, masks, strict=True))
            if not is_possible or self.settle_line(line, mine) is None:
                return False
        return True

    def neighbours(self, candidates: list[Masks], picture: bytes, tick: Tick) -> Iterator[bytes]:
        """Yields a solution of the board that differs from another one in a few cells, if there is one."""
        opened = [open_positions(masks) for masks in candidates]
        for cycle in cycles(self.geometry, self._plans, opened, picture, most=1, tick=tick):
            other = bytearray(picture)
            for cell, colour in cycle.items():
                other[cell] = colour
            yield bytes(other)

    def colours_of(self, cell: int, board: list[Masks]) -> list[int]:
        """Returns the candidates of a cell."""
        (line_of, position_of), *_ = self._crossings.of_cells
        return [colour for colour, mask in enumerate(board[line_of[cell]]) if mask >> position_of[cell] & 1]

    def _without(self, colours: Iterable[int], cell: int, board: list[Masks]) -> list[int]:
        """Removes colours from a cell; returns its lines."""
        for line_of, position_of in self._crossings.of_cells:
            for colour in colours:
                board[line_of[cell]][colour] &= ~(1 << position_of[cell])
        return [line_of[cell] for line_of, _ in self._crossings.of_cells]

    def chain(
        self, candidates: list[Masks], supposition: Supposition, links: int, _nodes: int, tick: Tick
    ) -> tuple[int, Chain | None]:
        """Takes the chain from propagation: the kernel alone searches for the shortest."""
        chain = self.derived(candidates, supposition, tick)
        return (0, None) if chain is None else (1, chain if len(chain) <= links else None)

    def derived(self, candidates: list[Masks], supposition: Supposition, tick: Tick) -> Chain | None:
        noted: list[tuple[int, set[int]]] = []  # lines that lost candidates, and the lines that they touched

        def note(line: int, removed: tuple[int, ...]) -> None:
            places = [place for mask in removed for place in positions(mask)]
            crossing = self._crossings.of_lines[line]
            noted.append((line, {others[place] for others, _ in crossing for place in places}))

        board, touched = self._supposed(candidates, supposition)
        broken = self.propagate(board, touched, note, tick)
        if broken < 0:
            return None
        matter, kept = {broken}, [broken]
        for line, crossing in reversed(noted):
            if crossing & matter:
                matter.add(line)
                kept.append(line)
        return self.shortened(candidates, supposition, kept[::-1], tick)

    def shortened(
        self, candidates: list[Masks], supposition: Supposition, chain: Sequence[int], tick: Tick
    ) -> Chain | None:
        """Takes chains without inner suppositions, which only the kernel finds."""
        kept = self._used(candidates, supposition, chain, tick)
        changed = kept is not None
        while kept and changed:
            changed = False
            for at in reversed(range(len(kept))):
                without = (*kept[:at], *kept[at + 1 :])
                if at < len(kept) and (used := self._used(candidates, supposition, without, tick)):
                    kept, changed = used, True
        return kept

    def _used(
        self, candidates: list[Masks], supposition: Supposition, chain: Sequence[int], tick: Tick
    ) -> Chain | None:
        """Returns the links up to the line without a filling; None if there is none."""
        board, _ = self._supposed(candidates, supposition)
        if tick:
            tick()
        for number, line in enumerate(chain, 1):
            masks = self.settle_line(line, board[line])
            if masks is None:
                return tuple(chain[:number])
            narrow(board, line, masks, self._crossings.of_lines[line])
        return None

    def _supposed(
        self, candidates: list[Masks], supposition: Supposition
    ) -> tuple[list[Masks], list[int] | None]:
        """Returns a copy of the board with the supposition, and its cell's lines; None if the cell had the colour already."""
        cell, colour = supposition
        board = [masks[:] for masks in candidates]
        others = [other for other in self.colours_of(cell, board) if other != colour]
        touched = self._without(others, cell, board)
        return board, touched if others else None

    def nested(self, *_: object) -> tuple[Chain | None, int]:
        """Returns no chain: only the kernel nests suppositions."""
        return None, 0

    def spans(self, line: int, masks: Sequence[int]) -> list[tuple[int, int]] | None:
        prepared = self._plans[line]
        assert prepared  # the line has a clue
        return block_spans(prepared.clue, prepared.length, masks)

    def settle(self, line: int, masks: Sequence[int]) -> Masks | None:
        prepared = self._plans[line]
        return settle(prepared.clue, prepared.length, masks) if prepared else list(masks)
