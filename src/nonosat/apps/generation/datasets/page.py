"""A self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from nonosat.apps.illustration.markup import policy

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
body { color: #222; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: 0.15rem 0.8rem; text-align: right; font-weight: normal }
td:first-child, th:first-child, .name { text-align: left } tr { border-bottom: 1px solid #ddd }
th { color: #555 } svg { max-width: 100%; height: auto } pre { white-space: pre-wrap }
"""


_VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'


class Html(str):
    """Text that is already HTML."""


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """Returns a page with that title, which is also its first heading; `style` extends the common style.

    Bytes of file names that are not UTF-8 are written as in JSON.
    """
    body = "\n".join(filter(None, [f"<h1>{escape(title)}</h1>", *parts]))
    style = _STYLE + style
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy(style)}">{_VIEWPORT}'
    head += f"<title>{escape(title)}</title><style>{style}</style>"
    html = f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">{head}\n<body><main>\n{body}\n</main></body></html>\n'
    return html.encode(errors="backslashreplace").decode()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table; a last column called `puzzle` has names, aligned left.

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
