"""`nonosat.support.packages`, and optional packages that are missing, or there and cannot be loaded."""

import builtins
import importlib
import sys

import pytest
from PIL import Image

import nonosat as ns
from nonosat import Puzzle, SearchOptions, check
from nonosat.apps.scanning.pages import pages_of
from nonosat.support.limits import Clock, Limit
from nonosat.support.packages import importable


class Counting:
    """Counts how often packages are looked for."""

    number = 0

    def find_spec(self, *_):
        self.number += 1


def test_a_second_check_looks_for_no_package(monkeypatch):
    puzzles = [Puzzle([[1], [1]], [[1], [1]]), Puzzle([[1], [2]], [[2], [1]])]  # with a solver, and without
    for puzzle in puzzles:
        check(puzzle, options=SearchOptions(portfolio=1))
    monkeypatch.setattr(sys, "meta_path", [counting := Counting(), *sys.meta_path])
    for puzzle in puzzles:
        check(puzzle, options=SearchOptions(portfolio=1))
    assert not counting.number


def test_a_package_that_is_installed_meanwhile_is_found(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    assert not importable("of_the_test")
    (tmp_path / "of_the_test.py").touch()
    importlib.invalidate_caches()
    assert importable("of_the_test")


USES = {
    "cv2": lambda: ns.scan(Image.new("L", (40, 40))),
    "pypdfium2": lambda: next(pages_of(b"%PDF-1.7", clock=Clock(Limit(seconds=60)))),  # here, not in a child
    "reportlab.pdfgen.canvas": lambda: ns.book([ns.example("cup")]),
    "pyarrow": lambda: ns.table([]),
    "openpyxl": lambda: ns.loads(b"PK\x03\x04xl/", "xlsx"),
    "PIL": lambda: ns.from_image(b"\xff\xd8\xff\xe0"),
}
"""A question that needs the package."""


@pytest.mark.parametrize("package", USES)
def test_a_package_that_is_missing_is_named(package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ns.MissingExtraError, match="pip install"):
        USES[package]()


@pytest.mark.parametrize("package", USES)
def test_a_package_that_cannot_be_loaded_is_not_called_missing(package, monkeypatch):
    """Like a limit that leaves no memory for its libraries."""
    load = builtins.__import__

    def loading(name, *others):
        if name == package:
            raise ImportError("failed to map segment from shared object")
        return load(name, *others)

    monkeypatch.setattr(builtins, "__import__", loading)
    with pytest.raises(ImportError, match="map segment"):
        USES[package]()
