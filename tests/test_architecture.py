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
    ("support", "verifier"),
    ("model",),
    ("records",),
    ("imaging",),
    ("formats",),
    ("kernel",),
    ("lines",),
    ("sat",),
    ("search",),
    ("counting",),
    ("explaining",),
    ("conflicts",),
    ("repairs",),
    ("proofs",),
    ("apps",),  # its docstring; from here on applications
    ("apps.languages",),
    ("apps.web",),
    ("apps.drawing",),
    ("apps.illustration",),
    ("apps.book",),
    ("apps.lesson",),
    ("apps.many",),
    ("apps.generation", "apps.scanning"),
    ("apps.evaluation",),
    ("apps.wording",),
    ("apps.benchmarking",),
    ("__init__",),
    ("learn", "types", "apps.studio"),
    ("apps.agents",),
    ("apps.cli",),
    ("__main__",),
)
"""Departments from the bottom to the top; `__init__` is the package itself, what `import nonosat` gives."""

ROOMS = {
    "proofs": (
        *("lrat_proof", "refutation_files", "least_choices", "certificate", "counts"),
        *("minimality", "repainting", "proving", "proved_checker"),
    ),
    "apps.evaluation": ("judging", "learn"),
    "apps.cli": ("shell", "commands", "program", "running"),
}
"""The rooms of a department; each may use those before it."""

LEVEL = {part: level for level, parts in enumerate(FLOORS) for part in parts}

ADAPTERS = {
    "counting/frontier_numpy.py": {"numpy"},
    "apps/studio/in_browser.py": {"pyodide"},
    "sat/cardinality.py": {"pysat"},
    "sat/backends/pysat.py": {"pysat", "pysolvers"},
    "sat/backends/kissat.py": {"pysat"},
    "sat/backends/cpsat.py": {"ortools"},
    "model/coloured_rows.py": {"numpy"},
    "apps/benchmarking/plots.py": {"matplotlib"},
    "apps/many/engines.py": {"distributed", "ray"},
    "apps/many/table.py": {"pyarrow"},
    "apps/cli/": {"click", "rich"},
    "formats/columns.py": {"pyarrow"},
    "formats/npz.py": {"numpy"},
    "formats/xlsx.py": {"openpyxl"},
    "formats/yaml_text.py": {"yaml"},
    "imaging/photo.py": {"PIL"},
    "imaging/opening.py": {"PIL"},
    "imaging/svg.py": {"cairosvg"},
    "imaging/candidates.py": {"numpy", "PIL"},
    "imaging/likeness.py": {"numpy"},
    "imaging/native_grid.py": {"numpy"},
    "apps/generation/image_choices.py": {"numpy"},
    "apps/generation/choice_sheet.py": {"PIL"},
    "apps/drawing/": {"rich"},
    "apps/drawing/gif.py": {"PIL"},
    "apps/drawing/png.py": {"PIL"},
    "apps/drawing/pdf.py": {"reportlab"},
    "apps/studio/server.py": {"starlette"},
    "apps/studio/serving.py": {"uvicorn"},
    "apps/agents/server.py": {"mcp", "mcp_types", "starlette"},
    "apps/scanning/": {"numpy"},
    "apps/scanning/pages.py": {"PIL", "pypdfium2"},
    "apps/scanning/opencv.py": {"cv2"},
}
"""Other packages, and the module or folder that may import them."""

LONGEST = 500
SOURCES = (".py", ".pyi", ".c", ".h", ".js", ".css")
"""No module of any language has more lines."""


def part_of(path, root):
    """The part of the package that a file belongs to: the name of a module or folder at its top, or in `apps`."""
    return split(words_of(path, root))[0]


def split(words):
    """The department that the words of a dotted name begin with, and the words after it."""
    depth = 2 if words[0] == "apps" and len(words) > 1 else 1
    return ".".join(words[:depth]), words[depth:]


def rank(words):
    """The height of a module, by its words below `nonosat`: that of its department, and of its room within.

    A department is below its rooms, for it holds nothing but their map.
    """
    department, inner = split(words)
    rooms = ROOMS.get(department, ())
    room = rooms.index(inner[0]) if inner and inner[0] in rooms else -1
    return LEVEL.get(department, len(FLOORS)), room


def words_of(path, root):
    """The words of a module's dotted name below `nonosat`."""
    words = path.relative_to(root).with_suffix("").parts
    return words[:-1] if words[-1] == "__init__" and len(words) > 1 else words


def named(argument):
    """The module that `import_module` is to import, as far as the source says: `nonosat.apps.cli.*`."""
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

    `names` are the modules that a name imported from a package can refer to.
    """
    package = ["nonosat", *path.relative_to(root).parent.parts]
    for node in nodes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # a name imported from the package itself can be one of its modules
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
    return split(words[1:])[0] if inside else "__init__"


def faults(root):
    """Everything under a package's root that breaks a rule, one line of text each."""
    for path in sorted(root.rglob("*.py")):
        where, part = path.relative_to(root).as_posix(), part_of(path, root)
        if part not in LEVEL:
            yield f"{where}: no floor has `{part}`"
            continue
        own = words_of(path, root)
        room = split(own)[1][:1]
        if room and room[0] not in ROOMS.get(part, room):
            yield f"{where}: no room of `{part}` is called `{room[0]}`"
        allowed = set().union(*(names for place, names in ADAPTERS.items() if where.startswith(place)))
        for name, line in imports(path, root):
            top = name.split(".")[0]
            if top == "nonosat":
                target = target_of(name, root)
                words = name.split(".")[1:] if target != "__init__" else [target]
                if target != part and LEVEL.get(target, len(FLOORS)) >= LEVEL[part]:
                    yield f"{where}:{line}: {part} imports {target}"
                elif target == part and rank(words) > rank(own) and rank(own)[1] >= 0:
                    yield f"{where}:{line}: {room[0]} imports {split(words)[1][0]}"
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


def imports_at_once(tree):
    """The imports that run when a module is loaded."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from imports_at_once(other)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_at_once(node)


def modules_of(node, names):
    """The modules among `names` that an import loads."""
    if isinstance(node, ast.Import):
        wanted = [alias.name for alias in node.names]
    else:
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        wanted = [name if name in names else node.module for name in inner]
    return {name for name in wanted if name in names}


def needless(root):
    """Imports inside functions of modules that their own module loads at once, by itself or by others."""
    names = modules(root)
    trees = {name: parsed(path.read_text(encoding="utf-8")) for name, path in names.items()}
    at_once = {
        name: set().union(*(modules_of(node, names) for node in imports_at_once(tree)))
        for name, tree in trees.items()
    }
    for name, tree in trees.items():
        loaded, waiting = set(), [name]
        while waiting:
            module = waiting.pop()
            if module not in loaded:
                loaded.add(module)
                words = module.split(".")
                waiting += at_once[module]
                waiting += [".".join(words[:end]) for end in range(1, len(words))]
        early = set(map(id, imports_at_once(tree)))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    late = isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in early
                    for module in modules_of(node, names) & loaded if late else ():
                        yield f"{names[name].relative_to(root).as_posix()}:{node.lineno}: {module}"


@pytest.mark.slow
def test_no_function_imports_what_its_module_loads_anyway():
    assert sorted(set(needless(SOURCE))) == []


def test_imports_in_functions_are_needless_if_the_module_is_loaded(package):
    (package / "lines" / "bits.py").write_text("import nonosat.model.puzzle\n")
    (package / "lines" / "late.py").write_text(
        "from nonosat.lines import bits\n\n\ndef f():\n    from nonosat.model.puzzle import sys\n"
        "    from nonosat.search import search\n"
    )
    (package / "__init__.py").write_text("")
    assert list(needless(package)) == ["lines/late.py:5: nonosat.model.puzzle"]


def test_no_module_name_stands_twice_in_the_engine():
    places = {}
    for path in SOURCE.rglob("*.py"):
        if part_of(path, SOURCE).split(".")[0] != "apps" and not path.stem.startswith("__"):
            places.setdefault(path.stem, []).append(path.relative_to(SOURCE).as_posix())
    assert [found for found in places.values() if len(found) > 1] == []


def test_no_class_name_stands_twice_in_the_engine():
    """But the verifier is a program of its own."""
    places = {}
    for path in SOURCE.rglob("*.py"):
        if part_of(path, SOURCE).split(".")[0] not in ("apps", "records", "verifier"):
            for name in re.findall(r"(?m)^class (\w+)", path.read_text(encoding="utf-8")):
                places.setdefault(name, set()).add(path.relative_to(SOURCE).as_posix())
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert twice == {"Process": {"support/children/linux.py", "support/children/portable.py"}}


def test_only_the_oracle_opens_sessions():
    opening = {
        path.relative_to(SOURCE).as_posix()
        for path in modules(SOURCE).values()
        for node in nodes(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.Call) and called(node) == "open_session"
    }
    assert opening == {"sat/oracle.py"}


def test_every_part_of_the_core_exists_and_is_checked():
    seen = {part_of(path, SOURCE) for path in SOURCE.rglob("*.py")}
    core = {part for layer in FLOORS[: LEVEL["proofs"] + 1] for part in layer}
    assert core | {"formats", "__init__"} <= seen <= set(LEVEL)
    for part in seen:
        files = [path for path in SOURCE.rglob("*.py") if part_of(path, SOURCE) == part]
        assert files
        if part not in ("learn", "apps", "kernel", "apps.web"):
            assert any(True for path in files for _ in imports(path, SOURCE))


@pytest.fixture
def package(tmp_path):
    """A small package without a fault, to plant one in."""
    root = tmp_path / "nonosat"
    for folder in (
        "support",
        "model",
        "lines",
        "sat/backends",
        "search",
        "formats",
        "apps/drawing",
        "apps/cli",
    ):
        (root / folder).mkdir(parents=True)
    files = {
        "support/__init__.py": "",
        "support/errors.py": "",
        "support/limits.py": "from nonosat.support.errors import UsageError",
        "model/__init__.py": "",
        "model/puzzle.py": "import sys",
        "lines/__init__.py": "",
        "lines/bits.py": "from nonosat.model import puzzle",
        "sat/__init__.py": "",
        "sat/backends/__init__.py": "def f():\n    from nonosat.sat.backends.pysat import X",
        "sat/backends/pysat.py": "import pysolvers\nfrom pysat.solvers import Solver",
        "search/__init__.py": "",
        "search/search.py": "import nonosat.sat.backends\nfrom ..model.puzzle import Grid",
        "formats/__init__.py": "from nonosat.formats import non\nfrom ..model import puzzle",
        "formats/non.py": "",
        "apps/__init__.py": "",
        "apps/drawing/__init__.py": "",
        "__init__.py": "from nonosat.formats import load",
        "apps/cli/__init__.py": "import click\nfrom nonosat import __version__, search",
        "__main__.py": "from nonosat.apps.cli import main",
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
        ("lines/bits.py", "from nonosat.search.search import search", "lines imports search"),
        ("lines/bits.py", "from ..search import check", "lines imports search"),
        ("lines/bits.py", "import nonosat.search", "lines imports search"),
        (
            "lines/bits.py",
            "def f():\n    from nonosat.search import check",
            "lines imports search",
        ),
        (
            "support/errors.py",
            "try:\n    import nonosat.model\nexcept ImportError: pass",
            "support imports model",
        ),
        (
            "support/limits.py",
            "if TYPE_CHECKING:\n    from nonosat.search import Report",
            "support imports search",
        ),
        ("formats/non.py", "from nonosat.search import check", "formats imports search"),
        ("formats/non.py", "from nonosat.apps import drawing", "formats imports apps"),
        ("formats/text.py", "import nonosat.search", "formats imports search"),
        ("formats/non.py", "from nonosat.render import draw", "formats imports __init__"),
        ("search/search.py", "from nonosat import Puzzle", "search imports __init__"),
        ("search/search.py", "import nonosat", "search imports __init__"),
        ("__init__.py", "from nonosat.apps.cli import main", "__init__ imports apps.cli"),
        (
            "support/limits.py",
            "def f():\n    import_module('nonosat.search')",
            "support imports search",
        ),
        (
            "lines/bits.py",
            "importlib.import_module(f'nonosat.search.{name}')",
            "lines imports search",
        ),
        ("search/search.py", "from pysat.solvers import Solver", "imports pysat"),
        ("search/search.py", "def f():\n    import pysolvers", "imports pysolvers"),
        ("sat/backends/__init__.py", "import pysat", "imports pysat"),
        ("sat/backends/pysat.py", "import ortools", "imports ortools"),
        ("model/puzzle.py", "import rich.table", "imports rich"),
        ("formats/non.py", "import click", "imports click"),
        ("apps/cli/running.py", "import numpy", "imports numpy"),
        ("strange.py", "", "no floor has `strange`"),
        ("lines/line.py", "\n" * LONGEST, "lines"),
        ("kernel.c", "\n" * LONGEST, "lines"),
        ("kernel.h", "\n" * LONGEST, "lines"),
        ("apps/cli/page.js", "\n" * LONGEST, "lines"),
    ],
)
def test_a_planted_fault_is_found(package, name, text, fault):
    (found,) = plant(package, name, text)
    assert found.startswith(name)
    assert found.endswith(fault)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("model/puzzle.py", "from nonosat.lines import bits"),
        (
            "sat/backends/pysat.py",
            "if TYPE_CHECKING:\n    from nonosat.sat.backends import Session",
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
    (package / "lines/board.py").write_text("from nonosat.model import puzzle\n")
    assert list(faults(package)) == ["lines/board.py: no docstring"]


UNMAPPED = {"apps/cli", "formats"}
"""Wings that have a table of their modules instead."""


WINGS = {
    path.parent.relative_to(SOURCE).as_posix()
    for pattern in ("*/__init__.py", "apps/*/__init__.py", "explaining/*/__init__.py")
    for path in SOURCE.glob(pattern)
}


@pytest.mark.parametrize("wing", sorted(WINGS - UNMAPPED))
def test_the_docstring_of_a_wing_names_its_parts(wing):
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
    others = {"benchmarks", "faces", "helpers", "portability", "verifier"}
    for path in tests.rglob("test_*.py"):
        folder = path.parent.relative_to(tests)
        assert folder.parts[:1] in [(other,) for other in others] or (SOURCE / folder).is_dir(), path


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


def test_the_diagram_of_the_layers_is_drawn_from_the_table():
    from docs import architecture

    assert (architecture.HERE / "architecture.svg").read_text(encoding="utf-8") == architecture.drawn()


@pytest.mark.parametrize("department", ["counting", "explaining", "repairs"])
def test_no_code_names_lines_rows_or_columns(department):
    """Lines have the names that their puzzle gives them."""
    constants = [
        (path.name, node.value)
        for path in (SOURCE / department).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in ("row", "column", "diagonal")
    ]
    assert constants == []
