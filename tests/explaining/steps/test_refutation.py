"""Explained suppositions: only the needed inferences of a chain."""

from dataclasses import replace
from pathlib import Path

import pytest
from effort import tries
from hypothesis import example, given, settings
from hypothesis import strategies as st
from replay import SUPPOSITIONS, Replay
from strategies import unsettled_puzzles

from nonosat import Puzzle, explain, load
from nonosat.explaining.words.wording import LONGEST

PUZZLES = Path(__file__).parents[3] / "puzzles"


def first_supposition(name):
    replay = Replay(load(PUZZLES / name))
    for step in explain(replay.puzzle):
        if step.probes:
            return step, replay
        replay.check(step)
    raise AssertionError


def test_a_supposition_is_explained_line_by_line():
    step, _ = first_supposition("rocket.non")
    assert str(step).split("\n") == [
        "row 22, edge logic: suppose the 17 starts at cell 2",
        "- row 22, glue: the 17 on cell 2 starts at cell 2 at the earliest (cell 1 is white), so cell 3 is black",
        "- column 2, complete: its clue is complete, so cell 29 is white",
        "- row 29, overlap: the first 1 lies in cell 3, so cell 3 is black",
        "- column 3, contradiction: 12 cells are black, and the clue has 11",
        "So the 17 does not start at cell 2: row 22, column 2 is white",
    ]
    assert (step.links, step.least) == (4, 4)
    record = step.to_json()
    assert record["placement"] == {"axis": "row", "index": 21, "block": 0, "start": 1}
    assert [link["reason"] for link in record["chain"]] == ["glue", "complete", "overlap"]
    assert set(record["chain"][0]) == {"reason", "axis", "index", "cells", "excluded", "text", "said"}
    assert record["contradiction"].pop("said")
    assert record["contradiction"] == {
        "axis": "column",
        "index": 2,
        "text": "column 3, contradiction: 12 cells are black, and the clue has 11",
    }


SEVERAL = [
    Puzzle([[1], [1, 1], [1, 1], [], [], [2]], [[1], [1], [1], [1, 1], [2]]),
    Puzzle([[1], [2, 1], [2], [1], [1]], [[1], [2], [1, 1], [1], [], [1, 1]]),
    Puzzle([[1], [1, 1], [1], [1, 2]], [[1], [2], [1], [1], [1], [1]]),
]
"""Random puzzles with a link of several inferences, which two of a hundred have."""


@given(
    st.sampled_from(SEVERAL)
    | st.integers(1, 2).flatmap(lambda inks: unsettled_puzzles(7 - inks, inks, least=3))
)
@example(SEVERAL[0])
@settings(max_examples=tries(30))
def test_each_inference_of_a_link_is_needed(puzzle):
    replay = Replay(puzzle)
    for step in explain(puzzle):
        if step.reason in SUPPOSITIONS:
            for number, link in enumerate(step.chain):
                for fact in (*link.cells, *link.excluded) if len(link.inferences) == 1 else ():
                    assert fact.colour in replay.left[replay.cell_at[fact.row, fact.column]]
                assert leads_on(replay, step, number, link.inferences)
                for inference in link.inferences if len(link.inferences) > 1 else ():
                    fewer = [other for other in link.inferences if other is not inference]
                    assert not leads_on(replay, step, number, fewer)
        replay.check(step)


def leads_on(replay, step, number, inferences):
    """Returns True if a chain still ends in a contradiction when that link is reduced to this."""
    (probe,) = step.probes
    left = [set(colours) for colours in replay.left]
    left[probe.cell] = {probe.colour}
    for link in step.chain[:number]:
        narrow(replay, left, link, link.inferences)
    narrow(replay, left, step.chain[number], inferences)
    for line in probe.derivation[number + 1 :]:
        found = replay.settled(replay.lines[line], left)
        if found is None:
            return True
        for place, cell in enumerate(replay.lines[line].cells):
            left[cell] = {colour for colour in left[cell] if found[colour] >> place & 1}
    return False


def narrow(replay, left, link, inferences):
    for inference in inferences:
        for place, cell in enumerate(replay.line_of(link).cells):
            if inference.cells >> place & 1:
                left[cell] &= {inference.colour} if inference.holds else left[cell] - {inference.colour}


def test_the_checker_refuses_a_story_that_leaves_something_out():
    step, replay = first_supposition("dom-04.non")
    for number in range(len(step.chain)):
        with pytest.raises(AssertionError):
            replay.check(replace(step, chain=step.chain[:number] + step.chain[number + 1 :]))
        link = step.chain[number]
        wrong = replace(link, cells=link.cells[1:])
        with pytest.raises(AssertionError):
            replay.check(replace(step, chain=(*step.chain[:number], wrong, *step.chain[number + 1 :])))
    with pytest.raises(AssertionError):
        replay.check(replace(step, contradiction=step.chain[0]))
    replay.check(step)


@given(st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(10 - inks, inks)))
@settings(max_examples=tries(15))
def test_no_sentence_about_any_puzzle_is_long(puzzle):
    for step in explain(puzzle):
        assert all(len(sentence) <= LONGEST for sentence in str(step).split("\n"))


@pytest.mark.parametrize("name", ["rocket.non", "night.non", "dom-04.non", "owl.non"])
def test_no_sentence_is_long(name):
    for step in explain(load(PUZZLES / name)):
        assert all(len(sentence) <= LONGEST for sentence in str(step).split("\n"))
