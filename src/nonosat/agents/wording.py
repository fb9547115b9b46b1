"""Answers in a few lines of text, for those who read no structure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from nonosat.foundation.limits import Stopped
from nonosat.foundation.sentences import count_text, forced_text, number_text
from nonosat.questions.explanation.people import duration_text

Json = dict[str, Any]

_MOST_LINES = 60
"""Lines of an answer that are told; the structured answer has all."""

_VERDICTS = {
    "unique": "exactly one solution",
    "multiple": "several solutions",
    "unsolvable": "no solution",
    "unknown": "not known how many solutions there are",
}


def _lines(*parts: str) -> str:
    """Lines, without empty ones, and not too many."""
    lines = [line for part in parts if part for line in part.split("\n")]
    more = len(lines) - _MOST_LINES
    return "\n".join(lines[:_MOST_LINES] + ([f"... and {more} more lines"] if more > 0 else []))


def _stopped(found: Json) -> str:
    """What ended the work before everything was known."""
    if not found.get("stopped"):
        return ""
    return f"stopped early: {Stopped(found['stopped']).describe(found.get('detail', ''))}"


def _rows(rows: Sequence[str | Sequence[int | None]]) -> str:
    """A grid of digits, a line for each row; where there is one ink, . and #."""
    lines = [
        row if isinstance(row, str) else " ".join("?" if c is None else str(c) for c in row) for row in rows
    ]
    if all(set(line) <= set("01?") for line in lines):
        return "\n".join(line.replace("0", ".").replace("1", "#") for line in lines)
    return "\n".join(lines)


def check(found: Json) -> str:
    """The verdict, and its solutions."""
    by_lines = {True: ", found line by line", False: "", None: ""}[found["line_solvable"]]
    reasons = "; ".join(problem["reason"] for problem in found["contradictions"])
    drawn = "\n\n".join(map(_rows, found["solutions"]))
    return _lines(f"{_VERDICTS[found['verdict']]}{by_lines}", reasons, _stopped(found), drawn)


def solve(found: Json) -> str:
    """One solution."""
    first = found["solutions"][:1]
    only = {"unique": "the only solution", "multiple": "one of several solutions"}.get(found["verdict"])
    if first:
        return _lines(
            only or "a solution; whether it is the only one is not known", _rows(first[0]), _stopped(found)
        )
    return _lines(_VERDICTS[found["verdict"]], _stopped(found))


def count(found: Json) -> str:
    """How many."""
    return _lines(count_text(Decimal(found["count"]), found["exact"]), _stopped(found))


def ambiguity(found: Json) -> str:
    """Where solutions differ."""
    regions = [
        f"region {number}: {len(each['cells'])} cells in rows {each['box']['top'] + 1} to {each['box']['bottom'] + 1}, "
        f"{'' if each['exact'] else 'at least '}{each['count']} fillings"
        for number, each in enumerate(found["regions"], 1)
    ]
    cells = sum(map(len, found["backbone"])) - found["open_cells"] - found["undecided_cells"]
    forced = forced_text(cells, found["open_cells"], found["undecided_cells"])
    head = f"{_VERDICTS[found['verdict']]}; {forced}"
    return _lines(head, *regions, "the forced cells:", _rows(found["backbone"]), _stopped(found))


def conflict(found: Json) -> str:
    """What contradicts itself."""
    if not found["lines"] and not found["givens"]:
        return _lines(_VERDICTS[found["verdict"]] + "; no conflict was found", _stopped(found))
    those = [f"{each['axis']} {each['index'] + 1}" for each in found["lines"]]
    those += [f"the given cell r{each['row'] + 1}c{each['column'] + 1}" for each in found["givens"]]
    last = found["contradiction"]
    minimal = "; none of them can be left out" if found["minimal"] else ""
    return _lines(
        f"these contradict each other: {', '.join(those)}{minimal}",
        f"in the end: {last['text']}" if last else "",
        _stopped(found),
    )


def hint(found: Json) -> str:
    """The hint."""
    return _lines(found["text"])


def explain(found: Json) -> str:
    """The steps."""
    steps = [f"{number}. {step['text']}" for number, step in enumerate(found["steps"], 1)]
    end = (
        found["conclusion"]
        if found["complete"] or not found["open_cells"]
        else f"{found['open_cells']} cells are left"
    )
    return _lines(*steps, end, _stopped(found))


def rate(found: Json) -> str:
    """The grade and what it rests on."""
    steps = ", ".join(f"{number} {name}" for name, number in found["techniques"].items())
    return _lines(
        f"{found['grade'] or found['verdict']}: difficulty {found['difficulty']:.2f} of 6, effort {found['effort']:.0f}",
        f"people: {found['minutes_text']}, {found['stars']:.1f} of 5 stars" if found["minutes_text"] else "",
        f"techniques: {steps or 'none'}",
        _stopped(found),
    )


def repair(found: Json) -> str:
    """The changes."""
    if not found["found"]:
        return _lines("no repair of this kind was found", _stopped(found))
    if not found["changes"]:
        return "there is nothing to repair"
    told = []
    for change in found["changes"]:
        if "axis" in change:
            told.append(
                f"{change['axis']} {change['index'] + 1}: {change.get('from')} becomes {change.get('to')}"
            )
        else:
            told.append(f"r{change['row'] + 1}c{change['column'] + 1} becomes {change['colour']}")
    best = "no repair is smaller" if found["optimal"] else "there may be a smaller one"
    return _lines(f"{number_text(len(told), 'change')}; {best}", *told, _stopped(found))


def generate(found: Json) -> str:
    """The puzzle, drawn."""
    puzzle = found["generated"]
    head = (
        "as requested"
        if found["found"]
        else f"the closest that was found; it misses {', '.join(found['missed'])}"
    )
    grade = f"grade {found['grade']}" if found["grade"] else ""
    if grade and found["minutes"] is not None:
        grade += f", {duration_text(found['minutes'])}, {found['stars']:.1f} of 5 stars"
    return _lines(head, grade, f"rows: {puzzle['rows']}", f"columns: {puzzle['columns']}", _stopped(found))


def render(found: Json) -> str:
    """What the picture shows."""
    missing = f"nothing of the kind to show: {found['missing']}" if found["missing"] else ""
    return _lines(found["caption"] or ("" if missing else "the picture"), missing)


def judge(found: Json) -> str:
    """Right or wrong."""
    if found["right"]:
        return "right: it is a solution"
    lines = [
        f"{each['axis']} {each['index'] + 1}: {each['found']}, the clue is {each['expected']}"
        for each in found["violations"]
    ]
    score = "" if found["score"] is None else f"score {found['score']:.3f}"
    known = "unknown" if found["right"] is None else "wrong"
    return _lines(f"{known}: {found['problem']}", *lines, score, _stopped(found))


_KINDS = {
    "whole": "follows from the whole puzzle only, not from one line",
    "guess": "a guess: solutions differ there",
    "contradiction": "wrong: no solution has it",
    "illegal": "stood already",
    "unknown": "not known",
}


def judge_moves(found: Json) -> str:
    """A line for each cell."""
    told = []
    for move in found["moves"]:
        for cell in move["cells"]:
            by = cell.get("technique")
            line = f"follows from {cell['axis']} {cell['index'] + 1}, by {by}" if by else _KINDS[cell["kind"]]
            told.append(f"r{cell['row'] + 1}c{cell['column'] + 1}={cell['colour']}: {line}")
    none = "the puzzle has no solution" if found["verdict"] == "unsolvable" else ""
    return _lines(none, *told, _stopped(found))


def convert(found: Json) -> str:
    """The file."""
    file = found["file"] or {}
    if "text" not in file:
        return "this format is not text; its bytes are in the structured answer, in base64"
    return str(file["text"])


def scan(found: Json) -> str:
    """The puzzles of a picture."""
    told = [found["trouble"]]
    for each in found["puzzles"]:
        puzzle = each["puzzle"]
        told.append(f"{each['columns']}x{each['rows']}, {'sure' if each['sure'] else 'not sure'}")
        told += [f"not sure: {reason}" for reason in each["reasons"]]
        for number in each["numbers"]:
            line = f"{number['axis']} {number['index'] + 1}, number {number['position'] + 1}"
            taken = "no number" if number["value"] is None else number["value"]
            others = " or ".join([str(value) for value in number["values"] if value != number["value"]][:4])
            told.append(f"{line}: {taken}{f', perhaps {others}' if others else ''}")
        told += [f"rows: {puzzle['rows']}", f"columns: {puzzle['columns']}"]
        if each["state"] is not None:
            told += ["what is known on the page:", _rows(each["state"])]
    return _lines(*told)


def techniques(found: Json) -> str:
    """The entries of the glossary."""
    told = []
    for each in found["techniques"]:
        named = f" (in guides: {', '.join(each['guides'])})" if each["guides"] else ""
        told += [
            f"{each['technique']}{named}: {each['text']}",
            f"for example: {each['example']['step']['text']}",
        ]
    return _lines(*told)


def plain(found: Json) -> str:
    """The members of any answer."""
    return _lines(
        *(f"{name}: {json.dumps(value)}" for name, value in found.items() if name != "stats"), _stopped(found)
    )
