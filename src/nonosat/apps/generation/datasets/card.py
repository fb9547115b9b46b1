"""The page about a data set: contents, recipe, and distributions of labels and figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from nonosat.apps.generation.datasets.page import Html, page, table
from nonosat.apps.generation.datasets.recipe import Recipe, stated
from nonosat.apps.illustration.render import render
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.puzzle import Puzzle
from nonosat.support.journals import Record

_SHOWN = 12  # puzzles drawn

_BINS = 20

_STYLE = """
.bar { background: #3b6fb6; height: 0.7rem }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem }
figure { margin: 0 } figcaption { color: #555; font-size: 0.85rem }
"""

_LABELS = {
    "verdict": "Verdict",
    "known_by": "Known by",
    "grade": "Grade",
    "count": "Solutions",
    "size": "Size",
    "inks": "Inks",
    "symmetry": "Symmetry of the picture",
    "split": "Split",
}
_FIGURES = {
    "difficulty": "difficulty",
    "minutes": "minutes of the median player",
    "stars": "stars, 1 to 5",
    "sweeps": "sweeps over all lines",
    "density": "share of inked cells",
    "smoothness": "share of equal neighbours",
}


class _Figures:
    """Counts over all records; mutable."""

    def __init__(self) -> None:
        self.count = 0
        self.wishes: Counter[int] = Counter()
        self.labels: dict[str, Counter[str]] = {name: Counter() for name in _LABELS}
        self.figures: dict[str, Counter[float]] = {name: Counter() for name in _FIGURES}
        self.first: list[Record] = []

    def add(self, record: Record) -> None:
        self.count += 1
        self.wishes[record["wish"]] += 1
        labels = record | {"size": f"{record['width']}x{record['height']}"}
        labels["symmetry"] = ", ".join(record.get("symmetry", ())) or "none"
        for name, counter in self.labels.items():
            if labels.get(name) is not None:
                counter[str(labels[name])] += 1
        for name, numbers in self.figures.items():
            if record.get(name) is not None:
                numbers[round(record[name], 2)] += 1
        if len(self.first) < _SHOWN:
            self.first.append(record)


def card_of(name: str, recipe: Recipe, version: str, records: Iterable[Record], sha256: str) -> str:
    """Returns the page about the data set in file `name`: self-contained HTML."""
    found = _Figures()
    for record in records:
        found.add(record)
    parts = [
        f"<p>{found.count:,} nonograms made by nonosat {escape(version)}, no two of them equal when they are "
        "turned or mirrored or their inks exchanged. Verdicts are proved.</p>",
        f"<p>SHA-256 of the file: <code>{sha256}</code></p>",
        '<h2>The first ones</h2>\n<div class="puzzles">',
        *map(_figure, found.first),
        "</div>",
        *_wishes(recipe, found),
        *_distributions(found),
        "<h2>Recipe</h2>",
        f"<pre>{escape(json.dumps(recipe.to_json(), indent=1))}</pre>",
    ]
    return page(name, parts, _STYLE)


def _figure(record: Record) -> str:
    """Draws a puzzle, with its solution if it has one."""
    puzzle = puzzle_of(record)
    shown = "solution" if puzzle.goal is not None and record["verdict"] != "unsolvable" else "puzzle"
    words = record["grade"] or record["verdict"]
    drawing = render(puzzle, show=shown).svg(theme="light")
    return f"<figure>{drawing}<figcaption>{record['puzzle']}: {words}</figcaption></figure>"


def puzzle_of(record: Record) -> Puzzle:
    """Returns the puzzle of a record."""
    from nonosat.formats import native

    return native.puzzle_of({name: record[name] for name in native.KNOWN & record.keys()})


def _wishes(recipe: Recipe, found: _Figures) -> Iterator[str]:
    rows = [
        (
            ", ".join(f"{name} {_plain(value)}" for name, value in stated(wish).items()),
            f"{found.wishes[at]:,}",
            f"{quota:,}",
        )
        for at, (wish, quota) in enumerate(zip(recipe.wishes, recipe.quotas, strict=True))
    ]
    yield "<h2>Wishes</h2>"
    yield table(("wish", "puzzles", "wanted"), rows)


def _plain(value: Any) -> str:
    return "given" if isinstance(value, list) and len(value) > 3 else json.dumps(value).strip('"')


def _distributions(found: _Figures) -> Iterator[str]:
    for name, title in _LABELS.items():
        if counter := found.labels[name]:
            if len(counter) == 1:
                yield f"<p>{title}: {escape(str(*counter))}, all of them.</p>"
                continue
            yield f"<h2>{title}</h2>"
            ordered = sorted(counter.items(), key=lambda each: _rank(name, each))
            if len(ordered) > _BINS:
                yield f"<p>{len(ordered):,} kinds; the {_BINS} most frequent are shown.</p>"
            yield _shares(title, ordered[:_BINS], found.count)
    for name, axis in _FIGURES.items():
        if numbers := found.figures[name]:
            yield f"<h2>{axis.capitalize()}</h2>"
            yield _shares("from", _bins(numbers), found.count)


def _shares(title: str, counts: Iterable[tuple[str, int]], total: int) -> str:
    """Returns a table of counts with their shares as bars."""
    rows = [
        (
            label,
            f"{number:,}",
            f"{100 * number / total:.1f} %",
            Html(f'<svg class="bar" width="{15 * number / total:.2f}rem"></svg>'),
        )
        for label, number in counts
    ]
    return table((title, "puzzles", "share", ""), rows)


def _rank(name: str, item: tuple[str, int]) -> tuple[int, str]:
    """Sort key: grades by difficulty, the rest by frequency."""
    return (list(Grade).index(Grade(item[0])), "") if name == "grade" else (-item[1], item[0])


def _bins(numbers: Counter[float]) -> Iterator[tuple[str, int]]:
    """Yields the lower end and the count of each bin of equal width."""
    least, most = min(numbers), max(numbers)
    whole = all(number == int(number) for number in numbers)
    wide = max((most - least) / _BINS, 1.0 if whole else 0.01)
    if whole:
        wide = -(-wide // 1)
    bins: Counter[int] = Counter()
    for number, count in numbers.items():
        bins[int((number - least) / wide + 1e-9)] += count
    for at in range(max(bins) + 1):
        low = least + at * wide
        yield f"{low:g}" if whole else f"{low:.2f}", bins[at]
