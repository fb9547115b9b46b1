"""`judge`: checks an answer and names its errors."""

from __future__ import annotations

from collections.abc import Iterator

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.judge import Judgement, judge
from nonosat.formats.pictures.finding import Reading
from nonosat.model.clues import clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.errors import EXIT_BAD_INPUT
from nonosat.support.sentences import number_text


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
    line = f"{answer_path}: " + "\n  ".join(lines_of(judgement, puzzle))
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


def lines_of(judgement: Judgement, puzzle: Puzzle) -> Iterator[str]:
    """Yields what is said about an answer, the verdict first."""
    if judgement.right:
        yield "right"
    elif judgement.right is None:
        yield f"unknown: {judgement.problem}"
    else:
        yield f"wrong: {judgement.problem}"
    for violation in judgement.violations:
        runs, clue = (clue_text(blocks, puzzle.palette) for blocks in (violation.found, violation.expected))
        yield f"{violation.line}: {runs}, the clue is {clue}"
    for row, place, colour in judgement.wrong_givens:
        yield f"{puzzle.cell_name(row, place)}: {puzzle.palette[colour].name} is given"
    if judgement.verdict is Verdict.UNSOLVABLE:
        yield "the puzzle has no solution"
    if judgement.backbone_cells:
        cells = number_text(judgement.backbone_cells, "cell")
        yield f"{judgement.right_cells} of {cells} that all solutions agree on are right"
    if judgement.distance is not None:
        yield f"{number_text(judgement.distance, 'cell')} away from the nearest solution"
    if judgement.score is not None and not judgement.right:
        gain = "" if judgement.gain is None else f", gain over a blank answer {judgement.gain:.3f}"
        yield f"score {judgement.score:.3f}{gain}"
    if judgement.stopped and judgement.right is False:
        yield f"more is not known: {judgement.stopped.describe(judgement.detail)}"
    if judgement.reading:
        yield _reading_text(judgement.reading, puzzle)


def _reading_text(reading: Reading, puzzle: Puzzle) -> str:
    first, last = reading.first_line, reading.last_line
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    meant = ", ".join(f"{word!r} is {_name(colour, puzzle)}" for word, colour in reading.meaning)
    return f"read in {where} as {reading.style}" + (f": {meant}" if meant else "")


def _name(colour: int | None, puzzle: Puzzle) -> str:
    if colour is None:
        return "unknown"
    if colour and len(puzzle.palette) == 2:
        return "ink"
    return puzzle.palette[colour].name if colour else "empty"
