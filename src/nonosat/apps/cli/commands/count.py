"""`count`: how many solutions."""

from __future__ import annotations

from nonosat.apps.cli.shell import common as cli
from nonosat.counting.count import Count, count
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import count_text


@cli.puzzles_command("count", "count puzzle.non", "count puzzles --time-limit 60", parallel=True)
def count_command(asked: cli.ManyPuzzles) -> int:
    """Count the solutions of each puzzle.

    Exit codes: 0 the count is exact, 3 it is a lower bound.
    """
    return asked.answer_all(counted, groups=list(Verdict))


def counted(asked: cli.OnePuzzle) -> cli.Answer:
    """Answers about one puzzle."""
    with asked.waiting("counting solutions"):
        total = count(asked.puzzle, limit=asked.limit)
    code = 0 if total.exact else cli.EXIT_UNKNOWN
    return asked.answer(total, exit_code=code, line=f"{asked.name}: {sentence(total)}")


def sentence(total: Count) -> str:
    """Returns a number of solutions in words."""
    regions = f" ({len(total.regions)} independent regions)" if len(total.regions) > 1 else ""
    return count_text(total.count, total.exact) + regions
