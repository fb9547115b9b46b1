"""Cards of a lesson: every step once, numbered cells, strips of suppositions."""

import re

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import dominoes
from strategies import every_feature, unsettled_puzzles

import nonosat as ns
from nonosat.apps.drawing.drawing import State
from nonosat.apps.illustration.supposing import QUESTION_MARK, Link
from nonosat.apps.lesson.cards import (
    Numbered,
    cards_of,
    closing_card,
    opening_card,
    parted,
    sentences_of,
    technique_cards,
)
from nonosat.explaining.steps.explain import states
from nonosat.explaining.steps.techniques import TECHNIQUES, Grade
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.explaining.words.patterns import phrase

EASY = {reason.name for reason in TECHNIQUES if reason.grade <= Grade.EASY}

DOMINOES = ns.Puzzle(*dominoes(4))


def numbered(puzzle):
    steps = ns.explain(puzzle).steps
    return list(map(Numbered, range(1, len(steps) + 1), states(puzzle, steps), steps))


def numbers(card):
    """The numbers of the steps that a card is about."""
    found = [int(number) for number in re.findall(r"\d+", card.heading)]
    return range(found[0], found[-1] + 1)


PUZZLES = st.one_of(every_feature(4, triddlers=True, missing=True), unsettled_puzzles(5, inks=2))


@settings(max_examples=tries(15), deadline=None)
@given(PUZZLES)
def test_every_step_is_on_one_card_with_its_new_cells(puzzle):
    steps = numbered(puzzle)
    cards = list(cards_of(puzzle, steps))
    told_of = [number for card in cards if card.strip != "supposed" for number in numbers(card)]
    assert told_of == [number for number, _, _ in steps]
    for card in cards:
        if card.strip == "supposed":
            continue
        new = {
            (row, at, cell.colour)
            for row, cells in enumerate(card.panel.cells)
            for at, cell in enumerate(cells)
            if cell.state is State.NEW
        }
        assert new == {cell for number in numbers(card) for cell in steps[number - 1].step.cells}


def test_empty_lines_share_a_card():
    puzzle = ns.Puzzle([[]] * 8 + [[3], [1]], [[2], [1], [1]])
    cards = list(cards_of(puzzle, numbered(puzzle)))
    assert [len(numbers(card)) for card in cards][:2] == [1, 8]
    assert len(cards[1].sentences) == 8


@pytest.mark.parametrize("name", ["gchq", "apple"])
def test_only_easy_steps_of_known_techniques_share_a_card(name):
    puzzle = ns.example(name)
    steps = [step for _, _, step in numbered(puzzle)]
    seen = set()
    shared = 0
    for card in cards_of(puzzle, numbered(puzzle)):
        mine = [steps[number - 1] for number in numbers(card)]
        if len(mine) > 1:
            shared += 1
            assert len(mine) <= 6
            assert {step.reason for step in mine} <= seen & EASY
            for place, step in enumerate(mine, 1):
                assert any(sentence.startswith(f"{place}. {step.axis}") for sentence in card.sentences)
                for row, at, _ in step.cells:
                    assert card.panel.cells[row][at].label == str(place)
        seen |= {step.reason for step in mine}
        assert set(card.techniques) == {step.reason for step in mine}
    assert shared > 5


def test_a_supposition_is_a_strip_that_ends_with_what_is_known():
    steps = numbered(DOMINOES)[:2]
    cards = list(cards_of(DOMINOES, steps))
    ends = [at for at, card in enumerate(cards) if card.strip == "ends"]
    assert ends == [steps[0].step.links, len(cards) - 1]
    first = cards[: ends[0] + 1]
    assert re.match(r"Row \d+, column \d+: suppose it is (white|black)[.]", first[0].sentences[0])
    assert [card.sentences[-1].partition(".")[0] for card in first[:-1]] == [
        str(number) for number in range(1, ends[0] + 1)
    ]
    assert "contradiction" in first[-2].techniques
    ((row, at, colour),) = steps[0].step.cells
    assert first[-1].sentences == (f"So row {row + 1}, column {at + 1} is {('white', 'black')[colour]}.",)
    assert not any(cell.state is State.SUPPOSED for row in first[-1].panel.cells for cell in row)
    assert [card.heading for card in first[1:-1]] == ["Step 1, continued"] * (len(first) - 2)


@given(st.integers(1, 60))
def test_long_chains_have_several_links_on_a_card(count):
    labels = [QUESTION_MARK, *map(str, range(1, count + 1))]
    parts = list(parted([Link(label, (), {}) for label in labels]))
    assert [link.label for part in parts for link in part] == labels
    assert len(parts) <= 12
    assert [link.label for link in parts[0]][:2] == labels[:2]
    if count <= 12:
        assert len(parts) == count


def test_the_puzzle_comes_first_with_its_inks_by_name():
    puzzle = ns.example("apple")
    known = next(states(puzzle, []))
    card = opening_card(puzzle, known, 1, ["Fill cells."])
    assert [entry.text for entry in card.legend] == [colour.name for colour in puzzle.palette[1:]]
    assert card.sentences == ("Fill cells.",)
    later = opening_card(puzzle, known, 5, ["Fill cells."])
    assert (later.heading, later.sentences) == ("Before step 5", ())
    assert not opening_card(DOMINOES, next(states(DOMINOES, [])), 1, ()).legend
    assert closing_card(puzzle, known, 7, phrase("solved")).sentences == ("Solved.",)


def test_techniques_are_those_of_the_glossary_in_its_order():
    names = [entry.name for entry in GLOSSARY]
    cards = list(technique_cards([*reversed(names), "no technique"]))
    assert [card.techniques for card in cards] == [(name,) for name in names]
    for entry, card in zip(GLOSSARY, cards, strict=True):
        assert entry.text in card.sentences
        if entry.example.columns is None:
            assert [clue.id.axis for clue in card.panel.clues] == ["row"]


@pytest.mark.parametrize("name", ["cup", "apple"])
def test_words_are_without_the_technique(name):
    puzzle = ns.example(name)
    for step in ns.explain(puzzle):
        first, *rest = sentences_of(step)
        line = f"{step.axis} {step.index + 1}"
        assert first.lower().startswith(f"{line}:")
        assert f"{line}, {step.reason}" not in first.lower()
        whole = " ".join([first.partition(":")[2].strip(), *rest])
        assert whole.split() == step.text.removeprefix(f"{line}, {step.reason}:").split()
