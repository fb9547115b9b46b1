"""Writes `apps/web/kernel/names.js`, the names and bounds of members in JSON, our own and that of other programs, from Python's.

Run `python packaging/names.py`, then prettier. `tests/apps/web/test_synonyms.py` compares them, apart from line ends.
"""

from __future__ import annotations

import json
from pathlib import Path

from nonosat.formats.pictures.letters import CROSSES, Colours
from nonosat.formats.synonyms import ACROSS, DOWN, SYNONYMS
from nonosat.model.geometry import AXES, MAX_SIDE
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS
from nonosat.records.shared_types import PUZZLE, TEXTS

FILE = Path(__file__).parents[1] / "src/nonosat/apps/web/kernel/names.js"


def written() -> str:
    """Returns the module."""
    colours = Colours(BLACK_AND_WHITE)
    cells = {cell: colours.meaning([cell]) for cell in colours.notations if len(cell) == 1}
    inks = {cell for cell, meaning in cells.items() if meaning == {cell: 1}}
    empty = {cell for cell, meaning in cells.items() if meaning == {cell: 0}}
    texts = {
        "CROSSES": ("ink; empty beside another ink", inks & CROSSES),
        "INKS": ("ink of one colour: one of them in a picture", inks - CROSSES - {"1", "#"}),
        "LETTERS": ("ink in any case", inks & {"1", "#"}),
        "EMPTY": ("no ink", empty),
    }
    lines = [
        "// Written by packaging/names.py from nonosat.formats, nonosat.model and nonosat.records.",
        "",
        "/** Lines of a family, cells of a block. */",
        f"export const MAX_SIDE = {MAX_SIDE};",
        "",
        "/** Colours of a palette, with the background. */",
        f"export const MAX_COLOURS = {MAX_COLOURS};",
        "",
        "/** Members of our own JSON, by kind. */",
        f'export const MEMBERS = "{" ".join(field.name for field in PUZZLE.fields)}";',
        f'export const DIRECTIONS = "{" ".join(f"{axis}s" for axis in AXES)}".split(" ");',
        f'export const TEXTS = "{" ".join(field.name for field in TEXTS)}".split(" ");',
        "",
        "/** Parts of the names of clues of rows, and of columns. */",
        f"export const ACROSS = /{ACROSS}/;",
        f"export const DOWN = /{DOWN}/;",
        "",
    ]
    lines += ["/** Names of members by what they mean, without case, blanks, `_` and `-`. */"]
    lines += ["export const SYNONYMS = {"]
    for meaning, names in SYNONYMS.items():
        lines.append(f'  {meaning}: "{" ".join(names)}",')
    lines += ["};", ""]
    for name, (about, characters) in texts.items():
        text = json.dumps("".join(sorted(characters)), ensure_ascii=False)
        lines += [f"/** Cells: {about}. */", f"export const {name} = {text};", ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
