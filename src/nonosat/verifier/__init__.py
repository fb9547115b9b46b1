"""Checks certificates of claims about puzzles. Trusts nothing; needs nothing but Python.

This folder imports nothing of the rest of the package, and is short enough to be read in full by whoever doubts that.
Copied anywhere, it runs alone, as `python -m verifier CERTIFICATE`. docs/certificate-format.md of the project
specifies every file; in short, a certificate is a folder, or a ZIP archive, of

- `manifest.json`     the claim, and the SHA-256 of every other file;
- `puzzle.json`       the puzzle: clues as lists of [length, colour], the palette, the givens;
- `solutions.json`    solutions, as many as the claim requires;
- `deductions.jsonl`  deductions from single lines, in order, up to the fixpoint;
- `formula.cnf`       clauses that every solution satisfies, and last the clause of the claim;
- `variables.json`    the meaning of each variable;
- `proof.lrat.gz`     a proof that the clauses cannot all be satisfied;
- `impossible.json`   sets of (cell, colour) pairs; no solution contains one, although the last clause says so;
- `orders.json`       for a count, the order of cells in which to count again;
- `witnesses.json`    pictures: each satisfies all of a conflict but one member, or breaks some clues and givens;
- `repaint.json`      cells that may be repainted and their costs; `flaws.jsonl`: reasons why pictures are not good.

Why this suffices. A deduction is checked against all fillings of its line that the knowledge so far allows, so
no solution is lost. A solution determines the value of every variable by its meaning, and a clause
is accepted only if some line has no filling that makes it false. So every solution satisfies all clauses but
the claim's, and the proof shows that nothing satisfies all of them. Solutions are
checked against the clues. How the clauses were made does not matter.

Reading order: `budget` (limits of time and memory), `values` and `places` (content and place of
files), `reading` (required files), `statement` (the puzzle), `lines` (all fillings of one line),
`knowledge` (deductions), `clauses` (meaning of the formula), `lrat` (the proof),
`search_proof` (clauses and proof together), `counting` (number of solutions), `bounds` (more givens are
needed), `choices` and `least` (lower bounds on costs), `claims` (each kind of claim).
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from .budget import MEMORY, SECONDS, Budget, Stopped
from .claims import check
from .places import Place
from .reading import MANIFEST, PUZZLE, VERDICTS, Files
from .search_proof import Progress
from .values import Refused, Unreadable, shown

__all__ = ["verify", "Progress", "Verification", "Unreadable", "MANIFEST", "MEMORY", "SECONDS"]


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of checking a certificate: its claim, whether that is proved, and counts of what was checked."""

    kind: str
    """Kind of the claim: `unique`, `multiple`, `unsolvable`, `count`, `backbone`, `givens`, `conflict`,
    `contradiction` or `repainting`."""
    refusal: str | None
    """File that fails to prove the claim, with place and reason; None if proved or at a limit."""
    puzzle: str
    """SHA-256 of the statement of the puzzle."""
    claim: str = ""
    """Claim in words."""
    verdict: str = "unknown"
    """The proved verdict; `unknown` if the claim is another or not proved. `nonosat.verify` makes it a `Verdict`."""
    solutions: int = 0
    deductions: int = 0
    clauses: int = 0
    steps: int = 0
    """Clauses derived by the proof, including the empty one."""
    contradictions: int = 0
    """1 if the statement contradicts itself, which proves the puzzle unsolvable."""
    pictures: int = 0
    """Pictures that a contradiction must exclude."""
    flaws: int = 0
    """Reasons why a picture is not good."""
    stopped: str | None = None
    """Limit that was hit before the claim was decided: `seconds` or `memory`; or None."""

    def __bool__(self) -> NoReturn:
        raise TypeError("Verification has no truth value: use its `.accepted`")

    @property
    def accepted(self) -> bool:
        """True if the claim is proved."""
        return self.refusal is None and self.stopped is None

    def __str__(self) -> str:
        if self.stopped is not None:
            limit = "time" if self.stopped == "seconds" else self.stopped
            return f"not known to be proved: {self.claim}; the {limit} limit was reached"
        if self.refusal is not None:
            return f"refused: {self.refusal}"
        counts = {
            "contradiction": self.contradictions,
            "solution": self.solutions,
            "picture": self.pictures,
            "flaw": self.flaws,
            "deduction": self.deductions,
            "clause": self.clauses,
            "step": self.steps,
        }
        checked = ", ".join(
            f"{number:,} {what}{'' if number == 1 else 's'}" for what, number in counts.items() if number
        )
        checked = f"{checked} checked; " if checked else ""
        return f"proves that {self.claim} ({checked}SHA-256 of {PUZZLE} {self.puzzle})"

    def to_json(self) -> dict[str, Any]:
        """Returns the result as plain data."""
        return {"accepted": self.accepted, **asdict(self)}


def verify(
    folder: str | os.PathLike[str],
    *,
    seconds: float | None = SECONDS,
    memory: float | None = MEMORY,
    progress: Progress | None = None,
) -> Verification:
    """Checks whether the certificate in a folder or in one file proves its claim.

    Stops after `seconds` of wall time, or when the process holds `memory` bytes more than before; None is no limit.
    A large certificate takes about ten bytes per byte of its own, and 20 per cell of the puzzle. Raises `Unreadable` if
    there is no certificate or it cannot be read.
    """
    budget, counts = Budget(seconds, memory), Counter[str]()
    files = Files(Place(os.fspath(folder), budget), budget)
    refusal = stopped = None
    try:
        files.read()
        check(files, counts, progress or (lambda *_: None))
    except Refused as reason:
        refusal = str(reason)
    except Stopped as limit:
        stopped = str(limit)
    except MemoryError:
        stopped = "memory"
    digest = files.digests.get(PUZZLE, "")
    proved = refusal is None and stopped is None and files.kind in VERDICTS
    verdict = files.kind if proved else "unknown"
    return Verification(files.kind, refusal, digest, _claimed(files), verdict, stopped=stopped, **counts)


def _claimed(files: Files) -> str:
    """Returns the claim in words."""
    claim = files.claim
    match files.kind:
        case "count":
            number = claim["count"] if isinstance(claim["count"], str) else ""
            return f"the puzzle has {shown(number, 100)[1:-1]} solution{'s' * (number != '1')}"
        case "backbone":
            return f"the number of cells that are the same in all solutions is {shown(claim['cells'])}"
        case "givens":
            goal = " of the first solution shown" if claim["goal"] else ""
            filled = " filled" if claim["filled"] else ""
            return f"one solution needs more given{filled} cells{goal} than {shown(claim['more_than'])}"
        case "conflict":
            sizes = [
                len(members) if isinstance(members, list) else 0
                for members in (claim["lines"], claim["givens"])
            ]
            clues, givens = (
                f"{size} {word}{'s' * (size != 1)}"
                for size, word in zip(sizes, ("clue", "given"), strict=True)
            )
            return f"{clues} and {givens} contradict each other, and none can be spared"
        case "contradiction":
            return f"a contradiction needs more clues and givens than {shown(claim['more_than'])}"
        case "repainting":
            good = "that lines settle" if claim["lines"] is True else "with one solution"
            return f"every repainting {good} costs more than {shown(claim['more_than'])}"
    return f"the puzzle is {files.kind}"
