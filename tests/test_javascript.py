"""The pages' JavaScript: its layers, one formatter, and types."""

import re
import subprocess
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.apps.web import FOLDER, KERNEL, PLAYER, SHARED

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / ".venv/browser/node_modules/.bin"
"""Folder in which `.ci/run` installs them."""

PAGE = FOLDER / "studio"

LAYERS = (
    ("engine",),
    ("model",),
    ("asking",),
    ("view",),
    ("tools",),
    ("activities",),
    ("input",),
    ("api.js", "app.js"),
    ("main.js",),
)
"""Folders and files of the studio's page from the bottom to the top; each imports what is below it, and itself."""

PLAYER_LAYERS = (
    ("layout.js", "packing.js", "placing.js", "settings.js", "shapes.js"),
    ("game.js", "language.js", "pages.js"),
    ("clock.js", "frame.js", "supposing.js"),
    ("view.js", "collection.js", "finish.js"),
    ("playing.js",),
    ("cursor.js", "hints.js"),
    ("pad.js",),
    ("controls.js", "strokes.js"),
    ("keys.js",),
    ("main.js",),
)
"""The modules of the page that plays a puzzle."""

PYTHON = "../../python/pyodide.mjs"
"""Import of a file that only an exported page has."""

IMPORT = re.compile(
    r'^(?:import|export) (?:[^;"]* from )?"([^"]+)";|\bawait import\("([^"]+)"\)', re.MULTILINE
)


def imports(path):
    """The addresses that a module imports, in words or on demand."""
    return [one or other for one, other in IMPORT.findall(path.read_text(encoding="utf-8"))]


def faults(root, layers):
    """Returns the forbidden imports of a page's modules, from above or from another page, one line each; all import from
    `shared` and `kernel`."""
    level = {name: height for height, names in enumerate(layers) for name in names}
    for path in sorted(root.rglob("*.js")):
        where = path.relative_to(root)
        for name in imports(path):
            target = (path.parent / name).resolve()
            if target.is_relative_to(SHARED) or target.is_relative_to(KERNEL) or name == PYTHON:
                continue
            inside = name.startswith(".") and target.is_relative_to(root)
            part = target.relative_to(root).parts[0] if inside else name
            if part not in level:
                yield f"{where}: imports {name}"
            elif level.get(part, -1) > level[where.parts[0]]:
                yield f"{where}: {where.parts[0]} imports {part}"


@pytest.mark.parametrize(("root", "layers"), [(PAGE, LAYERS), (PLAYER, PLAYER_LAYERS)])
def test_modules_import_from_below(root, layers):
    assert list(faults(root.resolve(), layers)) == []
    assert {path.name for path in root.iterdir() if path.suffix == ".js"} <= {
        name for row in layers for name in row
    }


def test_every_relative_import_names_a_file():
    relative = re.compile(r"""["'](\.{1,2}/[\w./-]+\.(?:js|css|json|html))["']""")
    absent = [
        f"{path.relative_to(FOLDER)}: {name}"
        for path in sorted(FOLDER.rglob("*.js"))
        for name in {*relative.findall(path.read_text(encoding="utf-8")), *imports(path)}
        if not (path.parent / name).is_file() and name != PYTHON and not name.startswith("node:")
    ]
    assert absent == []


def test_an_import_from_above_or_elsewhere_is_found(tmp_path):
    for folder in ("model", "view"):
        (tmp_path / folder).mkdir()
    (tmp_path / "model/a.js").write_text(
        'import {\n  b,\n} from "../view/b.js";\nimport "https://example.org/c.js";\n'
    )
    (tmp_path / "view/b.js").write_text('export { d } from "../model/a.js";\nawait import("../app.js");\n')
    assert list(faults(tmp_path, LAYERS)) == [
        "model/a.js: model imports view",
        "model/a.js: imports https://example.org/c.js",
        "view/b.js: view imports app.js",
    ]


READER = {f"../kernel/{name}.js" for name in ("statement", "names")}
"""The reader of our JSON, on which the model of a puzzle stands."""


def test_shared_modules_import_only_the_reader():
    for path in SHARED.glob("*.js"):
        assert all(name.startswith("./") or name in READER for name in imports(path))
    for path in KERNEL.glob("*.js"):
        assert all(name.startswith(("./", "node:")) for name in imports(path))


def test_each_key_is_declared_once():
    declared = re.findall(
        r'^  (\w+): "(.+)",$', (PAGE / "model/keys.js").read_text(encoding="utf-8"), re.MULTILINE
    )
    keys = [key for _, keys in declared for key in keys.split()]
    assert len(keys) == len(set(keys)) > 20
    tools = re.search(r"TOOLS = \{ (.*) \}", (PAGE / "tools/all.js").read_text(encoding="utf-8"))[1]
    assert set(tools.split(", ")) < {name for name, _ in declared}
    others = {path.name: path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
    letters = re.compile(r'\bkeys?: "[A-Za-z?.+-]"|Ctrl\+[A-Z]"')
    assert [name for name, text in others.items() if name != "keys.js" and letters.search(text)] == []


def test_no_verb_of_the_page_only_passes_on():
    """Activities call the part that does it."""
    method = re.compile(
        r"^  (?:async )?(\w+)\([^)]*\) \{\n    (?:return )?this\.\w+\.\w+\([^()]*\);\n  \}", re.MULTILINE
    )
    assert method.findall((PAGE / "api.js").read_text(encoding="utf-8")) == []
    assert method.findall("  commit(label) {\n    return this.session.commit(label);\n  }") == ["commit"]


def test_each_export_is_imported():
    sources = {path: path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.js")}
    names = {path: set(re.findall(r"\w+", text)) for path, text in sources.items()}
    tests = [*(ROOT / "tests").rglob("*.mjs"), *(ROOT / "tests/apps").rglob("*.py")]
    tested = {name for path in tests for name in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    exported = re.compile(r"^export (?:async )?(?:function\*?|const|class) (\w+)", re.MULTILINE)
    unused = [
        f"{path.name}: {name}"
        for path, text in sources.items()
        for name in exported.findall(text)
        if not any(name in other for place, other in names.items() if place != path) and name not in tested
    ]
    assert unused == []


OTHERS = {"regular.js", "review.js"}
"""Shared modules that the page of a puzzle does not use."""


def test_the_page_of_a_puzzle_is_all_its_modules_and_no_other():
    html = ns.playable(ns.Puzzle(rows=[[1]], columns=[[1]])).html
    modules = len(re.findall(r"const module\d+ = await \(", html))
    reached, waiting = set(), [PLAYER / "main.js"]
    while waiting:
        path = waiting.pop().resolve()
        if path not in reached:
            reached.add(path)
            waiting += [path.parent / name for name in imports(path)]
    assert modules == len(reached)
    mine = (path.resolve() for folder in (PLAYER, SHARED) for path in folder.glob("*.js"))
    reader = {KERNEL.resolve() / f"{name}.js" for name in ("statement", "names", "checks")}
    assert reached == {path for path in mine if path.name not in OTHERS} | reader
    assert not re.search(r"^\s*(import|export)\b", html, re.MULTILINE)


def tool(*words):
    """Runs a tool of npm's on the whole tree."""
    if not (TOOLS / words[0]).exists():
        pytest.skip(f"no {words[0]} is installed")
    done = subprocess.run(
        [TOOLS / words[0], *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_all_is_formatted():
    tool("prettier", "--config", ".ci/prettier.json", "--check", "src/**/*.{js,mjs}", "tests/**/*.mjs")


@pytest.mark.slow
def test_types_are_right():
    tool("tsc", "--project", ".ci/tsconfig.json")
