"""`judge`: checks an answer and names its errors."""

from __future__ import annotations

from collections.abc import Iterator

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.evaluation.judging.judge import Judgement, judge
from nonosat.apps.evaluation.judging.reading import Reading
from nonosat.apps.evaluation.learn.moves import KINDS, JudgedCell, JudgedMoves, judge_moves
from nonosat.apps.evaluation.learn.transcript import WrittenMove, read_moves
from nonosat.model.clues import clue_text
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.errors import EXIT_BAD_INPUT, UsageError
from nonosat.support.sentences import number_text


@cli.puzzle_command("judge", "judge puzzle.non reply.txt", "judge puzzle.non reply.txt --json")
@click.argument("answer_path", type=cli.InFile(), metavar="[ANSWER]", required=False)
@click.option(
    "--move",
    "moves",
    multiple=True,
    metavar="CELLS",
    help="Judge a move instead, such as r5c7=black or 'r5c7=black r5c8=black'; any number, in their order.",
)
@click.option(
    "--transcript", type=cli.InFile(), metavar="FILE", help="Judge the moves in a text, a line for each."
)
@click.option(
    "--state",
    type=cli.InFile(),
    metavar="STATE",
    help="A file of the cells set before the first move, as for `nonosat hint`.",
)
def judge_command(
    asked: cli.OnePuzzle,
    answer_path: str | None,
    moves: tuple[str, ...],
    transcript: str | None,
    state: str | None,
) -> int:
    """Say whether an answer is right, and where it is wrong.

    ANSWER is a text file, or - for standard input, that a person or a language model wrote: rows of
    characters, a table, lists of JSON, somewhere in prose. The last grid of the puzzle's size counts, and
    any solution is right. Of a wrong one you learn which lines differ, how many of the cells that all
    solutions agree on are right, how far the nearest solution is, and a score below 1.

    With --move or --transcript you learn of each cell that is set whether it followed: from one line, and by
    which technique; from the whole puzzle only; or whether it is a guess, or wrong. A wrong cell does not stand for the
    moves after it.

    Exit codes: 0 right, or every move followed; 1 wrong, or a guess; 2 the puzzle has no solution; 3 a limit came
    before all was known; 65 there is no grid in the answer, or no move in the transcript.
    """
    if [answer_path, moves or None, transcript].count(None) != 2:
        raise UsageError("give one of ANSWER, --move and --transcript")
    if answer_path is None:
        return _judge_moves(asked, moves, transcript, state)
    if state is not None:
        raise UsageError("--state is for --move and --transcript")
    puzzle, text = asked.read(), cli.read_text(answer_path)
    with asked.waiting("judging the answer"):
        judgement = judge(puzzle, text, limit=asked.limit)
    line = f"{answer_path}: " + "\n  ".join(lines_of(judgement, puzzle))
    answer = asked.answer(judgement.to_json(), exit_code=_exit_code(judgement), line=line)
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
    return cli.EXIT_FAILED if judgement.reading else EXIT_BAD_INPUT


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
        yield f"score {judgement.score:.3f}"
    if judgement.stopped and judgement.right is False:
        yield f"more is not known: {judgement.stopped.describe(judgement.detail)}"
    if judgement.reading:
        yield _reading_text(judgement.reading, puzzle)


def _reading_text(reading: Reading, puzzle: Puzzle) -> str:
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


def _judge_moves(
    asked: cli.OnePuzzle, words: tuple[str, ...], transcript: str | None, state: str | None
) -> int:
    puzzle = asked.read()
    if transcript is None:
        moves = [move for word in words for move in read_moves(" ".join(word.split()), puzzle, "--move")]
    else:
        moves = read_moves(cli.read_text(transcript), puzzle, transcript)
    known = cli.read_state(state, puzzle)
    with asked.waiting("judging the moves"):
        judged = judge_moves(puzzle, [move.cells for move in moves], known, limit=asked.limit)
    record = judged.to_json()
    if transcript is not None:
        for written, move in zip(moves, record["moves"], strict=True):
            move["line"] = written.line
    line = "\n".join(_move_lines(judged, moves, puzzle, transcript))
    return asked.print(asked.answer(record, exit_code=_exit_code_of_moves(judged), line=line))


def _exit_code_of_moves(judged: JudgedMoves) -> int:
    if judged.verdict is Verdict.UNSOLVABLE:
        return cli.EXIT_CODES[judged.verdict]
    if judged.followed is None:
        return cli.EXIT_UNKNOWN
    return cli.EXIT_PASSED if judged.followed else cli.EXIT_FAILED


# words for the number of cells of each kind
_COUNTED = {
    "line": "from one line",
    "whole": "from the whole puzzle",
    "guess": "guessed",
    "contradiction": "wrong",
    "illegal": "set before",
    "unknown": "not known",
}


def _move_lines(
    judged: JudgedMoves, moves: list[WrittenMove], puzzle: Puzzle, transcript: str | None
) -> Iterator[str]:
    for written, cells in zip(moves, judged.moves, strict=True):
        where = f"{transcript}:{written.line}: " if transcript else ""
        for cell in cells:
            row, column, colour = cell.cell
            yield f"{where}{puzzle.cell_name(row, column)} {puzzle.palette[colour].name}: {_reason(cell)}"
    kinds = [cell.kind.value for cell in judged.cells]
    counts = (f"{kinds.count(kind)} {words}" for kind, words in _COUNTED.items() if kind in kinds)
    yield f"{number_text(len(kinds), 'cell')}: {', '.join(counts)}"
    if judged.verdict is Verdict.UNSOLVABLE:
        yield "the puzzle has no solution"
    if judged.stopped:
        yield f"more is not known: {judged.stopped.describe(judged.detail)}"


def _reason(judged: JudgedCell) -> str:
    if judged.axis is None or judged.index is None:
        return KINDS[judged.kind]
    return f"follows from {LineId(judged.axis, judged.index)}, by {judged.technique}"
