"""Finds clues with labels in prose: `Row 1: 2 1`, or numbered lines below a heading such as `Rows:` or `Spalten:`.

Headings and labels are known in ten languages. Everything else in the text is ignored. Clues are a puzzle only if the sums of
rows and columns agree and every clue has room.
"""

from __future__ import annotations

import re

from nonosat.formats.numbers import text_lines
from nonosat.model.geometry import MAX_SIDE

Numbers = list[list[int]]

_ROWS = (
    "rows?|zeilen?|lignes?|filas?|righ[ae]|linhas?|wiersz[ey]?|rij(?:en)?|řád(?:ky|ek)|radk[yu]?|строк[аи]|行"
)
_COLUMNS = "col(?:umn)?s?|spalten?|colonn(?:es?|a)|columnas?|colunas?|kolumn[ay]?|kolom(?:men)?|sloup(?:ce|ec)|столб(?:цы|ец)|列"
_MARKS = r"[\s#*>|_\-•\"'`(\[{]{0,9}"
_HEADING = re.compile(
    rf"{_MARKS}(?:(?P<rows>{_ROWS})|(?P<columns>{_COLUMNS}))\b(?![ \t]*\d)[^\d:=\n]{{0,60}}[:=]?[\s*_`\[({{]{{0,9}}",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    rf"{_MARKS}(?:(?P<rows>{_ROWS}|r)|(?P<columns>{_COLUMNS}|c))?[ \t_#]{{0,3}}(?P<number>\d{{1,4}})"
    r"[*_`\"']{0,3}[ \t]*[:.)=|][ \t*_`]{0,9}(?P<clue>.*)",
    re.IGNORECASE,
)
_CLUE = re.compile(r"(?:\d{1,4}(?:(?:[ \t]*[,;.+/-][ \t]*|[ \t]+)\d{1,4})*)?", re.ASCII)
_EDGES = " \t*_`[](){}\"',;.|"
_MOST_LINES = 20_000
_NOTHING = ("-", "\u2013", "\u2014", "0", "empty", "none", "leer", "vide")


def labelled(text: str) -> list[tuple[Numbers, Numbers]]:
    """Returns the rows and columns of each puzzle with labelled clues in a text; empty if one does not fit.

    >>> labelled("Solve it.\\nRows:\\n1. 1\\n2. 2\\nColumns:\\n1. 2\\n2. 1\\nThank you.")
    [([[1], [2]], [[2], [1]])]
    """
    puzzles: list[dict[str, Numbers]] = [{}]
    axis = ""
    for line in text_lines(text)[:_MOST_LINES]:
        stripped = line.strip()
        if heading := _HEADING.fullmatch(stripped):
            axis = _begin(puzzles, "rows" if heading["rows"] else "columns")
            continue
        label = _LABELLED.fullmatch(stripped)
        clue = _clue(label["clue"]) if label else None
        if label is None or clue is None:
            continue
        own = "rows" if label["rows"] else "columns" if label["columns"] else ""
        number = int(label["number"])
        if own and (own != axis or (number <= 1 and len(puzzles[-1].get(own, [])) > 1)):
            axis = own if own in puzzles[-1] and number > 1 else _begin(puzzles, own)
        if (
            axis
            and number in (len(puzzles[-1][axis]), len(puzzles[-1][axis]) + 1)
            and len(puzzles[-1][axis]) < MAX_SIDE
        ):
            puzzles[-1][axis].append(clue)
    made = [(puzzle["rows"], puzzle["columns"]) for puzzle in puzzles if len(puzzle) == 2]
    return [pair for pair in made if fits(*pair)]


def _begin(puzzles: list[dict[str, Numbers]], axis: str) -> str:
    """Begins the rows or columns, of the next puzzle if this one has them."""
    if puzzles[-1].get(axis):
        puzzles.append({})
    puzzles[-1][axis] = []
    return axis


def _clue(text: str) -> list[int] | None:
    """Returns the numbers of a clue; None if there is anything else."""
    text = text.strip(_EDGES)
    if text.casefold() in _NOTHING:
        return []
    if not text or not _CLUE.fullmatch(text):
        return None
    return [int(number) for number in re.findall(r"\d+", text) if int(number)]


def fits(rows: Numbers, columns: Numbers) -> bool:
    """Returns True if the sums agree and every clue has room."""
    rooms = ((rows, len(columns)), (columns, len(rows)))
    roomy = all(sum(clue) + len(clue) - 1 <= room for half, room in rooms for clue in half)
    return roomy and sum(map(sum, rows)) == sum(map(sum, columns)) > 0
