"""The benchmark of repairs: its wrong numbers, its ambiguous pictures, its tables."""

from pathlib import Path
from random import Random

from click.testing import CliRunner

import nonosat as ns
from benchmarks.repairing import Retyped, ambiguous, clue_lines, main, retyped, sample, with_wrong_number


def test_one_length_is_changed_and_the_clue_still_fits() -> None:
    puzzle, random = ns.example("gchq").statement, Random(1)
    for _ in range(200):
        wrong = with_wrong_number(puzzle, random)
        changed = [
            (before, after)
            for before, after in zip(puzzle.lines, wrong.lines, strict=True)
            if before.clue != after.clue
        ]
        ((before, after),) = changed
        pairs = zip(before.clue or (), after.clue or (), strict=True)
        assert sum(one.length != other.length for one, other in pairs) == 1
        assert not [problem for problem in wrong.problems() if "long" in str(problem)]


def test_the_original_clue_is_among_the_repairs() -> None:
    outcome = retyped(ns.example("cup").statement, Random(2), 20)
    assert outcome
    assert outcome.place == 1
    assert outcome.is_minimal
    assert outcome.conflict > 0


def test_a_sample_has_puzzles_with_one_solution_only(tmp_path: Path) -> None:
    ns.dump(ns.example("cup"), tmp_path / "cup.non")
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), tmp_path / "two.non")
    ns.dump(ns.Puzzle([[]], [[]]), tmp_path / "empty.non")
    assert [*sample(tmp_path, 9, Random(1))] == [ns.example("cup").statement]


def test_places_are_counted() -> None:
    results = [Retyped(place, 4, place != 4, 0.5, 1.0) for place in (1, 3, 4, None)]
    assert [*clue_lines(results)] == [
        "original clue first\t1/4",
        "original clue among the first three\t2/4",
        "original clue listed\t3/4",
        "conflicts proved minimal\t3/4",
        "median size of a conflict\t4",
        "CPU s of a conflict: median, longest\t0.5, 0.5",
        "CPU s of a repair: median, longest\t1, 1",
    ]


def test_ambiguous_pictures_are_repainted() -> None:
    (picture,) = ambiguous(1, Random(1))
    assert ns.check(picture.puzzle()).verdict is ns.Verdict.MULTIPLE
    ran = CliRunner().invoke(main, ["pixels", "--number", "1", "--seconds", "20"])
    assert ran.exit_code == 0, ran.output
    assert [line.split("\t")[0] for line in ran.output.splitlines()] == ["unique", "line-solvable"]
    assert "1/1 made so" in ran.output
