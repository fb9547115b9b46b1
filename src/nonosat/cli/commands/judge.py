"""`judge`: whether an answer is right, and where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_CODES, EXIT_FAILED, EXIT_PASSED, EXIT_UNKNOWN
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import only, read_text
from nonosat.cli.shell.options import from_option, json_option, limit_options, puzzle_argument
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.sentences import number_text
from nonosat.foundation.errors import EXIT_BAD_INPUT
from nonosat.foundation.limits import Limit
from nonosat.model.clues import clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Verdict

if TYPE_CHECKING:
    from nonosat.evaluation.judging.judge import Judgement
    from nonosat.evaluation.judging.reading import Reading


@click.command("judge", epilog=examples("judge puzzle.non reply.txt", "judge puzzle.non reply.txt --json"))
@puzzle_argument
@click.argument("answer_path", metavar="ANSWER")
@json_option
@from_option
@limit_options
def judge_command(path: str, answer_path: str, as_json: Json, source: str | None, limit: Limit) -> int:
    """Say whether an answer is right, and where it is wrong.

    ANSWER is a text file, or - for standard input, that a person or a language model wrote: rows of
    characters, a table, lists of JSON, somewhere in prose. The last grid of the puzzle's size counts, and
    any solution is right. Of a wrong one you learn which lines differ, how many of the cells that all
    solutions agree on are right, how far the nearest solution is, and a score below 1.

    Exit codes: 0 right; 1 wrong; 2 the puzzle has no solution; 3 a limit came before all was known; 65 there
    is no grid in the answer.
    """
    from nonosat.evaluation.judging.judge import judge

    name, puzzle = only(path, source)
    text = read_text(answer_path)
    with waiting(f"{name}: judging the answer"):
        judgement = judge(puzzle, text, limit=limit)
    answer = Answer.of(
        name,
        puzzle,
        judgement.to_json(),
        exit_code=_exit_code(judgement),
        line=f"{answer_path}: " + "\n  ".join(_lines(judgement, puzzle)),
    )
    if answer.exit_code == EXIT_BAD_INPUT:
        answer.line, answer.notes = None, [f"nonosat: {answer_path}: {judgement.problem}"]
    return tell(answer, as_json)


def _exit_code(judgement: Judgement) -> int:
    if judgement.right:
        return EXIT_PASSED
    if judgement.verdict is Verdict.UNSOLVABLE:
        return EXIT_CODES[Verdict.UNSOLVABLE]
    if judgement.stopped:
        return EXIT_UNKNOWN
    return EXIT_FAILED if judgement.reading else EXIT_BAD_INPUT


def _lines(judgement: Judgement, puzzle: Puzzle) -> Iterator[str]:
    """The judgement in lines of text."""
    if judgement.right:
        yield "right"
    elif judgement.right is None:
        yield f"unknown: {judgement.problem}"
    else:
        yield f"wrong: {judgement.problem}"
    for each in judgement.violations:
        found, expected = (clue_text(clue, puzzle.palette) for clue in (each.found, each.expected))
        yield f"{each.line}: {found}, the clue is {expected}"
    for row, place, colour in judgement.wrong_givens:
        yield f"{puzzle.cell_name(row, place)}: {puzzle.palette[colour].name} is given"
    if judgement.verdict is Verdict.UNSOLVABLE:
        yield "the puzzle has no solution"
    if judgement.forced:
        cells = number_text(judgement.forced, "cell")
        yield f"{judgement.forced_right} of {cells} that all solutions agree on are right"
    if judgement.distance is not None:
        yield f"{number_text(judgement.distance, 'cell')} away from the nearest solution"
    if judgement.score is not None and not judgement.right:
        yield f"score {judgement.score:.3f}"
    if judgement.stopped and judgement.right is False:
        yield f"more is not known: {judgement.stopped.describe(judgement.detail)}"
    if judgement.reading:
        yield _reading_text(judgement.reading, puzzle)


def _reading_text(reading: Reading, puzzle: Puzzle) -> str:
    """What was read."""
    first, last = reading.first_line, reading.last_line
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    meant = (f"{word!r} is {_name(colour, puzzle)}" for word, colour in reading.meaning)
    return f"read in {where} as {reading.style}: {', '.join(meant)}"


def _name(colour: int | None, puzzle: Puzzle) -> str:
    if colour is None:
        return "unknown"
    if colour and len(puzzle.palette) == 2:
        return "ink"
    return puzzle.palette[colour].name if colour else "empty"
