"""Sphinx: `python -m sphinx -W docs docs/_build` builds the pages, with the extra `docs` installed."""

import ast
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import nonosat
from nonosat import __version__, example, playable
from nonosat.records.schema_of import record_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "nonosat"
copyright = "2026, the nonosat authors"
release = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_click",
]
exclude_patterns = ["_build", "tried.md"]
"""tried.md is a lab notebook, for readers of the repository."""
smartquotes = False
"""Quotes in commands are typed as they stand."""
html_theme = "furo"
html_title = "nonosat"
html_show_sourcelink = False
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autosummary_generate = True
default_role = "code"
"""Docstrings mark code with single backquotes, as Markdown does."""

_APPENDIX = run_path(str(Path(__file__).with_name("records.py")))["appendix"]()


def without_help(hint: Any) -> Any:
    """Returns an annotation as text without the help in it."""
    if not (isinstance(hint, str) and hint.startswith("Annotated[")):
        return hint
    inner = ast.parse(hint, mode="eval").body
    assert isinstance(inner, ast.Subscript)
    assert isinstance(inner.slice, ast.Tuple)
    return ast.unparse(inner.slice.elts[0])


def hide_help() -> None:
    """Leaves the annotations of results their types only: the help would be taken for names of types.

    Only while pages are made: whoever else loads this file, such as pytest, needs the help.
    """
    kinds = [
        kind for kind in map(partial(getattr, nonosat), nonosat.__all__) if getattr(kind, "_MEMBERS", ())
    ]
    for kind in kinds:
        record_of(kind)  # and is remembered
    for owner in {owner for kind in kinds for owner in kind.__mro__}:
        functions = [value.fget for value in vars(owner).values() if isinstance(value, property)]
        functions += [owner.__init__] if "__init__" in vars(owner) else []
        for annotated in (owner, *functions):
            hints = getattr(annotated, "__annotations__", {})
            hints.update({name: without_help(hint) for name, hint in hints.items()})


def describe_members(
    _app: "Sphinx", what: str, _name: str, kind: Any, _options: Any, lines: list[str]
) -> None:
    """Adds the fields and properties of a result that its record has, with the help in their annotations."""
    if what == "class" and getattr(kind, "_MEMBERS", ()):
        shown = (field for field in record_of(kind).fields if hasattr(kind, field.name))
        lines += ["", *(f"- `{field.name}`: {field.about.replace('null', 'None')}" for field in shown), ""]


def setup(app: "Sphinx") -> None:
    """Adds the tables of all records to the page about them, and the members of results to theirs."""
    hide_help()
    app.connect("autodoc-process-docstring", describe_members)
    app.connect(
        "source-read",
        lambda _, name, source: source.append(source.pop() + _APPENDIX) if name == "json" else None,
    )


# The gallery links to a page that plays. It is made with each build, for it holds the whole player.
playable(example("gchq")).save(Path(__file__).parent / "images" / "card.html")
