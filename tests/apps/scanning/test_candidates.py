"""Readings in order of probability, with equal sums, without clashes; compared with trying all."""

from itertools import product
from math import log
from random import Random

import pytest

pytest.importorskip("numpy")

from nonosat.apps.scanning.candidates import DEAREST, Clash, Readings, candidates
from nonosat.apps.scanning.reading import LineReading, ReadNumber
from nonosat.apps.scanning.rectified import Box, Part

NOWHERE = Box(0, 0, 1, 1)


def line(*numbers):
    """A line whose numbers have these values and probabilities."""
    return LineReading(
        ((tuple(ReadNumber(Part.LEFT, NOWHERE, number) for number in numbers), 1.0),), not numbers
    )


def test_the_clues_of_a_line_come_in_order_and_fit():
    found = candidates(line(((3, 0.9), (8, 0.1)), ((1, 0.6), (7, 0.4))), 6)
    assert [[block.length for block in each.clue] for each in found] == [[3, 1]]
    found = candidates(line(((3, 0.9), (2, 0.1)), ((1, 0.6), (2, 0.4))), 6)
    assert [[block.length for block in each.clue] for each in found] == [[3, 1], [3, 2], [2, 1], [2, 2]]
    assert found[1].cost == pytest.approx(-log(0.9) - log(0.4))


def test_a_zero_stands_alone():
    assert candidates(line(((0, 1.0),)), 5)[0].clue == ()
    assert candidates(line(((0, 0.9), (6, 0.1)), ((2, 1.0),)), 9)[0].clue[0].length == 6


def test_ink_that_is_no_number_is_left_out():
    [first, second] = candidates(line(((None, 0.7), (1, 0.3)), ((4, 1.0),)), 9)
    assert [len(first.clue), len(second.clue)] == [1, 2]


@pytest.mark.parametrize("seed", range(20))
def test_readings_are_those_of_trying_all(seed):
    random = Random(seed)
    lines = []
    for _ in range(6):
        values = random.sample(range(1, 6), random.randint(1, 3))
        chances = sorted((random.random() + 0.01 for _ in values), reverse=True)
        lines.append(
            candidates(line(tuple((v, c / sum(chances)) for v, c in zip(values, chances, strict=True))), 5)
        )
    clash = Clash({(0, 0), (3, len(lines[3]) - 1)})
    readings = Readings(lines, 3, 1, lambda: None)
    readings.clash(clash)
    found = list(readings)
    wanted = {}
    for places in product(*(range(len(each)) for each in lines)):
        lengths = [each[at].clue[0].length for each, at in zip(lines, places, strict=True)]
        cost = sum(each[at].cost - each[0].cost for each, at in zip(lines, places, strict=True))
        clashes = places[0] == 0 and places[3] == len(lines[3]) - 1
        if sum(lengths[:3]) == sum(lengths[3:]) and not clashes and cost <= DEAREST:
            wanted[places] = cost
    assert {places for _, places in found} == set(wanted)
    assert len(found) == len(wanted)
    costs = [cost for cost, _ in found]
    assert costs == sorted(costs)
    assert costs == pytest.approx([wanted[places] for _, places in found])
    assert readings.exhausted
