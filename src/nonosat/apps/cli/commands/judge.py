"""`judge`: checks an answer and names its errors."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.judge import Judgement, judge
from nonosat.apps.wording.judgements import judgement_text
from nonosat.search.outcome import Verdict
from nonosat.support.errors import EXIT_BAD_INPUT


@cli.puzzle_command(
    "judge", "judge puzzle.non reply.txt", "judge puzzle.non reply.txt --json", solutions=True
)
@click.argument("answer_path", type=cli.InFile(), metavar="ANSWER")
def judge_command(asked: cli.OnePuzzle, answer_path: str) -> int:
    """Say whether an answer is right, and where it is wrong.

    ANSWER is a text file, or - for standard input, that a person or a language model wrote: rows of
    characters, a table, lists of JSON, somewhere in prose; a saved game; or a file that `solve -o` wrote. The
    last grid of the puzzle's size counts, and any solution is right. Of a wrong one you learn which lines differ, how many of the
    cells that all solutions agree on are right, how far the nearest solution is, and a score below 1.

    Exit codes: 0 right; 1 wrong; 2 the puzzle has no solution; 3 a limit came before all was known; 65 there is no grid
    in the answer.
    """
    puzzle = asked.read()
    text = cli.read_answer(answer_path, puzzle)
    with asked.waiting("judging the answer"):
        judgement = judge(puzzle, text, limit=asked.limit)
    line = f"{answer_path}: {judgement_text(judgement)}"
    answer = asked.answer(judgement, exit_code=_exit_code(judgement), line=line)
    if answer.exit_code == EXIT_BAD_INPUT:
        answer.line, answer.notes = None, [f"nonosat: {answer_path}: {judgement.problem}"]
    return asked.print(answer)


def _exit_code(judgement: Judgement) -> int:
    if judgement.right:
        return cli.EXIT_PASSED
    if judgement.verdict is Verdict.UNSOLVABLE:
        return cli.EXIT_CODES[Verdict.UNSOLVABLE]
    if judgement.stopped:
        return cli.EXIT_UNKNOWN
    says_none = judgement.verdict is not Verdict.UNKNOWN  # "no solution" was judged, not a grid
    return cli.EXIT_FAILED if judgement.reading or says_none else EXIT_BAD_INPUT
