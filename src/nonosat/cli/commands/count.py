"""`count`: how many solutions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nonosat.cli.shell import common as cli
from nonosat.cli.shell.splitting import split_options, splitting
from nonosat.foundation.limits import Limit
from nonosat.foundation.sentences import count_text
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Observer, Verdict

if TYPE_CHECKING:
    from nonosat.proofs.cubes.answers import Split


@cli.puzzles_command("count", "count puzzle.non", "count puzzles --time-limit 60")
@split_options(workers=True)
def count_command(asked: cli.ManyPuzzles, split: Split | None) -> int:
    """Count the solutions of each puzzle.

    Exit codes: 0 the count is exact, 3 it is a lower bound.
    """
    one = partial(counted, limit=asked.limit, several=asked.several, split=split)
    return asked.answer_all(one, groups=list(Verdict), apart=not split)


def counted(
    path: str,
    puzzle: Puzzle,
    _: Observer | None = None,
    *,
    limit: Limit,
    several: bool = True,
    split: Split | None = None,
) -> cli.Answer:
    """Answers about one puzzle; shows no progress if it is one of `several`."""
    from nonosat.questions.solution_space.counting import count

    if split:
        from nonosat.proofs.cubes.answers import count_split

        with splitting(path) as seen:
            found = count_split(puzzle, split=split, limit=limit, observer=seen)
    else:
        with cli.waiting(f"{path}: counting solutions", several):
            found = count(puzzle, limit=limit)
    number = count_text(found.count, found.exact)
    regions = f" ({len(found.regions)} independent regions)" if len(found.regions) > 1 else ""
    return cli.Answer.of(
        path,
        puzzle,
        found.to_json(),
        exit_code=0 if found.exact else cli.EXIT_UNKNOWN,
        line=f"{path}: {number}{regions}",
    )
