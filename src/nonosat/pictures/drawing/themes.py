"""Themes: the colour of each role of a scene, light, dark and for print.

One accent colour says what a picture is about; red is for what is wrong or removed, green for what is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nonosat.foundation.errors import UsageError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.palette import BLACK_AND_WHITE, Palette, is_mono
from nonosat.pictures.drawing.drawing import AUTO


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
        found = self.paints.get(role)
        if found is None and role.startswith("on-ink"):
            return Paint(_readable_on(self._ink(int(role[6:]), palette)))
        if found is None and role.startswith("ink"):
            return Paint(self._ink(int(role[3:]), palette))
        if role == "ground" and not is_mono(palette) and not self.marks:
            return Paint(f"#{palette[0].rgb.lower()}")
        if found is None:
            return self.paints[role.partition("-")[0]]
        return found

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
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _readable_on(colour: str) -> str:
    """Returns black or white, whichever has more contrast."""
    bright = luminance(colour)
    return "#111111" if (bright + 0.05) / 0.05 > 1.05 / (bright + 0.05) else "#ffffff"


def _theme(name: str, colours: Mapping[str, str], *, marks: bool = False) -> Theme:
    """Builds a theme from colours by role, with an optional opacity in percent after a slash."""
    paints = {}
    for role, text in colours.items():
        colour, _, percent = text.partition("/")
        paints[role] = Paint(colour, int(percent or 100) / 100)
    return Theme(name, paints, marks)


_LIGHT = {
    "page": "#ffffff",
    "paper": "#ffffff",
    "ground": "#ffffff",
    "unknown": "#d9dde3",
    "mono": "#1f2328",
    "rim": "#7f8896",
    "lane": "#7f8896/28",
    "lane5": "#6b7482/60",
    "rule": "#7f8896/40",
    "rule5": "#6b7482/75",
    "frame": "#3d444d",
    "number": "#1f2328",
    "number-done": "#aab1bb",
    "number-dimmed": "#aab1bb",
    "number-highlighted": "#0b57c2",
    "number-new": "#0b57c2",
    "number-marked": "#b42318",
    "number-added": "#1a7f37",
    "number-removed": "#b42318",
    "number-changed": "#8a5a00",
    "number-undecided": "#6b7482",
    "number-supposed": "#7a3db8",
    "caption": "#3d444d",
    "legend": "#3d444d",
    "label": "#1f2328",
    "on-state": "#ffffff",
    "dot": "#9aa3af",
    "dot-new": "#1f6feb",
    "ink-new": "#1f6feb",
    "ink-added": "#2da44e",
    "ink-changed": "#bf8700",
    "ink-marked": "#d1332a",
    "ink-supposed": "#8a4bd0",
    "ink-dimmed": "#aab1bb",
    "wash-highlighted": "#e6f0ff",
    "wash-new": "#bfdbff",
    "wash-added": "#d3f3dc",
    "wash-removed": "#ffd9d6",
    "wash-changed": "#fff0c7",
    "wash-marked": "#ffd9d6",
    "wash-supposed": "#eadcfb",
    "ring-highlighted": "#1f6feb",
    "ring-new": "#1f6feb",
    "ring-added": "#2da44e",
    "ring-removed": "#d1332a",
    "ring-changed": "#bf8700",
    "ring-marked": "#d1332a",
    "ring-supposed": "#8a4bd0",
    "region0": "#cfe3ff",
    "region1": "#ffe0b8",
    "region2": "#cdeed3",
    "region3": "#f6d3ea",
    "region4": "#ddd5fb",
    "region5": "#f3ecaa",
    "track": "#e6e9ee",
    "bar": "#9db8dd",
    "bar-highlighted": "#1f6feb",
    "bar-marked": "#d1332a",
    "sample": "#7f8896/60",
}

_DARK = {
    **_LIGHT,
    "page": "#16191e",
    "paper": "#1f242b",
    "ground": "#1f242b",
    "unknown": "#3a424d",
    "mono": "#e4e8ee",
    "lane": "#8b95a3/24",
    "lane5": "#98a2b0/50",
    "rule": "#8b95a3/32",
    "rule5": "#98a2b0/70",
    "frame": "#aeb7c3",
    "number": "#dfe4ea",
    "number-done": "#5f6975",
    "number-dimmed": "#5f6975",
    "number-highlighted": "#7fb4ff",
    "number-new": "#7fb4ff",
    "number-marked": "#ff8a80",
    "number-added": "#67d584",
    "number-removed": "#ff8a80",
    "number-changed": "#e8b64a",
    "number-undecided": "#98a2b0",
    "number-supposed": "#c9a3ff",
    "caption": "#b9c1cc",
    "legend": "#b9c1cc",
    "label": "#e4e8ee",
    "on-state": "#0f1216",
    "dot": "#6d7785",
    "dot-new": "#5a9dff",
    "ink-new": "#5a9dff",
    "ink-added": "#4cc470",
    "ink-changed": "#d9a520",
    "ink-marked": "#f0655b",
    "ink-supposed": "#b48bf0",
    "ink-dimmed": "#5f6975",
    "wash-highlighted": "#23344d",
    "wash-new": "#2a4a78",
    "wash-added": "#1f4630",
    "wash-removed": "#552b2b",
    "wash-changed": "#4d401c",
    "wash-marked": "#552b2b",
    "wash-supposed": "#43305f",
    "region0": "#284a78",
    "region1": "#6b4a1d",
    "region2": "#25573a",
    "region3": "#642f56",
    "region4": "#46397a",
    "region5": "#5c5620",
    "track": "#2b323b",
    "bar": "#47658f",
    "bar-highlighted": "#5a9dff",
    "bar-marked": "#f0655b",
}

_PRINT = {
    **_LIGHT,
    "unknown": "#d0d0d0",
    "mono": "#000000",
    "lane": "#000000/18",
    "lane5": "#000000/55",
    "rule": "#000000/35",
    "rule5": "#000000/80",
    "frame": "#000000",
    "dot": "#808080",
    "dot-new": "#000000",
    "ink-new": "#4d4d4d",
    "ink-added": "#4d4d4d",
    "ink-changed": "#4d4d4d",
    "ink-marked": "#4d4d4d",
    "ink-supposed": "#6a6a6a",
    "ink-dimmed": "#b0b0b0",
    "bar": "#9a9a9a",
    "bar-highlighted": "#000000",
    "bar-marked": "#000000",
    **dict.fromkeys(("number", "caption", "legend", "label"), "#000000"),
    **{role: "#000000" for role in _LIGHT if role.startswith(("number-", "ring-"))},
    **{role: "#e0e0e0" for role in _LIGHT if role.startswith("wash-")},
    **{
        f"region{at}": f"#{grey}"
        for at, grey in enumerate(("ececec", "d2d2d2", "f6f6f6", "c4c4c4", "e0e0e0", "b8b8b8"))
    },
    "number-done": "#9a9a9a",
    "number-dimmed": "#9a9a9a",
}

THEMES = {
    "light": _theme("light", _LIGHT),
    "dark": _theme("dark", _DARK),
    "print": _theme("print", _PRINT, marks=True),
}

NAMES = (AUTO, *THEMES)


def theme_named(name: str) -> Theme:
    """Returns a theme (`auto`: light); raises `UsageError` that lists the names."""
    if name not in NAMES:
        raise UsageError(f"no theme is called {name!r}; there are {', '.join(NAMES)}")
    return THEMES["light" if name == AUTO else name]
