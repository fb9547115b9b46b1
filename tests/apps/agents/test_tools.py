"""The tools, asked in this process: every answer is as declared and has words, on every kind of puzzle."""

import asyncio
import base64
import json
from io import BytesIO
from types import SimpleNamespace

import jsonschema
import numpy as np
import pytest

import nonosat as ns
from nonosat.apps.agents import reference
from nonosat.apps.agents.asking import Agents
from nonosat.apps.agents.tools import BY_NAME, TOOLS
from nonosat.apps.studio.questions import QUESTIONS, answer_text
from nonosat.apps.studio.settings import ServerSettings
from nonosat.support.errors import UsageError

PICTURE = ns.Grid(["##.", "#..", "###"])
KINDS = {
    "unique": PICTURE.puzzle(goal=PICTURE),
    "several": ns.Puzzle([[1], [1]], [[1], [1]], goal=ns.Grid(["#.", ".#"])),
    "unsolvable": ns.Puzzle([[3], [], [3]], [[2], [2], [2]]),
    "sums differ": ns.Puzzle([[1], [1]], [[1], []]),
    "colours": ns.Puzzle(
        [[(1, 1), (1, 2)], [(2, 2)]],
        [[(1, 1), (1, 2)], [(2, 2)]],
        palette=[("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")],
    ),
    "blotted": ns.Puzzle([["?"], [2]], [[2], [1]]),
    "given": ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]),
    "triddler": ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1),
}

MORE = {
    "repair_puzzle": {"by": "givens"},
    "judge_answer": {"answer": "#.\n##"},
    "judge_moves": {"moves": "r1c1=1"},
    "describe_technique": {"technique": "simple boxes"},
    "scan_puzzle": {"image": base64.b64encode(b"no picture").decode()},
}


class Direct:
    """A pool that answers in this process."""

    async def ask(self, question, text, client, bounds, tell=None):  # noqa: ARG002
        found, _ = answer_text(question, text, bounds=bounds, tell=tell)
        return SimpleNamespace(text=found)


AGENTS = Agents(ServerSettings(seconds=10), Direct())


def called(name, **arguments):
    return asyncio.run(AGENTS.call(name, arguments, "me"))


def arguments_of(tool, puzzle):
    given = {"puzzle": puzzle.to_json()} if any(each.name == "puzzle" for each in tool.fields) else {}
    return {**given, **MORE.get(tool.name, {})}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_kind_of_puzzle_has_an_answer_as_declared(tool, kind):
    found = called(tool.name, **arguments_of(tool, KINDS[kind]))
    assert found.text
    if found.failed:
        assert "\n" not in found.text
        assert tool.name == "scan_puzzle" or kind in ("unsolvable", "sums differ", "triddler", "several"), (
            found.text
        )
        return
    if tool.picture:
        assert base64.b64decode(found.picture).startswith(b"\x89PNG")
        return
    json.dumps(found.structured)
    if schema := tool.output_schema():
        jsonschema.Draft202012Validator(schema).validate(found.structured)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas_are_valid_and_describe_each_argument(tool):
    for schema in filter(None, (tool.input_schema(), tool.output_schema())):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert "#/components" not in json.dumps(schema)
        assert schema["type"] == "object"
    assert all(each["description"] for each in tool.input_schema()["properties"].values())
    assert tool.description.endswith(".")


def test_a_puzzle_can_be_text_in_any_format_or_an_example():
    puzzle = KINDS["unique"]
    for name in ("non", "json", "webpbn"):
        assert called("check_puzzle", puzzle=ns.dumps(puzzle, name)).structured["verdict"] == "unique"
    assert called("check_puzzle", puzzle=" example:cup ").structured["verdict"] == "unique"
    solved = called("check_puzzle", puzzle=puzzle.to_json())
    assert json.loads(solved.text) == solved.structured
    assert solved.structured["solutions"] == [["110", "100", "111"]]


ROWS, COLUMNS = [[2, 1], [1], [3]], [[1], [1, 1], [1], [3]]
OF_OTHERS = {
    "other names": {"rowClues": ROWS, "col_clues": COLUMNS},
    "nested": {"puzzle": {"hor": ROWS, "ver": COLUMNS}, "seed": 7},
    "clues as texts": {"rows": ["2 1", "1", "3"], "columns": ["1", "1 1", "1", "3"]},
    "an unknown member": {"rows": ROWS, "columns": COLUMNS, "difficulty": 3},
    "a list of one": [{"rows": ROWS, "cols": COLUMNS}],
    "YAML": "rows:\n- [2, 1]\n- [1]\n- [3]\ncolumns:\n- [1]\n- [1, 1]\n- [1]\n- [3]\n",
    "columns first": "4 3\n1\n1 1\n1\n3\n2 1\n1\n3\n",
}


@pytest.mark.parametrize("given", OF_OTHERS.values(), ids=OF_OTHERS)
def test_puzzles_of_other_programs_are_read_as_objects_and_as_text(given):
    texts = [given] if isinstance(given, str) else [json.dumps(given)]
    for puzzle in texts + ([given] if isinstance(given, dict) else []):
        assert called("check_puzzle", puzzle=puzzle).structured["solutions"] == [["1101", "0001", "0111"]]


def test_missing_parts_of_puzzles_of_other_programs_are_named():
    for given in ({"rowClues": ROWS}, json.dumps({"rowClues": ROWS})):
        wrong = called("check_puzzle", puzzle=given)
        assert wrong.failed
        assert "`columns` is missing" in wrong.text


def test_states_and_moves_in_letters():
    puzzle = KINDS["colours"].to_json()
    step = called("hint", puzzle=puzzle, state="r?\n??")
    assert not step.failed
    assert step.structured["kind"] != "mistake"
    assert called("hint", puzzle=puzzle, state="1?\n??").text == step.text
    wrong = called("hint", puzzle=puzzle, state="bb\nbb")
    assert wrong.structured["kind"] == "mistake"
    moves = called("judge_moves", puzzle=puzzle, moves=["r1c1=red\nr1c2=blue", "r2c1=white"]).structured
    assert [len(move["cells"]) for move in moves["moves"]] == [2, 1]
    assert moves["followed"] is False


def test_answers_in_prose_are_judged():
    puzzle = KINDS["unique"].to_json()
    assert called("judge_answer", puzzle=puzzle, answer="So:\n\n##.\n#..\n###").structured["right"] is True
    wrong = called("judge_answer", puzzle=puzzle, answer="##.\n#..\n##.")
    assert wrong.structured["right"] is False
    (violation,) = [each for each in wrong.structured["violations"] if each["axis"] == "row"]
    assert (violation["index"], violation["found"], violation["expected"]) == (2, "2", "3")


def test_one_puzzle_at_a_time():
    both = ns.dumps([KINDS["unique"], KINDS["several"]], "tournament")
    assert called("check_puzzle", puzzle=both).text == "the text holds 2 puzzles; send one of them"


BAD = {
    "`puzzle` is missing": ("check_puzzle", {}),
    "has no member 'file'": ("check_puzzle", {"puzzle": "example:cup", "file": "/etc/passwd"}),
    "must be text of a puzzle, or an object": ("check_puzzle", {"puzzle": 7}),
    "no known format": ("check_puzzle", {"puzzle": "words and more words"}),
    "is no puzzle": ("check_puzzle", {"puzzle": {"rows": "1"}}),
    "no example is called": ("check_puzzle", {"puzzle": "example:../../etc/passwd"}),
    "cells are more than": ("check_puzzle", {"puzzle": {"rows": [[]] * 3000, "columns": [[]] * 3000}}),
    "must be between 1 and 4": ("hint", {"puzzle": "example:cup", "level": 9}),
    "must be one of": ("repair_puzzle", {"puzzle": "example:cup", "by": "magic"}),
    "no tool is called 'nothing'": ("nothing", {}),
    "did you mean mercury": ("describe_technique", {"technique": "mercuri"}),
    "characters at most": ("judge_answer", {"puzzle": "example:cup", "answer": "#" * 2_000_000}),
    "row 1 of the picture has 2 cells": ("hint", {"puzzle": "example:cup", "state": "??"}),
    "there is no move": ("judge_moves", {"puzzle": "example:cup", "moves": "I give up"}),
    "`seconds` must be": ("check_puzzle", {"puzzle": "example:cup", "seconds": 1e9}),
    "`puzzle.palette` must have 2": ("hint", {"puzzle": {"palette": [1]}, "state": "?"}),
    "`puzzle.palette[1][2]` must be": (
        "hint",
        {"puzzle": {"palette": [["white", "ffffff", "."], ["black", "000000", ["#"]]]}, "state": "?"},
    ),
}


@pytest.mark.parametrize("reason", BAD)
def test_errors_are_one_line(reason):
    name, arguments = BAD[reason]
    found = called(name, **arguments)
    assert found.failed, found
    assert reason in found.text
    assert len(found.text) < 1000
    assert "\n" not in found.text


def test_limits_are_those_of_the_server():
    asked = []

    class Watched(Direct):
        async def ask(self, question, text, client, bounds, tell=None):
            asked.append((json.loads(text)["seconds"], bounds.seconds, bounds.memory, bounds.cells))
            return await super().ask(question, text, client, bounds, tell)

    agents = Agents(ServerSettings(seconds=2, memory=10**8, cells=500), Watched())
    asyncio.run(agents.call("count_solutions", {"puzzle": "example:cup", "seconds": 100}, "me"))
    assert asked == [(2, 2, 10**8, 500)]


def test_documents():
    for each in reference.DOCUMENTS:
        assert reference.document(each.uri).text().startswith("# ")
    assert "mercury" in reference.document("nonosat://glossary").text()
    with pytest.raises(UsageError):
        reference.document("nonosat://x")


def test_every_tool_asks_an_existing_question():
    for tool in TOOLS:
        assert set(tool.questions) <= set(QUESTIONS)


@pytest.fixture(scope="module")
def printed():
    pytest.importorskip("cv2")
    import pages

    page = pages.page(pages.puzzle(12, 7), "partly", cell=34, seed=7)
    file = BytesIO()
    page.image.save(file, "PNG")
    return page, file.getvalue()


@pytest.mark.slow
def test_a_printed_puzzle_is_read_with_its_filled_cells(printed):
    page, data = printed
    found = called("scan_puzzle", image=base64.b64encode(data).decode())
    jsonschema.Draft202012Validator(BY_NAME["scan_puzzle"].output_schema()).validate(found.structured)
    (puzzle,) = found.structured["puzzles"]
    assert puzzle["puzzle"] == page.puzzle.statement.to_json()
    assert (puzzle["sure"], puzzle["image"], puzzle["numbers"]) == (True, None, [])
    rows = ("".join("?" if cell is None else str(cell) for cell in row) for row in puzzle["state"])
    step = called("hint", puzzle=puzzle["puzzle"], state="\n".join(rows))
    assert not step.failed, step.text


def test_a_data_url_with_line_breaks_is_accepted_and_other_text_than_base64_is_named():
    data = base64.b64encode(b"no picture" * 20).decode()
    for image in (f"data:image/png;base64,{data}", base64.encodebytes(b"no picture" * 20).decode()):
        assert called("scan_puzzle", image=image).text.startswith("not a picture")
    for image in ("!!!", "page.png", "data:image/png,abc"):
        assert called("scan_puzzle", image=image).text == "`image` must be base64"


@pytest.mark.slow
def test_doubtful_numbers_are_listed_with_their_alternatives(printed):
    page, data = printed
    from PIL import Image, ImageDraw

    image = Image.open(BytesIO(data))
    x, y = page.warp(np.array([(-0.45, 0.5)]))[0]
    drawing = ImageDraw.Draw(image)
    drawing.line((x - 9, y - 9, x + 9, y + 9), "black", 3)
    drawing.line((x + 9, y - 9, x - 9, y + 9), "black", 3)
    file = BytesIO()
    image.save(file, "PNG")
    found = called("scan_puzzle", image=base64.b64encode(file.getvalue()).decode())
    (puzzle,) = found.structured["puzzles"]
    assert puzzle["sure"] is False
    assert {(number["axis"], number["index"]) for number in puzzle["numbers"]} == {("row", 0)}


@pytest.mark.slow
def test_pictures_are_read_by_path_in_one_folder_only(printed, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "page.png").write_bytes(printed[1])
    (tmp_path / "other.png").write_bytes(printed[1])
    (tmp_path / "pictures-secret").mkdir()
    (tmp_path / "pictures-secret" / "page.png").write_bytes(printed[1])
    (folder / "away.png").symlink_to(tmp_path / "other.png")

    def scanned(path):
        agents = Agents(ServerSettings(seconds=30), Direct(), str(folder))
        return asyncio.run(agents.call("scan_puzzle", {"path": path}, "me"))

    assert not scanned("page.png").failed
    assert not scanned(str(folder / "page.png")).failed
    for path in (
        "../other.png",
        "../pictures-secret/page.png",
        str(tmp_path / "other.png"),
        "away.png",
        ".",
        "none.png",
        "/dev/zero",
        "a\0b",
    ):
        found = scanned(path)
        assert found.failed
        assert "\n" not in found.text
        assert "file" in found.text
    assert "reads no files" in called("scan_puzzle", path="page.png").text
    for both in ({}, {"path": "page.png", "image": "AA=="}):
        assert called("scan_puzzle", **both).text == "send either `image` or `path`"
