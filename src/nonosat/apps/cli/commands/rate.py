"""`rate`: difficulty, in several figures."""

from __future__ import annotations

from functools import partial

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.many.engines import executor_named
from nonosat.apps.wording.ratings import rating_text
from nonosat.explaining.grading.rate import rate
from nonosat.explaining.steps.techniques import Grade
from nonosat.search.outcome import Verdict


@cli.puzzles_command("rate", "rate puzzle.non", "rate puzzles", parallel=True)
@asked_option(rate, "depth")
@cli.executor_option
def rate_command(asked: cli.ManyPuzzles, depth: int | None, executor: str | None) -> int:
    """Say how long each puzzle takes people, and how hard it is.

    The time is that of the median player of griddlers.net, and holds within
    the range given for 80 % of puzzles; stars (1 to 5) are those that users of
    webpbn.com give. docs/techniques.md says how both were fitted.

    The grade says what the puzzle needs, in the order that people feel.

    \b
    trivial        counting cells, and the overlap of blocks
    easy           also gaps, walls and the reach of blocks
    medium         also which block a filled cell belongs to
    probing        also assuming a colour of one cell, and following the lines
    hard           also all fillings of a line at once
    search         nested assumptions, or a solver

    The difficulty is one figure to sort all puzzles by, from 0.0 (trivial) to 5.9 (search); it grows
    with the number of steps of the hardest kind. A sweep settles all rows, or all columns. The effort is how many
    lines a person looks at: for each step (L + 1) / (f + 1) if f of L unfinished lines say anything new, and
    every line of a chain. A puzzle with several solutions, or none, has its verdict in place of a grade, and
    figures for what can be deduced.
    """
    one = partial(rated, depth=depth)
    with executor_named(executor) as workers:
        return asked.answer_all(one, groups=[*Grade, *Verdict], executor=workers)


def rated(asked: cli.OnePuzzle, *, depth: int | None = None) -> cli.Answer:
    """Answers about one puzzle."""
    with asked.waiting("rating"):
        rating = rate(asked.puzzle, limit=asked.limit, **cli.given(depth=depth))
    code = cli.EXIT_CODES[rating.verdict] if rating.complete else cli.EXIT_UNKNOWN
    line = f"{asked.name}: {rating_text(rating)}"
    return asked.answer(rating, exit_code=code, line=line, grade=rating.grade)
