"""Imports point downwards only, and other packages are met in the module that adapts them only."""

import ast
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "nonosat"

FLOORS = (
    ("foundation", "verifier"),
    ("model",),
    ("records",),
    ("imaging",),
    ("formats",),
    ("solving",),
    ("questions",),
    ("proofs", "pictures"),
    ("batch",),
    ("generation", "scanning"),
    ("evaluation",),
    ("benchmarking",),
    ("__init__",),
    ("learn", "studio"),
    ("agents",),
    ("cli",),
    ("__main__",),
)
"""Departments from the bottom to the top; `__init__` is the package itself, what `import nonosat` gives."""

ROOMS = {
    "solving": ("lines", "sat", "engine"),
    "questions": ("solution_space", "explanation", "conflicts", "repairs"),
    "pictures": ("languages", "player", "drawing", "illustration", "book", "lesson", "playing"),
    "proofs": (
        *("foreign", "lrat", "argument", "choices", "certificate", "counts"),
        *("minimality", "repainting", "proving", "cubes", "second_opinion"),
    ),
    "evaluation": ("judging", "learn"),
    "cli": ("shell", "commands", "program", "running"),
}
"""The rooms of a department; each may use those before it."""

LEVEL = {part: level for level, parts in enumerate(FLOORS) for part in parts}

ADAPTERS = {
    "questions/solution_space/frontier_numpy.py": {"numpy"},
    "studio/in_browser.py": {"pyodide"},
    "solving/sat/cardinality.py": {"pysat"},
    "solving/sat/backends/pysat.py": {"pysat", "pysolvers"},
    "solving/sat/backends/cpsat.py": {"ortools"},
    "model/cells.py": {"numpy"},
    "batch/table.py": {"pyarrow"},
    "generation/datasets/columns.py": {"pyarrow"},
    "cli/": {"click", "rich"},
    "foundation/workers/executors.py": {"distributed", "mpi4py"},
    "formats/folders.py": {"pathspec"},
    "learn.py": {"gymnasium"},
    "evaluation/learn/dataset.py": {"reasoning_gym"},
    "evaluation/learn/environment.py": {"gymnasium", "numpy"},
    "imaging/photo.py": {"PIL"},
    "imaging/reading.py": {"PIL"},
    "imaging/svg.py": {"cairosvg"},
    "pictures/drawing/": {"rich"},
    "pictures/illustration/watching.py": {"rich"},
    "pictures/illustration/anywidgets.py": {"anywidget", "traitlets"},
    "pictures/playing/board.py": {"rich", "textual"},
    "pictures/playing/app.py": {"rich", "textual"},
    "pictures/drawing/apng.py": {"PIL"},
    "pictures/drawing/png.py": {"PIL"},
    "pictures/drawing/pdf.py": {"reportlab"},
    "studio/server.py": {"starlette"},
    "studio/drawing.py": {"segno"},
    "studio/serving.py": {"uvicorn"},
    "agents/server.py": {"mcp", "mcp_types", "starlette"},
    "scanning/": {"numpy"},
    "scanning/pages.py": {"PIL", "pypdfium2"},
    "scanning/opencv.py": {"cv2"},
}
"""Other packages, and the module or folder that may import them."""

LONGEST = 500
SOURCES = (".py", ".pyi", ".c", ".h", ".js", ".css")
"""No module of any language has more lines."""


def part_of(path, root):
    """The part of the package that a file belongs to: the name of a module or folder at its top."""
    first = path.relative_to(root).parts[0]
    return first.removesuffix(".py")


def rank(words):
    """The height of a module, by its words below `nonosat`: that of its department, and of its room within.

    A department is below its rooms, for it holds nothing but their map.
    """
    department, *inner = words
    rooms = ROOMS.get(department, ())
    room = rooms.index(inner[0]) if inner and inner[0] in rooms else -1
    return LEVEL.get(department, len(FLOORS)), room


def words_of(path, root):
    """The words of a module's dotted name below `nonosat`."""
    words = path.relative_to(root).with_suffix("").parts
    return words[:-1] if words[-1] == "__init__" and len(words) > 1 else words


def named(argument):
    """The module that `import_module` is to import, as far as the source says: `nonosat.cli.*`."""
    if isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
        return f"{argument.values[0].value}*"
    return argument.value if isinstance(argument, ast.Constant) else None


def called(node):
    """The last word of the name of what is called, if it has one."""
    return getattr(node.func, "attr", getattr(node.func, "id", None))


parsed = cache(ast.parse)


@cache
def nodes(text):
    """The imports in a module, and its calls if some matter here."""
    if "import_module(" in text or "open_session(" in text:
        kinds = ast.Import | ast.ImportFrom | ast.Call
        return [node for node in ast.walk(parsed(text)) if isinstance(node, kinds)]
    return list(quickly_imported(text))


DOCSTRING = re.compile(r'(?:#.*\n)*r?"""')
IMPORT = re.compile(r"^[ \t]*((?:from [.\w]+ )?import (?:\([^)]*\)|.*))", re.MULTILINE)


def quickly_imported(text):
    """The imports in a module whose other statements are not parsed: all of the package take a second."""
    for found in IMPORT.finditer(text):
        with suppress(SyntaxError):  # a docstring's
            (node,) = ast.parse(found[1]).body
            yield ast.increment_lineno(node, text.count("\n", 0, found.start()))


def imports(path, root, names=()):
    """(dotted name, line) of all that a file imports, wherever in it, by name or for types only included.

    `names` are the modules that may be meant by a name which is taken from a package.
    """
    package = ["nonosat", *path.relative_to(root).parent.parts]
    for node in nodes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # a name taken from the package itself may be one of its modules
            inner = [f"{module}.{alias.name}" for alias in node.names]
            found = [each if module == "nonosat" or each in names else module for each in inner]
        elif called(node) == "import_module":
            found = list(filter(None, [named(node.args[0])]))
        else:
            continue
        for name in dict.fromkeys(found):
            yield name, node.lineno


def target_of(name, root):
    """The part of the package that a dotted name below `nonosat` lies in."""
    words = name.split(".")
    inside = len(words) > 1 and ((root / words[1]).is_dir() or (root / f"{words[1]}.py").is_file())
    return words[1] if inside else "__init__"


def faults(root):
    """Everything under a package's root that breaks a rule, one line of text each."""
    for path in sorted(root.rglob("*.py")):
        where, part = path.relative_to(root).as_posix(), part_of(path, root)
        if part not in LEVEL:
            yield f"{where}: no floor has `{part}`"
            continue
        own = words_of(path, root)
        if len(own) > 1 and own[1] not in ROOMS.get(part, own):
            yield f"{where}: no room of `{part}` is called `{own[1]}`"
        allowed = set().union(*(names for place, names in ADAPTERS.items() if where.startswith(place)))
        for name, line in imports(path, root):
            top = name.split(".")[0]
            if top == "nonosat":
                target = target_of(name, root)
                words = name.split(".")[1:] if target != "__init__" else [target]
                if target != part and LEVEL.get(target, len(FLOORS)) >= LEVEL[part]:
                    yield f"{where}:{line}: {part} imports {target}"
                elif target == part and rank(words) > rank(own) and rank(own)[1] >= 0:
                    yield f"{where}:{line}: {own[1]} imports {words[1]}"
            elif top not in sys.stdlib_module_names and top not in allowed:
                yield f"{where}:{line}: imports {top}"
        text = path.read_text(encoding="utf-8")
        if not DOCSTRING.match(text):
            yield f"{where}: no docstring"
    for path in sorted(path for ending in SOURCES for path in root.rglob(f"*{ending}")):
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST:
            yield f"{path.relative_to(root).as_posix()}: {length} lines"


def modules(root):
    """The file of each module of a package, by its dotted name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        words = path.relative_to(root).with_suffix("").parts
        found[".".join(("nonosat", *(words[:-1] if words[-1] == "__init__" else words)))] = path
    return found


def circles(root):
    """Groups of modules that import each other, whether at once, late, or for types only."""
    names = modules(root)
    needed = {}
    for name, path in names.items():
        taken = (each for each, _ in imports(path, root, names))
        needed[name] = {each for each in taken if each in names and each != name}
    reached = {name: set(mine) for name, mine in needed.items()}
    for middle in reached:
        for mine in reached.values():
            if middle in mine:
                mine |= reached[middle]
    return {
        frozenset(each for each in names if each in reached[name] and name in reached[each])
        for name in names
        if name in reached[name]
    }


def test_the_package_keeps_the_rules():
    assert list(faults(SOURCE)) == []


@pytest.mark.slow
def test_no_import_is_overlooked():
    def told(nodes):
        return [(node.lineno, ast.unparse(node)) for node in nodes if not isinstance(node, ast.Call)]

    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert bool(ast.get_docstring(parsed(text))) == bool(DOCSTRING.match(text))
        every = [node for node in ast.walk(parsed(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert sorted(told(nodes(text))) == sorted(told(every)), path


def test_modules_do_not_import_each_other_in_a_circle():
    assert circles(SOURCE) == set()


def test_sessions_are_opened_by_the_search_and_the_oracle_only():
    opening = {
        path.relative_to(SOURCE).as_posix()
        for path in modules(SOURCE).values()
        for node in nodes(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.Call) and called(node) == "open_session"
    }
    assert opening == {"solving/engine/clauses.py", "solving/sat/oracle.py"}


def test_every_part_of_the_core_is_there_and_looked_at():
    seen = {part_of(path, SOURCE) for path in SOURCE.rglob("*.py")}
    core = {part for layer in FLOORS[: LEVEL["solving"] + 1] for part in layer}
    assert core | {"formats", "__init__"} <= seen <= set(LEVEL)
    for part in seen:
        files = [path for path in SOURCE.rglob("*.py") if part_of(path, SOURCE) == part]
        assert files
        if part != "learn":
            assert any(True for path in files for _ in imports(path, SOURCE))


@pytest.fixture
def package(tmp_path):
    """A small package without a fault, to plant one in."""
    root = tmp_path / "nonosat"
    for folder in (
        "foundation",
        "model",
        "solving/lines",
        "solving/sat/backends",
        "solving/engine",
        "formats",
        "pictures",
        "cli",
    ):
        (root / folder).mkdir(parents=True)
    files = {
        "foundation/__init__.py": "",
        "foundation/errors.py": "",
        "foundation/limits.py": "from nonosat.foundation.errors import UsageError",
        "model/__init__.py": "",
        "model/puzzle.py": "import sys",
        "solving/__init__.py": "",
        "solving/lines/__init__.py": "",
        "solving/lines/bits.py": "from nonosat.model import puzzle",
        "solving/sat/__init__.py": "",
        "solving/sat/backends/__init__.py": "def f():\n    from nonosat.solving.sat.backends.pysat import X",
        "solving/sat/backends/pysat.py": "import pysolvers\nfrom pysat.solvers import Solver",
        "solving/engine/__init__.py": "",
        "solving/engine/search.py": "import nonosat.solving.sat.backends\nfrom ...model.puzzle import Grid",
        "formats/__init__.py": "from nonosat.formats import non\nfrom ..model import puzzle",
        "formats/non.py": "",
        "pictures/__init__.py": "",
        "__init__.py": "from nonosat.formats import load",
        "cli/__init__.py": "import click\nfrom nonosat import __version__, solving",
        "__main__.py": "from nonosat.cli import main",
    }
    for name, text in files.items():
        (root / name).write_text(f'"""About."""\n{text}\n')
    return root


def plant(package, name, text):
    path = package / name
    path.write_text((path.read_text() if path.exists() else '"""About."""\n') + text + "\n")
    return list(faults(package))


def test_a_package_without_fault_has_none(package):
    assert list(faults(package)) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("solving/lines/bits.py", "from nonosat.solving.engine.search import search", "lines imports engine"),
        ("solving/lines/bits.py", "from ..engine import check", "lines imports engine"),
        ("solving/lines/bits.py", "import nonosat.solving.engine", "lines imports engine"),
        (
            "solving/lines/bits.py",
            "def f():\n    from nonosat.solving.engine import check",
            "lines imports engine",
        ),
        (
            "foundation/errors.py",
            "try:\n    import nonosat.model\nexcept ImportError: pass",
            "foundation imports model",
        ),
        (
            "foundation/limits.py",
            "if TYPE_CHECKING:\n    from nonosat.solving.engine import Report",
            "foundation imports solving",
        ),
        ("formats/non.py", "from nonosat.solving.engine import check", "formats imports solving"),
        ("formats/non.py", "from nonosat import pictures", "formats imports pictures"),
        ("formats/text.py", "import nonosat.solving", "formats imports solving"),
        ("formats/non.py", "from nonosat.render import draw", "formats imports __init__"),
        ("solving/engine/search.py", "from nonosat import Puzzle", "solving imports __init__"),
        ("solving/engine/search.py", "import nonosat", "solving imports __init__"),
        ("__init__.py", "from nonosat.cli import main", "__init__ imports cli"),
        (
            "foundation/limits.py",
            "def f():\n    import_module('nonosat.solving.engine')",
            "foundation imports solving",
        ),
        (
            "solving/lines/bits.py",
            "importlib.import_module(f'nonosat.solving.engine.{name}')",
            "lines imports engine",
        ),
        ("solving/engine/search.py", "from pysat.solvers import Solver", "imports pysat"),
        ("solving/engine/search.py", "def f():\n    import pysolvers", "imports pysolvers"),
        ("solving/sat/backends/__init__.py", "import pysat", "imports pysat"),
        ("solving/sat/backends/pysat.py", "import ortools", "imports ortools"),
        ("model/puzzle.py", "import rich.table", "imports rich"),
        ("formats/non.py", "import click", "imports click"),
        ("cli/running.py", "import numpy", "imports numpy"),
        ("strange.py", "", "no floor has `strange`"),
        ("solving/lines/line.py", "\n" * LONGEST, "lines"),
        ("solving/lines/kernel.c", "\n" * LONGEST, "lines"),
        ("solving/lines/kernel.h", "\n" * LONGEST, "lines"),
        ("cli/page.js", "\n" * LONGEST, "lines"),
    ],
)
def test_a_planted_fault_is_found(package, name, text, fault):
    (found,) = plant(package, name, text)
    assert found.startswith(name)
    assert found.endswith(fault)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("model/puzzle.py", "from nonosat.solving.lines import bits"),
        (
            "solving/sat/backends/pysat.py",
            "if TYPE_CHECKING:\n    from nonosat.solving.sat.backends import Session",
        ),
        ("formats/non.py", "def f():\n    from .. import formats"),
        ("formats/non.py", "def f():\n    import nonosat.formats"),
    ],
)
def test_a_planted_circle_is_found(package, name, text):
    assert circles(package) == set()
    plant(package, name, text)
    (circle,) = circles(package)
    assert len(circle) == 2


def test_a_missing_docstring_is_found(package):
    (package / "solving/lines/board.py").write_text("from nonosat.model import puzzle\n")
    assert list(faults(package)) == ["solving/lines/board.py: no docstring"]


UNMAPPED = {"cli", "formats"}
"""Wings that have a table of their modules instead."""


@pytest.mark.parametrize(
    "wing", sorted({path.parent.name for path in SOURCE.glob("*/__init__.py")} - UNMAPPED)
)
def test_the_docstring_of_a_wing_is_a_map_of_it(wing):
    text = ast.get_docstring(ast.parse((SOURCE / wing / "__init__.py").read_text(encoding="utf-8")))
    missing = {path.stem for path in (SOURCE / wing).glob("*.py") if f"`{path.stem}`" not in text}
    assert missing <= {"__init__", "__main__"}


def untested(root, tests):
    """Modules with neither a test file that mirrors them nor any in the folder that mirrors theirs."""
    for path in sorted(root.rglob("*.py")):
        module = path.relative_to(root)
        mirror = module.with_name(f"test_{module.name}")
        if path.stem in ("__init__", "__main__") or (tests / mirror).is_file():
            continue
        if not any((tests / mirror.parent).glob("test_*.py")):
            yield f"{module.as_posix()}: no {mirror.as_posix()}, nor any other test in that folder"


def test_every_module_or_its_folder_has_a_test_file():
    assert list(untested(SOURCE, Path(__file__).parent)) == []


def test_every_test_file_mirrors_a_folder_of_the_package():
    tests = Path(__file__).parent
    others = {"benchmarks", "helpers", "portability", "verifier"}
    for path in tests.rglob("test_*.py"):
        folder = path.parent.relative_to(tests)
        assert folder.parts[:1] in [(each,) for each in others] or (SOURCE / folder).is_dir(), path


def test_a_module_without_a_test_file_is_found(package, tmp_path):
    tests = tmp_path / "tests"
    for path in package.rglob("*.py"):
        mirror = tests / path.relative_to(package).with_name(f"test_{path.name}")
        mirror.parent.mkdir(parents=True, exist_ok=True)
        mirror.touch()
    assert list(untested(package, tests)) == []
    (tests / "model/test_puzzle.py").unlink()
    assert list(untested(package, tests)) == []  # there is test___init__.py
    (tests / "model/test___init__.py").unlink()
    (found,) = untested(package, tests)
    assert found.startswith("model/puzzle.py: no model/test_puzzle.py")


def test_the_picture_of_the_house_is_drawn_from_the_table():
    from docs import architecture

    assert (architecture.HERE / "architecture.svg").read_text(encoding="utf-8") == architecture.drawn()
