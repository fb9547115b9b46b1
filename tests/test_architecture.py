"""Imports point downwards only, and other packages are met in the module that adapts them only."""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "nonosat"

LAYERS = (
    ("bits", "errors", "geometry", "kernel", "verifier"),
    ("puzzle",),
    ("grid",),
    ("line",),
    ("sheets",),
    ("board",),
    ("propagate",),
    ("shares",),
    ("beliefs",),
    ("encodings",),
    ("backends",),
    ("outcome",),
    ("search",),
    ("worker",),
    ("race",),
    ("engine",),
    ("analysis", "formats", "render"),
    ("generate",),
    ("__init__",),
    ("cli", "batch", "studio"),
    ("__main__",),
)
"""From the bottom to the top; `__init__` is the package itself, what `import nonosat` gives."""

LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}

TYPES_ONLY = {("puzzle", "grid")}
"""Upward imports that exist for type checkers and never run."""

ADAPTERS = {
    "analysis/ganak.py": {"pyganak"},
    "analysis/optimum.py": {"ortools"},
    "analysis/wide.py": {"numpy"},
    "backends/hitting.py": {"pysat"},
    "backends/proof.py": {"pysat", "pysolvers"},
    "backends/pysat.py": {"pysat", "pysolvers"},
    "backends/cpsat.py": {"ortools"},
    "beliefs.py": {"numpy"},
    "cli/": {"click", "rich"},
    "formats/image.py": {"PIL"},
    "formats/photo.py": {"PIL"},
    "formats/webpbn_draft.py": {"defusedxml"},
    "render/": {"rich"},
    "shares.py": {"numpy"},
}
"""Other packages, and the module or folder that may import them."""

LONGEST = 500


def part_of(path, root):
    """The part of the package that a file belongs to: the name of a module or folder at its top."""
    first = path.relative_to(root).parts[0]
    return first.removesuffix(".py")


def under_type_checking(tree):
    """The nodes that only a type checker sees."""
    return {
        node
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test).endswith("TYPE_CHECKING")
        for statement in branch.body
        for node in ast.walk(statement)
    }


def imports(path, root):
    """(dotted name, line, whether for types only) of all that a file imports, wherever in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    types_only = under_type_checking(tree)
    package = ["nonosat", *path.relative_to(root).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # a name taken from the package itself may be one of its modules
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "nonosat" else [module]
        else:
            continue
        for name in names:
            yield name, node.lineno, node in types_only


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
            yield f"{where}: no layer has `{part}`"
            continue
        allowed = set().union(*(names for place, names in ADAPTERS.items() if where.startswith(place)))
        for name, line, types_only in imports(path, root):
            top = name.split(".")[0]
            if top == "nonosat":
                target = target_of(name, root)
                fine = target == part or LEVEL.get(target, len(LAYERS)) < LEVEL[part]
                if not fine and not (types_only and (part, target) in TYPES_ONLY):
                    yield f"{where}:{line}: {part} imports {target}"
            elif top not in sys.stdlib_module_names and top not in allowed:
                yield f"{where}:{line}: imports {top}"
        text = path.read_text(encoding="utf-8")
        if not ast.get_docstring(ast.parse(text)):
            yield f"{where}: no docstring"
        if (length := len(text.splitlines())) > LONGEST:
            yield f"{where}: {length} lines"


def test_the_package_keeps_the_rules():
    assert list(faults(SOURCE)) == []


def test_every_part_of_the_core_is_there_and_looked_at():
    seen = {part_of(path, SOURCE) for path in SOURCE.rglob("*.py")}
    core = {part for layer in LAYERS[: LEVEL["engine"] + 1] for part in layer}
    assert core | {"formats", "__init__"} <= seen <= set(LEVEL)
    for part in seen:
        files = [path for path in SOURCE.rglob("*.py") if part_of(path, SOURCE) == part]
        assert files
        if part != "errors":  # the only leaf that needs nothing
            assert any(True for path in files for _ in imports(path, SOURCE))


@pytest.fixture
def package(tmp_path):
    """A small package without a fault, to plant one in."""
    root = tmp_path / "nonosat"
    for folder in ("cli", "backends", "formats", "encodings"):
        (root / folder).mkdir(parents=True)
    files = {
        "bits.py": "import sys",
        "errors.py": "",
        "puzzle.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from nonosat.grid import Grid",
        "grid.py": "from nonosat.puzzle import Puzzle",
        "line.py": "from nonosat import bits",
        "engine.py": "import nonosat.backends\nfrom .puzzle import Puzzle",
        "backends/__init__.py": "def f():\n    from nonosat.backends.pysat import X",
        "backends/pysat.py": "import pysolvers\nfrom pysat.solvers import Solver",
        "formats/__init__.py": "from nonosat.formats import non\nfrom ..engine import check",
        "formats/non.py": "",
        "encodings/__init__.py": "",
        "__init__.py": "from nonosat.formats import load",
        "cli/__init__.py": "import click\nfrom nonosat import __version__, engine",
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
        ("bits.py", "from nonosat.engine import check", "bits imports engine"),
        ("bits.py", "from nonosat import engine", "bits imports engine"),
        ("bits.py", "from .engine import check", "bits imports engine"),
        ("bits.py", "from . import engine", "bits imports engine"),
        ("bits.py", "import nonosat.engine", "bits imports engine"),
        ("bits.py", "def f():\n    from nonosat.engine import check", "bits imports engine"),
        ("bits.py", "try:\n    import nonosat.errors\nexcept ImportError: pass", "bits imports errors"),
        ("puzzle.py", "from nonosat.grid import Grid", "puzzle imports grid"),
        ("puzzle.py", "if TYPE_CHECKING:\n    from nonosat.line import Plan", "puzzle imports line"),
        ("encodings/order.py", "from ..backends import open_session", "encodings imports backends"),
        ("formats/non.py", "from nonosat.render import draw", "formats imports __init__"),
        ("engine.py", "from nonosat import Puzzle", "engine imports __init__"),
        ("engine.py", "import nonosat", "engine imports __init__"),
        ("__init__.py", "from nonosat.cli import main", "__init__ imports cli"),
        ("engine.py", "from pysat.solvers import Solver", "imports pysat"),
        ("engine.py", "def f():\n    import pysolvers", "imports pysolvers"),
        ("backends/__init__.py", "import pysat", "imports pysat"),
        ("backends/pysat.py", "import ortools", "imports ortools"),
        ("grid.py", "import rich.table", "imports rich"),
        ("formats/non.py", "import click", "imports click"),
        ("cli/show.py", "import numpy", "imports numpy"),
        ("strange.py", "", "no layer has `strange`"),
        ("line.py", "\n" * LONGEST, "lines"),
    ],
)
def test_a_planted_fault_is_found(package, name, text, fault):
    (found,) = plant(package, name, text)
    assert found.startswith(name)
    assert found.endswith(fault)


def test_users_of_the_engine_do_not_import_each_other(package):
    (package / "render.py").write_text('"""About."""\n')
    assert plant(package, "formats/non.py", "from nonosat import render") == [
        "formats/non.py:3: formats imports render"
    ]


def test_a_missing_docstring_is_found(package):
    (package / "board.py").write_text("from nonosat.line import plan\n")
    assert list(faults(package)) == ["board.py: no docstring"]


def test_the_docstring_of_the_largest_folder_is_a_map_of_it():
    folder = SOURCE / "analysis"
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    missing = [path.stem for path in folder.glob("*.py") if f"`{path.stem}`" not in text]
    assert missing == ["__init__"]
