"""Formulas for external solvers, and their answers.

`encode` writes a puzzle as clauses in DIMACS format. Comments hold the puzzle, its known cells and the meaning of each
variable, so `decode` needs no other file to read the answer.

Sources: DIMACS, "Satisfiability: suggested format" (1993); the lines `c t` and `c p show`, which project the count onto the
cells, are from the model counting competition (J. K. Fichte and M. Hecher, 2021). Answers have the `s` and `v` lines of
competitions, or MiniSat's format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from nonosat.formats.native import parse as puzzle_of
from nonosat.formats.numbers import text_lines
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.encodings import Cnf
from nonosat.sat.encodings import encode as encode_board
from nonosat.sat.encodings.order import describe
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import InputError, UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import NoTruthValue, Result
from nonosat.support.sentences import number_text

_SATISFIABLE = {"SATISFIABLE": True, "OPTIMUM FOUND": True, "UNSATISFIABLE": False, "UNKNOWN": None}
"""Meanings of `s` lines."""

_MINISAT = {"SAT": True, "UNSAT": False, "INDET": None}
"""Meanings of the first line of MiniSat's output file; literals follow in the second."""

_LITERAL = re.compile(r"(-?)([0-9]{1,9})", re.ASCII)
_LITERALS = re.compile(r"(\s*-?[0-9]{1,9})+\s*", re.ASCII)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Decoded(NoTruthValue, Result):
    """An external solver's answer, decoded."""

    puzzle: Puzzle
    satisfiable: bool | None
    """None if the solver gave up."""
    grid: Grid | None = None
    """The solution, checked against the clues; None without one."""


@question
def encode(
    puzzle: Puzzle,
    *,
    excluding: Grid | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> str:
    """Returns a formula whose models, projected onto the variables of the cells, are the solutions of a puzzle.

    Each solution has exactly one model, so a model counter counts the solutions.

    Cells settled by line solving have no variable. The last clause excludes the solution `excluding`: the formula is then
    unsatisfiable exactly if no other solution exists.
    Raises `OutOfReach` at a limit, and for a formula that would take too much memory.

    >>> text = encode(Puzzle([[1], [1]], [[1], [1]]))
    >>> "p cnf 8" in text, "c cell 0 0 1 1" in text.splitlines()
    (True, True)
    """
    puzzle.require_readable(stars=True)
    if excluding is not None and not excluding.satisfies(puzzle):
        raise UsageError("the grid to exclude is no solution")
    return run_limited(_encoded, puzzle, excluding, limit=limit_of(limit, seconds, memory))


def _encoded(puzzle: Puzzle, excluding: Grid | None, *, clock: Clock) -> str:
    clock.tick()
    puzzle = puzzle.statement
    cnf, meanings = _clauses(puzzle, clock)
    if excluding is not None:
        cnf = replace(cnf, clauses=[*cnf.clauses, cnf.excluding(excluding.cells)])
    comments = [
        f"nonosat: a {puzzle.geometry.name} of {number_text(puzzle.height, 'row')}, order encoding, after propagation",
        f"puzzle {json.dumps(puzzle.to_json())}",
        f"known {json.dumps(_fixed_colours(puzzle, cnf), separators=(',', ':'))}",
        "below: cell ROW PLACE COLOUR LITERAL, counted from 0; then the meanings of the other variables",
        *_cells(puzzle, cnf),
        *(f"variable {at}: {meaning}" for at, meaning in enumerate(meanings, cnf.cell_variables + 1)),
    ]
    clock.tick()
    return "\n".join(_dimacs(cnf, comments)) + "\n"


def _clauses(puzzle: Puzzle, clock: Clock) -> tuple[Cnf, list[str]]:
    """Returns the clauses for the cells that line solving leaves open, and the meanings of the auxiliary variables."""
    board = Board(puzzle)
    if puzzle.contradictions() or propagate(board, tick=clock.tick):
        return Cnf([[]], 0, 0, [], bytes(board.cells), puzzle), []
    cnf = encode_board(board, tick=clock.tick)
    names = puzzle.geometry.lines
    return cnf, [f"{names[line]}: {words}" for line, words in describe(board)]


def _fixed_colours(puzzle: Puzzle, cnf: Cnf) -> list[list[int | None]]:
    """Returns the rows of known colours, with None for open cells."""
    colours: list[int | None] = list(cnf.fixed_colours)
    for open_cell in cnf.open_cells:
        colours[open_cell.cell] = None
    cells = iter(colours)
    return [[next(cells) for _ in range(length)] for length in puzzle.row_lengths]


def _cells(puzzle: Puzzle, cnf: Cnf) -> Iterator[str]:
    for cell, literals in cnf.open_cells:
        row, place = puzzle.geometry.coordinates[cell]
        yield from (f"cell {row} {place} {colour} {literal}" for colour, literal in literals.items())


def _dimacs(cnf: Cnf, comments: list[str]) -> Iterator[str]:
    yield "c t pmc"
    yield from (f"c {comment}" for comment in comments)
    clauses, variables = _without_empty(cnf)
    yield f"p cnf {variables} {len(clauses)}"
    yield f"c p show {''.join(f'{variable} ' for variable in range(1, cnf.cell_variables + 1))}0"
    yield from (f"{' '.join(map(str, clause))} 0" for clause in clauses)


def _without_empty(cnf: Cnf) -> tuple[list[list[int]], int]:
    """Returns clauses and the number of variables, both at least 1, as many parsers require.

    Without variables, a unit clause of a new one keeps a single model.
    """
    clauses = cnf.clauses if all(cnf.clauses) else [[1], [-1]]
    return clauses or [[1, -1] if cnf.variables else [1]], max(cnf.variables, 1)


# Decoding ---------------------------------------------------------------------------------------------


@question
def decode(encoded: str, answer: str, *, path: str = "", answer_path: str = "") -> Decoded:
    """Decodes a solver's output (`answer`) for a formula written by `encode`.

    The paths appear in messages. Raises `InputError` for unreadable text, an answer without a value for a cell, and
    a grid that is no solution.
    """
    puzzle, fixed, literals = _formula(encoded, path)
    satisfiable, values = _answer(answer, answer_path)
    if not satisfiable:
        return Decoded(puzzle, satisfiable)
    cells = [list(row) for row in fixed]
    constrained: frozenset[int] | None = None
    for (row, place, colour), literal in literals.items():
        if abs(literal) not in values:
            constrained = _constrained(encoded) if constrained is None else constrained
            if abs(literal) in constrained:
                name = puzzle.geometry.cell_name(row, place)
                reason = f"the answer has no value for variable {abs(literal)}, {name}"
                raise InputError(reason, path=answer_path or None)
        if values.get(abs(literal), False) == (literal > 0):
            cells[row][place] = colour
    grid = Grid(([colour or 0 for colour in row] for row in cells), puzzle.palette, puzzle.geometry)
    if not grid.satisfies(puzzle):
        wrong = next(
            (f"{broken.line} violates its clue" for broken in grid.violations(puzzle)), "a given differs"
        )
        raise InputError(f"the answer is no solution: {wrong}", path=answer_path or None)
    return Decoded(puzzle, True, grid)


def _formula(text: str, path: str) -> tuple[Puzzle, list[list[int | None]], dict[tuple[int, int, int], int]]:
    """Reads the comments of a formula: puzzle, known cells, and the literals of the open ones."""
    puzzle, fixed, literals = None, None, {}
    for number, line in enumerate(text_lines(text), 1):
        if line[:2] != "c ":
            continue
        word, _, rest = line[2:].partition(" ")
        try:
            if word == "puzzle":
                (puzzle,) = puzzle_of(rest)
            elif word == "known":
                fixed = json.loads(rest)
            elif word == "cell":
                row, place, colour, literal = map(int, rest.split())
                literals[row, place, colour] = literal
        except (InputError, ValueError, RecursionError) as error:
            raise InputError(f"this comment was altered: {error}", path=path or None, line=number) from None
    if puzzle is None or fixed is None:
        raise InputError("not a formula written by `encode`", path=path or None)
    if not _fits(puzzle, fixed, literals):
        raise InputError("the comments do not fit the puzzle", path=path or None)
    return puzzle, fixed, literals


def _constrained(text: str) -> frozenset[int]:
    """Returns the variables that occur in clauses.

    Other variables can have either value, and solvers such as MiniSat do not print them.
    """
    clauses = [line for line in text_lines(text) if line[:1] not in ("c", "p")]
    return frozenset(int(number) for clause in clauses for number in re.findall(r"[0-9]+", clause))


def _fits(puzzle: Puzzle, fixed: Any, literals: dict[tuple[int, int, int], int]) -> bool:
    """Returns True if each cell of the puzzle is either fixed or has literals."""
    try:
        lengths = tuple(map(len, fixed))
        colours = {
            (row, place): fixed[row][place] for row, length in enumerate(lengths) for place in range(length)
        }
    except (TypeError, KeyError):
        return False
    open_cells = {cell for cell, colour in colours.items() if colour is None}
    inks = range(len(puzzle.palette))
    return (
        lengths == puzzle.row_lengths
        and open_cells == {(row, place) for row, place, _ in literals}
        and all(colour is None or (type(colour) is int and colour in inks) for colour in colours.values())
        and all(colour in inks and literal for (_, _, colour), literal in literals.items())
    )


def _answer(text: str, path: str) -> tuple[bool | None, dict[int, bool]]:
    """Returns the solver's status, and the variables' values in its last model."""
    satisfiable: bool | None = None
    has_status = False
    values: dict[int, bool] = {}
    for number, line in enumerate(text_lines(text), 1):
        word, _, rest = line.strip().partition(" ")
        if word == "s" or word in _MINISAT:
            if word == "s" and rest.strip() not in _SATISFIABLE:
                raise InputError(
                    f"expected a status after `s`, got {rest[:40]!r}", path=path or None, line=number
                )
            satisfiable = _SATISFIABLE[rest.strip()] if word == "s" else _MINISAT[word]
            has_status = True
        elif word == "v" or (satisfiable and _LITERALS.fullmatch(line)):
            for token in (rest if word == "v" else line).split():
                if not (match := _LITERAL.fullmatch(token)):
                    raise InputError(
                        f"expected a literal, got {token[:40]!r}", path=path or None, line=number
                    )
                values[int(match[2])] = not match[1]
    if not has_status:
        raise InputError("there is no status line, such as `s SATISFIABLE`", path=path or None)
    return satisfiable, values
