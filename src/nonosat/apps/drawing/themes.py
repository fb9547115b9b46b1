"""Themes: the colour of each role of a scene, light, dark and for print.

One accent colour marks the subject of a picture; red means wrong or removed, green added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.apps.drawing.drawing import AUTO
from nonosat.imaging.colours import LINEAR_LIGHT
from nonosat.model.palette import BLACK_AND_WHITE, Palette, is_mono
from nonosat.support.errors import UsageError


class Paint(NamedTuple):
    """A colour (`#` and six hex digits) and its opacity."""

    colour: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Theme:
    """Paints by role; ink roles follow from the palette."""

    name: str
    paints: Mapping[str, Paint]
    marks: bool = False  # true if inks show as letters on grey

    def paint(self, role: str, palette: Palette = BLACK_AND_WHITE) -> Paint:
        """Returns the paint of a role in a picture with that palette."""
        if role == "ground" and not is_mono(palette) and not self.marks:
            return Paint(f"#{palette[0].rgb.lower()}")
        if role in self.paints:
            return self.paints[role]
        if role.startswith("on-ink"):
            return Paint(_readable_on(self._ink(int(role[6:]), palette)))
        if role.startswith("ink"):
            return Paint(self._ink(int(role[3:]), palette))
        return self.paints[role.partition("-")[0]]  # a state without a colour of its own

    def _ink(self, colour: int, palette: Palette) -> str:
        if is_mono(palette):
            return self.paints["mono"].colour
        rgb = f"#{palette[colour].rgb.lower()}"
        if not self.marks or len(palette) == 2:
            return rgb
        grey = round(200 + 45 * luminance(rgb)) if luminance(rgb) > 0.02 else 0
        return f"#{grey:02x}{grey:02x}{grey:02x}"


def luminance(colour: str) -> float:
    """Returns the relative luminance of a colour, 0 to 1 (WCAG 2).

    >>> luminance("#000000"), round(luminance("#ffffff"), 6)
    (0.0, 1.0)
    """
    red, green, blue = (LINEAR_LIGHT[int(colour[at : at + 2], 16)] for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _readable_on(colour: str) -> str:
    """Returns black or white, whichever has more contrast."""
    bright = luminance(colour)
    return "#111111" if (bright + 0.05) / 0.05 > 1.05 / (bright + 0.05) else "#ffffff"


# A role's colours in the light, dark and print theme, each with an optional opacity in percent after a slash.
_COLOURS = {
    "page": ("#ffffff", "#16191e", "#ffffff"),
    "paper": ("#ffffff", "#1f242b", "#ffffff"),
    "ground": ("#ffffff", "#1f242b", "#ffffff"),
    "unknown": ("#d9dde3", "#3a424d", "#d0d0d0"),
    "mono": ("#1f2328", "#e4e8ee", "#000000"),
    "rim": ("#7f8896", "#7f8896", "#7f8896"),
    "lane": ("#7f8896/28", "#8b95a3/24", "#000000/18"),
    "lane5": ("#6b7482/60", "#98a2b0/50", "#000000/55"),
    "rule": ("#7f8896/40", "#8b95a3/32", "#000000/35"),
    "rule5": ("#6b7482/75", "#98a2b0/70", "#000000/80"),
    "frame": ("#3d444d", "#aeb7c3", "#000000"),
    "number": ("#1f2328", "#dfe4ea", "#000000"),
    "number-done": ("#aab1bb", "#5f6975", "#9a9a9a"),
    "number-dimmed": ("#aab1bb", "#5f6975", "#9a9a9a"),
    "number-highlighted": ("#0b57c2", "#7fb4ff", "#000000"),
    "number-new": ("#0b57c2", "#7fb4ff", "#000000"),
    "number-marked": ("#b42318", "#ff8a80", "#000000"),
    "number-added": ("#1a7f37", "#67d584", "#000000"),
    "number-removed": ("#b42318", "#ff8a80", "#000000"),
    "number-changed": ("#8a5a00", "#e8b64a", "#000000"),
    "number-undecided": ("#6b7482", "#98a2b0", "#000000"),
    "number-supposed": ("#7a3db8", "#c9a3ff", "#000000"),
    "caption": ("#3d444d", "#b9c1cc", "#000000"),
    "legend": ("#3d444d", "#b9c1cc", "#000000"),
    "label": ("#1f2328", "#e4e8ee", "#000000"),
    "on-state": ("#ffffff", "#0f1216", "#ffffff"),
    "dot": ("#9aa3af", "#6d7785", "#808080"),
    "dot-new": ("#1f6feb", "#5a9dff", "#000000"),
    "ink-new": ("#1f6feb", "#5a9dff", "#4d4d4d"),
    "ink-added": ("#2da44e", "#4cc470", "#4d4d4d"),
    "ink-changed": ("#bf8700", "#d9a520", "#4d4d4d"),
    "ink-marked": ("#d1332a", "#f0655b", "#4d4d4d"),
    "ink-supposed": ("#8a4bd0", "#b48bf0", "#6a6a6a"),
    "ink-dimmed": ("#aab1bb", "#5f6975", "#b0b0b0"),
    "wash-highlighted": ("#e6f0ff", "#23344d", "#e0e0e0"),
    "wash-new": ("#bfdbff", "#2a4a78", "#e0e0e0"),
    "wash-added": ("#d3f3dc", "#1f4630", "#e0e0e0"),
    "wash-removed": ("#ffd9d6", "#552b2b", "#e0e0e0"),
    "wash-changed": ("#fff0c7", "#4d401c", "#e0e0e0"),
    "wash-marked": ("#ffd9d6", "#552b2b", "#e0e0e0"),
    "wash-supposed": ("#eadcfb", "#43305f", "#e0e0e0"),
    "ring-highlighted": ("#1f6feb", "#1f6feb", "#000000"),
    "ring-new": ("#1f6feb", "#1f6feb", "#000000"),
    "ring-added": ("#2da44e", "#2da44e", "#000000"),
    "ring-removed": ("#d1332a", "#d1332a", "#000000"),
    "ring-changed": ("#bf8700", "#bf8700", "#000000"),
    "ring-marked": ("#d1332a", "#d1332a", "#000000"),
    "ring-supposed": ("#8a4bd0", "#8a4bd0", "#000000"),
    "region0": ("#cfe3ff", "#284a78", "#ececec"),
    "region1": ("#ffe0b8", "#6b4a1d", "#d2d2d2"),
    "region2": ("#cdeed3", "#25573a", "#f6f6f6"),
    "region3": ("#f6d3ea", "#642f56", "#c4c4c4"),
    "region4": ("#ddd5fb", "#46397a", "#e0e0e0"),
    "region5": ("#f3ecaa", "#5c5620", "#b8b8b8"),
}


def _theme(name: str, column: int) -> Theme:
    """Builds a theme from a column of `_COLOURS`."""
    paints = {}
    for role, colours in _COLOURS.items():
        colour, _, percent = colours[column].partition("/")
        paints[role] = Paint(colour, int(percent or 100) / 100)
    return Theme(name, paints, marks=name == "print")


THEMES = {name: _theme(name, column) for column, name in enumerate(("light", "dark", "print"))}

NAMES = (AUTO, *THEMES)


def theme_named(name: str) -> Theme:
    """Returns a theme (`auto`: light); raises `UsageError` that lists the names."""
    if name not in NAMES:
        raise UsageError(f"no theme is called {name!r}; there are {', '.join(NAMES)}")
    return THEMES["light" if name == AUTO else name]
