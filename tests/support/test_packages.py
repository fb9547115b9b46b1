"""Whether an optional package is there is found out once, if it is."""

import importlib
import sys

from nonosat import Puzzle, SearchOptions, check
from nonosat.support.packages import importable


class Counting:
    """Counts how often packages are looked for."""

    number = 0

    def find_spec(self, *_):
        self.number += 1


def test_a_second_check_looks_for_no_package(monkeypatch):
    puzzles = [Puzzle([[1], [1]], [[1], [1]]), Puzzle([[1], [2]], [[2], [1]])]  # with a solver, and without
    for puzzle in puzzles:
        check(puzzle, options=SearchOptions(workers=1))
    monkeypatch.setattr(sys, "meta_path", [counting := Counting(), *sys.meta_path])
    for puzzle in puzzles:
        check(puzzle, options=SearchOptions(workers=1))
    assert not counting.number


def test_a_package_that_is_installed_meanwhile_is_found(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    assert not importable("of_the_test")
    (tmp_path / "of_the_test.py").touch()
    importlib.invalidate_caches()
    assert importable("of_the_test")
