"""A question that is added in one place is there in Python, on the command line, over HTTP and for agents."""

import json
import subprocess
import sys

import pytest

import nonosat as ns
from nonosat.apps.agents.tools import TOOLS
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.records.json_types import REQUIRED
from nonosat.records.parameters import declaration_of

ADDED = """
from typing import Annotated
import asyncio, json, sys, nonosat
from nonosat.support.arguments import question
from dataclasses import dataclass
from nonosat.support.limits import Limit
from nonosat.support.results import Answer
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Whole

@dataclass(frozen=True, slots=True, repr=False)
class Ink(Answer):
    cells: int
    def to_json(self) -> "records.Box":
        return {"top": self.cells, "bottom": 0, "left": 0, "right": 0}

@question
def ink(puzzle: Puzzle, *, times: Annotated[int, Whole(1, 3), "Factor."] = 2, limit: Limit | None = None) -> Ink:
    "Adds up the row clues. Then multiplies."
    return Ink(times * sum(block.length for clue in puzzle.rows for block in clue))

nonosat.ink, nonosat.QUESTIONS = ink, (*nonosat.QUESTIONS, "ink")

from nonosat.apps.agents.tools import BY_NAME
from nonosat.apps.cli import run
from nonosat.apps.studio.questions import QUESTIONS, answer

puzzle = nonosat.Puzzle([[1], [2]], [[2], [1]])
nonosat.dump(puzzle, sys.argv[1])
assert nonosat.ink(puzzle).cells == 6
for words, code in ((["--times", "3"], 0), (["--times", "4"], 64), (["--json"], 0), (["--help"], 0)):
    assert run(["ink", sys.argv[1], *words]) == code, words
assert answer("ink", {"puzzle": puzzle.to_json(), "times": 1})["top"] == 3
assert answer("ink", {"puzzle": puzzle.to_json(), "times": 4})["error"]["where"] == "times"
assert QUESTIONS["ink"].summary == "Adds up the row clues."
schemas = {}
QUESTIONS["ink"].request().schema(schemas)
assert schemas["InkRequest"]["properties"]["times"] == BY_NAME["ink"].input_schema()["properties"]["times"]
from docs.records import appendix
assert "| `times` | integer, by default 2 | factor |" in appendix()
print(json.dumps(BY_NAME["ink"].input_schema()["properties"]["times"]))
"""


@pytest.mark.slow
def test_a_question_added_in_one_place_is_found_by_every_face(tmp_path):
    words = [sys.executable, "-c", ADDED, str(tmp_path / "puzzle.json")]
    found = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100)
    assert found.returncode == 0, found.stderr
    told = found.stdout
    assert "  top: 9\n" in told
    assert '"top": 6' in told
    assert "Factor. [default: 2] [1<=x<=3]" in " ".join(told.split())
    schema = {"type": "integer", "minimum": 1, "maximum": 3, "description": "Factor.", "default": 2}
    assert json.loads(told.splitlines()[-1]) == schema
    assert "is not in the range 1<=x<=3" in found.stderr


@pytest.mark.parametrize("name", ns.QUESTIONS)
def test_members_of_requests_are_the_parameters_of_the_function(name):
    declared = {parameter.name: parameter for parameter in declaration_of(getattr(ns, name)).parameters}
    offered = {field.name: field for field in QUESTIONS[name.replace("_", "-")].fields}
    for each in declared.values():
        assert (offered[each.name].type, offered[each.name].default) == (each.type, each.default) or (
            name == "ambiguity"
        )


def test_defaults_of_tools_are_those_of_the_questions_except_for_a_few():
    others = {}
    for tool in TOOLS:
        members = {
            field.name: field.default for question in tool.questions for field in QUESTIONS[question].fields
        }
        for field in tool.fields:
            if (
                field.default is not REQUIRED
                and field.name in members
                and field.default != members[field.name]
            ):
                others[tool.name, field.name] = field.default
    assert others == {
        ("hint", "level"): 1,
        ("explain_solution", "steps"): 30,
        ("generate_puzzle", "width"): 10,
        ("generate_puzzle", "height"): 10,
        ("convert_puzzle", "to"): "json",
    }
