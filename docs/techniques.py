"""Makes the entries of techniques.md and their pictures from the glossary: `python docs/techniques.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from nonosat.apps.drawing.drawing import Drawing
from nonosat.apps.illustration.steps import step_drawing
from nonosat.explaining.words.glossary import GLOSSARY, Entry

HERE = Path(__file__).parent
PAGE = HERE / "techniques.md"
IMAGES = HERE / "techniques"
BEGIN, END = "<!-- entries -->\n", "<!-- end of entries -->\n"


def picture(entry: Entry) -> Drawing:
    """The example of an entry, with the cells that its step makes known."""
    example = entry.example
    drawing = step_drawing(example.puzzle, example.known, example.step, caption=" ")
    if example.columns is not None:
        return drawing
    (panel,) = drawing.panels
    clues = tuple(each._replace(numbers=()) if each.id.axis == "column" else each for each in panel.clues)
    return replace(drawing, panels=(replace(panel, clues=clues),))


def text(entry: Entry) -> Iterator[str]:
    """The lines of an entry."""
    words = str(entry.example.step)
    named = f"; in guides: {', '.join(entry.guides)}" if entry.guides else ""
    yield from (f"### {entry.name}", "", f"*{entry.grade}{named}.* {entry.text}", "")
    yield from (f"![](techniques/{entry.anchor}.svg)", "")
    yield from ("```text", words, "```", "")


def written(page: str) -> str:
    """The page with the entries as the glossary has them."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    lines = [line for entry in GLOSSARY for line in text(entry)]
    return before + BEGIN + "\n".join(["", *lines]) + END + after


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for entry in GLOSSARY:
        picture(entry).save(IMAGES / f"{entry.anchor}.svg")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
