"""HTML pages that need no other file: what reports and the cards of data sets have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
body { color: #222; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: 0.15rem 0.8rem; text-align: right; font-weight: normal }
td:first-child, th:first-child, .name { text-align: left } tr { border-bottom: 1px solid #ddd }
th { color: #555 } svg { max-width: 100%; height: auto } pre { white-space: pre-wrap }
"""


class Html(str):
    """Text that is already HTML."""


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """A page with that title, which is also its first heading; `style` is added to that of all pages.

    Bytes of file names that are not UTF-8 are written as JSON writes them.
    """
    body = "\n".join(filter(None, [f"<h1>{escape(title)}</h1>", *parts]))
    head = f"<title>{escape(title)}</title><style>{_STYLE}{style}</style>"
    html = f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">{head}\n<body>\n{body}\n</body></html>\n'
    return html.encode(errors="backslashreplace").decode()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; if the last column is called `puzzle`, it holds names.

    >>> print(table(("", "puzzles"), [("unique", "3")]))
    <table>
    <tr><th></th><th>puzzles</th></tr>
    <tr><td>unique</td><td>3</td></tr>
    </table>
    """
    named = head[-1] == "puzzle"
    lines = [
        "<tr>"
        + "".join(
            f"<{tag}{' class=name' if named and at == len(row) - 1 else ''}>"
            f"{cell if isinstance(cell, Html) else escape(cell)}</{tag}>"
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for tag, row in (("th", head), *(("td", row) for row in rows))
    ]
    return "\n".join(["<table>", *lines, "</table>"])
