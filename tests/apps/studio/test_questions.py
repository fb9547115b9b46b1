"""Questions from JSON to JSON: their answers are those of the public functions, and as declared."""

import io
import json
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import puzzles

import nonosat as ns
from nonosat.apps.studio.question import Bounds
from nonosat.apps.studio.questions import QUESTIONS, answer, answer_text
from nonosat.explaining.words.glossary import NAMES

ASKED = [name for name, question in QUESTIONS.items() if question.example is not None]


def ask(name, request, **options):
    """The answer, which is JSON and as declared."""
    told = []
    found = answer(name, json.loads(json.dumps(request)), tell=told.append, **options)
    assert json.loads(json.dumps([found, told])) == [found, told]
    if "error" not in found:
        QUESTIONS[name].response.read(found)
    assert {event["stage"] for event in told} <= {stage for stage, _ in QUESTIONS[name].stages}
    return found


@pytest.mark.parametrize("name", ASKED)
def test_every_example_is_answered_and_keeps_its_id(name):
    found = ask(name, {**QUESTIONS[name].example, "id": "a7"})
    assert "error" not in found
    assert found["id"] == "a7"


@settings(max_examples=tries(15))
@given(st.one_of(puzzles(max_side=4), puzzles(max_side=4, inks=3)))
def test_answers_are_those_of_the_public_functions(puzzle):
    request = {"puzzle": puzzle.to_json()}
    report, spread, rating = ns.check(puzzle), ns.ambiguity(puzzle, fillings=1000), ns.rate(puzzle)
    assert ask("check", request)["verdict"] == report.verdict
    found = ask("examine", request)
    assert (found["verdict"], found["line_solvable"]) == (report.verdict, report.line_solvable)
    assert (found["count"], found["exact"]) == (str(spread.count.count), spread.count.exact)
    assert found["rating"]["difficulty"] == pytest.approx(rating.difficulty, abs=0.001)
    assert [len(each["fillings"]) for each in found["regions"]] == [
        min(20, region.count) for region in spread.regions
    ]
    regions = ask("ambiguity", {**request, "fillings": 1000})["regions"]
    for region, ours in zip(regions, spread.regions, strict=True):
        assert [bytes(map(int, filling)) for filling in region["fillings"]] == list(ours.fillings)
        assert (region["count"], region["kind"]) == (str(ours.count), ours.kind)
    assert [step["text"] for step in ask("explain", request)["steps"]] == list(map(str, ns.explain(puzzle)))
    empty = ["?" * length for length in puzzle.row_lengths]
    assert ask("hint", {**request, "state": empty})["text"] == ns.hint(puzzle, empty).text
    assert ask("repair-givens", request)["cost"] == ns.repair_givens(puzzle).cost
    if puzzle.goal:
        assert ask("repair-pixels", request)["cost"] == ns.repair_pixels(puzzle).cost


@pytest.mark.parametrize("name", ["gchq-without-givens", "apple", "flower", "cat-with-blots"])
def test_every_kind_of_puzzle_is_examined(name):
    puzzle = ns.example(name)
    found = ask("examine", {"puzzle": puzzle.to_json(), "rating": False})
    assert found["verdict"] == ns.check(puzzle).verdict
    written = ask("convert", {"puzzle": puzzle.to_json(), "to": "json"})
    assert ns.loads(written["file"]["text"], "json") == puzzle


def test_every_format_that_is_written_makes_a_file_that_is_read():
    picture = {"rows": ["110", "010", "011"]}
    for row in ask("formats", {})["formats"]:
        if row["written"]:
            file = ask("convert", {"picture": picture, "to": row["format"], "lossy": True})["file"]
            sent = {key: file[key] for key in ("name", "text", "base64") if key in file}
            again = ask("convert", {"file": sent, "format": row["format"]})
            assert again["puzzles"][0]["rows"] == [[2], [1], [2]], row["format"]


def test_a_picture_is_asked_about_by_its_clues():
    found = ask("examine", {"picture": {"rows": ["0110", "1001"], "givens": [[0, 1, 1]]}})
    assert (found["puzzle"]["rows"], found["puzzle"]["givens"]) == ([[2], [1, 1]], [[0, 1, 1]])


def test_progress_comes_in_stages():
    told = []
    answer("examine", {"picture": {"rows": ["10", "01"]}, "id": 3}, tell=told.append)
    assert [event["stage"] for event in told] == ["clues", "verdict", "open_cells", "ambiguity", "rating"]
    assert {event["id"] for event in told} == {3}


@pytest.mark.slow
def test_bounds_are_told_as_they_rise():
    told = []
    puzzle = {"rows": [[1]] * 20, "columns": [[1]] * 20}
    answer("count", {"puzzle": puzzle, "seconds": 4}, tell=told.append)
    assert {event["stage"] for event in told} == {"bound"}
    bounds = [int(event["count"]) for event in told]
    assert bounds == sorted(bounds)


def test_a_protected_cell_is_neither_repainted_nor_revealed():
    picture = {"rows": ["10", "01"]}
    free = {(0, 0), (0, 1), (1, 0), (1, 1)}
    for name in ("repair-pixels", "repair-givens"):
        for cell in sorted(free):
            protect = [list(other) for other in free - {cell}]
            (change,) = ask(name, {"picture": picture, "protect": protect})["changes"]
            assert (change["row"], change["column"]) == cell


def test_a_typing_error_comes_with_the_clue_as_it_was():
    request = {"puzzle": {"rows": [[1, 1], [3], [2]], "columns": [[2], [2], [2]]}}
    assert ask("repair-clue", request)["changes"] == [
        {"axis": "row", "index": 2, "before": [2], "after": [1]}
    ]
    found = ask("conflict", request)
    assert found["verdict"] == "unsolvable"
    assert found["lines"]


def test_files_are_read_and_written():
    png = ask("convert", {"picture": {"rows": ["10", "11"]}, "to": "png"})["file"]
    assert png["name"] == "puzzle.png"
    found = ask("convert", {"file": {"base64": png["base64"], "name": "a.png"}})
    assert (found["format"], found["puzzles"][0]["rows"]) == ("png", [[1], [2]])
    found = ask("convert", {"file": {"text": "2\n1\n2\n2\n1\n"}})
    assert found["puzzles"][0]["columns"] == [[2], [1]]
    image = ask("from-image", {"base64": png["base64"], "width": 2})
    assert image["puzzle"]["rows"] == [[1], [2]]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"puzzle": NaN}', "NaN is no number"),
        (b'{"puzzle": -Infinity}', "-Infinity is no number"),
        (b'{"puzzle": "\xff"}', "it is not encoded as UTF-8"),
        (b'{"puzzle": 1' + b"0" * 5000 + b"}", "a number has too many digits"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_body_that_is_not_json_is_refused_with_the_reason(body, reason):
    _, error = answer_text("check", body)
    assert (error["kind"], error["message"]) == ("input", f"the request is not JSON: {reason}")


def test_a_proof_is_a_file_that_the_verifier_accepts(tmp_path):
    for clues, verdict in (([[1], [2]], "unique"), ([[1], [1]], "multiple")):
        found = ask(
            "certify", {"puzzle": {"rows": clues, "columns": [[2], [1]] if clues[1] == [2] else clues}}
        )
        assert found["verdict"] == verdict
        assert found["file"]["name"] == "puzzle.nonoproof"
        path = tmp_path / "puzzle.nonoproof"
        path.write_bytes(b64decode(found["file"]["base64"]))
        checked = ns.verify(path)
        assert (checked.verdict, checked.accepted) == (verdict, True)


@pytest.mark.parametrize("kind", ["svg", "png", "gif", "html"])
def test_pictures_and_pages_are_files(kind):
    pytest.importorskip("PIL")
    picture = {
        "rows": ["120", "011"],
        "palette": [["w", "ffffff", "."], ["k", "000000", "#"], ["r", "f00000", "r"]],
    }
    found = ask("render", {"picture": picture, "to": kind, "show": "solution"})
    assert (found["missing"], found["file"]["name"]) == (None, f"puzzle.{kind}")
    assert found["file"]["base64" if kind in ("png", "gif") else "text"]
    found = ask("render", {"picture": {"rows": ["10"]}, "show": "conflict", "state": ["1?"]})
    assert found["missing"] == "unique"


def test_no_file_of_this_machine_is_read():
    for name in ("/etc/passwd", "../../etc/passwd", "example:cup", __file__):
        found = ask("convert", {"file": {"text": "", "name": name}})
        assert found["error"]["kind"] == "input"
        assert "the file is empty" in found["error"]["message"]


@pytest.mark.parametrize(
    ("name", "request_", "kind", "where", "message"),
    [
        ("check", [], "input", "", "must be an object"),
        ("check", {}, "input", "", "exactly one of puzzle, picture"),
        ("check", {"puzzle": 3}, "input", "puzzle", "expected an object"),
        ("check", {"puzzle": {"rows": [[]], "columns": []}}, "input", "puzzle", "is empty"),
        ("check", {"picture": {"rows": ["12"], "palette": []}}, "input", "picture.palette", "2 to 256 items"),
        ("check", {"picture": {"rows": ["1x"]}}, "input", "picture.rows[0]", "a digit for each cell"),
        (
            "hint",
            {"puzzle": {"rows": [[1]], "columns": [[1]]}, "state": ["x"]},
            "input",
            "state[0]",
            "a digit or `?`",
        ),
        ("hint", {"puzzle": {"rows": [[1]], "columns": [[1]]}, "state": []}, "input", "", "has 0 rows"),
        ("repair-pixels", {"puzzle": {"rows": [[1]], "columns": [[1]]}}, "input", "", "no goal to repaint"),
        ("convert", {"file": {"base64": "?"}}, "input", "file.base64", "must be base64"),
        (
            "convert",
            {"puzzle": {"rows": [[1]], "columns": [[1]]}, "to": "png"},
            "input",
            "",
            "no goal to draw",
        ),
        ("from-image", {"base64": b64encode(b"x").decode()}, "input", "", "not a picture"),
        ("generate", {"width": 4096, "height": 4096}, "limit", "", "16,777,216 cells are more"),
        ("divine", {}, "input", "", "no question is called 'divine'"),
    ],
)
def test_an_error_is_data(name, request_, kind, where, message):
    found = answer(name, request_)["error"]
    assert (found["kind"], found.get("where", "")) == (kind, where)
    assert message in found["message"]


@pytest.mark.parametrize("name", ["check", "examine"])
def test_contradictions_of_a_puzzle_are_reported_with_their_lines(name):
    request = {"puzzle": {"rows": [[9], [8]], "columns": [[1], [1]]}, "id": 1}
    found = answer(name, request)
    assert found["verdict"] == "unsolvable"
    assert [(each["axis"], each["index"]) for each in found["contradictions"]] == [
        ("row", 0),
        ("row", 1),
        (None, None),
    ]
    assert found["id"] == 1


def test_all_problems_of_a_puzzle_are_reported():
    request = {"puzzle": {"rows": [[9]], "columns": [[1]], "givens": [[0, 0, 1], [0, 0, 7]]}}
    found = answer("examine", request)["error"]
    assert [each["kind"] for each in found["problems"]] == ["length", "sum", "given"]


def test_a_host_can_lower_the_limits():
    bounds = Bounds(seconds=1, most_seconds=2, cells=3)
    request = {"picture": {"rows": ["10", "01"]}}
    assert answer("check", request, bounds=bounds)["error"]["limit"] == "cells"
    assert "between" in answer("check", {**request, "seconds": 3}, bounds=bounds)["error"]["message"]


@pytest.mark.parametrize("name", ["convert", "from-image"])
def test_an_image_that_is_too_large_is_not_decoded(name, monkeypatch):
    image = pytest.importorskip("PIL.Image")
    file = io.BytesIO()
    image.new("1", (4000, 2000)).save(file, "PNG")
    data = b64encode(file.getvalue()).decode()
    monkeypatch.setattr("PIL.PngImagePlugin.PngImageFile.load", lambda _: pytest.fail("it is decoded"))
    request = {"file": {"base64": data}} if name == "convert" else {"base64": data, "width": 1000}
    found = answer(name, request)["error"]
    assert (found["kind"], found["limit"]) == ("limit", "cells")


def test_an_unrated_picture_is_reported_after_a_limit():
    request = {"width": 200, "height": 200, "grade": "hard", "kind": "noise", "seconds": 0.3, "id": 4}
    found = answer("generate", request)
    assert (found["found"], found["stopped"], found["missed"]) == (False, "seconds", ["not rated in time"])
    assert found["id"] == 4


def test_a_limit_of_time_gives_what_is_known():
    found = ask("examine", {"puzzle": ns.example("gchq-without-givens").to_json(), "seconds": 0.01})
    assert found["verdict"] in ("unknown", "multiple")


def test_an_internal_error_is_reported_as_such(monkeypatch):
    monkeypatch.setattr("nonosat.apps.studio.examining.entries", lambda *_, **__: 1 / 0)
    found = answer("technique", QUESTIONS["technique"].example)
    assert found["error"]["kind"] == "internal"
    assert found["error"]["message"].startswith("an error of the program: ZeroDivisionError")


@pytest.mark.parametrize(
    ("question", "request_", "part"),
    [
        ("check", {"puzzle": {"rows": [], "columns": [[1]]}}, ("rows", "minItems", 1)),
        ("check", {"puzzle": {"rows": [[1]], "columns": [[1]], "palette": []}}, ("palette", "minItems", 2)),
        ("technique", {"technique": ""}, ("technique", "enum", list(NAMES))),
    ],
)
def test_the_schema_refuses_what_the_check_refuses(question, request_, part):
    assert answer(question, request_)["error"]["kind"] == "input"
    schemas = {}
    found = QUESTIONS[question].request().schema(schemas)
    member, keyword, bound = part
    fields = {**found.get("properties", {})}
    for schema in schemas.values():
        fields = {**fields, **schema.get("properties", {})}
    assert {**fields[member], **(fields[member].get("anyOf") or [{}])[0]}[keyword] == bound


def test_whole_numbers_of_json_schema_are_lengths_and_colours():
    puzzle = {"rows": [[1.0], [[2.0, 1.0]]], "columns": [[2.0], [1]], "givens": [[0.0, 0.0, 1.0]]}
    assert answer("check", {"puzzle": puzzle})["verdict"] == "unique"
    assert (
        "must be a length"
        in answer("check", {"puzzle": {"rows": [[1.5]], "columns": [[1]]}})["error"]["message"]
    )


@pytest.mark.slow
def test_choices_for_an_image_come_in_two_parts():
    face = b64encode((Path(__file__).parents[2] / "pictures" / "face.png").read_bytes()).decode()
    told = list[dict]()
    found = answer("from-image", {"base64": face, "choices": 3, "inks": [1, 2]}, tell=told.append)
    assert [event["stage"] for event in told] == ["choices"]
    assert len(found["choices"]) == 3
    assert all(choice["line_solvable"] for choice in (*told[0]["choices"], *found["choices"]))


def test_half_of_a_surrogate_pair_is_refused_in_any_text():
    texts = {
        "judge": {**QUESTIONS["judge"].example, "text": "\ud800"},
        "convert": {"file": {"text": "\ud800"}, "to": "non"},
    }
    kinds = [answer(question, request)["error"]["kind"] for question, request in texts.items()]
    assert kinds == ["input", "input"]
