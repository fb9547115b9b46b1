"""Is the picture still recognised? `python -m benchmarks.pictures FOLDER --other FOLDER`.

For each picture of a folder: what `from-image` makes today at 40 cells, at 25 cells with `--line-solvable`, and six choices.
A puzzle counts as recognised if, among the pictures of `--other`, the most alike one has the same file name: the same
subject, drawn by another artist. What is alike is decided by histograms of gradients and a coarse view, which the
ranking of choices does not use. "One of the choices" takes the best by knowing the answer: an upper bound for a person who
picks. The original picture is asked, too.

Repairs of equal starts, at 25 cells and line-solvable, are compared with and without `keep_look`.

Openly licensed sets are the npm packages `openmoji` and `@twemoji/svg` (the same names), `@mdi/svg` and `simple-icons`.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.report import Program
from nonosat.apps.generation.from_image import from_image
from nonosat.apps.generation.image_choices import ImageChoices
from nonosat.imaging.candidates import subject_of
from nonosat.imaging.likeness import blurred, framed, scaled
from nonosat.imaging.svg import is_svg, pixels_of
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.repairs.look import look_weights
from nonosat.repairs.repair_pixels import repair_pixels
from nonosat.repairs.result import CellChange, Repair
from nonosat.search.options import SearchOptions
from nonosat.search.questions import check
from nonosat.support.errors import InputError

Plane = NDArray[np.float64]
Row = dict[str, Any]

_REPAIR_SECONDS = 6.0
_BINS = 9  # directions of gradients
_BLOCK = 8  # pixels


# --- what is alike ----------------------------------------------------------------------------------


def gradients(plane: Plane) -> Plane:
    """Returns histograms of gradients, block by block, each scaled by its neighbourhood (Dalal and Triggs 2005)."""
    smooth = blurred(plane, 1.0)
    down, across = np.gradient(smooth)
    strength = np.hypot(down, across)
    direction = (np.arctan2(down, across) % np.pi) / np.pi * _BINS
    low, part = np.floor(direction).astype(int) % _BINS, direction - np.floor(direction)
    blocks = len(plane) // _BLOCK
    rows, columns = np.mgrid[: len(plane), : len(plane)] // _BLOCK
    histograms = np.zeros((blocks, blocks, _BINS))
    np.add.at(histograms, (rows, columns, low), strength * (1 - part))
    np.add.at(histograms, (rows, columns, (low + 1) % _BINS), strength * part)
    padded = np.pad(histograms, ((1, 1), (1, 1), (0, 0)))
    around = sum(
        (padded[1 + y : 1 + y + blocks, 1 + x : 1 + x + blocks] ** 2).sum(2)
        for y in (-1, 0, 1)
        for x in (-1, 0, 1)
    )
    histograms /= (np.sqrt(around) + 0.1 * np.linalg.norm(histograms) / blocks)[..., None] + 1e-6
    return _unit(histograms.ravel())


def coarse(plane: Plane) -> Plane:
    """Returns a blurred view of 16x16."""
    small = scaled(blurred(plane, 2.5), 16, 16)
    return _unit((small - small.mean()).ravel())


def _unit(values: Plane) -> Plane:
    return np.asarray(values / (np.linalg.norm(values) + 1e-6))


def views_of(path: Path) -> list[Plane]:
    """Returns the greys of a picture, and the distances from its background."""
    subject = subject_of(data_of(path))
    blank = subject.lab.reshape(-1, 3).mean(0) if subject.background is None else subject.background
    away = np.sqrt(((subject.lab - blank) ** 2).sum(2))
    planes = framed(subject.lab[..., 0], float(blank[0])), framed(away, 0.0)
    return [(plane - plane.min()) / max(1e-6, plane.max() - plane.min()) for plane in planes]


class Gallery:
    """Pictures of another artist."""

    def __init__(self, paths: dict[str, Path]) -> None:
        self.names = sorted(paths)
        views = [views_of(paths[name]) for name in self.names]
        self._features = [
            [np.stack([feature(view[at]) for view in views]) for at in (0, 1)]
            for feature in (gradients, coarse)
        ]

    def place(self, plane: Plane, name: str) -> int:
        """Returns the place of the named picture among all, the most alike first; the first is 1."""
        edges = np.max([own @ gradients(plane) for own in self._features[0]], axis=0)
        tones = np.max([np.abs(own @ coarse(plane)) for own in self._features[1]], axis=0)
        scores = edges + 0.5 * tones
        return int((scores > scores[self.names.index(name)]).sum()) + 1


def plane_of(goal: Grid) -> Plane:
    """Returns a picture of cells as the gallery sees it."""
    return framed(np.array([list(row) for row in goal.rows], dtype=float), 0.0)


# --- what is made -----------------------------------------------------------------------------------


def data_of(path: Path) -> bytes:
    """Returns the content of a picture; that of a PNG for a drawing in SVG."""
    data = path.read_bytes()
    return pixels_of(data) if is_svg(data) else data


def topology(goal: Grid) -> tuple[int, int]:
    """Returns the numbers of parts of the ink, over corners, and of the background, over edges."""
    rows = [[False, *map(bool, row), False] for row in goal.rows]
    blank = [False] * len(rows[0])
    cells = {(y, x): ink for y, row in enumerate([blank, *rows, blank]) for x, ink in enumerate(row)}
    parts = [0, 0]
    while cells:
        (y, x), ink = cells.popitem()
        parts[not ink] += 1
        waiting = [(y, x)]
        while waiting:
            y, x = waiting.pop()
            for down, right in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)][
                : 8 if ink else 4
            ]:
                beside = y + down, x + right
                if cells.get(beside) is ink:
                    del cells[beside]
                    waiting.append(beside)
    return parts[0], parts[1]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Returns a result and the CPU seconds that it took."""
    began = process_time()
    made = work()
    return made, process_time() - began


def compared(start: Puzzle, keep_look: bool) -> Row:
    """Repairs a start and returns what became of its look."""
    goal = start.goal
    assert goal
    made, seconds = timed(
        lambda: repair_pixels(start, line_solvable=True, keep_look=keep_look, seconds=_REPAIR_SECONDS)
    )
    repair: Repair[CellChange] = made
    if not repair.grid:
        return {"found": False, "seconds": seconds}
    weights = dict(zip(start.coordinates, look_weights(goal, start), strict=True))
    places = [(change.row, change.column) for change in repair.changes]
    return {
        "found": True,
        "seconds": seconds,
        "changed": len(places),
        "hard": sum(weights[place] >= 5 for place in places),
        "parts": sum(abs(a - b) for a, b in zip(topology(goal), topology(repair.grid), strict=True)),
        "optimal": repair.optimal,
        "goal": repair.grid,
    }


def choices_of(data: bytes) -> ImageChoices:
    """Returns the choices of a picture; none for one that is blank or full in one ink."""
    try:
        return from_image(data, choices=6)
    except InputError:
        return ImageChoices()


def measured(path: Path, gallery: Gallery | None) -> Row:
    """Returns the figures of a picture."""
    data, name = data_of(path), path.stem.lower()

    def place(*goals: Grid | None) -> int | None:
        places = [gallery.place(plane_of(goal), name) for goal in goals if goal] if gallery else []
        return min(places, default=None if gallery is None else len(gallery.names))

    row: Row = {"name": name}
    today, seconds = timed(lambda: from_image(data))
    verdict = check(today, seconds=10, options=SearchOptions(portfolio=1))
    row["today, 40"] = {
        "unique": verdict.unique,
        "lines": bool(verdict.line_solvable),
        "seconds": seconds,
        "place": place(today.goal),
    }
    side = subject_of(data).rgb.shape
    wide = side[1] >= side[0]
    start = from_image(data, width=25 if wide else None, height=None if wide else 25)
    repairs = {keep: compared(start, keep) for keep in (False, True)}
    row["repairs"] = {str(keep): each for keep, each in repairs.items()}
    plain = repairs[False]
    row["today, 25, lines"] = {
        "unique": plain["found"],
        "lines": plain["found"],
        "seconds": plain["seconds"],
        "changed": plain.get("changed", 0),
        "place": place(plain.get("goal")),
    }
    choices, seconds = timed(lambda: choices_of(data))
    goals = [choice.puzzle.goal for choice in choices.choices]
    best = choices.choices[0] if choices.choices else None
    row["choices"] = len(goals)
    row["best choice"] = {
        "unique": best is not None and best.verdict == "unique",
        "lines": best is not None and best.line_solvable,
        "seconds": seconds,
        "changed": len(best.changes) if best else 0,
        "place": place(*goals[:1]),
    }
    row["one of the choices"] = {
        "unique": bool(goals),
        "lines": bool(goals),
        "seconds": seconds,
        "place": place(*goals),
    }
    if gallery:
        row["original"] = {"place": min(gallery.place(view, name) for view in views_of(path))}
    return row


# --- tables -----------------------------------------------------------------------------------------


def shown(rows: Sequence[Row]) -> list[str]:
    """Returns the lines of the tables."""
    lines = [f"{len(rows)} pictures; {sum(row['choices'] >= 6 for row in rows)} have six choices"]
    for way in ("today, 40", "today, 25, lines", "best choice", "one of the choices", "original"):
        own = [row[way] for row in rows if way in row]
        if not own:
            continue
        text = f"{way:20}"
        for figure in ("unique", "lines"):
            text += f"{share(figures.get(figure) for figures in own)} {figure}  " if figure in own[0] else ""
        if "changed" in own[0]:
            text += f"{statistics.mean(figures['changed'] for figures in own):.1f} changed  "
        places = [figures["place"] for figures in own if figures["place"] is not None]
        if places:
            text += f"first {share(at == 1 for at in places)}, in five {share(at <= 5 for at in places)}  "
        if "seconds" in own[0]:
            times = [figures["seconds"] for figures in own]
            text += f"CPU s median {statistics.median(times):.2f}, at most {max(times):.1f}"
        lines.append(text)
    both = [row["repairs"] for row in rows if all(repairs["found"] for repairs in row["repairs"].values())]
    both = [repairs for repairs in both if repairs["False"]["changed"] or repairs["True"]["changed"]]
    for keep_look in (False, True):
        own = [repairs[str(keep_look)] for repairs in both]
        if own:
            means = {
                name: statistics.mean(repairs[name] for repairs in own)
                for name in ("parts", "hard", "changed", "seconds")
            }
            text = ", ".join(f"{name} {value:.2f}" for name, value in means.items())
            lines.append(f"repairs of {len(own)}, {'keep_look' if keep_look else 'fewest cells'}: {text}")
    return lines


def share(values: Any) -> str:
    """Returns the share of true values in percent."""
    values = list(values)
    return f"{100 * sum(map(bool, values)) / len(values):.0f} %"


@click.command(cls=Program)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--other", type=click.Path(exists=True, path_type=Path), help="The same subjects by another artist."
)
@click.option("-n", "number", default=100, help="Pictures.")
@click.option("--among", default=196, help="Pictures of the other artist, among which one is to be found.")
@click.option("--seed", default=1)
@click.option(
    "--journal", type=click.Path(path_type=Path), help="One JSON line per picture is appended to this file."
)
def main(folder: Path, other: Path | None, number: int, among: int, seed: int, journal: Path | None) -> None:
    """Compares puzzles of the pictures in FOLDER."""
    paths = {path.stem.lower(): path for path in sorted(folder.glob("*.svg")) + sorted(folder.glob("*.png"))}
    gallery_paths = {path.stem.lower(): path for path in sorted(other.glob("*.*"))} if other else None
    names = sorted(paths if gallery_paths is None else paths.keys() & gallery_paths.keys())
    names = [name for name in names if "-" not in name or other is None]  # not the same with other skin
    several = Random(seed).sample(names, min(len(names), max(number, among)))
    names = several[:number]
    gallery = Gallery({name: gallery_paths[name] for name in several}) if gallery_paths else None
    rows = []
    for name in names:
        row = measured(paths[name], gallery)
        rows.append(row)
        if journal:
            with journal.open("a") as file:
                file.write(json.dumps(row, default=lambda _: None) + "\n")
    click.echo("\n".join(shown(rows)))


if __name__ == "__main__":
    main()
