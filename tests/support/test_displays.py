"""Displays of values: registered by higher layers, and loaded on use."""

import subprocess
import sys

from nonosat.support.displays import register, shown


def test_unregistered_types_are_not_shown():
    assert shown("nothing", 3) is None


def test_registered_displays_are_loaded_on_use():
    loaded = []

    def load():
        loaded.append(1)
        return "<{}>".format

    register("made up", load)
    assert loaded == []
    assert shown("made up", 3) == "<3>"
    assert loaded == [1]


def test_the_package_registers_them_and_loads_no_pictures():
    program = """
import sys, nonosat as ns
puzzle = ns.Puzzle([[1]], [[1]])
assert not [name for name in sys.modules if name.startswith("nonosat.pictures")]
assert puzzle._repr_svg_().startswith("<svg")
assert "|" in str(puzzle)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
