r"""Strips markup that people see as cells: HTML tags, LaTeX commands, Markdown escapes.

Markup for the end of a row becomes a line end, so one line can become several.
"""

from __future__ import annotations

import re

# LaTeX commands that stand for cells
_SIGNS = {
    "blacksquare": "■",
    "square": "□",
    "Box": "□",
    "bullet": "●",
    "circ": "○",
    "cdot": "·",
    "times": "X",
    "checkmark": "✓",
}

# replacements, applied in this order
_STEPS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"</?(?:br|tr|p|li|div|table|pre|code)\b[^<>\n]{0,99}>", re.IGNORECASE), "\n"),
    (re.compile(r"</t[dh]>\s{0,99}<t[dh]\b[^<>\n]{0,99}>", re.IGNORECASE), "|"),
    (re.compile(r"</?[a-z][^<>\n]{0,99}>", re.IGNORECASE), ""),
    (re.compile(r"\\\\|\\newline\b|\\hline\b"), "\n"),
    (re.compile(r"\\(?:begin|end)\{[^{}\n]{0,99}\}(?:\{[^{}\n]{0,99}\})?"), ""),
    (re.compile(r"\\(?:text|math)[a-z]{0,9}\b|\\(?:boxed|fbox|left|right|quad|qquad)\b|\\[()\[\],;:! ]"), ""),
    (re.compile(r"\\([#_*.\-+|~`$&<>])"), r"\1"),
    (re.compile(r"\*\*|[${}“”]"), ""),
)

_COMMAND = re.compile(rf"\\({'|'.join(_SIGNS)})\b")
_ANY = re.compile(r"[\\<*${}“”]")


def unmarked(text: str) -> list[str]:
    r"""Returns a line without markup, as one or more lines.

    >>> unmarked(r"\# & \_ \\ \hline"), unmarked("<tr><td>#</td><td>.</td></tr>"), unmarked("#.#")
    (['# & _ '], ['#|.'], ['#.#'])
    """
    if not _ANY.search(text):
        return [text]
    text = _COMMAND.sub(lambda found: f" {_SIGNS[found[1]]} ", text)
    for pattern, instead in _STEPS:
        text = pattern.sub(instead, text)
    return [line for line in text.split("\n") if line.strip()] or [""]
