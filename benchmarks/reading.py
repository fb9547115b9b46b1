"""From files to answers, beside another version: `python -m benchmarks.reading CORPUS [OTHER...]`.

Measures this checkout and each OTHER, a folder with a built checkout, in turns, each in a process of its own. Prints CPU
microseconds for each puzzle, the best of the turns: reading `.non` and other lines of numbers, webpbn's XML and JSON; reading and
checking; checking alone; rating. Easy puzzles are those of webpbn.com that need no conflict. Only public names are used, so that
older versions can run it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import click

import nonosat as ns
from benchmarks.report import Program

ROOT = Path(__file__).resolve().parents[1]

_XML_EVERY, _RATED_EVERY = 8, 20  # of the easy puzzles; XML takes long, and so do ratings
_TIMES = 3  # the best counts
_PLAIN = ("cwd", "nin", "mk")  # other formats of lines of numbers
_MEASURE = "--measure"


def measured(corpus: Path) -> dict[str, float]:
    """Returns CPU seconds for each puzzle by question, in this process."""
    figures: dict[str, float] = {}
    options = ns.SearchOptions(portfolio=1)
    paths = sorted((corpus / "webpbn").iterdir())

    def note(name: str, work: Callable[[], object], number: int, times: int = _TIMES) -> None:
        figures[name] = min(seconds_of(work) for _ in range(times)) / number

    note("load, .non", lambda: [ns.load(path) for path in paths], len(paths))
    puzzles = [ns.load(path) for path in paths]
    reports = [ns.check(puzzle, options=options, limit=ns.Limit(conflicts=1)) for puzzle in puzzles]
    easy = [path for path, report in zip(paths, reports, strict=True) if report.stopped is None]
    loaded = [ns.load(path) for path in easy]
    note(
        "load and check, .non",
        lambda: [ns.check(ns.load(path), options=options) for path in easy],
        len(easy),
    )
    note(
        "check, clues seen before",
        lambda: [ns.check(puzzle, options=options) for puzzle in loaded],
        len(easy),
    )
    texts = [ns.dumps(puzzle, "json") for puzzle in puzzles]
    note("loads, JSON", lambda: [ns.loads(text, "json") for text in texts], len(texts))
    for kind in _PLAIN:
        with TemporaryDirectory() as folder:
            plain = [Path(folder, f"{at}.{kind}") for at, _ in enumerate(loaded)]
            for file, puzzle in zip(plain, loaded, strict=True):
                ns.dump(puzzle, file)
            note(f"load, .{kind}", lambda: [ns.load(file) for file in plain], len(plain))  # noqa: B023 (called at once)
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{at}.xml") for at, _ in enumerate(loaded[::_XML_EVERY])]
        for file, puzzle in zip(files, loaded[::_XML_EVERY], strict=True):
            ns.dump(puzzle, file)
        note("load, webpbn's XML", lambda: [ns.load(file) for file in files], len(files))
        note(
            "load and check, webpbn's XML",
            lambda: [ns.check(ns.load(file), options=options) for file in files],
            len(files),
        )
    rated = loaded[::_RATED_EVERY]
    note("rate, every 20th", lambda: [ns.rate(puzzle) for puzzle in rated], len(rated), 1)
    return figures


def seconds_of(work: Callable[[], object]) -> float:
    """Returns the CPU seconds of a call."""
    began = process_time()
    work()
    return process_time() - began


def figures_of(checkout: Path, corpus: Path) -> dict[str, float]:
    """Measures a checkout in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-m", "benchmarks.reading", _MEASURE, str(corpus.resolve())]
    run = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(run.stdout))


@click.command(cls=Program)
@click.argument("corpus", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("others", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--turns", default=2, show_default=True, help="Processes of each checkout.")
def main(corpus: Path, others: tuple[Path, ...], turns: int) -> None:
    """Print microseconds for each puzzle."""
    checkouts = (ROOT, *(other.resolve() for other in others))
    figures: list[list[dict[str, float]]] = [[] for _ in checkouts]
    for _ in range(turns):
        for runs, checkout in zip(figures, checkouts, strict=True):
            runs.append(figures_of(checkout, corpus))
    click.echo(
        f"| | {' | '.join(checkout.name for checkout in checkouts)} |\n|---|{'---:|' * len(checkouts)}"
    )
    for name in figures[0][0]:
        cells = (f"{1e6 * min(run[name] for run in runs):,.0f}" for runs in figures)
        click.echo(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    if sys.argv[1:2] == [_MEASURE]:
        print(json.dumps(measured(Path(sys.argv[2]))))
    else:
        main()
