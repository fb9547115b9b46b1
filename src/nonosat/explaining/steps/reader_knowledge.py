"""The knowledge of a reader of a colour puzzle: colours that cells have, rather than colours that they lack.

With several inks, most deductions are of the kind "not red". Such facts are recorded silently. A step about a line
makes some cell known, and states the silent facts of crossing lines that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import and_
from typing import NamedTuple

from nonosat.explaining.steps.first_technique import first_technique
from nonosat.explaining.steps.probes import Removal, exclude
from nonosat.explaining.steps.techniques import (
    CROSSING,
    LINE_TECHNIQUES,
    RANK,
    TECHNIQUES,
    Inference,
    LineView,
)
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import open_positions, settle
from nonosat.model.palette import BACKGROUND

_MOST_FACTS = 3  # with more silent facts, a step makes as few cells known as possible


class AppliedTechnique(NamedTuple):
    """A step about one line that makes cells known."""

    technique: str
    """Name of the hardest technique that it needs."""
    reason: str
    """Name of the technique for the line."""
    inferences: tuple[Inference, ...]
    becomes: dict[int, int]
    """Colours of the places of the line that are known now."""
    uses: tuple[tuple[Removal, int], ...] = ()
    """Needed silent facts, as (removal, line that implies it). Each follows from that line, the reader's knowledge and
    the facts before it."""


class Reader:
    """The knowledge of a reader, and the silent facts; mutable.

    A reader sees without a step that a cell cannot have an ink that one of its clues lacks. A cell that loses all inks
    in this way is *blank*; one step says that it is empty.
    """

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        # per line: mask of the blank cells that no step has called empty yet
        self._blank = [0] * len(board.lines)
        for cell in range(board.cells):
            colours, left = board.colours_of(cell), self._inks_of(cell)
            if 1 < len(colours) > len(left):
                for colour in colours:
                    if colour not in left:
                        exclude(self.board, cell, colour)
                for line, place in board.lines_of(cell) if len(left) == 1 else ():
                    self._blank[line] |= 1 << place
        self._places = [{cell: place for place, cell in enumerate(cells)} for cells in board.lines]
        # per silent fact: the number of earlier ones, and the line that implies it
        self._silent: dict[Removal, tuple[int, int]] = {}

    def _inks_of(self, cell: int) -> list[int]:
        """Returns the colours of a cell that all its clues have."""
        clues = (self.board.clues[line] for line, _ in self.board.lines_of(cell))
        inks = [{BACKGROUND, *(block.colour for block in clue)} for clue in clues if clue is not None]
        return [
            colour for colour in self.board.colours_of(cell) if all(colour in of_clue for of_clue in inks)
        ]

    def learn(self, removals: Iterable[Removal]) -> None:
        """Records that the reader knows the removals."""
        for cell, colour in removals:
            exclude(self.board, cell, colour)

    def fix(self, cell: int, colour: int) -> None:
        """Records that the reader knows a cell's colour."""
        self.board.fix(cell, colour)
        for line, place in self.board.lines_of(cell):
            self._blank[line] &= ~(1 << place)

    def keep(self, removals: Iterable[Removal], line: int) -> None:
        """Records removals by a line as silent facts."""
        for removal in removals:
            self._silent.setdefault(removal, (len(self._silent), line))

    def contradicts(self, line: int, masks: Sequence[int]) -> bool:
        """Returns whether a line has no filling, by masks with all silent facts and the inks that clues lack."""
        plan, mine = self.board.plans[line], self.board.unpack()[line]
        return plan is not None and settle(plan, [*map(and_, masks, mine)]) is None

    def by_itself(self, line: int) -> AppliedTechnique | None:
        """Returns the simplest technique by which a line alone makes a cell known; None unless simpler than `CROSSING`."""
        masks = self.board.unpack()[line]
        if blank := self._blank[line]:  # the line itself can imply that a blank cell is empty
            inks = {block.colour for block in self.board.clues[line] or ()}
            masks = [
                mask | blank if not inks or colour in inks else mask for colour, mask in enumerate(masks)
            ]
        plan = self.board.plans[line]
        settled = plan and settle(plan, masks)
        if not settled or not self._newly_known(line, settled):
            return None
        return self._applied(line, masks, RANK[CROSSING.name])

    def simplest(self, line: int) -> AppliedTechnique:
        """Returns the simplest technique by which a line makes a cell known, with few silent facts.

        Requires that all silent facts suffice, and that `by_itself` finds none.
        """
        if blank := self._blank[line]:
            return AppliedTechnique(
                CROSSING.name, CROSSING.name, (), dict.fromkeys(positions(blank), BACKGROUND)
            )
        needed = self._needed(line, len(self._silent), None)
        if len(needed) > _MOST_FACTS:
            needed = self._needed(line, len(self._silent), None, any_cell=True)
        cells = self.board.lines[line]
        if left := self._newly_known(line, self._masks(line, needed)):
            needed = [fact for fact in needed if fact[0] in {cells[place] for place in left}]
            return AppliedTechnique(CROSSING.name, CROSSING.name, (), left, self._uses(needed))
        applied = self._applied(line, self._masks(line, needed), len(TECHNIQUES))
        assert applied is not None
        if not needed:
            return applied
        technique = max(applied.reason, CROSSING.name, key=RANK.__getitem__)
        return applied._replace(technique=technique, uses=self._uses(needed))

    def _uses(self, facts: Iterable[Removal]) -> tuple[tuple[Removal, int], ...]:
        """Returns silent facts and all their supports, in order, each with its line."""
        supported = dict.fromkeys(chain.from_iterable(self._supported(fact) for fact in facts))
        return tuple((fact, self._silent[fact][1]) for fact in supported)

    def _applied(self, line: int, masks: Sequence[int], below: int) -> AppliedTechnique | None:
        """Returns the simplest technique below a rank that makes cells of a line known, given these masks."""
        clue = self.board.clues[line]
        assert clue is not None
        techniques = sum(RANK[technique.name] < below for technique in LINE_TECHNIQUES)
        index = first_technique(self.board, line, masks, self._unknown(line), techniques)
        if index < 0:
            return None
        view, technique = LineView(clue, len(self.board.lines[line]), tuple(masks)), LINE_TECHNIQUES[index]
        inferences = tuple(technique.infer(view))
        becomes = self._newly_known(line, view.narrowed(inferences))
        places = sum(1 << place for place in becomes)
        said = tuple(inference for inference in inferences if inference.cells & places)
        return AppliedTechnique(technique.name, technique.name, said, becomes)

    def _unknown(self, line: int) -> int:
        """Returns the positions whose colour the reader does not know."""
        return open_positions(self.board.unpack()[line]) | self._blank[line]

    def _newly_known(self, line: int, masks: Sequence[int]) -> dict[int, int]:
        """Returns the colours of the positions that these masks fix and the reader does not know."""
        settled = ~open_positions(masks) & self._unknown(line)
        return {at: colour for colour, mask in enumerate(masks) for at in positions(mask & settled)}

    def _masks(self, line: int, facts: Iterable[Removal]) -> list[int]:
        """Returns the reader's masks of a line, narrowed by some facts."""
        masks = list(self.board.unpack()[line])
        place_of = self._places[line]
        for cell, colour in facts:
            masks[colour] &= ~(1 << place_of[cell])
        return masks

    def premises(
        self, cells: Iterable[int], enough: Callable[[Board], bool]
    ) -> tuple[Board, tuple[tuple[Removal, int], ...]]:
        """Returns the reader's board with few silent facts about some cells, chosen so that `enough` is true, and these facts.

        `enough` must be true with all silent facts; it can change the board that it gets.
        """
        wanted = set(cells)
        facts = [fact for fact in self._open_facts() if fact[0] in wanted]
        facts = _fewest(facts, lambda kept: enough(self._with(kept)))
        return self._with(facts), self._uses(facts)

    def line_without_filling(self, line: int) -> int:
        """Returns a line without a filling by the silent facts: `line`, or the line that fills one of its blank cells.

        A reader sees that a line which fills a blank cell has no filling, and so ignores its fact. Without that fact,
        `line`, which crosses it there, can have a filling.
        """
        board, plans = self._with(self._open_facts()), self.board.plans

        def has_none(at: int) -> bool:
            plan = plans[at]
            return plan is not None and settle(plan, board.unpack()[at]) is None

        if has_none(line):
            return line
        return next(filter(has_none, range(len(plans))))

    def all_premises(self) -> tuple[Board, tuple[tuple[Removal, int], ...]]:
        """Returns the reader's board with all silent facts, and these."""
        facts = self._open_facts()
        return self._with(facts), tuple((fact, self._silent[fact][1]) for fact in facts)

    def _open_facts(self) -> list[Removal]:
        """Returns the silent facts that the reader does not know yet, oldest first."""
        return [
            fact
            for fact in self._silent
            if fact[1] in (colours := self.board.colours_of(fact[0])) and len(colours) > 1
        ]

    def _with(self, facts: Iterable[Removal]) -> Board:
        """Returns the reader's board with these facts."""
        board = self.board.copy()
        for cell, colour in facts:
            exclude(board, cell, colour)
        return board

    def _needed(self, line: int, before: int, fact: Removal | None, any_cell: bool = False) -> list[Removal]:
        """Returns few of the first `before` silent facts, from crossing lines, by which a line implies `fact`.

        Without `fact`, facts by which it makes as many cells known as with all facts; with `any_cell`, at least one
        cell.
        """
        facts = [
            (cell, colour)
            for cell in self.board.lines[line]
            if len(left := self.board.colours_of(cell)) > 1
            for colour in left
            if (numbered := self._silent.get((cell, colour))) and numbered[0] < before and numbered[1] != line
        ]
        wanted = set() if any_cell else self._known_by(line, facts)

        def enough(kept: list[Removal]) -> bool:
            if fact is not None:
                return self._says(line, kept, fact)
            places = self._known_by(line, kept)
            return bool(places) and places >= wanted

        return _fewest(facts, enough)

    def _known_by(self, line: int, facts: list[Removal]) -> set[int]:
        """Returns the positions that a line and some facts make known."""
        plan = self.board.plans[line]
        settled = plan and settle(plan, self._masks(line, facts))
        return set(self._newly_known(line, settled)) if settled else set()

    def _says(self, line: int, facts: list[Removal], fact: Removal) -> bool:
        plan = self.board.plans[line]
        settled = plan and settle(plan, self._masks(line, facts))
        if not settled:
            return False
        place = self._places[line][fact[0]]
        return not settled[fact[1]] >> place & 1

    def _supported(self, fact: Removal) -> list[Removal]:
        """Returns a silent fact after all silent facts that it rests on, in order."""
        number, line = self._silent[fact]
        needed = self._needed(line, number, fact)
        return [*chain.from_iterable(self._supported(premise) for premise in needed), fact]


def _fewest(facts: list[Removal], enough: Callable[[list[Removal]], bool]) -> list[Removal]:
    """Returns a minimal subset of facts that is enough."""
    if enough([]):
        return []
    size = len(facts)
    while size > 1:  # large parts first: few facts are needed
        size = (size + 1) // 2
        for at in reversed(range(0, len(facts), size)):
            if enough(fewer := facts[:at] + facts[at + size :]):
                facts = fewer
    return facts
