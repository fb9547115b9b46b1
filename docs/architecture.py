"""Draws the departments, floor by floor, from the table that the tests hold: `python docs/architecture.py`."""

from __future__ import annotations

import runpy
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE.parent / "tests" / "test_architecture.py"

NOTES = {
    "apps.cli": "the command line",
    "apps.agents": "the questions as tools for agents",
    "apps.studio": "the designer's page and its server; names for training",
    "apps.benchmarking": "what others and we take, measured and compared",
    "apps.evaluation": "answers and moves of others, judged",
    "apps.generation": "new puzzles; puzzles from paper",
    "apps.many": "many puzzles, resumably",
    "apps.book": "puzzles in print",
    "apps.drawing": "pictures and their writers",
    "apps.web": "all JavaScript and CSS",
    "apps": "applications: from here up",
    "proofs": "certificates",
    "repairs": "the smallest change that repairs a puzzle",
    "conflicts": "why there is no solution",
    "explaining": "steps of a person, hints, difficulty",
    "counting": "how many solutions, and where they differ",
    "search": "one search: check and solve",
    "sat": "clauses and solvers",
    "lines": "one line, all lines, probing, learning",
    "kernel": "the same in C",
    "formats": "files, one module per format",
    "records": "the record of each answer",
    "imaging": "pixels",
    "model": "puzzle, grid, geometry: immutable",
    "support": "errors, limits, files, processes; the independent checker",
}
"""What is said of a floor, by one of its departments."""

WIDTH, HEIGHT, GAP, LEFT = 420, 34, 6, 20

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {height}" role="img" aria-labelledby="title">
<title id="title">The departments of nonosat, floor by floor; each may use those below it</title>
<style>
rect {{ fill: #eef3fb; stroke: #4a72b0; }}
text {{ font-family: system-ui, sans-serif; fill: #223; }}
.name {{ font-size: 15px; text-anchor: middle; }}
.rooms {{ font-size: 11px; text-anchor: middle; }}
.note {{ font-size: 13px; fill: #667; }}
@media (prefers-color-scheme: dark) {{ rect {{ fill: #22304a; }} text {{ fill: #e6ecf7; }} .note {{ fill: #9ab; }} }}
</style>
"""


def drawn() -> str:
    """The picture as SVG."""
    table = runpy.run_path(str(TABLE))
    floors = [[part for part in floor if not part.startswith("__")] for floor in table["FLOORS"]]
    parts = []
    y = 16
    for floor in filter(None, reversed(floors)):
        width = (WIDTH - GAP * (len(floor) - 1)) / len(floor)
        for place, name in enumerate(floor):
            x = LEFT + place * (width + GAP)
            rooms = table["ROOMS"].get(name, ())
            shown = " ".join(rooms) if len(rooms) * 60 < width else f"{len(rooms)} rooms" if rooms else ""
            middle = x + width / 2
            parts.append(f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{HEIGHT}" rx="6"/>')
            parts.append(
                f'<text class="name" x="{middle:g}" y="{y + (15 if shown else 22)}">{name.removeprefix("apps.")}</text>'
            )
            if shown:
                parts.append(f'<text class="rooms" x="{middle:g}" y="{y + 28}">{shown}</text>')
        note = next((NOTES[name] for name in floor if name in NOTES), "")
        parts.append(f'<text class="note" x="{LEFT + WIDTH + 16}" y="{y + 22}">{note}</text>')
        y += HEIGHT + GAP
    return HEAD.format(height=y + 6) + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    (HERE / "architecture.svg").write_text(drawn(), encoding="utf-8")
