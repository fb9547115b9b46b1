"""The size of pages, and their printable area."""

import pytest

from nonosat.apps.book.paper import PAGES, paper_of, points_of
from nonosat.support.errors import UsageError


def test_sizes_have_names_or_are_written_out():
    sizes = {name: str(paper_of(name, "10mm", "5mm")) for name in PAGES}
    assert sizes == {
        "a5": "148x210 mm",
        "6x9": "152x229 mm",
        "letter": "216x279 mm",
        "a4": "210x297 mm",
        "legal": "216x356 mm",
        "a3": "297x420 mm",
    }
    assert str(paper_of("15.5x20 cm", "10mm", "5mm")) == "155x200 mm"
    assert paper_of("Letter", "10mm", "5mm") == paper_of("8.5x11in", "10mm", "5mm")


def test_sizes_without_a_unit_are_in_inches():
    assert paper_of("8.5x14", "10mm", "5mm") == paper_of("legal", "10mm", "5mm")
    with pytest.raises(
        UsageError, match="a page of 150x200 inches is too large: name another unit, as in 150x200mm"
    ):
        paper_of("150x200", "10mm", "5mm")


def test_the_gutter_is_at_the_binding():
    paper = paper_of("200x200mm", "10mm", "5mm")
    right, left = paper.area(1), paper.area(2)
    assert right.x == pytest.approx(points_of("15mm"))
    assert left.x == pytest.approx(points_of("10mm"))
    assert right[1:] == left[1:]
    assert left.width == pytest.approx(points_of("175mm"))
    assert left.height == pytest.approx(points_of("180mm"))


@pytest.mark.parametrize(
    ("page", "margin", "gutter"),
    [
        ("tabloid", "1in", "0in"),
        ("6x9", "1", "0in"),
        ("6x9", "-1in", "0in"),
        ("6x9", "nanin", "0in"),
        ("", "1in", "0in"),
        ("6x9", "1in", "5in"),
        ("6x9", "1in", "999999mm"),
        ("1x9in", "1mm", "1mm"),
        ("9000x9000mm", "1mm", "1mm"),
        ("9x", "1mm", "1mm"),
        ("6x9", "1e300in", "0in"),
    ],
)
def test_a_page_without_a_printable_area_is_refused(page, margin, gutter):
    with pytest.raises(UsageError):
        paper_of(page, margin, gutter)
