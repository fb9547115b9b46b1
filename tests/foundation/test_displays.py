"""How values are shown: what is registered from above, and loaded when it is needed."""

import subprocess
import sys

from nonosat.foundation import displays
from nonosat.foundation.displays import NotebookDisplay, shown


class Thing(NotebookDisplay):
    pass


def test_what_nobody_registered_is_not_shown(monkeypatch):
    monkeypatch.setattr(displays, "_loaders", {})
    assert shown("text", 3) is None
    assert (Thing()._repr_svg_(), Thing()._repr_html_()) == (None, None)


def test_what_is_registered_is_loaded_when_it_is_shown(monkeypatch):
    loaded = []

    def load():
        loaded.append(1)
        return "<{}>".format

    monkeypatch.setattr(displays, "_loaders", {})
    displays.register("svg", load)
    assert loaded == []
    assert Thing()._repr_svg_().startswith("<")
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
