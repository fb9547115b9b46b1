"""Which pictures share a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.apps.book.layout import Size, Style, occupied, packed, placed
from nonosat.apps.book.paper import paper_of

STYLE = Style(most=6, most_cell=20, caption=30, narrowest=100)
PAPER = paper_of("6x9", "0.5in", "0.25in")


def pages(sizes, paper=PAPER, first=3):
    return [place.page for place in placed(sizes, paper, STYLE, first)]


def square(side, least=14.0):
    return Size(side, side, least)


def test_small_pictures_share_a_page_and_large_ones_do_not():
    assert pages([square(5)] * 7) == [3, 3, 3, 3, 3, 3, 4]
    assert pages([square(15)] * 3) == [3, 3, 4]
    assert pages([square(25)] * 2) == [3, 4]
    assert pages([square(5), square(5), square(25)]) == [3, 3, 4]


def test_the_order_is_kept_though_another_would_take_fewer_pages():
    assert pages([square(5), square(25), square(5)]) == [3, 4, 5]


def test_a_wide_picture_is_turned_only_if_its_cells_were_too_small_upright():
    (half,) = placed([Size(40, 20, 14.0)], PAPER, STYLE, 1)
    assert (half.turned, round(half.cell, 1)) == (False, 8.6)
    (wide,) = placed([Size(60, 30, 14.0)], PAPER, STYLE, 1)
    (tall,) = placed([Size(20, 40, 14.0)], PAPER, STYLE, 1)
    (small,) = placed([Size(10, 5, 14.0)], PAPER, STYLE, 1)
    assert (wide.turned, tall.turned, small.turned) == (True, False, False)
    assert wide.cell > 1.2 * 342 / 60


def test_small_pictures_move_to_the_front_to_fill_a_page():
    sizes = [square(5), square(25), square(5), square(25), square(5)]
    assert packed(sizes, PAPER.area(1), STYLE) == [0, 2, 4, 1, 3]
    pages_taken = [place.page for place in placed([sizes[at] for at in (0, 2, 4, 1, 3)], PAPER, STYLE, 1)]
    assert pages_taken == [1, 1, 1, 2, 3]


@given(st.lists(st.tuples(*[st.floats(1, 60)] * 2), max_size=15))
def test_packing_loses_no_picture_and_takes_no_more_pages(sides):
    sizes = [Size(*side, 14.0) for side in sides]
    order = packed(sizes, PAPER.area(1), STYLE)
    assert sorted(order) == list(range(len(sizes)))
    assert len(set(pages([sizes[at] for at in order]))) <= len(set(pages(sizes)))


def test_wide_paper_has_slots_beside_each_other():
    across = list(placed([square(15)] * 2, paper_of("9x6in", "0.5in", "0.25in"), STYLE, 1))
    assert across[0].slot.y == across[1].slot.y


@given(
    st.lists(st.tuples(*[st.floats(1, 60)] * 2), max_size=15),
    st.sampled_from(["6x9", "A4", "300x100mm"]),
)
def test_pictures_lie_in_their_slots_and_slots_on_the_page_apart_from_each_other(sides, page):
    paper = paper_of(page, "12mm", "6mm")
    sizes = [Size(*side, 14.0) for side in sides]
    places = list(placed(sizes, paper, STYLE, 1))
    assert len(places) == len(sizes)
    assert [place.page for place in places] == sorted(place.page for place in places)
    for size, place in zip(sizes, places, strict=True):
        width, height = size[:2][::-1] if place.turned else size[:2]
        assert width * place.cell <= place.slot.width + 1e-6
        assert height * place.cell <= place.slot.height - STYLE.caption + 1e-6
        area = paper.area(place.page)
        assert area.x - 1e-6 <= place.slot.x
        assert area.y - 1e-6 <= place.slot.y
        assert place.slot.x + place.slot.width <= area.x + area.width + 1e-6
        assert place.slot.y + place.slot.height <= area.y + area.height + 1e-6
        shared = [other for other in places if other.page == place.page and other is not place]
        assert not shared or place.cell >= size.least
        for other in shared:
            (x, y, wide, high), (a, b, wider, higher) = place.slot, other.slot
            beside = x + wide <= a + 1e-6 or a + wider <= x + 1e-6
            assert beside or y + high <= b + 1e-6 or b + higher <= y + 1e-6


def test_a_comfortable_size_above_the_largest_is_kept():
    (place,) = placed([square(3, least=30.0)], PAPER, STYLE, 1)
    assert place.cell == pytest.approx(30)


@given(st.lists(st.tuples(*[st.floats(1, 60)] * 2), min_size=1, max_size=12), st.sampled_from(["6x9", "A4"]))
def test_every_picture_is_directly_below_its_caption_in_the_middle_of_its_slot(sides, page):
    sizes = [Size(*side, 14.0) for side in sides]
    for size, place in zip(sizes, placed(sizes, paper_of(page, "12mm", "6mm"), STYLE, 1), strict=True):
        box, slot = occupied(place, size, STYLE), place.slot
        height = (size.width if place.turned else size.height) * place.cell
        assert box.height == pytest.approx(STYLE.caption + height)
        assert box.y + box.height == pytest.approx(slot.y + slot.height)
        assert box.x + box.width / 2 == pytest.approx(slot.x + slot.width / 2)
        assert box.width <= slot.width + 1e-6
