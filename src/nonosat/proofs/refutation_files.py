"""Writes refutations: that there is no solution, no second one, or none with certain colours in certain cells.

A refutation has deductions of single lines, clauses for the cells they leave open, with the meaning of every variable,
and a solver's proof that the clauses contradict each other.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction, Deduction, propagate
from nonosat.model.clues import BLOT, Clue
from nonosat.model.geometry import Axis
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.lrat_proof import HasModel, refutation
from nonosat.sat.encodings import Cnf
from nonosat.sat.encodings.order import bounds, encode
from nonosat.search.outcome import Observer, Searching
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import SolverDisagreement
from nonosat.support.limits import Clock
from nonosat.verifier.reading import DEDUCTIONS, FORMULA, IMPOSSIBLE, PROOF, VARIABLES
from nonosat.verifier.statement import Statement

Contents = dict[str, str | bytes]  # files of a certificate by name
Pair = tuple[int, int]  # (cell, colour)


class AnotherSolution(SolverDisagreement):
    """The claim is wrong: there is another solution."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(f"there is one more solution than was found: {grid!r}")
        self.grid = grid


def refutation_files(
    puzzle: Puzzle,
    clock: Clock,
    observer: Observer | None = None,
    *,
    solution: Grid | None = None,
    impossible: Sequence[Sequence[Pair]] | None = None,
) -> Contents:
    """Returns the files that prove the puzzle unsolvable, or that `solution` is the only solution.

    With `impossible`: that no solution has all pairs (in open cells) of any of these sets; the list can be empty. Raises
    `AnotherSolution` if the claim is wrong, `OutOfReach` at a limit.
    """
    if Statement(statement(puzzle)).contradiction():
        return {}
    board = Board(puzzle)
    deductions = _deductions(board, clock)
    files: Contents = {DEDUCTIONS: lines_text(map(compact, clock.each(deductions)))}
    refuted = deductions and len(deductions[-1]) == 3
    if refuted or not board.open_cells() or (impossible is not None and not impossible):
        return files
    cnf = encode(board, tick=clock.tick)
    meanings = _meanings(board, cnf)
    claim: list[list[int]] = []
    if impossible:
        files[IMPOSSIBLE] = list_text(
            [[*puzzle.coordinates[cell], colour] for cell, colour in pairs] for pairs in impossible
        )
        claim, more = _sets(cnf, impossible)
        meanings += more
    elif solution is not None:
        claim = [cnf.excluding(solution.cells)]
    claimed = Cnf([*cnf.clauses, *claim], len(meanings), 0, [], b"", puzzle)
    try:
        return files | search_files(claimed, meanings, bool(claim), clock, observer)[0]
    except HasModel as error:
        raise AnotherSolution(cnf.picture(error.model)) from None


def search_files(
    cnf: Cnf, meanings: Sequence[list[Any]], claimed: bool, clock: Clock, observer: Observer | None
) -> tuple[Contents, tuple[int, ...]]:
    """Returns the files that prove that clauses contradict each other, and the indices of the needed clauses.

    If `claimed`, the last clause is the claim and is kept. Raises `HasModel` if the clauses have a model, `OutOfReach`
    at a limit.
    """

    def watch(conflicts: int) -> None:
        if clock.limit.conflicts is not None and conflicts > clock.limit.conflicts:
            raise OutOfReach(Stopped.CONFLICTS)
        if observer:
            observer(Searching(conflicts, 0))

    if not all(cnf.clauses):
        empty = gzip.compress(b"2 0 1 0\n", mtime=0)
        return {FORMULA: "p cnf 0 1\n0\n", VARIABLES: "[]\n", PROOF: empty}, (cnf.clauses.index([]),)
    refuted = refutation(cnf, clock, watch=watch, keep_last=claimed)
    renamed = {name: number for number, name in enumerate(refuted.variables, 1)}
    return {
        FORMULA: _formula([cnf.clauses[at] for at in refuted.clauses], renamed, clock),
        VARIABLES: list_text(meanings[name - 1] for name in refuted.variables),
        PROOF: refuted.proof,
    }, refuted.clauses


def _sets(cnf: Cnf, impossible: Sequence[Sequence[Pair]]) -> tuple[list[list[int]], list[list[Any]]]:
    """Returns clauses, of which the last one states that one of the sets holds, and the meanings of their new variables."""
    literals = {open_cell.cell: open_cell.literals for open_cell in cnf.open_cells}
    clauses: list[list[int]] = []
    meanings: list[list[Any]] = []
    last = []
    for at, pairs in enumerate(impossible):
        if len(pairs) == 1:
            ((cell, colour),) = pairs
            last.append(literals[cell][colour])
            continue
        meanings.append(["set", at])
        variable = cnf.variables + len(meanings)
        clauses += [[-variable, literals[cell][colour]] for cell, colour in pairs]
        last.append(variable)
    return [*clauses, last], meanings


# a deduction: the line is settled; with None, it has no filling
_Entry = tuple[Axis | str, int] | tuple[Axis | str, int, None]


def _deductions(board: Board, clock: Clock) -> list[_Entry]:
    """Propagates; returns the deductions."""
    names, entries = board.puzzle.geometry.lines, list[_Entry]()

    def note(event: Deduction | Contradiction) -> None:
        axis, index = names[event.line]
        entries.append((axis, index) if isinstance(event, Deduction) else (axis, index, None))

    propagate(board, observer=note, tick=clock.tick)
    return entries


def _formula(clauses: list[list[int]], renamed: Mapping[int, int], clock: Clock) -> str:
    """Returns the clauses in DIMACS format."""

    def text(clause: list[int]) -> str:
        names = [renamed[literal] if literal > 0 else -renamed[-literal] for literal in clause]
        return " ".join(map(str, [*names, 0]))

    return lines_text([f"p cnf {len(renamed)} {len(clauses)}", *map(text, clock.each(clauses))])


def _meanings(board: Board, cnf: Cnf) -> list[list[Any]]:
    """Returns the meaning of each variable in the terms of `nonosat.verifier`."""
    names, places = board.puzzle.geometry.lines, board.puzzle.coordinates
    coloured = {
        literal: ["cell", *places[open_cell.cell], colour]
        for open_cell in cnf.open_cells
        for colour, literal in open_cell.literals.items()
    }
    return [coloured[variable] for variable in range(1, cnf.cell_variables + 1)] + [
        ["end" if bound.end else "start", *names[bound.line], bound.block, bound.position]
        for bound in bounds(board)
    ]


# Text -------------------------------------------------------------------------------------------------


def statement(puzzle: Puzzle) -> dict[str, Any]:
    """Returns the puzzle as a certificate states it; `nonosat.formats.native` reads it, too.

    >>> statement(Puzzle([["?"]], [None]))["rows"], statement(Puzzle([[1]], [None]))["columns"]
    ([[['?', 1]]], [None])
    """

    def stated(clues: Iterable[Clue | None]) -> list[Any]:
        return [
            None
            if clue is None
            else [[BLOT if block.length is None else block.length, block.colour] for block in clue]
            for clue in clues
        ]

    geometry = puzzle.geometry
    if geometry.name == "shape":
        parts: dict[str, Any] = {
            "axes": list(geometry.axes),
            "lines": [list(map(list, family)) for family in geometry.families],
            "clues": list(map(stated, puzzle.clue_families)),
        }
    else:
        families = zip(geometry.axes, puzzle.clue_families, strict=True)
        parts = {f"{axis}s": stated(clues) for axis, clues in families} | geometry.parameters
    return {
        **parts,
        "palette": [list(colour) for colour in puzzle.palette],
        "givens": [list(given) for given in puzzle.givens],
    }


def statement_text(puzzle: Puzzle) -> str:
    """Returns the file that states a puzzle: a JSON object, one list item per line. Raises `InputError` for `ANY`."""
    puzzle.require_readable()
    values = statement(puzzle).items()
    texts = ((key, list_text(value) if isinstance(value, list) else str(value)) for key, value in values)
    return "{\n" + ",\n".join(f"{compact(key)}: {text.strip()}" for key, text in texts) + "\n}\n"


def pictures_text(grids: Iterable[Grid]) -> str:
    """Returns a file of pictures."""
    return list_text([list(row) for row in grid] for grid in grids)


def family_text(grids: Sequence[Grid]) -> str:
    """Returns a file of many pictures: the first, and where the others differ from it."""
    first, *others = grids

    def changes(grid: Grid) -> list[Pair]:
        both = enumerate(zip(grid.cells, first.cells, strict=True))
        return [(cell, colour) for cell, (colour, before) in both if colour != before]

    return list_text([[list(row) for row in first], *({"but": changes(other)} for other in others)])


def compact(value: Any) -> str:
    """Returns a value as JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


def lines_text(lines: Iterable[str]) -> str:
    """Returns a file of lines."""
    return "".join(f"{line}\n" for line in lines)


def list_text(values: Iterable[Any]) -> str:
    """Returns a JSON list with one item per line."""
    return "[\n" + ",\n".join(map(compact, values)) + "\n]\n"
