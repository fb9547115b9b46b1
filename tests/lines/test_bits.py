from hypothesis import given
from hypothesis import strategies as st
from strategies import masks

from nonosat.lines import bits

WIDTH = 20


def as_set(mask):
    return {at for at, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"}


@given(masks(WIDTH), st.integers(1, WIDTH + 1))
def test_run_starts_are_where_a_whole_run_lies_in_the_mask(mask, length):
    cells = as_set(mask)
    expected = {at for at in range(WIDTH) if all(at + step in cells for step in range(length))}
    assert as_set(bits.run_starts(mask, length)) == expected


@given(masks(WIDTH), st.integers(1, WIDTH))
def test_spread_covers_every_cell_of_every_run(starts, length):
    expected = {at + step for at in as_set(starts) for step in range(length)}
    assert as_set(bits.spread(starts, length)) == expected


@given(st.integers(1, 300), st.integers(0, 300))
def test_shrink_steps_add_up_and_never_outgrow_what_is_there(have, more):
    steps = bits.shrink_steps(have, have + more)
    size = have
    for step in steps:
        assert 1 <= step <= size
        size += step
    assert size == have + more
    assert len(steps) <= (more // have + 1).bit_length()


@given(st.integers(0, 70).flatmap(lambda width: st.tuples(masks(width), st.just(width))))
def test_mirror_reads_the_line_from_its_other_end(line):
    mask, width = line
    flipped = bits.mirror(mask, width)
    assert as_set(flipped) == {width - 1 - at for at in as_set(mask)}
    assert bits.mirror(flipped, width) == mask


@given(masks(100))
def test_positions_are_the_set_bits_in_order(mask):
    assert list(bits.positions(mask)) == sorted(as_set(mask))


@given(masks(100).filter(bool))
def test_lowest_and_highest_are_the_ends_of_the_set(mask):
    assert bits.lowest(mask) == min(as_set(mask))
    assert bits.highest(mask) == max(as_set(mask))
