"""The glossary: an entry for each technique, with an example in which it is the next step."""

import re

import pytest
from oracles import fillings
from replay import Replay

from docs import techniques as page
from nonosat.explaining.steps.techniques import TECHNIQUES
from nonosat.explaining.words.glossary import GLOSSARY, NAMES, Entry, entries
from nonosat.lines.compiled import Kernel
from nonosat.records.schema_of import record_of
from nonosat.support.errors import UsageError

NUMBER = re.compile(r"-?\d*\.?\d+")


def test_every_technique_has_an_entry_in_the_order_of_the_table():
    assert [entry.name for entry in GLOSSARY] == [reason.name for reason in TECHNIQUES]


@pytest.mark.parametrize("entry", GLOSSARY, ids=lambda entry: entry.name)
def test_the_example_is_a_step_of_that_technique(entry):
    example = entry.example
    if Kernel is None and entry.name == "deeper":
        pytest.skip("the reference nests where the kernel gives up")
    assert example.step.reason == entry.name
    if example.step.reason != "search":
        Replay(example.puzzle.replace(givens=example.known.givens())).check(example.step)
    record_of(Entry).read(entry.to_json())


@pytest.mark.parametrize(
    "entry", [entry for entry in GLOSSARY if entry.example.columns is None], ids=lambda entry: entry.name
)
def test_the_example_line_says_no_more_than_all_its_fillings(entry):
    (row,) = entry.example.known.rows
    masks = [sum(1 << at for at, its in enumerate(row) if its in (None, colour)) for colour in (0, 1)]
    all_fillings = list(fillings(entry.example.puzzle.rows[0], masks, len(row)))
    assert all_fillings
    for _, column, colour in entry.example.step.cells:
        assert {filling[column] for filling in all_fillings} == {colour}


def test_names_of_guides_and_slips():
    assert [entry.name for entry in entries("  Simple   Boxes ")] == ["full", "remainder", "overlap"]
    assert [entry.name for entry in entries("overlap")] == ["overlap"]
    assert all(entries(name) for name in NAMES)
    with pytest.raises(UsageError, match="did you mean mercury"):
        entries("mercuri")
    with pytest.raises(UsageError, match="there are full, "):
        entries("xyz")


@pytest.mark.skipif(Kernel is None, reason="the page shows what the kernel finds")
def test_the_page_has_the_entries_and_their_pictures():
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.written(text) == text
    assert {path.name for path in page.IMAGES.iterdir()} == {f"{entry.anchor}.svg" for entry in GLOSSARY}


@pytest.mark.slow
@pytest.mark.parametrize("entry", GLOSSARY, ids=lambda entry: entry.name)
def test_the_pictures_are_those_of_the_examples(entry):
    made = page.picture(entry).svg()
    kept = (page.IMAGES / f"{entry.anchor}.svg").read_text(encoding="utf-8")
    assert NUMBER.split(made) == NUMBER.split(kept)
