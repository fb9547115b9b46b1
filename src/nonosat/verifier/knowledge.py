"""Knowledge about each cell: the givens, and deductions that are checked one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .lines import Pattern, Reach
from .statement import Statement
from .values import Refused, Unreadable, items, number, shown


class Knowledge:
    """Candidates of each cell; bit k of `candidates[cell]` is colour k."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.contradiction = False  # True once a line has no filling left
        cells = sum(map(len, statement.rows))
        statement.budget.require(8 * cells)
        self.candidates = [(1 << statement.colours) - 1] * cells
        for cell, colour in statement.givens:
            self.candidates[cell] &= 1 << colour
        self.patterns = [None if line.clue is None else Pattern(line.clue) for line in statement.lines]

    def colours(self, line: int) -> list[int]:
        """Returns the remaining colours of the cells of a line."""
        return [self.candidates[cell] for cell in self.statement.lines[line].cells]

    def reach(self, line: int) -> Reach | None:
        """Returns the fillings of a line that agree with the candidates; None for a line without a clue."""
        pattern = self.patterns[line]
        return None if pattern is None else Reach(pattern, self.colours(line))

    def forget(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Removes colours that no solution has there, and propagates all lines to the fixpoint."""
        for cell, colour in pairs:
            self.candidates[cell] &= ~(1 << colour)
        statement = self.statement
        crossing: dict[int, list[int]] = {}
        for line, (_, cells, _) in enumerate(statement.lines):
            for cell in cells:
                crossing.setdefault(cell, []).append(line)
        waiting = dict.fromkeys(range(len(statement.lines)))
        while waiting:
            line = next(iter(waiting))
            del waiting[line]
            statement.budget.check_limits()
            reach = self.reach(line)
            if reach is None:
                continue
            if not reach.any():
                self.contradiction = True
                return
            for at, cell in enumerate(statement.lines[line].cells):
                possible = reach.colours_at(at)
                if possible != self.candidates[cell]:
                    self.candidates[cell] = possible
                    waiting |= dict.fromkeys(other for other in crossing[cell] if other != line)

    def is_open(self) -> bool:
        """True if some cell is unknown and no contradiction was found."""
        return not self.contradiction and any(colours & (colours - 1) for colours in self.candidates)

    def learn(self, entry: Any, where: str) -> None:
        """Applies a deduction; raises `Refused` unless it follows."""
        said = items(entry, where)
        if len(said) < 2:
            raise Unreadable(f"{where}: expected an axis and an index")
        axis, index, *rest = said
        if len(rest) > 1:
            raise Unreadable(f"{where}: expected a list of 2 or 3, got {shown(entry)}")
        line = self.statement.line(axis, index, where)
        name, cells, _ = self.statement.lines[line]
        reach = self.reach(line)
        if self.contradiction:
            raise Refused(f"{where}: comes after a line without filling")
        if reach is None:
            raise Refused(f"{where}: {name} has no clue to conclude from")
        if not rest:
            self._learn_all(name, cells, reach, where)
            return
        (removed,) = rest
        if removed is None:
            if reach.any():
                raise Refused(f"{where}: {name} has a filling")
            self.contradiction = True
            return
        for pair in items(removed, where):
            self.statement.budget.check_limits()
            position, colour = items(pair, where, 2)
            cell = cells[number(position, 0, len(cells) - 1, where)]
            bit = 1 << self.statement.colour(colour, where)
            if not self.candidates[cell] & bit:
                raise Refused(f"{where}: cell {position} of {name} has lost colour {colour} before")
            if reach.colours_at(position) & bit:
                raise Refused(f"{where}: a filling of {name} has colour {colour} in cell {position}")
            self.candidates[cell] &= ~bit

    def _learn_all(self, name: str, cells: Sequence[int], reach: Reach, where: str) -> None:
        """Settles a line; raises `Refused` if it has no filling, or nothing new follows."""
        if not reach.any():
            raise Refused(f"{where}: {name} has no filling")
        before = [self.candidates[cell] for cell in cells]
        for at, cell in enumerate(cells):
            self.candidates[cell] = reach.colours_at(at)
        if before == [self.candidates[cell] for cell in cells]:
            raise Refused(f"{where}: nothing new follows from {name}")

    def require_end(self, where: str) -> None:
        """Raises `Refused` unless the fixpoint is reached, or a contradiction."""
        for line, (name, cells, _) in enumerate(self.statement.lines):
            reach = None if self.contradiction else self.reach(line)
            for at, cell in enumerate(cells) if reach else ():
                self.statement.budget.check_limits()
                if reach and reach.colours_at(at) != self.candidates[cell]:
                    raise Refused(f"{where}: more follows from {name}")
