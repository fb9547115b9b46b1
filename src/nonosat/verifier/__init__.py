"""Checks a certificate of how many solutions a puzzle has. Trusts nothing; needs nothing but Python.

This folder is meant to be read in full by whoever doubts the rest of the package: it imports none of it.
Copied to any place it runs alone, as `python -m verifier CERTIFICATE`. A certificate is a folder of

- `manifest.json`     the verdict that is claimed, and the SHA-256 of every other file;
- `puzzle.json`       the puzzle. `rows` and `columns` are lists of clues; a clue lists [length, colour] of
                      its blocks, where "?" can be any length, and is null if nothing is known of the line;
                      `palette` lists the colours, background first; `givens` are [row, column, colour].
                      All counts from 0, cells from the left end of their row. A triddler has `diagonals`
                      and `corner`, see `statement.triangles`;
- `solutions.json`    one solution for "unique", two for "multiple": each a list of rows of colours;
- `deductions.jsonl`  what single lines say, one after the other, as [axis, index, pairs]: no filling of that
                      line has one of these [position, colour]. It ends where no line has more to say, or
                      with a line that has no filling left, whose pairs are null;

and, where that leaves cells open,

- `formula.cnf`       clauses (in DIMACS) that every solution satisfies; for "unique" one more at the end that
                      excludes the given solution and only that;
- `variables.json`    what each variable says: ["cell", row, column, colour], that the cell has that colour;
                      ["start", axis, index, block, position], that this block of this line starts at or
                      before the position; ["end", ...], that its last cell lies before the position;
- `proof.drup`        a proof that the clauses cannot all be satisfied.

A puzzle whose statement contradicts itself has `puzzle.json` alone: a clue needs more cells than its line has,
the clues of two families need different numbers of cells of a colour, or a cell is given two colours.

A puzzle that was cut has, instead of deductions and clauses,

- `cubes.jsonl`       per line a cube: the cells given on top of those of the puzzle, as [row, column, colour]
                      in the order in which it was cut, the name of a folder, and the SHA-256 of the manifest
                      in it. That folder is a certificate for the puzzle with these givens.

Why this suffices. A deduction is held against all fillings of its line that the knowledge so far allows, so
every solution survives it. A solution gives each variable the one value that its meaning says, and a clause
is accepted only if some line has no filling that makes it false. So every solution satisfies all clauses,
and the proof says that nothing does; for "unique", nothing but the given solution, and that is checked
against the clues as any reader would. How the clauses were made is of no concern. The cubes are those of cuts
at cells, one for each colour of the palette, so that every solution lies in one of them; all are refuted, but
for the one that has the given solution as its only one.

In the order in which to read: `budget` (limits of time and memory), `reading` (files and values), `statement`
(the puzzle, and whether it contradicts itself), `lines` (all fillings of one line), `knowledge` (what the
deductions prove), `clauses` (what the formula means), `refutation` (the proof), `cubes` (that they are all there
are).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from .budget import MEMORY, SECONDS, Budget, Stopped
from .clauses import Meanings
from .cubes import Cube, cubes_in, require_all
from .knowledge import Knowledge
from .reading import (
    CUBES,
    DEDUCTIONS,
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    SOLUTIONS,
    VARIABLES,
    VERDICTS,
    Files,
    Refused,
    Unreadable,
    clauses_in,
    items,
    literals_in,
    value_of,
)
from .refutation import Refuter
from .statement import Statement

__all__ = ["verify", "Verification", "Unreadable", "MANIFEST", "MEMORY", "SECONDS"]

Progress = Callable[[str, int, int], None]
"""Told again and again which file is being checked, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of checking a certificate: its claim, whether that is proved, and what was checked."""

    verdict: str
    """The claim: `unique`, `multiple` or `unsolvable`."""
    refusal: str | None
    """Which file fails to prove it, where and why; None if the claim is proved, or a limit came first."""
    puzzle: str
    """SHA-256 of the statement of the puzzle."""
    solutions: int = 0
    deductions: int = 0
    clauses: int = 0
    enumerated: int = 0
    """How many of the clauses were checked against every single filling of their line as well."""
    steps: int = 0
    """Clauses that the proof derives, the empty one included."""
    contradictions: int = 0
    """1 if the statement contradicts itself, which proves that there is no solution."""
    stopped: str | None = None
    """The limit that came before it was known whether the claim is proved: `seconds` or `memory`; or None."""

    @property
    def accepted(self) -> bool:
        """Whether the claim is proved."""
        return self.refusal is None and self.stopped is None

    def __str__(self) -> str:
        if self.stopped is not None:
            limit = "time" if self.stopped == "seconds" else self.stopped
            return f"{self.verdict}, not known to be proved: the {limit} limit was reached"
        if self.refusal is not None:
            return f"refused: {self.refusal}"
        counts = {
            "contradiction": self.contradictions,
            "solution": self.solutions,
            "deduction": self.deductions,
            "clause": self.clauses,
            "step": self.steps,
        }
        checked = ", ".join(
            f"{number:,} {what}{'' if number == 1 else 's'}" for what, number in counts.items() if number
        )
        return (
            f"proves that the puzzle is {self.verdict} ({checked} checked; SHA-256 of {PUZZLE} {self.puzzle})"
        )

    def to_json(self) -> dict[str, Any]:
        """All that is above as plain data."""
        return {"accepted": self.accepted, **asdict(self)}


def verify(
    folder: str | os.PathLike[str],
    *,
    seconds: float | None = SECONDS,
    memory: float | None = MEMORY,
    progress: Progress | None = None,
) -> Verification:
    """Checks the certificate in a folder, and says whether it proves its claim.

    Stops after so many wall-clock seconds, or when it holds so many bytes more than the process did before;
    None is no limit. What a large certificate takes is about ten bytes for each of its own, and 20 for each
    cell of the puzzle. Raises `Unreadable`, which says why, where there is none or it cannot be read.
    """
    files, counts = Files(os.fspath(folder), Budget(seconds, memory)), Counter[str]()
    refusal = stopped = None
    try:
        files.read()
        _check(files, counts, progress or (lambda *_: None))
    except Refused as reason:
        refusal = str(reason)
    except Stopped as limit:
        stopped = str(limit)
    except MemoryError:
        stopped = "memory"
    return Verification(files.verdict, refusal, files.digests.get(PUZZLE, ""), stopped=stopped, **counts)


def _check(files: Files, counts: Counter[str], progress: Progress) -> None:
    """All there is to check; raises `Refused`, and counts what was found to be right."""
    statement, verdict = Statement(files.json(PUZZLE), files.budget), files.verdict
    solutions = []
    if SOLUTIONS in files.texts:
        for number, picture in enumerate(items(files.json(SOLUTIONS), SOLUTIONS), 1):
            solutions.append(statement.solution(picture, f"{SOLUTIONS}: solution {number}"))
            counts["solutions"] += 1
    if not len(set(solutions)) == len(solutions) == VERDICTS[verdict]:
        raise Refused(f"{SOLUTIONS}: {verdict} takes {VERDICTS[verdict]} solutions, none of them twice")
    if verdict == "multiple":
        return
    if CUBES in files.texts:
        _check_cubes(files, statement, solutions, counts, progress)
        return
    if DEDUCTIONS not in files.texts:
        if statement.contradiction() is None:
            raise Refused(f"{PUZZLE}: the statement does not contradict itself, and nothing else is proved")
        counts["contradictions"] += 1
        return
    statement.require_room()
    knowledge = Knowledge(statement)
    entries = files.lines(DEDUCTIONS)
    for number, text in enumerate(entries, 1):
        files.budget.look()
        progress(DEDUCTIONS, number, len(entries))
        where = f"{DEDUCTIONS}:{number}"
        knowledge.learn(value_of(text, where), where)
        counts["deductions"] += 1
    knowledge.require_end(DEDUCTIONS)
    if knowledge.is_open() != (FORMULA in files.texts):
        raise Refused(f"{FORMULA}: belongs to a certificate exactly if the deductions leave cells open")
    if not knowledge.is_open() and knowledge.contradiction != (verdict == "unsolvable"):
        raise Refused(f"{DEDUCTIONS}: ends otherwise than for {verdict}")
    if knowledge.is_open():
        _check_search(files, Meanings(knowledge, files.json(VARIABLES)), solutions, counts, progress)


def _check_cubes(
    files: Files, statement: Statement, solutions: list[bytes], counts: Counter[str], progress: Progress
) -> None:
    """That the cubes are all there are, each with a certificate, and one has the solution if any."""
    cubes = list(cubes_in(files.lines(CUBES)))
    require_all(cubes, statement.colours)
    whole = files.json(PUZZLE)
    left = list(solutions)
    for number, cube in enumerate(cubes, 1):
        progress(CUBES, number, len(cubes))
        part = Files(os.path.join(files.folder, cube.folder), files.budget)
        try:
            left = _check_cube(part, cube, whole, left, counts)
        except Refused as reason:
            raise Refused(f"{cube.folder}/{reason}") from None
        except Unreadable as reason:
            raise Unreadable(f"{cube.folder}/{reason}") from None
    if left:
        raise Refused(f"{CUBES}: no cube has the solution")


def _check_cube(files: Files, cube: Cube, whole: Any, left: list[bytes], counts: Counter[str]) -> list[bytes]:
    """Checks the certificate of a cube; the solutions that no cube has had so far are returned."""
    if files.digest != cube.digest:
        raise Refused(f"{MANIFEST}: its SHA-256 is not the one in {CUBES}")
    files.read()
    part = files.json(PUZZLE)
    givens = {tuple(given) for given in [*whole["givens"], *cube.givens]}
    if {**part, "givens": whole["givens"]} != whole or set(map(tuple, part["givens"])) != givens:
        raise Refused(f"{PUZZLE}: is not the puzzle with the cells of the cube given")
    if CUBES in files.texts:
        raise Refused(f"{CUBES}: a cube is not cut again in a folder of its own")
    own = Counter[str]()
    _check(files, own, lambda *_: None)
    counts.update({name: number for name, number in own.items() if name != "solutions"})
    if files.verdict == "unsolvable":
        return left
    if files.verdict == "unique" and left:
        statement = Statement(whole, files.budget)
        (picture,) = items(files.json(SOLUTIONS), SOLUTIONS)
        if statement.solution(picture, SOLUTIONS) == left[0]:
            return left[1:]
    raise Refused(f"{MANIFEST}: has a solution that the whole has not")


def _check_search(
    files: Files, meanings: Meanings, solutions: list[bytes], counts: Counter[str], progress: Progress
) -> None:
    """That the clauses say no more than the puzzle does, but for the one solution, and that they clash."""
    look = files.budget.look
    refuter = Refuter(meanings.variables, look)
    clauses = []
    for each in clauses_in(files.lines(FORMULA), meanings.variables):
        look()
        clauses.append(each)
    for number, (at, clause) in enumerate(clauses, 1):
        look()
        progress(FORMULA, number, len(clauses))
        where = f"{FORMULA}:{at}"
        if number < len(clauses) or not solutions:
            counts["enumerated"] += meanings.require(clause, where)
        elif meanings.excluded_by(clause) != solutions[0]:
            raise Refused(f"{where}: the last clause does not exclude the solution and only that")
        counts["clauses"] += 1
        refuter.add(clause)
    steps = files.lines(PROOF)
    for number, text in enumerate(steps, 1):
        look()
        progress(PROOF, number, len(steps))
        where = f"{PROOF}:{number}"
        if text.startswith("d "):
            refuter.remove(literals_in(text[2:], meanings.variables, where))
            continue
        clause = literals_in(text, meanings.variables, where)
        if not refuter.derives(clause):
            raise Refused(f"{where}: the clause does not follow from those before it by unit propagation")
        counts["steps"] += 1
        refuter.add(clause)
        if not clause and number == len(steps):
            return
    raise Refused(f"{PROOF}: does not end with the empty clause")
