"""Writes `apps/web/kernel/names.js`, the names of members in JSON of other programs, from Python's table.

Run `python packaging/names.py`, then prettier. `tests/apps/web/test_synonyms.py` compares them, apart from line ends.
"""

from __future__ import annotations

import json
from pathlib import Path

from nonosat.formats.pictures.letters import CROSSES, Colours
from nonosat.formats.synonyms import SYNONYMS
from nonosat.model.palette import BLACK_AND_WHITE

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
        "// Written by packaging/names.py from nonosat.formats.synonyms and nonosat.formats.pictures.letters.",
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
