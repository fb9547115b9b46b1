"""All fillings of a line against every colouring of its cells."""

from itertools import groupby, product
from random import Random

from effort import tries

from nonosat.verifier.lines import Pattern, Reach


def located(cells):
    """The blocks of a line: their first cell and the one after the last, and their colours."""
    blocks, at = [], 0
    for colour, run in groupby(cells):
        end = at + len(list(run))
        blocks += [((at, end), colour)] if colour else []
        at = end
    return blocks


def described(cells, clue):
    blocks = located(cells)
    return len(blocks) == len(clue) and all(
        colour == its and length in (None, end - start)
        for ((start, end), colour), (length, its) in zip(blocks, clue, strict=True)
    )


def test_lines_against_every_colouring():
    random = Random(6)
    empty = 0
    for _ in range(tries(4000)):
        size = random.randint(1, 6)
        clue = tuple(
            (random.choice((1, 2, None, None)), random.randint(1, 2)) for _ in range(random.randint(0, 4))
        )
        colours = [random.choice((7, 7, 7, 3, 5, 6, 1, 2, 4)) for _ in range(size)]
        options = [[colour for colour in range(3) if mask >> colour & 1] for mask in colours]
        every = [cells for cells in product(*options) if described(cells, clue)]
        pattern = Pattern(clue)
        reach = Reach(pattern, colours)
        assert reach.any() == bool(every)
        empty += not every
        if every:
            found = [reach.colours_at(at) for at in range(size)]
            assert found == [sum(1 << colour for colour in set(cells)) for cells in zip(*every, strict=True)]
        for _ in range(8):
            _check_any_with(random, clue, pattern, reach, colours, every)
    assert tries(800) < empty < tries(3200)


def _check_any_with(random, clue, pattern, reach, colours, every):
    """Some cells have fewer colours, and some blocks start or end before a position or not."""
    size = len(colours)
    fewer = {
        at: random.choice((1, 2, 4, 3, 5, 6)) & colours[at]
        for at in random.sample(range(size), random.randint(0, min(2, size)))
    }
    states, bounds = {}, []
    for _ in range(random.randint(not fewer, 3) if clue else 0):
        block, end, true = random.randrange(len(clue)), random.random() < 0.5, random.random() < 0.5
        position = random.randrange(size + end)
        after = position if end else position + 1
        mask = -1 << (pattern.last if end else pattern.first)[block]
        states[after] = states.get(after, -1) & (mask if true else ~mask)
        bounds.append((block, end, position, true))
    if not fewer and not states:
        return
    expected = any(
        all(mask >> cells[at] & 1 for at, mask in fewer.items())
        and all((located(cells)[block][0][end] <= position) == true for block, end, position, true in bounds)
        for cells in every
    )
    assert reach.any_with(fewer, states) == expected
