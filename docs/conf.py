"""Sphinx: `python -m sphinx -W docs docs/_build` builds the pages, with the extra `docs` installed."""

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

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

_APPENDIX = run_path(str(Path(__file__).with_name("records.py")))["appendix"]


def describe_members(
    _app: "Sphinx", what: str, _name: str, kind: Any, _options: Any, lines: list[str]
) -> None:
    """Adds the fields and properties of a result that its record has, with the help in their annotations."""
    if what == "class" and getattr(kind, "MEMBERS", ()):
        shown = (field for field in record_of(kind).fields if hasattr(kind, field.name))
        lines += ["", *(f"- `{field.name}`: {field.about.replace('null', 'None')}" for field in shown), ""]


def setup(app: "Sphinx") -> None:
    """Adds the tables of all records to the page about them, and the members of results to theirs."""
    app.connect("autodoc-process-docstring", describe_members)
    app.connect(
        "source-read",
        lambda _, name, source: source.append(source.pop() + _APPENDIX()) if name == "json" else None,
    )


# The gallery links to a page that plays. It is made with each build, for it holds the whole player.
playable(example("gchq")).save(Path(__file__).parent / "images" / "card.html")
