"""Answers known from other sources about other people's puzzles; skipped without the corpus."""

from pathlib import Path

import pytest
from effort import tries
from oracles import runs

from nonosat import Grid, Puzzle, Verdict, check, load, loads, solutions
from nonosat.formats import load_all

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")

SEVERAL = {10810, 6739, 2556, 2712, 10088, 18297, 9892, 12548, 22336}
"""The numbered puzzles of the survey that have more than one solution."""

SEVERAL_IN_COLOUR = {672, 2498, 2684, 2984, 3149, 3620, 4445, 4809, 5193}
"""The same of the survey's colour puzzles."""

TOO_HARD = {"knotty", "meow", "faase"}

COUNTS = {
    "survey/webpbn-06739.non": 6,
    "survey/webpbn-18297.non": 3,
    "hard/nonunique.non": 43,
}


def verdict_words(report):
    """A verdict in the words of `webpbn.verdicts.tsv`; a trivial puzzle is line-solvable too."""
    if report.verdict is Verdict.UNIQUE and report.line_solvable:
        return "unique logical"
    return str(report.verdict)


def test_every_verdict_on_the_webpbn_sample_is_reproduced():
    table = (CORPUS / "webpbn.verdicts.tsv").read_text().splitlines()
    expected = dict(line.split("\t") for line in table)
    assert len(expected) == 1113
    if tries(2) < 2:
        expected = dict(list(expected.items())[::5])
    found = {name: verdict_words(check(load(CORPUS / "webpbn" / name))) for name in expected}
    assert found == {name: words.removeprefix("trivial ") for name, words in expected.items()}


def survey():
    paths = sorted((CORPUS / "survey").glob("*.non"))
    return [path for path in paths if path.stem not in TOO_HARD]


def test_the_survey_is_whole():
    assert len(survey()) == 28


def name_of(path):
    """The id of a test; pytest before 8.4 asks for one even if there are no files."""
    return getattr(path, "stem", None)


@pytest.mark.slow
@pytest.mark.parametrize("path", survey(), ids=name_of)
def test_verdicts_on_the_survey(path):
    number = int(path.stem.removeprefix("webpbn-"))
    report = check(load(path))
    assert report.verdict is (Verdict.MULTIPLE if number in SEVERAL else Verdict.UNIQUE)
    assert all(grid.satisfies(report.puzzle) for grid in report.solutions)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((CORPUS / "survey_color").glob("*.xml")), ids=name_of)
def test_verdicts_on_the_colour_survey(path):
    number = int(path.stem.removeprefix("webpbn-color-"))
    report = check(load(path))
    assert report.verdict is (Verdict.MULTIPLE if number in SEVERAL_IN_COLOUR else Verdict.UNIQUE)
    assert len(set(report.solutions)) == (2 if number in SEVERAL_IN_COLOUR else 1)
    assert all(grid.satisfies(report.puzzle) for grid in report.solutions)


@pytest.mark.parametrize("path", sorted((CORPUS / "formats").glob("*")), ids=lambda path: path.name)
def test_every_file_of_every_format_is_read_and_sound(path):
    puzzles = load_all(path)
    assert puzzles
    assert [puzzle.problems() for puzzle in puzzles] == [()] * len(puzzles)


@pytest.mark.parametrize("stem", ["dragonfly", "nonunique", "webpbn-14971"])
def test_one_puzzle_is_equal_in_all_its_forms(stem):
    forms = sorted((CORPUS / "formats").glob(f"{stem}.*"))
    assert len(forms) == 7
    read = {puzzle.statement for path in forms for puzzle in (load(path), loads(path.read_bytes()))}
    assert len(read) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_known_numbers_of_solutions(name):
    grids = list(solutions(load(CORPUS / name)))
    assert len(set(grids)) == len(grids) == COUNTS[name]


@pytest.mark.parametrize("name", ["cauldron", "nonograms-org-51237-gargantua"])
def test_large_puzzles_that_lines_solve(name):
    report = check(load(CORPUS / "hard" / f"{name}.non"))
    assert (report.verdict, report.line_solvable) == (Verdict.UNIQUE, True)


def blocks_of_lines(path):
    """The lines of a tournament file below each heading `$1`, `$2` and so on, split at tabs."""
    blocks = []
    for line in path.read_text().splitlines():
        if line.startswith("$"):
            blocks.append([])
        elif blocks:
            blocks[-1].append([int(word) for word in line.split("\t") if word.strip()])
    return blocks


def test_a_sample_of_tournament_puzzles():
    clues = blocks_of_lines(CORPUS / "tournament" / "taai2011.txt")
    pictures = blocks_of_lines(CORPUS / "tournament" / "taai2011.solution.txt")
    assert len(clues) == len(pictures) == 1000
    for lines, picture in list(zip(clues, pictures, strict=True))[:: 1000 // tries(40)]:
        columns, rows = lines[:25], lines[25:50]
        report, published = check(Puzzle(rows, columns)), Grid(picture)
        assert published.satisfies(report.puzzle)
        assert report.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)
        for grid in report.solutions:
            assert [[length for length, _ in runs(row)] for row in grid] == rows
            assert [[length for length, _ in runs(column)] for column in grid.columns()] == columns
        if report.verdict is Verdict.UNIQUE:
            assert report.solutions == (published,)
        else:
            assert len(set(report.solutions)) == 2


@pytest.mark.parametrize(
    ("name", "verdict"), [("dragonfly", "unique"), ("nonunique", "multiple"), ("webpbn-14971", "unique")]
)
def test_files_in_the_fields_formats(name, verdict):
    puzzle = load(CORPUS / "formats" / f"{name}.non")
    assert puzzle.problems() == ()
    assert check(puzzle).verdict == verdict
    assert puzzle.statement == load(CORPUS / "hard" / f"{name}.non").statement
