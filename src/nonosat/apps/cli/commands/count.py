"""`count`: how many solutions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.splitting import split_options, splitting
from nonosat.counting.count import Count, count
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import count_text

if TYPE_CHECKING:
    from nonosat.proofs.cubes.combining import Split


@cli.puzzles_command("count", "count puzzle.non", "count puzzles --time-limit 60")
@split_options(workers=True)
def count_command(asked: cli.ManyPuzzles, split: Split | None) -> int:
    """Count the solutions of each puzzle.

    Exit codes: 0 the count is exact, 3 it is a lower bound.
    """
    one = partial(counted, split=split)
    return asked.answer_all(one, groups=list(Verdict), apart=not split)


def counted(asked: cli.OnePuzzle, *, split: Split | None = None) -> cli.Answer:
    """Answers about one puzzle."""
    if split:
        from nonosat.proofs.cubes.combining import count_split

        with splitting(asked.name) as seen:
            found = count_split(asked.puzzle, split=split, limit=asked.limit, observer=seen)
    else:
        with asked.waiting("counting solutions"):
            found = count(asked.puzzle, limit=asked.limit)
    code = 0 if found.exact else cli.EXIT_UNKNOWN
    return asked.answer(found.to_json(), exit_code=code, line=f"{asked.name}: {sentence(found)}")


def sentence(found: Count) -> str:
    """Returns a number of solutions in words."""
    regions = f" ({len(found.regions)} independent regions)" if len(found.regions) > 1 else ""
    return count_text(found.count, found.exact) + regions
