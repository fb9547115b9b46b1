"""What a reader of a colour puzzle knows: colours that cells have, rather than colours that they do not have.

Most of what lines say where there are several inks is of the kind "not red". Such facts are kept silently. A step
about a line makes some cell known; what it needs of crossing lines, that a cell is not red, is said in the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from nonosat.questions.explanation.probing import Removal, exclude
from nonosat.questions.explanation.story import removals_of
from nonosat.questions.explanation.techniques import AGREE, REASONS, Inference, LineView
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import settle

_MOST_FACTS = 3
"""A step with more silent facts makes as few cells known as it can."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A step about one line that makes cells known."""

    reason: str
    inferences: tuple[Inference, ...]
    becomes: dict[int, int]
    """The colour of each place of the line that is known now."""
    uses: tuple[tuple[Removal, int], ...]
    """What it needs: a cell and a colour that it does not have, and the line that says so. Each follows from
    that line, what the reader knows and the ones before it."""


class Reader:
    """The knowledge of a reader, and the facts that were kept from them."""

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        for cell in range(board.cells):
            left = self._inks_of(cell)
            if 1 < len(left) < len(board.colours_of(cell)):
                self.exclude((cell, colour) for colour in board.colours_of(cell) if colour not in left)
        self._silent: dict[Removal, tuple[int, int]] = {}
        """For each silent fact how many there were before it, and the line that says so."""

    def _inks_of(self, cell: int) -> list[int]:
        """The colours of a cell that each clue has which it lies on: that is seen, and need not be said."""
        clues = (self.board.clues[line] for line, _ in self.board.lines_of(cell))
        inks = [{0, *(block.colour for block in clue)} for clue in clues if clue is not None]
        return [colour for colour in self.board.colours_of(cell) if all(colour in its for its in inks)]

    def exclude(self, removals: Iterable[Removal]) -> None:
        """The reader learns that cells do not have colours."""
        for cell, colour in removals:
            exclude(self.board, cell, colour)

    def keep(self, removals: Iterable[Removal], line: int) -> None:
        """Keeps silently that by a line cells do not have colours."""
        for removal in removals:
            self._silent.setdefault(removal, (len(self._silent), line))

    def contradicts(self, line: int) -> bool:
        """Whether no filling of a line agrees with what the reader knows, the silent facts, and the inks that clues lack."""
        plan = self.board.plans[line]
        facts = [fact for fact in self._silent if fact[0] in self.board.lines[line]]
        return plan is not None and settle(plan, self._masks(line, facts)) is None

    def simplest(self, line: int) -> Argument:
        """The simplest argument by which a line makes any cell known, with as few silent facts as it takes.

        There must be one, with all silent facts.
        """
        needed = self._needed(line, len(self._silent), None)
        if len(needed) > _MOST_FACTS:
            needed = self._needed(line, len(self._silent), None, any_cell=True)
        uses = tuple(dict.fromkeys(chain.from_iterable(self._supported(fact) for fact in needed)))
        masks = self._masks(line, needed)
        clue = self.board.clues[line]
        assert clue is not None
        view = LineView(clue, len(self.board.lines[line]), tuple(masks))
        blotted = any(block.length is None for block in clue)
        for reason in REASONS[AGREE if blotted else 0 : AGREE + 1]:
            assert reason.find is not None
            inferences = tuple(reason.find(view))
            becomes = self._becomes(line, masks, inferences)
            if becomes:
                places = sum(1 << place for place in becomes)
                said = tuple(each for each in inferences if each.cells & places)
                return Argument(
                    reason.name, said, becomes, tuple((fact, self._silent[fact][1]) for fact in uses)
                )
        raise AssertionError(f"line {line} makes no cell known")

    def _becomes(self, line: int, masks: Sequence[int], inferences: Iterable[Inference]) -> dict[int, int]:
        """The places of a line that inferences about it make known, each with its colour."""
        cells = self.board.lines[line]
        clue = self.board.clues[line]
        assert clue is not None
        left = list(masks)
        place_of = {cell: place for place, cell in enumerate(cells)}
        view = LineView(clue, len(cells), tuple(masks))
        for cell, colour in removals_of(cells, view, inferences):
            left[colour] &= ~(1 << place_of[cell])
        return self._newly_known(line, left)

    def _newly_known(self, line: int, masks: Sequence[int]) -> dict[int, int]:
        """The places of a line that have one colour in these masks, and more by what the reader knows."""
        found = {}
        for place, cell in enumerate(self.board.lines[line]):
            colours = [colour for colour, mask in enumerate(masks) if mask >> place & 1]
            if len(colours) == 1 and len(self.board.colours_of(cell)) > 1:
                found[place] = colours[0]
        return found

    def _masks(self, line: int, facts: Iterable[Removal]) -> list[int]:
        """What the reader knows of a line, and some facts."""
        masks = list(self.board.candidates[line])
        place_of = {cell: place for place, cell in enumerate(self.board.lines[line])}
        for cell, colour in facts:
            masks[colour] &= ~(1 << place_of[cell])
        return masks

    def _needed(self, line: int, before: int, fact: Removal | None, any_cell: bool = False) -> list[Removal]:
        """The fewest silent facts that one finds by which a line says a fact, or makes as many cells known.

        Of those from crossing lines that were found before so many others.
        """
        facts = [
            (cell, colour)
            for cell in self.board.lines[line]
            if len(left := self.board.colours_of(cell)) > 1
            for colour in left
            if (found := self._silent.get((cell, colour))) and found[0] < before and found[1] != line
        ]
        wanted = set() if any_cell else self._known_by(line, facts)

        def enough(kept: list[Removal]) -> bool:
            if fact is not None:
                return self._says(line, kept, fact)
            known = self._known_by(line, kept)
            return bool(known) and known >= wanted

        if enough([]):
            return []
        size = len(facts)
        while size > 1:  # large parts first: few facts are needed in the end
            size = (size + 1) // 2
            for at in reversed(range(0, len(facts), size)):
                if enough(fewer := facts[:at] + facts[at + size :]):
                    facts = fewer
        return facts

    def _known_by(self, line: int, facts: list[Removal]) -> set[int]:
        """The places of a line that are known by it and some facts, and were not before."""
        plan = self.board.plans[line]
        settled = plan and settle(plan, self._masks(line, facts))
        return set(self._newly_known(line, settled)) if settled else set()

    def _says(self, line: int, facts: list[Removal], fact: Removal) -> bool:
        plan = self.board.plans[line]
        settled = plan and settle(plan, self._masks(line, facts))
        if not settled:
            return False
        place = self.board.lines[line].index(fact[0])
        return not settled[fact[1]] >> place & 1

    def _supported(self, fact: Removal) -> list[Removal]:
        """The silent facts from which one follows, in order, and itself."""
        number, line = self._silent[fact]
        needed = self._needed(line, number, fact)
        return [*chain.from_iterable(self._supported(each) for each in needed), fact]
