"""The kernel in WebAssembly, under Node: its package, its answers, its limits."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from wasm import NODE, build, node, require_module

import nonosat as ns
from benchmarks.agreement import KINDS

SCRIPT = Path(__file__).with_name("kernel.mjs")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="no node is installed")]


def answers(served, puzzles, seconds="2"):
    lines = "".join(json.dumps(puzzle.to_json()) + "\n" for puzzle in puzzles)
    return list(map(json.loads, node(served, SCRIPT, served, seconds, text=lines).splitlines()))


def test_python_and_webassembly_agree_about_puzzles_of_every_kind(served):
    random = Random(7)
    puzzles = [make(random) for make in KINDS.values() for _ in range(20)]
    for puzzle, answer in zip(puzzles, answers(served, puzzles), strict=True):
        report = ns.check(puzzle)
        assert answer["verdict"] == report.verdict.value, puzzle
        assert answer["line_solvable"] == report.line_solvable
        solutions = {bytes(chain.from_iterable(cells)) for cells in answer["solutions"]}
        assert len(solutions) == len(report.solutions)
        assert all(puzzle._is_solved_by(solution) for solution in solutions)
        if report.unique:
            assert answer["backbone"] == answer["solutions"][0]
        elif report.solutions:
            known = ns.ambiguity(puzzle).to_json()["backbone"]
            for mine, row in zip(answer["backbone"], known, strict=True):
                assert all(
                    colour is None or str(colour) == str(other)
                    for colour, other in zip(mine, row, strict=True)
                )


def test_python_answers_questions_beyond_the_kernel(served):
    broken = ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]])
    several = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    hard = ns.load(f"{Path(ns.__file__).parent}/examples/unsolvable-by-search.non")
    misstated = ns.Puzzle(rows=[[1]], columns=[[1]], givens=[ns.Given(0, 0, 1)]).to_json() | {
        "givens": [[5, 5, 1]]
    }
    first, second, third = answers(served, [broken, several, hard])
    assert (first["verdict"], first["asked"]) == ("unsolvable", "examine")  # why it has none
    assert (second["verdict"], second["asked"]) == ("multiple", "ambiguity")
    assert third["verdict"] == "unsolvable"
    assert "asked" not in third
    assert json.loads(node(served, SCRIPT, served, text=json.dumps(misstated) + "\n")) == {"asked": "examine"}
    (late,) = answers(served, [ns.Puzzle([[3, 1, 2, 5, 1, 4]] * 60, [[3, 1, 2, 5, 1, 4]] * 60)], seconds="0")
    assert late == {"asked": "examine"}  # an easy puzzle has its answer before the first tick of a timer


LIMITS = """
import { Nonosat, check } from "./kernel/nonosat.js";
const clue = [3, 1, 2, 5, 1, 4];
const hard = { rows: Array(60).fill(clue), columns: Array(60).fill(clue) };
const easy = { rows: [[1, 1], [1]], columns: [[1], [1], [1]] };
const nonosat = new Nonosat();
const began = performance.now();
const { verdict, solutions } = await nonosat.check(hard, { seconds: 0.3 });
console.log(verdict, solutions.length, performance.now() - began < 1000);
const controller = new AbortController();
setTimeout(() => controller.abort(), 100);
const both = [nonosat.check(hard, { signal: controller.signal }), nonosat.check(easy)];
for (const { reason, value } of await Promise.allSettled(both)) console.log(reason?.name ?? value.verdict);
const open = nonosat.check(hard).catch(({ name }) => name);
nonosat.close();
console.log(await open, (await nonosat.check(easy)).verdict);
const faults = [
  { rows: [[-1]], columns: [[1]] },
  { rows: [[1]], columns: [[[1, 2]]] },
  { rows: [[1.5]], columns: [[1]] },
  { rows: [], columns: [] },
  { rows: [[1]], columns: [[1]], givens: [[0, 1]] },
  { rows: [[1]], columns: [[1]], givens: [[0, 0, 2]] },
  { rows: Array(2000).fill([]), columns: Array(2000).fill([]) },
];
for (const fault of faults) console.log(await check(fault).catch(({ name }) => name));
"""


def test_limits_end_a_search_and_faults_are_errors(served):
    (served / "limits.js").write_text(LIMITS)
    found = node(served, "limits.js").splitlines()  # and Node ends by itself
    assert found[:4] == ["unknown 0 true", "AbortError", "unique", "AbortError unique"]
    assert found[4:] == ["RangeError"] * 7


def test_an_answer_that_does_not_fit_the_clues_is_an_error(served):
    text = (served / "kernel" / "kernel.js").read_text()
    folder = served / "faulty"
    shutil.copytree(served / "kernel", folder)
    spoilt = text.replace("const answer = {", "cells[size] ^= 1;\n      const answer = {")
    assert spoilt != text
    (folder / "kernel.js").write_text(spoilt)
    (folder / "try.js").write_text(
        'import { check } from "./nonosat.js";\n'
        "console.log(await check({ rows: [[1]], columns: [[1]] }).catch(({ message }) => message));\n"
    )
    assert node(folder, "try.js") == "the kernel has a fault: its answer contradicts the puzzle\n"


def test_the_module_imports_nothing_and_names_its_sources():
    path = require_module()
    script = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));"
        "const [s] = WebAssembly.Module.customSections(m, 'sources');"
        "console.log(WebAssembly.Module.imports(m).length, Buffer.from(s).toString());"
    )
    assert node(path.parent, "-e", script, path) == f"0 {build.digest().decode()}\n"


def test_npm_makes_a_package_that_works(tmp_path):
    if not (npm := shutil.which("npm")):
        pytest.skip("no npm is installed")
    package = require_module().parent
    about = json.loads((package / "package.json").read_text())
    assert about["version"] == ns.__version__
    subprocess.run(
        [npm, "pack", "--silent", "--offline", "--pack-destination", tmp_path, package],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    (archive,) = tmp_path.glob("*.tgz")
    with tarfile.open(archive) as tar:
        names = {member.name.removeprefix("package/") for member in tar}
        tar.extractall(tmp_path, filter="data")
    assert names == {
        "package.json",
        "README.md",
        "LICENSE",
        *(path.name for path in package.glob("*.js")),
        "nonosat.d.ts",
        "nonosat.wasm",
    }
    home = tmp_path / "node_modules" / "nonosat"
    home.parent.mkdir()
    (tmp_path / "package").rename(home)
    (tmp_path / "use.mjs").write_text(
        'import { check } from "nonosat";\n'
        "console.log((await check({ rows: [[1], [2]], columns: [[2], [1]] })).verdict);\n"
    )
    assert node(tmp_path, "use.mjs") == "unique\n"


def test_npm_refuses_to_pack_without_the_kernel(tmp_path, served):
    if not (npm := shutil.which("npm")):
        pytest.skip("no npm is installed")
    shutil.copytree(served / "kernel", tmp_path / "package")
    (tmp_path / "package" / "nonosat.wasm").unlink()
    command = [npm, "pack", "--silent", "--offline", "--pack-destination", tmp_path, tmp_path / "package"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "nonosat.wasm is missing or outdated, so nothing is packed" in done.stderr
    assert not list(tmp_path.glob("*.tgz"))


@pytest.mark.nightly
def test_npm_compiles_the_kernel_in_a_checkout(tmp_path):
    if not (npm := shutil.which("npm")):
        pytest.skip("no npm is installed")
    pytest.importorskip("ziglang")
    root = Path(__file__).parents[3]
    for name in ("packaging", "src/nonosat/kernel", "src/nonosat/apps/web/kernel"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("*.wasm"))
    shutil.copy(root / "LICENSE", tmp_path)
    package = tmp_path / "src/nonosat/apps/web/kernel"
    environment = {**os.environ, "PYTHON": sys.executable}
    command = [npm, "pack", "--silent", "--offline", "--pack-destination", tmp_path, package]
    subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    (archive,) = tmp_path.glob("*.tgz")
    with tarfile.open(archive) as tar:
        assert "package/nonosat.wasm" in tar.getnames()


def test_a_missing_kernel_is_one_sentence(tmp_path, served):
    folder = tmp_path / "kernel"
    shutil.copytree(served / "kernel", folder)
    (folder / "nonosat.wasm").unlink()
    (folder / "try.js").write_text(
        'import { check } from "./nonosat.js";\n'
        "console.log(await check({ rows: [[1]], columns: [[1]] }).catch(({ message }) => message));\n"
    )
    said = node(folder, "try.js")
    assert said.startswith(
        "nonosat.wasm is missing beside nonosat.js; python packaging/wasm.py compiles it ("
    )
    assert len(said.splitlines()) == 1


def test_the_goal_is_the_first_solution_and_a_neighbour_the_second(served):
    random = Random(3)
    goal = ns.Grid([bytes(random.random() < 0.4 for _ in range(50)) for _ in range(50)])
    wrong = ns.Grid([[1, 0], [0, 0]])
    plain = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]], goal=wrong)
    first, second = answers(served, [goal.puzzle(goal=goal), plain])
    assert (first["verdict"], len(first["solutions"])) == ("multiple", 2)
    assert bytes(chain.from_iterable(first["solutions"][0])) == goal.cells
    assert second["verdict"] == "multiple"
