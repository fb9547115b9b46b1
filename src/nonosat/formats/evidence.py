"""Finds puzzles anywhere in data and in text, judged by fit.

Data come from JSON, YAML or brackets of any language (`nonosat.formats.brackets`); texts in them are cut again. Two lists of
clues are a puzzle if their sums agree, ink by ink, and every clue has room. Their names, or the sizes or a picture beside them,
say which are the rows; without any, rows come first, with a note. Equal rows of cells are a picture. What does not fit is no
puzzle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from nonosat.formats.brackets import values_in
from nonosat.formats.labels import labelled
from nonosat.formats.member_values import clues_in, plain_name
from nonosat.formats.readings import choose, note_of, readings
from nonosat.formats.synonyms import (
    CANDIDATE,
    NO_FIT,
    Cells,
    drawn_rows,
    is_across,
    is_down,
    members_of,
    object_of,
    objects_of,
    picture_of,
    pictured,
    shapes_in,
)
from nonosat.model.geometry import MAX_SIDE
from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits

_MOST_DEPTH = 12
_MOST_PUZZLES = 100_000

Runs = list[list[tuple[int, str]]]
"""Clues as lengths and inks; one ink is ""."""


class Half(NamedTuple):
    """A list of clues and its name."""

    name: str
    written: Any
    runs: Runs


class Evidence(NamedTuple):
    """What stands around a value."""

    shapes: Sequence[tuple[int, int]] = ()
    """Widths and heights that are written there."""
    columns_first: bool | None = None
    """The order that the user named."""
    named: bool = False
    """True if only clues with names of rows and columns count."""
    depth: int = 0


_NO_EVIDENCE = Evidence()


def puzzles_in(value: Any, evidence: Evidence = _NO_EVIDENCE) -> Iterator[dict[str, Any]]:
    """Yields the puzzles in a value in our own form, with a note as `read_as` if their order is not certain."""
    check_limits()
    if evidence.depth > _MOST_DEPTH:
        return
    inner = evidence._replace(depth=evidence.depth + 1)
    if isinstance(value, dict):
        yield from _in_dict(value, inner)
    elif isinstance(value, list):
        yield from _in_list(value, inner)
    elif isinstance(value, str):
        yield from _in_text(value, (), inner)


def objects_in(data: Any) -> list[dict[str, Any]]:
    """Returns the puzzles of JSON in our own form: those that its names declare, else those that fit; raises `InputError`."""
    try:
        return [*objects_of(data)]
    except InputError:
        if found := [*puzzles_in(data)]:
            return found
        declared = isinstance(data, dict) and not {"rows", "columns"}.isdisjoint(members_of(data).known)
        if not declared and (reason := misfit(data)):
            raise InputError(reason) from None
        raise


def in_text(text: str, evidence: Evidence = _NO_EVIDENCE) -> Iterator[dict[str, Any]]:
    """Yields the puzzles anywhere in a text: labelled clues, else those in brackets; see `puzzles_in`."""
    if made := labelled(text):
        yield from ({"rows": rows, "columns": columns} for rows, columns in made)
    else:
        yield from puzzles_in(values_in(text), evidence)


def has_names(text: str) -> bool:
    """Returns True if words in a text can name rows and columns."""
    return len({match[0].lower() for match in CANDIDATE.finditer(text)}) > 1


def misfit(value: Any, depth: int = 0) -> str:
    """Says why lists of clues in a value are no puzzle; empty if there are not two of them."""
    if depth > _MOST_DEPTH or not isinstance(value, (dict, list)):
        return ""
    named = value.items() if isinstance(value, dict) else [("", item) for item in value]
    halves = [half for name, item in named if (half := half_of(item, plain_name(name)))]
    if len(halves) > 1:
        sums = [sum(sum(clue) for clue in _lengths(half)) for half in halves[:2]]
        if len(halves) == 2 and sums[0] != sums[1]:
            return f"the sums of the two lists of clues here differ: {sums[0]} and {sums[1]}"
        return NO_FIT
    return next(filter(None, (misfit(item, depth + 1) for _, item in named)), "")


def _in_dict(data: Mapping[str, Any], evidence: Evidence) -> Iterator[dict[str, Any]]:
    known, others, _ = members_of(data)
    evidence = evidence._replace(shapes=shapes_in(known) or evidence.shapes)
    halves = [half for name, value in data.items() if (half := half_of(value, plain_name(name)))]
    goals = [cells for value in data.values() if (cells := _goal(value, evidence))]
    pairs = [*_pairs(halves, goals, evidence)]
    if pairs:
        used = [half.written for rows, columns, _ in pairs for half in (rows, columns)]
        rest = {name: value for name, value in others.items() if not any(value is one for one in used)}
        only = len(pairs) == 1
        for rows, columns, note in pairs:
            written = {"rows": rows.written, "columns": columns.written}
            with suppress(InputError):  # sizes beside it, or a colour, do not fit
                yield object_of({**known, **written} if only else written, rest if only else {}) | {
                    "read_as": note
                }
        return
    texts = [value for value in data.values() if isinstance(value, str) and _is_long(value)]
    inside = [made for text in texts for made in _in_text(text, goals, evidence)]
    if inside:
        yield from inside
        return
    clued = len(halves) > 1 or any(
        isinstance(data[name], (list, str)) and _is_of_clues(plain_name(name)) for name in data
    )
    drawn = drawn_rows(data)
    if not evidence.named and (picture := _picture_in(data, known, clued=clued and drawn is None)):
        yield picture
        return
    named = evidence.named or clued  # clues that do not fit are not replaced by a picture
    for value in data.values():
        if isinstance(value, (dict, list)) and not (value is known.get("goal") and shapes_in(known)):
            yield from puzzles_in(value, evidence._replace(named=named))


def _picture_in(data: Mapping[str, Any], known: Mapping[str, Any], *, clued: bool) -> dict[str, Any] | None:
    """Returns the puzzle of the only picture among members, unless there are clues."""
    if (drawn := drawn_rows(data)) is not None:
        with suppress(InputError):
            return picture_of(drawn, known)
    if clued:
        return None
    made = []
    for value in data.values():
        with suppress(InputError):
            made.append(picture_of(value, known))
    pictures = [picture for picture in made if picture and _is_drawn(picture["goal"])]
    return pictures[0] if len(pictures) == 1 else None


def _is_drawn(cells: Cells) -> bool:
    """Returns True if a picture has rows, columns and an empty cell: other lists of ones are rarely drawn."""
    return min(len(cells), len(cells[0])) > 1 and not all(map(all, cells))


def _in_list(data: Sequence[Any], evidence: Evidence) -> Iterator[dict[str, Any]]:
    halves = [half_of(value, "") for value in data]
    goals = [cells for value in data if (cells := _goal(value, evidence) or _points(value))]
    found = False
    for present, group in groupby(halves, bool):
        if present:
            for rows, columns, note in _pairs([half for half in group if half], goals, evidence):
                found = True
                yield {**object_of({"rows": rows.written, "columns": columns.written}, {}), "read_as": note}
    if found:
        return
    if not evidence.named:
        with suppress(InputError):
            if (picture := picture_of(data, {})) and _is_drawn(picture["goal"]):
                yield picture
                return
    if sum(map(bool, halves)) > 1:
        evidence = evidence._replace(named=True)
    for value in data[:_MOST_PUZZLES]:
        if isinstance(value, (dict, list)) or (isinstance(value, str) and _is_long(value)):
            yield from puzzles_in(value, evidence)


def _is_long(text: str) -> bool:
    """Returns True if a text can hold a puzzle: it has several lines, or lists."""
    return "\n" in text or text.count("[") > 2


def _in_text(text: str, goals: Sequence[Cells], evidence: Evidence) -> Iterator[dict[str, Any]]:
    """Yields the puzzles of a text: labelled clues, or lines of numbers whose order a picture beside them decides."""
    if made := labelled(text):
        for rows, columns in made:
            yield {"rows": rows, "columns": columns}
        return
    fitting = readings(text)
    decided = [one for one in fitting if any(_solves(goal, *one.clues) for goal in goals)]
    chosen = choose(decided or fitting, evidence.columns_first)
    if chosen is not None:
        reading, other = chosen
        rows, columns = reading.clues
        note = (
            f"read as {reading.name}: the solution beside it decides" if decided else note_of(reading, other)
        )
        yield {"rows": rows, "columns": columns, "read_as": note}
    elif not fitting and text.count("[") > 2:
        with suppress(InputError):  # too many values
            yield from puzzles_in(values_in(text), evidence._replace(depth=evidence.depth + 1))


def _pairs(
    halves: Sequence[Half], goals: Sequence[Cells], evidence: Evidence
) -> Iterator[tuple[Half, Half, str]]:
    """Yields the rows and columns that fit each other, and a note on their order."""
    across = [half for half in halves if is_across(half.name)]
    down = [half for half in halves if is_down(half.name)]
    if across and down:
        zipped = [*zip(across, down, strict=False)]
        if len(across) != len(down) or not all(fit(*pair) for pair in zipped):
            zipped = [(rows, columns) for rows in across for columns in down if fit(rows, columns)]
            zipped = zipped if len(zipped) == 1 else []
        yield from ((rows, columns, "") for rows, columns in zipped)
        return
    if evidence.named:
        return
    at = 0
    while at + 1 < len(halves):
        first, second = halves[at : at + 2]
        at += 1
        if fit(first, second):
            at += 1
            yield _ordered(first, second, goals, evidence)


def _ordered(first: Half, second: Half, goals: Sequence[Cells], evidence: Evidence) -> tuple[Half, Half, str]:
    """Puts two halves in order: by the user's word, a picture, sizes or the name of one; rows first without any."""
    if evidence.columns_first is not None:
        return (second, first, "") if evidence.columns_first else (first, second, "")
    here, mirrored = (
        any(_solves(goal, *(_lengths(half) for half in pair)) for goal in goals)
        for pair in ((first, second), (second, first))
    )
    if here != mirrored:
        note = "read with columns first: the solution beside them decides" if mirrored else ""
        return (second, first, note) if mirrored else (first, second, "")
    sizes = len(second.runs), len(first.runs)
    if (
        sizes[0] != sizes[1]
        and len(evidence.shapes) == 1
        and tuple(evidence.shapes[0]) in (sizes, sizes[::-1])
    ):
        swapped = tuple(evidence.shapes[0]) != sizes
        return (second, first, "") if swapped else (first, second, "")
    if is_down(first.name) or is_across(second.name):
        return second, first, ""
    if is_across(first.name) or is_down(second.name):
        return first, second, ""
    return first, second, "read as rows first: nothing names them; columns first is the mirror image"


def _is_of_clues(name: str) -> bool:
    return is_across(name) or is_down(name)


def half_of(value: Any, name: str) -> Half | None:
    """Returns a list of clues, or None; a picture is none, unless it has a name of clues."""
    clues = clues_in(value)
    if not clues or len(clues) > MAX_SIDE:
        return None
    if not _is_of_clues(name) and (cells := pictured(value, {}, ())) and _is_drawn(cells):
        return None
    runs = []
    for clue in clues:
        made = _runs(clue)
        if made is None:
            return None
        runs.append(made)
    return Half(name, value, runs) if any(runs) else None


def _runs(clue: Any) -> list[tuple[int, str]] | None:
    """Returns the blocks of a clue; None if it is no clue."""
    if isinstance(clue, str):
        clue = [int(number) for number in re.findall("[0-9]+", clue)]
    if type(clue) is int:
        clue = [clue]
    if not isinstance(clue, list):
        return None
    runs = []
    for block in clue:
        length, ink = _block(block)
        if not 0 <= length <= MAX_SIDE:
            return None
        if length:
            runs.append((length, ink))
    return runs


def _block(block: Any) -> tuple[int, str]:
    """Returns length and ink of a block; a length of -1 is none."""
    if type(block) is int:
        return block, ""
    if block is None:
        return 0, ""
    if isinstance(block, str) and block.isascii() and block.isdigit() and len(block) < 5:
        return int(block), ""
    if isinstance(block, dict):
        values = [*block.values()]
    elif isinstance(block, list) and len(block) == 2:
        values = block
    else:
        return -1, ""
    lengths = [value for value in values if type(value) is int]
    inks = [value for value in values if isinstance(value, str)]
    if len(lengths) == len(inks) == 1:
        return lengths[0], inks[0]
    return -1, ""


def fit(first: Half, second: Half) -> bool:
    """Returns True if the sums of two halves agree, ink by ink, and every clue has room."""
    totals = []
    for half, other in ((first, second), (second, first)):
        sums: Counter[str] = Counter()
        for runs in half.runs:
            gaps = sum(one[1] == next_one[1] for one, next_one in pairwise(runs))
            if sum(length for length, _ in runs) + gaps > len(other.runs):
                return False
            for length, ink in runs:
                sums[ink] += length
        totals.append(sums)
    return totals[0] == totals[1] and bool(totals[0])


def _lengths(half: Half) -> list[list[int]]:
    return [[length for length, _ in runs] for runs in half.runs]


def _solves(cells: Cells, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> bool:
    """Returns True if a picture has these clues, with or without zeros."""
    drawn = ([_inked(row) for row in cells], [_inked(column) for column in zip(*cells, strict=True)])
    return all(_bare(one) == _bare(other) for one, other in zip(drawn, (rows, columns), strict=True))


def _bare(clues: Sequence[Sequence[int]]) -> list[list[int]]:
    """Returns clues without zeros, and without the empty ones at the end, which a list of places does not have."""
    bare = [[number for number in clue if number] for clue in clues]
    while bare and not bare[-1]:
        bare.pop()
    return bare


def _inked(line: Sequence[int]) -> list[int]:
    return [len([*run]) for colour, run in groupby(line) if colour]


_SIZES = re.compile(r"\s*[0-9]{1,4}[ x,]+[0-9]{1,4}\s*\n")  # above a picture


def _goal(value: Any, evidence: Evidence) -> Cells | None:
    """Returns the cells of a value that is a picture."""
    if isinstance(value, str) and (match := _SIZES.match(value)):
        value = value[match.end() :]
    if not isinstance(value, (str, list)):
        return None
    return pictured(value, {}, evidence.shapes)


def _points(value: Any) -> Cells | None:
    """Returns the cells of a list of filled places, `{"x": 0, "y": 3}`, counted from 0."""
    if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
        return None
    places = set()
    for item in value:
        named = {plain_name(name): place for name, place in item.items()}
        if type(named.get("x")) is not int or type(named.get("y")) is not int:
            return None
        places.add((named["y"], named["x"]))
    height, width = (max(place[at] for place in places) + 1 for at in (0, 1))
    if min(map(min, places)) < 0 or max(height, width) > MAX_SIDE:
        return None
    return [[int((row, column) in places) for column in range(width)] for row in range(height)]
