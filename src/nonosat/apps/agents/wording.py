"""Answers in a few lines of text, for clients without structured answers.

Each function yields the parts of an answer to one question; `text_of` joins them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from nonosat.apps.evaluation.learn.moves import REASONS
from nonosat.explaining.grading.people import duration_text
from nonosat.support.limits import Stopped
from nonosat.support.sentences import count_text, fewest_text, forced_text, needed_text, number_text

Json = dict[str, Any]
Words = Callable[[Json], Iterator[str]]  # yields the parts of the text of an answer; empty ones are left out
_MOST_LINES = 60  # lines of text in an answer; the structured answer has all

_VERDICTS = {
    "unique": "exactly one solution",
    "multiple": "several solutions",
    "unsolvable": "no solution",
    "unknown": "not known how many solutions there are",
}


def text_of(words: Words, found: Json) -> str:
    """Returns the text of an answer, up to `_MOST_LINES`, with the reason for an early end."""
    parts = [*words(found)]
    if found.get("stopped"):
        reason = Stopped(found["stopped"]).describe(found.get("detail", ""))
        parts.append(f"stopped early: {reason}")
    lines = [line for part in parts if part for line in part.split("\n")]
    more = len(lines) - _MOST_LINES
    return "\n".join(lines[:_MOST_LINES] + ([f"... and {more} more lines"] if more > 0 else []))


def _rows(rows: Sequence[str | Sequence[int | None]]) -> str:
    """Returns a grid of digits; with one ink of `.` and `#`."""
    lines = [
        row if isinstance(row, str) else " ".join("?" if c is None else str(c) for c in row) for row in rows
    ]
    if all(set(line) <= set("01?") for line in lines):
        return "\n".join(line.replace("0", ".").replace("1", "#") for line in lines)
    return "\n".join(lines)


def _line(found: Json) -> str:
    return f"{found['axis']} {found['index'] + 1}"


def _cell(found: Json) -> str:
    return f"r{found['row'] + 1}c{found['column'] + 1}"


def check(found: Json) -> Iterator[str]:
    """Yields the verdict and the solutions."""
    yield _VERDICTS[found["verdict"]] + (", found line by line" if found["line_solvable"] else "")
    yield "; ".join(problem["reason"] for problem in found["contradictions"])
    yield "\n\n".join(map(_rows, found["solutions"]))


def solve(found: Json) -> Iterator[str]:
    first = found["solutions"][:1]
    only = {"unique": "the only solution", "multiple": "one of several solutions"}.get(found["verdict"])
    if first:
        yield only or "a solution; whether it is the only one is not known"
        yield _rows(first[0])
    else:
        yield _VERDICTS[found["verdict"]]


def count(found: Json) -> Iterator[str]:
    yield count_text(Decimal(found["count"]), found["exact"])


def ambiguity(found: Json) -> Iterator[str]:
    """Yields the regions in which solutions differ, and the forced cells."""
    cells = sum(map(len, found["backbone"])) - found["open_cells"] - found["undecided_cells"]
    yield f"{_VERDICTS[found['verdict']]}; {forced_text(cells, found['open_cells'], found['undecided_cells'])}"
    for number, each in enumerate(found["regions"], 1):
        where = f"{number_text(len(each['cells']), 'cell')} in rows {each['box']['top'] + 1} to {each['box']['bottom'] + 1}"
        yield f"region {number}: {where}, {'' if each['exact'] else 'at least '}{each['count']} fillings"
    yield "the forced cells:"
    yield _rows(found["backbone"])


def conflict(found: Json) -> Iterator[str]:
    """Yields the clues and givens of a conflict."""
    parts = [*map(_line, found["lines"]), *(f"the given cell {_cell(each)}" for each in found["givens"])]
    if not parts:
        yield _VERDICTS[found["verdict"]] + "; no conflict was found"
        return
    yield f"these contradict each other: {', '.join(parts)}; {needed_text(found['minimal'])}"
    if found["contradiction"]:
        yield f"in the end: {found['contradiction']['text']}"


def hint(found: Json) -> Iterator[str]:
    yield found["text"]


def explain(found: Json) -> Iterator[str]:
    """Yields the steps and the conclusion."""
    for number, step in enumerate(found["steps"], 1):
        yield f"{number}. {step['text']}"
    done = found["complete"] or not found["open_cells"]
    yield found["conclusion"] if done else f"{number_text(found['open_cells'], 'cell')} left"


def rate(found: Json) -> Iterator[str]:
    grade = found["grade"] or found["verdict"]
    yield f"{grade}: difficulty {found['difficulty']:.2f} of 6, effort {found['effort']:.0f}"
    if found["minutes_text"]:
        yield f"people: {found['minutes_text']}, {found['stars']:.1f} of 5 stars"
    steps = ", ".join(f"{number} {name}" for name, number in found["techniques"].items())
    yield f"techniques: {steps or 'none'}"


def repair(found: Json) -> Iterator[str]:
    if not found["found"]:
        yield "no repair of this kind was found"
    elif not found["changes"]:
        yield "there is nothing to repair"
    else:
        sure = fewest_text(found["optimal"], found["bound"])
        yield f"{number_text(len(found['changes']), 'change')} ({sure})"
    for change in found["changes"] if found["found"] else ():
        if "axis" in change:
            yield f"{_line(change)}: {change.get('before')} becomes {change.get('after')}"
        else:
            yield f"{_cell(change)} becomes {change['colour']}"


def generate(found: Json) -> Iterator[str]:
    """Yields the clues of the puzzle."""
    missed = ", ".join(found["missed"])
    yield "as requested" if found["found"] else f"the closest that was found; it misses {missed}"
    if found["grade"]:
        people = ""
        if found["minutes"] is not None:
            people = f", {duration_text(found['minutes'])}, {found['stars']:.1f} of 5 stars"
        yield f"grade {found['grade']}{people}"
    yield from _clues(found["generated"])


def _clues(puzzle: Json) -> Iterator[str]:
    yield f"rows: {puzzle['rows']}"
    yield f"columns: {puzzle['columns']}"


def render(found: Json) -> Iterator[str]:
    """Yields the caption of the picture."""
    missing = f"nothing of the kind to show: {found['missing']}" if found["missing"] else ""
    yield found["caption"] or ("" if missing else "the picture")
    yield missing


def judge(found: Json) -> Iterator[str]:
    """Yields whether the answer is right, and its errors."""
    if found["right"]:
        yield "right: it is a solution"
        return
    yield f"{'unknown' if found['right'] is None else 'wrong'}: {found['problem']}"
    for each in found["violations"]:
        yield f"{_line(each)}: {each['found']}, the clue is {each['expected']}"
    if found["score"] is not None:
        yield f"score {found['score']:.3f}"


def judge_moves(found: Json) -> Iterator[str]:
    """Yields a line for each cell."""
    if found["verdict"] == "unsolvable":
        yield "the puzzle has no solution"
    for cell in (cell for move in found["moves"] for cell in move["cells"]):
        by = cell.get("technique")
        reason = f"follows from {_line(cell)}, by {by}" if by else REASONS[cell["kind"]]
        yield f"{_cell(cell)}={cell['colour']}: {reason}"


def convert(found: Json) -> Iterator[str]:
    file = found["file"] or {}
    yield file.get("text", "this format is not text; its bytes are in the structured answer, in base64")


def scan(found: Json) -> Iterator[str]:
    """Yields the puzzles of a picture."""
    yield found["trouble"]
    for each in found["puzzles"]:
        yield f"{each['columns']}x{each['rows']}, {'sure' if each['sure'] else 'not sure'}"
        yield from (f"not sure: {reason}" for reason in each["reasons"])
        for number in each["numbers"]:
            taken = "no number" if number["value"] is None else number["value"]
            others = " or ".join([str(value) for value in number["values"] if value != number["value"]][:4])
            place = f"{_line(number)}, number {number['position'] + 1}"
            yield f"{place}: {taken}{f', perhaps {others}' if others else ''}"
        yield from _clues(each["puzzle"])
        if each["state"] is not None:
            yield "what is known on the page:"
            yield _rows(each["state"])


def techniques(found: Json) -> Iterator[str]:
    """Yields entries of the glossary."""
    for each in found["techniques"]:
        named = f" (in guides: {', '.join(each['guides'])})" if each["guides"] else ""
        yield f"{each['technique']}{named}: {each['text']}"
        yield f"for example: {each['example']['step']['text']}"


def plain(found: Json) -> Iterator[str]:
    """Yields the members of any answer."""
    yield from (f"{name}: {json.dumps(value)}" for name, value in found.items() if name != "stats")
