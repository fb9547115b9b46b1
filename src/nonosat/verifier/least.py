"""Checks lower bounds on the size of a contradiction, and on the cost of a repainting.

Both are choices with costs: pictures and their flaws give refusals, and a proof shows that every choice that is cheap
enough contains one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from .choices import Choices, Costs, Element, Refusal, Valued
from .lines import Pattern, Reach
from .reading import (
    FLAWS,
    FORMULA,
    MANIFEST,
    REPAINT,
    SOLUTIONS,
    VARIABLES,
    WITNESSES,
    Files,
    clauses_in,
)
from .search_proof import Progress, check_lrat
from .statement import Clue, Statement, describes, runs_of
from .values import Refused, Unreadable, items, number, shown, value_of

MOST_COST, MOST_WEIGHT = 10**12, 10**6

_MASK_BYTES = 8


def check_least(
    files: Files, statement: Statement, solutions: Sequence[bytes], counts: Counter[str], progress: Progress
) -> None:
    """Checks that every contradiction, or every good repainting, costs more than the claim says."""
    if files.kind == "repainting":
        choices = _repaintings(files, statement, solutions, counts, progress)
    else:
        choices = _contradictions(files, statement, counts)
    clauses = []
    read = list(clauses_in(files.lines(FORMULA), choices.variables))
    for at, (line, clause) in enumerate(read, 1):
        files.budget.check_limits()
        progress(FORMULA, at, len(read))
        choices.require(clause, f"{FORMULA}:{line}")
        clauses.append(clause)
        counts["clauses"] += 1
    check_lrat(files, clauses, choices.variables, counts, progress)


def _most(files: Files) -> int:
    return number(files.claim["more_than"], 0, MOST_COST, f"{MANIFEST}: more_than")


def _costs(entry: Any, elements: int, where: str) -> Costs:
    """Reads the meaning of a variable about costs."""
    match entry:
        case ["cost", first, least]:
            return Costs(number(first, 0, elements, where), number(least, 1, MOST_COST, where))
    raise Unreadable(f"{where}: no meaning that such a certificate can have, got {shown(entry)}")


def _variables(files: Files) -> Iterator[tuple[Any, str]]:
    for variable, entry in enumerate(items(files.json(VARIABLES), VARIABLES), 1):
        files.budget.check_limits()
        yield entry, f"{VARIABLES}: variable {variable}"


# Contradictions -------------------------------------------------------------------------------------


def _contradictions(files: Files, statement: Statement, counts: Counter[str]) -> Choices:
    """Returns choices of clues and givens (1: chosen): a contradiction has a member that the picture breaks, for each picture."""
    stated = [line for line, (_, _, clue) in enumerate(statement.lines) if clue is not None]
    keys = {line: at for at, line in enumerate(stated)}
    elements = len(stated) + len(statement.givens)
    refusals: list[Refusal] = []
    first: bytes | None = None
    for at, value in enumerate(items(files.json(WITNESSES), WITNESSES), 1):
        picture = statement.picture(value, f"{WITNESSES}: picture {at}", first)
        first = first or picture
        broken = [keys[line] for line in stated if not _satisfied(statement, line, picture)]
        givens = enumerate(statement.givens, len(stated))
        broken += [key for key, (cell, colour) in givens if picture[cell] != colour]
        refusals.append(dict.fromkeys(broken, 0))
        counts["pictures"] += 1
    meanings: list[Valued | Costs] = []
    for entry, where in _variables(files):
        match entry:
            case ["clue", axis, index]:
                line = statement.line(axis, index, where)
                if line not in keys:
                    raise Unreadable(f"{where}: the line has no clue")
                meanings.append(Valued(keys[line], 1))
            case ["given", at]:
                given = number(at, 0, len(statement.givens) - 1, where)
                meanings.append(Valued(len(stated) + given, 1))
            case _:
                meanings.append(_costs(entry, elements, where))
    parts = [Element(key, 0, 1) for key in range(elements)]
    return Choices([0b11] * elements, parts, refusals, _most(files), meanings, files.budget)


def _satisfied(statement: Statement, line: int, picture: bytes) -> bool:
    statement.budget.check_limits()
    _, cells, clue = statement.lines[line]
    return clue is None or describes(clue, runs_of(picture[cell] for cell in cells))


# Repaintings ----------------------------------------------------------------------------------------


def _repaintings(
    files: Files, statement: Statement, solutions: Sequence[bytes], counts: Counter[str], progress: Progress
) -> Choices:
    """Returns repaintings of the shown picture as choices of colours; each flaw is a refusal."""
    if len(solutions) != 1:
        raise Refused(f"{SOLUTIONS}: takes one solution")
    (picture,) = solutions
    lines_only = files.claim["lines"]
    if type(lines_only) is not bool:
        raise Unreadable(f"{MANIFEST}: expected `lines` to be true or false, got {shown(lines_only)}")
    weights: dict[int, int] = {}
    given = {cell for cell, _ in statement.givens}
    for at, entry in enumerate(items(files.json(REPAINT), REPAINT)):
        where = f"{REPAINT}: cell {at}"
        row, column, weight = items(entry, where, 3)
        cell = statement.cell(row, column, where)
        if cell in weights or cell in given:
            raise Refused(f"{where}: comes twice, or is given")
        weights[cell] = number(weight, 1, MOST_WEIGHT, where)
    files.budget.require(_MASK_BYTES * len(picture))
    candidates = [1 << colour for colour in picture]
    for cell in weights:
        candidates[cell] = (1 << statement.colours) - 1
    flaws = _Flaws(statement, picture, weights, given, lines_only)
    refusals, texts = [], files.lines(FLAWS)
    for at, text in enumerate(texts, 1):
        files.budget.check_limits()
        progress(FLAWS, at, len(texts))
        refusals.append(flaws.refusal(value_of(text, f"{FLAWS}:{at}"), f"{FLAWS}:{at}"))
        counts["flaws"] += 1
    meanings: list[Valued | Costs] = []
    for entry, where in _variables(files):
        match entry:
            case ["cell", row, column, colour]:
                cell = statement.cell(row, column, where)
                meanings.append(Valued(cell, statement.colour(colour, where)))
            case _:
                meanings.append(_costs(entry, len(weights), where))
    elements = [Element(cell, picture[cell], weight) for cell, weight in weights.items()]
    return Choices(candidates, elements, refusals, _most(files), meanings, files.budget)


class _Flaws:
    """Reads flaws, and checks that pictures with them are not good."""

    def __init__(
        self,
        statement: Statement,
        picture: bytes,
        weights: Mapping[int, int],
        given: set[int],
        lines_only: bool,
    ) -> None:
        self._statement, self._picture, self._weights = statement, picture, weights
        self._given, self._lines_only = given, lines_only
        self._crossing: dict[int, list[int]] = {}
        for line, (_, cells, clue) in enumerate(statement.lines):
            statement.budget.check_limits()
            if clue is not None:
                for cell in cells:
                    self._crossing.setdefault(cell, []).append(line)

    def refusal(self, entry: Any, where: str) -> dict[int, int]:
        """Returns (cell, colour) pairs; every picture with all of them has the flaw."""
        changes, parts, others = items(entry, where, 3)
        but = dict(self._pairs(changes, where))
        if not but.keys() <= self._weights.keys() or len(but) < len(changes):
            raise Refused(f"{where}: repaints a cell that may not be repainted, or one twice")
        alike: dict[int, set[int]] = {}  # the other colours of cells
        for cell, colour in self._pairs(others, where):
            known = alike.setdefault(cell, set())
            if colour in known or colour == but.get(cell, self._picture[cell]) or cell in self._given:
                raise Refused(f"{where}: cell {cell} is given, or has no other colour than it has")
            known.add(colour)
        if not alike or (not self._lines_only and any(len(others) > 1 for others in alike.values())):
            raise Refused(f"{where}: a flaw needs other colours, here one for each cell")
        missing = {(cell, line) for cell in alike for line in self._crossing.get(cell, ())}
        pinned: dict[int, int] = {}
        for line, first, last in self._windows(parts, where):
            cells = self._statement.lines[line].cells[first : last + 1]
            missing -= {(cell, line) for cell in cells}
            colours = {cell: but.get(cell, self._picture[cell]) for cell in cells}
            self._check_window(line, first, colours, alike, where)
            pinned |= colours
        if missing:
            raise Refused(f"{where}: a line of cell {min(missing)[0]} has no window around it")
        return pinned

    def _pairs(self, value: Any, where: str) -> Iterator[tuple[int, int]]:
        for pair in items(value, where):
            cell, colour = items(pair, where, 2)
            yield number(cell, 0, len(self._picture) - 1, where), self._statement.colour(colour, where)

    def _windows(self, value: Any, where: str) -> list[tuple[int, int, int]]:
        """Reads windows, which are parts of lines with clues; two windows of a line share at most an end."""
        windows = []
        for entry in items(value, where):
            axis, index, first, last = items(entry, where, 4)
            line = self._statement.line(axis, index, where)
            name, cells, clue = self._statement.lines[line]
            first = number(first, 0, len(cells) - 1, where)
            if clue is None:
                raise Refused(f"{where}: {name} has no clue")
            windows.append((line, first, number(last, first, len(cells) - 1, where)))
        windows.sort()
        for (line, _, last), (other, first, _) in pairwise(windows):
            if line == other and first < last:
                raise Refused(f"{where}: two windows of {self._statement.lines[line].name} overlap")
        return windows

    def _check_window(
        self, line: int, first: int, colours: Mapping[int, int], alike: Mapping[int, set[int]], where: str
    ) -> None:
        """Checks that a window keeps its blocks if the cells of `alike` get their other colours."""
        name, whole, line_clue = self._statement.lines[line]
        cells = list(colours)
        complete = len(cells) == len(whole)
        inner = cells[first > 0 : len(cells) - (first + len(cells) < len(whole))]
        if len(set(cells) & alike.keys()) != len(set(inner) & alike.keys()):
            raise Refused(f"{where}: a window of {name} ends in a cell that may have another colour")
        clue = _veiled(runs_of(colours.values()), line_clue if complete else None)
        if not self._lines_only:
            swapped = runs_of(min(alike.get(cell, {colour})) for cell, colour in colours.items())
            if not describes(clue, swapped):
                raise Refused(f"{where}: a window of {name} has other blocks with the other colours")
            return
        masks = [
            sum(1 << other for other in {colour, *alike.get(cell, ())}) for cell, colour in colours.items()
        ]
        reach = Reach(Pattern(clue), masks)
        for at, mask in enumerate(masks):
            if mask & (mask - 1) and reach.colours_at(at) != mask:
                raise Refused(f"{where}: {name} excludes a colour of cell {cells[at]}")


def _veiled(runs: Clue, pattern: Clue | None) -> Clue:
    """Returns the runs as a clue, with unknown lengths for the blocks that have one in `pattern`."""
    unknown = {at for at, (length, _) in enumerate(pattern or ()) if length is None}
    return tuple((None if at in unknown else length, colour) for at, (length, colour) in enumerate(runs))
