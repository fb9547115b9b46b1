"""The model of the page, in JavaScript, agrees with the package."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import every_feature

import nonosat as ns
from nonosat.apps.web import FOLDER
from nonosat.counting.backbone import possible_colours
from nonosat.support.bundled import EXAMPLES

pytestmark = pytest.mark.slow

NODE = shutil.which("node")


def modelled(puzzles):
    """Returns the page's models of puzzles, or of their records."""
    if NODE is None:
        pytest.skip("no node is installed")
    records = (puzzle.to_json() if isinstance(puzzle, ns.Puzzle) else puzzle for puzzle in puzzles)
    lines = "".join(json.dumps(record) + "\n" for record in records)
    script = Path(__file__).with_name("model.mjs")
    with TemporaryDirectory() as served:  # as the server has it
        shutil.copytree(FOLDER, served, dirs_exist_ok=True)
        Path(served, "package.json").write_text('{"type": "module"}')
        command = [NODE, script, served]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(map(json.loads, done.stdout.splitlines()))


def read(data):
    return ns.loads(json.dumps(data), "json")


def assert_agrees(puzzle, found):
    geometry = puzzle.geometry
    assert read(found["puzzle"]) == puzzle
    assert read(found["linked"]) == puzzle
    assert found["drawn"] == (puzzle.goal is not None)
    assert found["families"] == [[list(line) for line in family] for family in geometry.families]
    corners = [geometry.outline(*place) for place in geometry.coordinates]
    left, top = (min(corner[axis] for cell in corners for corner in cell) for axis in (0, 1))
    assert found["outlines"] == [[[x - left, y - top] for x, y in cell] for cell in corners]
    if "mirrored" in found:
        assert found["done"]
        assert read(found["undone"]) == puzzle
        plain = puzzle.goal.puzzle(
            puzzle.palette, givens=puzzle.givens, goal=puzzle.goal, metadata=puzzle.metadata
        )
        assert read(found["mirrored"]) == plain.mirrored()  # hidden lengths of clues are lost
        assert read(found["turned"]) == plain


@settings(max_examples=tries(100))  # Hypothesis' first example is an empty one
@given(st.lists(every_feature(triddlers=True, missing=True), min_size=5, max_size=30))
def test_puzzles_are_the_same_on_the_page(puzzles):
    for puzzle, found in zip(puzzles, modelled(puzzles), strict=True):
        assert_agrees(puzzle, found)


def test_examples_are_the_same_on_the_page():
    puzzles = [ns.example(name) for name in EXAMPLES]
    for puzzle, found in zip(puzzles, modelled(puzzles), strict=True):
        assert read(found["puzzle"]) == puzzle


def test_the_steps_of_a_page_leave_the_colours_that_the_explanation_leaves():
    names = ("cup", "apple", "cat-with-blots", "gchq-without-givens")
    explanations = [ns.explain(ns.example(name)) for name in names]
    records = [
        {**found.puzzle.to_json(), "steps": [step.to_json() for step in found]} for found in explanations
    ]
    left = [[sorted(colours) for colours in possible_colours(found.board)] for found in explanations]
    assert [model["left"] for model in modelled(records)] == left
    assert any(len(colours) > 1 for colours in left[-1])
