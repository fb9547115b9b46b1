"""Which kind of file a picture is written to."""

import sys

import pytest

import nonosat as ns
from nonosat.apps.drawing.drawing import drawing_of
from nonosat.apps.drawing.writers import GIF, PICTURES, contents, writer_of

DRAWING = drawing_of(ns.Puzzle(rows=[[1]], columns=[[1]]))


def test_the_kind_goes_by_the_extension_or_by_name(tmp_path):
    DRAWING.save(tmp_path / "a.SVG")
    DRAWING.save(tmp_path / "b", to="svg")
    assert (tmp_path / "a.SVG").read_text() == (tmp_path / "b").read_text() == DRAWING.svg()


@pytest.mark.parametrize(
    ("name", "to", "match"),
    [
        ("a.xyz", None, "the extension does not say which kind"),
        ("-", None, "standard output has no extension"),
        ("a.svg", "xyz", "no kind of picture is called 'xyz'"),
    ],
)
def test_an_unknown_kind_is_refused_and_leaves_nothing(tmp_path, name, to, match):
    with pytest.raises(ns.UsageError, match=match):
        DRAWING.save(tmp_path / name if name != "-" else name, to=to)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_output_error(tmp_path):
    with pytest.raises(ns.OutputError, match="there is no folder"):
        DRAWING.save(tmp_path / "no" / "a.svg")


@pytest.mark.parametrize("name", ["png", "gif"])
def test_without_pillow_the_extra_is_named(monkeypatch, name):
    for module in ("PIL", *(f"nonosat.apps.drawing.{each}" for each in ("png", "gif"))):
        monkeypatch.setitem(sys.modules, module, None)
    for module in ("png", "gif"):
        monkeypatch.delitem(sys.modules, f"nonosat.apps.drawing.{module}")
    with pytest.raises(ns.MissingExtraError, match=f"{name.upper()} needs Pillow: pip install pillow"):
        contents(writer_of((*PICTURES, GIF), "", name), DRAWING, {})
