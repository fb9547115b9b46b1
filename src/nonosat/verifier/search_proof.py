"""Checks the clauses and the proof of a claim: the clauses follow from the puzzle, and together are unsatisfiable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from .clauses import Meanings, Pair
from .lrat import Derivation, unpacked
from .reading import FORMULA, PROOF, Files, clauses_in
from .values import Refused

# callback with the file being checked, the amount done, and the total
Progress = Callable[[str, int, int], None]


def check_search(
    files: Files,
    meanings: Meanings,
    claim: bytes | Sequence[Sequence[Pair]] | None,
    counts: Counter[str],
    progress: Progress,
) -> None:
    """Checks that every clause but the claim's, the last, follows from the puzzle, and that together they are unsatisfiable.

    The claim is a solution that it excludes, sets of which it says that one holds, or None without such a clause.
    """
    check_limits = files.budget.check_limits
    read, clauses = list(clauses_in(files.lines(FORMULA), meanings.variables)), []
    for at, (line, clause) in enumerate(read, 1):
        check_limits()
        progress(FORMULA, at, len(read))
        where = f"{FORMULA}:{line}"
        if at < len(read) or claim is None:
            meanings.require(clause, where)
        elif isinstance(claim, bytes):
            if meanings.excluded_by(clause) != claim:
                raise Refused(f"{where}: the last clause does not exclude the solution and only that")
        else:
            _require_sets(clause, meanings, claim, where)
        counts["clauses"] += 1
        clauses.append(clause)
    if claim is not None and not read:
        raise Refused(f"{FORMULA}: has no clause for the claim")
    check_lrat(files, clauses, meanings.variables, counts, progress)


def _require_sets(clause: list[int], meanings: Meanings, sets: Sequence[Sequence[Pair]], where: str) -> None:
    """Raises `Refused` unless a clause says that one of the sets holds, and names all of them and nothing else."""
    named = set()
    for literal in clause:
        says = meanings.says(literal)
        named.add(
            says if isinstance(says, int) else sets.index((says,)) if says and (says,) in sets else None
        )
    if None in named or len(named) != len(sets):
        raise Refused(f"{where}: the last clause does not say that one of the sets holds, and only that")


def check_lrat(
    files: Files, clauses: list[list[int]], variables: int, counts: Counter[str], progress: Progress
) -> None:
    proof = Derivation(clauses)
    for at, (done, text) in enumerate(unpacked(files.packed, PROOF, files.budget), 1):
        if not at & 63:
            files.budget.check_limits()
            progress(PROOF, done, len(files.packed))
        proof.read(text, variables, f"{PROOF}:{at}")
    counts["steps"] += proof.steps
    if not proof.refuted:
        raise Refused(f"{PROOF}: does not end with the empty clause")
