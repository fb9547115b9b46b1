"""The table of formats, whose modules are loaded when needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from nonosat.formats.base import Format, did_you_mean
from nonosat.support.errors import UsageError

# module and extensions of each format, known before the module is loaded
_INDEX: dict[str, tuple[str, tuple[str, ...]]] = {
    "non": ("non", (".non", ".nonpack")),
    "json": ("native", (".json",)),
    "webpbn": ("webpbn", (".xml",)),
    "nonogrid": ("nonogrid", (".toml",)),
    "square": ("plain_text", (".txt",)),
    "picture": ("pictures.picture", (".txt",)),
    "olsak": ("olsak", (".g",)),
    "mk": ("plain_text", (".mk",)),
    "nin": ("plain_text", (".nin",)),
    "cwd": ("plain_text", (".cwd",)),
    "keen": ("plain_text", (".keen",)),
    "faase": ("plain_text", (".faase",)),
    "dzn": ("dzn", (".dzn",)),
    "pattern": ("pattern_id", (".sgt",)),
    "pattern-save": ("saved_games", (".sgt",)),
    "pzpr": ("saved_games", ()),
    "gno": ("gno", (".gno",)),
    "inline": ("inline", ()),
    "fau": ("fau", (".clues",)),
    "puzzlink": ("puzzlink", (".url", ".txt")),
    "tournament": ("tournament", (".txt",)),
    "picross": ("picross", (".txt",)),
    "ctu": ("ctu", (".txt",)),
    "nonograms.org": ("nonograms_org", (".html", ".htm")),
    "numbers": ("readings", ()),
    "rows-first": ("readings", ()),
    "columns-first": ("readings", ()),
    "yaml": ("yaml_text", (".yaml", ".yml")),
    "text": ("any_text", ()),
    "npz": ("npz", (".npz", ".npy")),
    "xlsx": ("xlsx", (".xlsx",)),
    "netpbm": ("netpbm", (".pbm", ".pgm", ".ppm", ".pnm")),
    "png": ("image", (".png",)),
    "gif": ("image", (".gif",)),
    "bmp": ("image", (".bmp",)),
    "tiff": ("image", (".tif", ".tiff")),
    "webp": ("image", (".webp",)),
    "jpeg": ("image", (".jpg", ".jpeg")),
}

LAST = ("numbers", "yaml", "text")  # tried if no other format fits

FIRST = tuple(name for name in _INDEX if name not in LAST)

NAMES: dict[str, list[str]] = {}  # by extension
for _name, (_, _ends) in _INDEX.items():
    for _end in _ends:
        NAMES.setdefault(_end, []).append(_name)


@cache
def loaded_format(name: str) -> Format:
    module = import_module(f"nonosat.formats.{_INDEX[name][0]}")
    rows: tuple[Format, ...] = module.FORMATS if hasattr(module, "FORMATS") else (module.FORMAT,)
    return next(row for row in rows if row.name == name)


class _Table(Mapping[str, Format]):
    """Formats by name; loads their modules when needed."""

    def __getitem__(self, name: str) -> Format:
        return loaded_format(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_INDEX)

    def __len__(self) -> int:
        return len(_INDEX)


FORMATS: Mapping[str, Format] = _Table()  # in the order of `nonosat list formats`


def extensions_of(name: str) -> tuple[str, ...]:
    """Returns the extensions of a format, in lower case."""
    return _INDEX[name][1]


def format_named(name: str) -> Format:
    """Returns the format of that name; raises `UsageError` that lists the names."""
    if name not in FORMATS:
        names = ", ".join(FORMATS)
        raise UsageError(f"no format is called {name!r}; there are {names}{did_you_mean(name, FORMATS)}")
    return FORMATS[name]
