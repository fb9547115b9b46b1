"""Meanings of the formula's variables; checks that every solution satisfies a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .knowledge import Knowledge
from .lines import Reach
from .reading import VARIABLES
from .values import Refused, Unreadable, items, number, shown


class Coloured(NamedTuple):
    """The cell has the colour."""

    cell: int
    colour: int


class Reached(NamedTuple):
    """The block starts at or before the position; if `end`, its last cell lies before it."""

    line: int
    end: bool
    block: int
    position: int


class Held(NamedTuple):
    """All cells of a set have the colours that it gives them."""

    number: int


Pair = tuple[int, int]  # a cell and a colour


class Meanings:
    """Meanings of the variables; a solution determines the value of each."""

    def __init__(self, knowledge: Knowledge, value: Any, sets: Sequence[Sequence[Pair]] = ()) -> None:
        """Reads the meanings; `sets` are those that they can name, by number."""
        self._knowledge, self._statement, self._sets = knowledge, knowledge.statement, sets
        self._of: list[Coloured | Reached | Held] = [Coloured(0, 0)]  # there is no variable 0
        for variable, entry in enumerate(items(value, VARIABLES), 1):
            self._of.append(self._meaning(entry, f"{VARIABLES}: variable {variable}"))
            self._statement.budget.check_limits()
        self._lines_of = self._crossing()
        self._prepared: dict[int, tuple[Reach, dict[int, int]]] = {}

    @property
    def variables(self) -> int:
        """Number of variables."""
        return len(self._of) - 1

    def _crossing(self) -> dict[int, set[int]]:
        """Returns the lines with a clue through each cell that a variable names."""
        lines: dict[int, set[int]] = {
            meaning.cell: set() for meaning in self._of if isinstance(meaning, Coloured)
        }
        for line, (_, cells, clue) in enumerate(self._statement.lines):
            self._statement.budget.check_limits()
            if clue is not None:
                for cell in lines.keys() & cells:
                    lines[cell].add(line)
        return lines

    def _meaning(self, entry: Any, where: str) -> Coloured | Reached | Held:
        match entry:
            case ["set", at]:
                return Held(number(at, 0, len(self._sets) - 1, where))
            case ["cell", row, column, colour]:
                return Coloured(
                    self._statement.cell(row, column, where), self._statement.colour(colour, where)
                )
            case ["start" | "end" as kind, axis, index, block, position]:
                line = self._statement.line(axis, index, where)
                _, cells, clue = self._statement.lines[line]
                block = number(block, 0, len(clue or ()) - 1, where)
                most = len(cells) if kind == "end" else len(cells) - 1
                return Reached(line, kind == "end", block, number(position, 0, most, where))
        raise Unreadable(f"{where}: expected cell, start or end with what belongs to it, got {shown(entry)}")

    def excluded_by(self, clause: list[int]) -> bytes | None:
        """Returns the picture that falsifies the clause; None if there are several or the clause is not about cells."""
        candidates = list(self._knowledge.candidates)
        for literal in clause:
            meaning = self._of[abs(literal)]
            if not isinstance(meaning, Coloured):
                return None
            bit = 1 << meaning.colour
            candidates[meaning.cell] &= bit if literal < 0 else ~bit
        known = all(colours.bit_count() == 1 for colours in candidates)
        return bytes(colours.bit_length() - 1 for colours in candidates) if known else None

    def says(self, literal: int) -> Pair | int | None:
        """Returns the pair or set that holds exactly if the literal is true; None if there is none."""
        meaning = self._of[abs(literal)]
        if isinstance(meaning, Held):
            return meaning.number if literal > 0 else None
        if not isinstance(meaning, Coloured):
            return None
        if literal > 0:
            return meaning.cell, meaning.colour
        others = self._knowledge.candidates[meaning.cell] & ~(1 << meaning.colour)
        return (meaning.cell, others.bit_length() - 1) if others.bit_count() == 1 else None

    def _by_definition(self, clause: list[int]) -> list[int] | None:
        """Returns the literals of a clause that are not about sets; None if the definition of a set implies it."""
        rest, sets = [], []
        for literal in clause:
            meaning = self._of[abs(literal)]
            if isinstance(meaning, Held):
                sets += [meaning.number] if literal < 0 else []
            else:
                rest.append(literal)
        pairs = {pair for at in sets for pair in self._sets[at]}
        return None if any(self.says(literal) in pairs for literal in rest) else rest

    def require(self, clause: list[int], where: str) -> None:
        """Raises `Refused` unless the knowledge and a single line imply the clause."""
        if self._sets:
            rest = self._by_definition(clause)
            if rest is None:
                return
            clause = rest
        colours: dict[int, int] = {}  # colours that cells can have if the clause is false
        lines: list[set[int]] = []
        for literal in clause:
            meaning = self._of[abs(literal)]
            if isinstance(meaning, Coloured):
                cell, bit = meaning.cell, 1 << meaning.colour
                colours[cell] = colours.get(cell, self._knowledge.candidates[cell]) & (
                    bit if literal < 0 else ~bit
                )
                if not colours[cell]:
                    return
                lines.append(self._lines_of[cell])
            elif isinstance(meaning, Reached):
                lines.append({meaning.line})
        for line in set.intersection(*lines) if lines else ():
            reach, places = self._prepare(line)
            left = {places[cell]: mask for cell, mask in colours.items()}
            if not reach.any_with(left, self._states(line, clause)):
                return
        raise Refused(f"{where}: no single line says that every solution satisfies this clause")

    def _states(self, line: int, clause: list[int]) -> dict[int, int]:
        """Returns the states possible after each cell of the line if the clause is false."""
        pattern, states = self._knowledge.patterns[line], dict[int, int]()
        assert pattern is not None
        for literal in clause:
            meaning = self._of[abs(literal)]
            if isinstance(meaning, Reached):
                if meaning.end:
                    after, reached = meaning.position, -1 << pattern.last[meaning.block]
                else:
                    after, reached = meaning.position + 1, -1 << pattern.first[meaning.block]
                states[after] = states.get(after, -1) & (reached if literal < 0 else ~reached)
        return states

    def _prepare(self, line: int) -> tuple[Reach, dict[int, int]]:
        """Returns the fillings of a line, and the positions of its cells."""
        if line not in self._prepared:
            reach = self._knowledge.reach(line)
            assert reach is not None
            places = {cell: at for at, cell in enumerate(self._statement.lines[line].cells)}
            self._prepared[line] = reach, places
        return self._prepared[line]
