"""Files of every format, and of other programs, are opened on the page."""

import json
from pathlib import Path

import pytest
from browser import WIDE

import nonosat as ns
from nonosat import formats
from nonosat.formats.table import FORMATS, extensions_of

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

REFUSED = "status of 422"
"""Chromium's console message when a server refuses a request."""

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
MOST_BYTES = 200_000  # larger files of the corpus belong to other tests

GRID = ns.Grid([[int(column <= row) for column in range(5)] for row in range(5)])
ABOUT = ns.Metadata(
    "A title", "An author", "a source", "a copyright", "a licence", (("date", "2020-01-02"), ("level", "3"))
)
PUZZLE = GRID.puzzle(goal=GRID, metadata=ABOUT)


def written(folder):
    """Writes the puzzle in every format that can hold it; yields the files."""
    for name, info in FORMATS.items():
        if info.format is None:
            continue
        path = folder / f"{name}{next(iter(extensions_of(name)), '.txt')}"
        try:
            data = formats.contents_of(PUZZLE, name, lossy=True)
        except ns.InputError:  # it holds other shapes only
            continue
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        yield path


def of_other_programs():
    """Yields a file of each format, and every file of the dialects, in the corpus."""
    seen = set()
    for path in sorted(CORPUS.glob("formats/*")):
        if path.suffix not in seen and path.stat().st_size < MOST_BYTES:
            seen.add(path.suffix)
            yield path
    yield from sorted(path for path in CORPUS.glob("dialects/*") if path.suffix != ".md")
    yield from sorted(CORPUS.glob("survey_color/*.xml"))[:2]


def opened(desk, path):
    """Drops a file on the page; returns the puzzle on the desk, the first if there are several, or else the message."""
    before = desk.page.evaluate("() => studio.state.id")
    desk.page.evaluate("() => studio.api.page.endMessage()")
    desk.drop(path)
    desk.wait(
        f"studio.state.id !== '{before}' || document.querySelector('dialog[open], #toast:not([hidden])')"
    )
    if desk.page.locator("dialog[open]").count():
        desk.page.locator("dialog[open] .shelf button").first.click()
        desk.wait(f"studio.state.id !== '{before}'")
    if desk.page.evaluate("() => studio.state.id") == before:
        return desk.page.inner_text("#toast")
    return desk.puzzle


def same(puzzle, record):
    """Returns True if the page's record is the puzzle; the page leaves out a goal that is no solution."""
    found = ns.loads(json.dumps(record), "json")
    return found in (puzzle, puzzle.replace(goal=None))


def unlike(desk, paths):
    """Yields the name of each file that Python reads and the page does not, or otherwise, and what the page says."""
    for path in paths:
        try:
            puzzle = formats.load_all(path)[0]
        except ns.InputError as error:
            record = opened(desk, path)
            if not isinstance(record, str):
                yield path.name, str(error)
            continue
        record = opened(desk, path)
        if isinstance(record, str) or not same(puzzle, record):
            yield path.name, record


def test_a_puzzle_with_all_metadata_is_opened_from_a_file_of_each_format(studio, tmp_path):
    desk = studio(**WIDE, expected=REFUSED)
    paths = list(written(tmp_path))
    assert len(paths) > 20
    assert list(unlike(desk, paths)) == []


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_files_of_other_programs_are_opened(studio):
    desk = studio(**WIDE, expected=REFUSED)
    assert list(unlike(desk, of_other_programs())) == []
