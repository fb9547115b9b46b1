"""Judgements of answers in words."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.apps.evaluation.judging.judge import Judgement
from nonosat.formats.pictures.finding import Reading
from nonosat.model.clues import clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import number_text


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


def judgement_text(judgement: Judgement) -> str:
    """Returns all that is said about an answer."""
    return "\n  ".join(lines_of(judgement, judgement.puzzle))
