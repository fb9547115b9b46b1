"""Why a puzzle has no solution, in words."""

from __future__ import annotations

from nonosat.apps.wording.sentences import cell_text, end_text
from nonosat.conflicts.mus import Conflict
from nonosat.explaining.words.wording import Wording
from nonosat.lines.board import Board
from nonosat.model.clues import clue_text
from nonosat.support.sentences import needed_text, number_text


def conflict_text(name: str, core: Conflict) -> str:
    """Returns an answer in words."""
    if core.report is not None:
        return f"{name}: {core.verdict}: nothing contradicts itself"
    if not core.size:
        return f"{name}: unknown ({end_text(core.stopped, core.detail)})"
    clues = {line.id: clue_text(line.clue, core.puzzle.palette) for line in core.puzzle.lines}
    parts = [(len(core.lines), "clue"), (len(core.givens), "given")]
    what = " and ".join(number_text(number, word) for number, word in parts if number)
    if core.smallest:
        sure = "no fewer do"
    else:
        sure = needed_text(core.minimal)
        sure += "" if core.minimal else f", {end_text(core.stopped, core.detail)}"
    clash = "contradicts itself" if core.size == 1 else "contradict each other"
    lines = [f"{name}: unsolvable: {what} {clash} ({sure})"]
    lines += [f"  {line}: {clues[line]}" for line in core.lines]
    lines += [f"  {cell_text(core.puzzle, given)}" for given in core.givens]
    if core.derivation:
        wording = Wording(Board(core.puzzle))
        steps = [*map(wording.deduction, core.derivation.deductions)]
        steps += wording.contradiction(core.derivation.contradiction.line)
        lines += [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    elif reasons := [problem.reason for problem in core.puzzle.contradictions() if problem.kind == "sum"]:
        lines += reasons
    elif core.minimal:
        lines.append("lines alone do not show that")
    return "\n".join(lines)
