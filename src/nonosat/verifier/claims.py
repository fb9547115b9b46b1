"""Checks each kind of claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from .bounds import require_more
from .clauses import Meanings, Pair
from .counting import count
from .knowledge import Knowledge
from .least import check_least
from .reading import (
    DEDUCTIONS,
    FORMULA,
    IMPOSSIBLE,
    MANIFEST,
    ORDERS,
    PUZZLE,
    SOLUTIONS,
    VARIABLES,
    VERDICTS,
    WITNESSES,
    Files,
)
from .search_proof import Progress, check_search
from .statement import Statement
from .values import Refused, Unreadable, items, number, shown, value_of

MOST_GIVENS = 6  # largest `more_than` of a claim about givens that is checked


def check(files: Files, counts: Counter[str], progress: Progress) -> None:
    """Raises `Refused` unless a certificate proves its claim; counts what was checked."""
    statement = Statement(files.json(PUZZLE), files.budget)
    solutions = solutions_of(files, statement, counts)
    if files.kind in ("contradiction", "repainting"):
        check_least(files, statement, solutions, counts, progress)
    elif files.kind == "conflict":
        _check_conflict(files, statement, counts, progress)
    elif files.kind != "multiple":
        _check_whole(files, statement, solutions, counts, progress)


def solutions_of(files: Files, statement: Statement, counts: Counter[str]) -> list[bytes]:
    """Reads the pictures that are shown: as many as the claim requires, all different."""
    solutions: list[bytes] = []
    if SOLUTIONS in files.texts:
        for at, picture in enumerate(items(files.json(SOLUTIONS), SOLUTIONS), 1):
            where = f"{SOLUTIONS}: solution {at}"
            picture = statement.picture(picture, where, solutions[0] if solutions else None)
            solutions.append(statement.solution(picture, where))
            counts["solutions"] += 1
    if len(set(solutions)) < len(solutions) or len(solutions) != VERDICTS.get(files.kind, len(solutions)):
        takes = VERDICTS.get(files.kind, "some")
        raise Refused(f"{SOLUTIONS}: {files.kind} takes {takes} solutions, none of them twice")
    return solutions


def _check_whole(
    files: Files, statement: Statement, solutions: list[bytes], counts: Counter[str], progress: Progress
) -> None:
    """Checks a claim about the whole puzzle, given the knowledge of its cells."""
    if _contradicts_itself(files, statement, counts):
        return
    knowledge = _deduced(files, statement, counts, progress)
    if files.kind in ("unique", "unsolvable"):
        if knowledge.is_open() != (FORMULA in files.texts):
            raise Refused(f"{FORMULA}: belongs to a certificate exactly if the deductions leave cells open")
        if not knowledge.is_open() and knowledge.contradiction != (files.kind == "unsolvable"):
            raise Refused(f"{DEDUCTIONS}: ends otherwise than for {files.kind}")
        if knowledge.is_open():
            meanings = Meanings(knowledge, files.json(VARIABLES))
            check_search(files, meanings, solutions[0] if solutions else None, counts, progress)
        return
    impossible = _impossible(files, statement, knowledge, counts, progress)
    single = [pair for pairs in impossible for pair in pairs if len(pairs) == 1]
    if files.kind == "givens":
        _check_givens(files, knowledge, solutions, impossible)
        return
    if len(single) < len(impossible):
        raise Refused(f"{IMPOSSIBLE}: a claim of this kind takes single cells")
    knowledge.forget(single)
    if files.kind == "count":
        orders = [
            [number(cell, 0, len(knowledge.candidates) - 1, ORDERS) for cell in items(order, ORDERS)]
            for order in items(files.json(ORDERS), ORDERS)
        ]
        counted = format(
            Decimal(count(knowledge, orders, ORDERS)), "f"
        )  # `str` refuses numbers that are long
        if files.claim["count"] != counted:
            raise Refused(f"{ORDERS}: there are {counted} solutions, not {shown(files.claim['count'])}")
    else:
        _check_backbone(files, knowledge, solutions)


def _contradicts_itself(files: Files, statement: Statement, counts: Counter[str]) -> bool:
    """Returns whether deductions are missing because the statement contradicts itself; raises `Refused` if it does not."""
    if DEDUCTIONS in files.texts:
        statement.require_room()
        return False
    if statement.contradiction() is None:
        raise Refused(f"{PUZZLE}: the statement does not contradict itself, and nothing else is proved")
    counts["contradictions"] += 1
    return True


def _deduced(files: Files, statement: Statement, counts: Counter[str], progress: Progress) -> Knowledge:
    """Checks the deductions and returns what they prove about each cell."""
    knowledge = Knowledge(statement)
    entries = files.lines(DEDUCTIONS)
    for at, text in enumerate(entries, 1):
        files.budget.check_limits()
        progress(DEDUCTIONS, at, len(entries))
        where = f"{DEDUCTIONS}:{at}"
        knowledge.learn(value_of(text, where), where)
        counts["deductions"] += 1
    knowledge.require_end(DEDUCTIONS)
    return knowledge


def _impossible(
    files: Files, statement: Statement, knowledge: Knowledge, counts: Counter[str], progress: Progress
) -> list[tuple[Pair, ...]]:
    """Checks and returns the sets of cells with colours that no solution has."""
    if IMPOSSIBLE not in files.texts:
        return []
    sets = []
    for at, entries in enumerate(items(files.json(IMPOSSIBLE), IMPOSSIBLE)):
        where, pairs = f"{IMPOSSIBLE}: set {at}", []
        for entry in items(entries, where):
            row, column, colour = items(entry, where, 3)
            pairs.append((statement.cell(row, column, where), statement.colour(colour, where)))
        if not pairs:
            raise Refused(f"{where}: has no cell")
        sets.append(tuple(pairs))
    check_search(files, Meanings(knowledge, files.json(VARIABLES), sets), sets, counts, progress)
    return sets


def _check_givens(
    files: Files, knowledge: Knowledge, solutions: list[bytes], impossible: Sequence[Sequence[Pair]]
) -> None:
    """Checks that no set of `more_than` given cells, or fewer, leaves one solution.

    With `goal` only cells of the first solution may be given, with `filled` only cells that have ink.
    """
    most = number(files.claim["more_than"], 0, MOST_GIVENS, f"{MANIFEST}: more_than")
    if len(solutions) < 2:
        raise Refused(f"{SOLUTIONS}: takes two solutions at least")
    goal, filled = _flag(files, "goal"), _flag(files, "filled")
    pairs = [
        (cell, colour)
        for cell, colours in enumerate(knowledge.candidates)
        if colours & (colours - 1)
        for colour in range(filled, colours.bit_length())
        if colours >> colour & 1 and (not goal or solutions[0][cell] == colour)
    ]
    if most:
        require_more(most, pairs, solutions, impossible, files.budget, IMPOSSIBLE)


def _flag(files: Files, name: str) -> bool:
    value = files.claim[name]
    if type(value) is not bool:
        raise Unreadable(f"{MANIFEST}: expected `{name}` to be true or false, got {shown(value)}")
    return value


def _check_backbone(files: Files, knowledge: Knowledge, solutions: list[bytes]) -> None:
    """Checks that exactly the claimed number of cells are the same in all solutions."""
    if not solutions:
        raise Refused(f"{SOLUTIONS}: takes one solution at least")
    same = 0
    for cell, colours in enumerate(knowledge.candidates):
        files.budget.check_limits()
        if not colours & (colours - 1):
            same += 1
        elif len({picture[cell] for picture in solutions}) < 2:
            raise Refused(f"{SOLUTIONS}: cell {cell} is open, and has one colour in all of them")
    if files.claim["cells"] != same or type(files.claim["cells"]) is not int:
        raise Refused(f"{MANIFEST}: {same} cells are the same, not {shown(files.claim['cells'])}")


def _check_conflict(files: Files, statement: Statement, counts: Counter[str], progress: Progress) -> None:
    """Checks that the claimed clues and givens contradict each other, and that none can be spared."""
    where = f"{MANIFEST}: claim"
    lines = [statement.line(axis, index, where) for axis, index in _pairs(files.claim["lines"], where)]
    givens = []
    for entry in items(files.claim["givens"], where):
        row, column, colour = items(entry, where, 3)
        given = statement.cell(row, column, where), statement.colour(colour, where)
        if given not in statement.givens:
            raise Refused(f"{where}: the puzzle has no given {shown(entry)}")
        givens.append(given)
    if len({*lines}) < len(lines) or len({*givens}) < len(givens):
        raise Refused(f"{where}: something comes twice")
    pictures = items(files.json(WITNESSES), WITNESSES, len(lines) + len(givens))
    for at, picture in enumerate(pictures):
        rest = statement.restricted(
            [line for number, line in enumerate(lines) if number != at],
            [given for number, given in enumerate(givens, len(lines)) if number != at],
        )
        where = f"{WITNESSES}: picture {at + 1}"
        rest.solution(statement.picture(picture, where), where)
        counts["solutions"] += 1
    members = statement.restricted(lines, givens)
    if _contradicts_itself(files, members, counts):
        return
    knowledge = _deduced(files, members, counts, progress)
    if knowledge.is_open() != (FORMULA in files.texts):
        raise Refused(f"{FORMULA}: belongs to a certificate exactly if the deductions leave cells open")
    if knowledge.is_open():
        check_search(files, Meanings(knowledge, files.json(VARIABLES)), None, counts, progress)
    elif not knowledge.contradiction:
        raise Refused(f"{DEDUCTIONS}: end without a contradiction")


def _pairs(value: Any, where: str) -> Iterator[tuple[Any, Any]]:
    for entry in items(value, where):
        one, other = items(entry, where, 2)
        yield one, other
