"""nonosat's JSON means the same in JavaScript and in Python: one verdict, or a refusal that names the member."""

import json
import re
import shutil
import subprocess
from copy import deepcopy
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from wasm import NODE, node

import nonosat as ns
from benchmarks.agreement import KINDS
from nonosat.formats.native import puzzles_of

ROOT = Path(__file__).parents[3]
SCRIPT = Path(__file__).with_name("check.mjs")
TSC = ROOT / ".venv/browser/node_modules/.bin/tsc"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="no node is installed")]


def answers(served, records, seconds=10):
    text = "".join(json.dumps(record) + "\n" for record in records)
    return list(map(json.loads, node(served, SCRIPT, served, seconds, text=text).splitlines()))


def verdict(record):
    """Python's verdict; empty for a record that it refuses."""
    try:
        (puzzle,) = puzzles_of(record)
        return ns.check(puzzle).verdict.value
    except ns.NonosatError:
        return ""


def compare(served, records, seconds=10):
    """Compares the answers; returns JavaScript's verdicts, empty for records that it refuses."""
    verdicts = []
    for record, answer in zip(records, answers(served, records, seconds), strict=True):
        if "error" in answer:
            assert answer["error"] == "RangeError", answer
            assert re.search(r"`\w+|an object", answer["message"]), answer
        elif answer["verdict"] != "unknown":
            assert answer["verdict"] == verdict(record), record
            (puzzle,) = puzzles_of(record)
            for rows in answer["solutions"]:
                assert [len(row) for row in rows] == list(puzzle.geometry.row_lengths)
                assert puzzle._is_solved_by(bytes(chain.from_iterable(rows))), record
        verdicts.append(answer.get("verdict", ""))
    return verdicts


def test_all_puzzles_of_the_repository_have_the_verdict_that_python_gives(served):
    paths = sorted(
        set((ROOT / "puzzles").iterdir()) - {ROOT / "puzzles/make.py", ROOT / "puzzles/expected.json"}
    )
    records = [puzzle.to_json() for path in paths for puzzle in ns.load_all(path)]
    verdicts = compare(served, records, seconds=1)
    assert len(verdicts) >= len(paths) > 40
    assert "" not in verdicts
    assert verdicts.count("unknown") < 8  # hard ones, within a second


def random_records(rng, count):
    kinds = list(KINDS.values())
    return [kinds[at % len(kinds)](rng).to_json() for at in range(count)]


def test_300_random_puzzles_of_all_shapes_have_the_verdict_that_python_gives(served):
    records = random_records(Random(1), 300)
    verdicts = compare(served, records)
    assert {"unique", "multiple", "unsolvable"} <= set(verdicts)
    assert "" not in verdicts


VALUES = (
    None,
    [],
    {},
    "*",
    "?",
    0,
    1,
    -1,
    1.5,
    "x",
    True,
    5000,
    [0],
    [[1, 9]],
    [["*", 1]],
    [[1], [1]],
    ["12"],
    [1],
    "0",
)


def places(value):
    """All (container, key) of a record."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from places(inner)


def spoilt(record, rng):
    """A record with one value replaced, removed or added."""
    record = deepcopy(record)
    container, key = rng.choice(list(places(record)))
    change = rng.choice(("replace", "replace", "remove", "add"))
    if change == "replace":
        container[key] = rng.choice(VALUES)
    elif change == "remove":
        del container[key]
    else:
        record[rng.choice(("corner", "diagonals", "goal", "lines", "odd", "givens"))] = rng.choice(VALUES)
    return record


def test_javascript_refuses_the_same_statements_as_python(served):
    rng = Random(2)
    records = [spoilt(record, rng) for record in random_records(rng, 600)]
    compare(served, records)
    refused = [verdict(record) == "" for record in records]
    assert 100 < sum(refused) < 500


def test_other_properties_are_an_object_or_pairs(served):
    clues = {"rows": [[1]], "columns": [[1]]}
    given = [{"a": "b"}, [["a", "b"], ["a", "c"]], [["a"]], [["a", 1]], {"a": 1}, "a"]
    verdicts = compare(served, [{**clues, "extra": extra} for extra in given])
    assert verdicts == ["unique", "unique", "", "", "", ""]


@pytest.mark.parametrize(
    ("record", "member"),
    [
        ({"rows": [[1]]}, "`columns` is missing"),
        ({"rows": [[1]], "columns": [["x"]]}, "`columns[0][0]`"),
        ({"rows": [[1]], "columns": None}, "`columns`"),
        ({"rows": [[1]], "columns": [[1]], "givens": [[0, 1]]}, "`givens[0]`"),
        ({"rows": [[1]], "columns": [[1]], "palette": ["a", "b"]}, "`palette[0]`"),
        ({"rows": [[1]], "columns": [[1]], "lines": {}}, "`clues` is missing"),
        ({"lines": {"a": [[0, 2]]}, "clues": {"a": [[1]]}}, "`lines.a[0]`"),
        ({"lines": {"a": [[0, 1]]}, "clues": {"b": [[1]]}}, "`clues.b`"),
    ],
)
def test_a_refusal_names_the_member(served, record, member):
    (answer,) = answers(served, [record])
    assert member in answer["message"]


OPTIONS = """
import { check } from "./kernel/nonosat.js";
const puzzle = { rows: [[1]], columns: [[1]] };
for (const seconds of ["x", -1, NaN, null])
  console.log(await check(puzzle, { seconds }).catch(({ name, message }) => `${name} ${message}`));
"""


def test_an_option_that_is_no_number_is_named(served):
    (served / "options.js").write_text(OPTIONS)
    lines = node(served, "options.js").splitlines()
    assert len(lines) == 4
    assert all(line.startswith("RangeError `seconds` must be a number") for line in lines)


TYPES = """
import { check, Nonosat, type Answer, type Puzzle } from "./kernel/nonosat.js";
import * as made from "./kernel/implementation.js"; // the same file by a name without declarations
const declared: typeof check = made.check;
const implemented: typeof made.check = check;
const one: Pick<Nonosat, keyof Nonosat> = new made.Nonosat();
const other: Pick<made.Nonosat, keyof made.Nonosat> = new Nonosat();
const puzzle: Puzzle = { rows: [[1, ["?", 2]], null], columns: [[], ["?"]], givens: [[0, 0]] };
const hexagon: Puzzle = { lines: { a: [[0, 1]] }, clues: { a: [[1]] } };
const answer: Answer = await check(puzzle, { seconds: 1 });
// @ts-expect-error: columns are missing
check({ rows: [[1]] });
// @ts-expect-error: a member of another name
check({ rows: [[1]], columns: [[1]], colums: [[1]] });
// @ts-expect-error: no number
check(puzzle, { seconds: "1" });
export { answer, declared, hexagon, implemented, one, other };
"""


def test_the_declared_types_are_those_of_the_implementation(served, tmp_path):
    if not TSC.exists():
        pytest.skip("no tsc is installed")
    folder = tmp_path / "kernel"
    shutil.copytree(served / "kernel", folder)
    shutil.copy(folder / "nonosat.js", folder / "implementation.js")
    (tmp_path / "types.ts").write_text(TYPES)
    options = [
        "--strict",
        "--noEmit",
        "--allowJs",
        "--target",
        "es2023",
        "--module",
        "es2022",
        "--moduleResolution",
        "bundler",
    ]
    done = subprocess.run(
        [TSC, *options, "--lib", "es2024,dom", "types.ts"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
