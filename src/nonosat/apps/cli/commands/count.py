"""`count`: how many solutions."""

from __future__ import annotations

from functools import partial

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag
from nonosat.apps.wording.counts import total_text
from nonosat.counting.count import count
from nonosat.search.outcome import Verdict


@cli.puzzles_command(
    "count", "count puzzle.non", "count puzzles --time-limit 60", "count --exact puzzle.non", parallel=True
)
@asked_flag(count, "exact")
def count_command(asked: cli.ManyPuzzles, exact: bool) -> int:
    """Count the solutions of each puzzle.

    If the count is not exact, the answer is a proved lower bound and, if samples were good enough, an estimate: how
    many solutions there are about, and how many at least with a probability of 99.9 %. Exit codes: 0 the
    count is exact, 3 it is a lower bound.
    """
    return asked.answer_all(partial(counted, exact=exact), groups=list(Verdict))


def counted(asked: cli.OnePuzzle, *, exact: bool = False) -> cli.Answer:
    """Answers about one puzzle."""
    with asked.waiting("counting solutions") as say:
        total = count(
            asked.puzzle,
            exact=exact,
            limit=asked.limit,
            observer=lambda known: say(f"{total_text(known)} so far"),
        )
    code = 0 if total.exact else cli.EXIT_UNKNOWN
    return asked.answer(total, exit_code=code, line=f"{asked.name}: {total_text(total)}")
