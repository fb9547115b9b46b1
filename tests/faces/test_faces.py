"""Every face makes the same of an input as Python: one table of examples, `answers.jsonl`."""

import asyncio
import base64
import json
import re
import shutil
from types import SimpleNamespace

import pytest
from faces import answers
from wasm import NODE, node, require_module

import nonosat as ns
from nonosat.apps.agents.asking import Agents
from nonosat.apps.cli import run
from nonosat.apps.studio.in_browser import answered
from nonosat.apps.studio.questions import answer, answer_text
from nonosat.apps.studio.settings import ServerSettings
from nonosat.apps.web import FOLDER
from nonosat.formats.native import puzzle_of
from nonosat.formats.synonyms import objects_of
from nonosat.proofs.refutation_files import statement
from nonosat.verifier.statement import Statement

ROWS = [json.loads(line) for line in answers.FILE.read_text(encoding="utf-8").splitlines()]
JSON = [row for row in ROWS if "json" in row]


def bare(verdicts):
    """Verdicts in one word."""
    return [verdict.partition(":")[0] for verdict in verdicts]


def only(row):
    """The verdict on the only puzzle of a row; `error` if it is refused, or holds several."""
    verdicts = bare(row.get("verdicts", []))
    return verdicts[0] if len(verdicts) == 1 else "error"


@pytest.mark.slow
def test_the_table_is_current():
    assert answers.rows() == ROWS, "run python tests/faces/answers.py, and look at what changed"
    assert len({row["name"] for row in ROWS}) == len(ROWS) > 700


def test_a_refusal_is_one_sentence():
    for row in ROWS:
        reason = row.get("refused")
        assert reason is None or (reason and "\n" not in reason and len(reason) < 400), row


def test_puzzles_are_read_again_as_they_are_written():
    for row in ROWS:
        for puzzle in row.get("puzzles", ()):
            assert ns.loads(json.dumps(puzzle)).to_json() == puzzle, row["name"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The inputs as files, by name, each in a folder of its own."""
    folder = tmp_path_factory.mktemp("inputs")
    paths = {}
    for at, row in enumerate(ROWS):
        (folder / str(at)).mkdir()
        paths[row["name"]] = folder / str(at) / (row["file"] or "a")
        paths[row["name"]].write_bytes(answers.content_of(row))
    return paths


@pytest.mark.slow
def test_the_command_line_reads_files(files, capfd):
    """One call with all files: a record for each puzzle, with its verdict and reason."""
    rows = [row for row in ROWS if row["file"]]
    run(["check", "--json", "--workers", "1", *(str(files[row["name"]]) for row in rows)])
    records = {}
    for line in capfd.readouterr().out.splitlines():
        record = json.loads(line)
        records.setdefault(record["puzzle"].partition("#")[0], []).append(record)
    for row in rows:
        path = str(files[row["name"]])
        found = records[path]
        if "refused" in row:
            assert [record["verdict"] for record in found] == ["error"], row["name"]
            assert row["refused"] in found[0]["error"], row["name"]
            continue
        assert len(found) == len(row["puzzles"]), row["name"]
        assert [record["verdict"] for record in found] == bare(row["verdicts"]), row["name"]
        for record, verdict in zip(found, row["verdicts"], strict=True):
            if record["verdict"] == "error":
                assert verdict.removeprefix("error: ") in record["error"], row["name"]


def test_lists_of_lines_hold_any_text_or_object(tmp_path, capfd):
    """`batch` and all commands: a line of JSON with the text of a file, or our own object."""
    rows = [row for row in ROWS if "base64" not in row and (not row["file"] or "json" in row)]
    lines = []
    for row in rows:
        whole = isinstance(row.get("json"), dict) and not {"puzzle", "path", "id"} & row["json"].keys()
        puzzle = row["json"] if whole else row.get("text") or json.dumps(row.get("json"))
        lines.append(json.dumps({"puzzle": puzzle, "id": row["name"]}))
    path = tmp_path / "list.jsonl"
    path.write_text("\n".join(lines))
    run(["check", "--json", "--workers", "1", str(path)])
    records = {}
    for line in capfd.readouterr().out.splitlines():
        record = json.loads(line)
        records.setdefault(re.sub(r"#\d+$", "", record["puzzle"]), []).append(record["verdict"])
    for row in rows:
        found = records[row["name"]]
        assert found == (["error"] if "refused" in row else bare(row["verdicts"])), row["name"]


def file_of(row):
    return {"name": row["file"], "base64": base64.b64encode(answers.content_of(row)).decode()}


@pytest.mark.slow
def test_http_opens_files():
    for row in ROWS:
        got = answer("convert", {"file": file_of(row)})
        assert got.get("puzzles") == row.get("puzzles"), row["name"]
        if "refused" in row:
            assert row["refused"] in got["error"]["message"], row["name"]


def test_the_page_without_a_server_opens_files_alike():
    for row in ROWS[::7]:
        got = json.loads(answered("convert", json.dumps({"file": file_of(row)}), lambda _: None))
        assert got.get("answer", {}).get("puzzles") == row.get("puzzles"), row["name"]


def test_http_takes_objects():
    for row in JSON:
        got = answer("check", {"puzzle": row["json"]})
        assert ("error" if "error" in got else got["verdict"]) == only(row), (row["name"], got)


class Direct:
    """A pool that answers in this process."""

    async def ask(self, question, text, client, bounds, tell=None):  # noqa: ARG002
        found, _ = answer_text(question, text, bounds=bounds, tell=tell)
        return SimpleNamespace(text=found)


def test_agents_send_objects_and_texts():
    agents = Agents(ServerSettings(seconds=10), Direct())

    async def ask():
        for row in ROWS:
            if "base64" in row or (row["file"] and "json" not in row):
                continue
            given = (
                row["json"]
                if isinstance(row.get("json"), dict)
                else row.get("text") or json.dumps(row["json"])
            )
            got = await agents.call("convert_puzzle", {"puzzle": given}, "me")
            puzzles = row.get("puzzles", ())
            if row["name"] == "text: example:cup":
                assert not got.failed  # agents name examples, too
            elif got.failed:
                assert only(row) == "error", (row["name"], got.text)
                assert "\n" not in got.text
            else:
                assert len(puzzles) == 1, row["name"]
                assert json.loads(got.structured["file"]["text"]) == puzzles[0], row["name"]

    asyncio.run(ask())


def test_the_verifier_states_every_puzzle():
    for row in ROWS:
        for puzzle, verdict in zip(row.get("puzzles", ()), row.get("verdicts", ()), strict=True):
            if not verdict.startswith("error"):
                stated = Statement(statement(ns.loads(json.dumps(puzzle))))
                if stated.contradiction() is not None:
                    assert verdict == "unsolvable", row["name"]


@pytest.fixture(scope="module")
def javascript(tmp_path_factory):
    """What JavaScript makes of each input in JSON, and of each puzzle that Python made of any input."""
    if NODE is None:
        pytest.skip("no node is installed")
    require_module()
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    given = [row["json"] for row in JSON] + [puzzle for row in ROWS for puzzle in row.get("puzzles", ())]
    text = "".join(json.dumps(data) + "\n" for data in given)
    script = answers.FILE.with_name("statements.mjs")
    found = [json.loads(line) for line in node(folder, script, folder, text=text).splitlines()]
    return found[: len(JSON)], found[len(JSON) :]


def is_declared(data, read):
    """Whether Python reads JSON without looking for what fits."""
    try:
        return bool([*read(data)])
    except (ns.InputError, TypeError):
        return False


PACKAGE_REFUSES = re.compile(
    "is an object: colours of other programs|2 to 255 items here|named by a number|`palette` is another program's"
)
"""What the package for JavaScript does not read of what is declared."""

PAGE_REFUSES = re.compile(
    "which this page does not show|in two directions or more|named by a number|contradict each other"
)
"""What the page does not show of our own JSON; JSON of other programs reaches it by way of Python."""


@pytest.mark.slow
def test_the_package_reads_the_same_puzzles_or_says_what_it_does_not_read(javascript):
    for row, got in zip(JSON, javascript[0], strict=True):
        reason = got["package"].get("refused")
        if reason is None:
            assert got["package"]["verdict"] == only(row), row["name"]
            continue
        assert got["package"]["kind"] == "RangeError", row["name"]
        assert re.search("`|an object|puzzles|one list|sizes beside|the sums", reason), (row["name"], reason)
        if only(row) != "error" and is_declared(row["json"], objects_of):
            assert PACKAGE_REFUSES.search(reason), (row["name"], reason)


def agrees(made, puzzle):
    """Whether the page has a puzzle of Python's; a goal that contradicts the clues is left out."""
    goals = [[list(map(int, cells)) for cells in one.get("goal", ())] for one in (made, puzzle)]
    rest = [{name: value for name, value in one.items() if name != "goal"} for one in (made, puzzle)]
    return rest[0] == rest[1] and goals[0] in ([], goals[1])


@pytest.mark.slow
def test_the_page_shows_the_puzzles_that_python_reads(javascript):
    for row, got in zip(JSON, javascript[0], strict=True):
        page = got["page"]
        if "puzzle" in page:
            assert only(row) != "error", row["name"]
            assert agrees(page["puzzle"], row["puzzles"][0]), row["name"]
        elif only(row) != "error" and is_declared(row["json"], lambda data: [puzzle_of(data)]):
            assert PAGE_REFUSES.search(page["refused"]), (row["name"], page)
    puzzles = [
        (row["name"], puzzle, verdict)
        for row in ROWS
        for puzzle, verdict in zip(row.get("puzzles", ()), row.get("verdicts", ()), strict=True)
    ]
    for (name, puzzle, verdict), got in zip(puzzles, javascript[1], strict=True):
        refused = got["page"].get("refused", "")
        if verdict.startswith("error"):
            assert refused, name
        else:
            assert PAGE_REFUSES.search(refused) if refused else agrees(got["page"]["puzzle"], puzzle), name
            package = got["package"]
            assert package.get("verdict") == verdict or PACKAGE_REFUSES.search(package["refused"]), name
