"""Colour names (of CSS and SVG), letters of colours, the plain palette."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette, is_letter

_TABLE = """
black 000000 white ffffff red ff0000 lime 00ff00 blue 0000ff yellow ffff00 cyan 00ffff magenta ff00ff
gray 808080 grey 808080 silver c0c0c0 maroon 800000 green 008000 navy 000080 olive 808000 purple 800080
teal 008080 aqua 00ffff fuchsia ff00ff orange ffa500 pink ffc0cb brown a52a2a gold ffd700 violet ee82ee
aliceblue f0f8ff antiquewhite faebd7 aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
blanchedalmond ffebcd blueviolet 8a2be2 burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c darkblue 00008b
darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgrey a9a9a9 darkgreen 006400 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f
darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969
dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 gainsboro dcdcdc
ghostwhite f8f8ff goldenrod daa520 greenyellow adff2f honeydew f0fff0 hotpink ff69b4 indianred cd5c5c
indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00
lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2
lightgray d3d3d3 lightgrey d3d3d3 lightgreen 90ee90 lightpink ffb6c1 lightsalmon ffa07a
lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899
lightsteelblue b0c4de lightyellow ffffe0 limegreen 32cd32 linen faf0e6 mediumaquamarine 66cdaa
mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970
mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead oldlace fdf5e6 olivedrab 6b8e23
orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee
palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f plum dda0dd powderblue b0e0e6
rebeccapurple 663399 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072
sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d skyblue 87ceeb slateblue 6a5acd
slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
thistle d8bfd8 tomato ff6347 turquoise 40e0d0 wheat f5deb3 whitesmoke f5f5f5 yellowgreen 9acd32
"""
_WORDS = _TABLE.split()

NAMED: dict[str, str] = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))  # RGB by name

_NAMES = {rgb: name for name, rgb in reversed(NAMED.items())}
_RARE = """
aliceblue antiquewhite bisque blanchedalmond burlywood cornsilk dodgerblue floralwhite gainsboro honeydew lavenderblush
linen mintcream mistyrose moccasin navajowhite oldlace papayawhip peachpuff peru rebeccapurple seashell thistle whitesmoke
"""
# Names that few people know, used last.
_OBSCURE = frozenset(_RARE.split())

_LIGHT = ("light", "dark", "medium", "pale", "deep", "bright", "very", "dim", "hot")
# Compiled on use: takes 0.4 ms, and few commands name colours.
_LIGHTNESS = r"^(light|dark|medium|pale|deep|dim|hot)(?=[a-z])"
_SECOND_WORD = (
    "(?<=[a-z])(blue|white|green|cyan|gray|grey|khaki|magenta|orange|orchid|red|salmon|turquoise|violet|purple|pink|"
    "yellow|brown|coral|goldenrod|aquamarine|slate|sky)"
)
_HEX = r"(?ai)#?([0-9a-f]{6}|[0-9a-f]{3})"

_SHARES = [value / 255 for value in range(256)]
LINEAR_LIGHT = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in _SHARES]
"""The linear light, 0 to 1, of each sRGB value."""


def rgb_of(text: str) -> str | None:
    """Returns six hex digits for `#f00`, `FF0000` or `red`; None for other texts.

    >>> rgb_of("#F00"), rgb_of("Red"), rgb_of("reddish")
    ('ff0000', 'ff0000', None)
    """
    if digits := re.fullmatch(_HEX, text):
        rgb = digits[1].lower()
        return rgb if len(rgb) == 6 else "".join(digit * 2 for digit in rgb)
    return NAMED.get(text.lower())


def name_of(rgb: str) -> str:
    """Returns the common name of an RGB value, or the value.

    >>> name_of("ff0000"), name_of("ff0001")
    ('red', '#ff0001')
    """
    return _NAMES.get(rgb, f"#{rgb}")


def readable(name: str) -> str:
    """Splits a CSS name into words.

    >>> [readable(name) for name in ("red", "orangered", "lightgoldenrodyellow", "mediumseagreen")]
    ['red', 'orange red', 'light goldenrod yellow', 'medium sea green']
    """
    return re.sub(_LIGHTNESS, r"\1 ", re.sub(_SECOND_WORD, r" \1", name))


@lru_cache(maxsize=64)
def ink_names(palette: Palette) -> tuple[str, ...]:
    """Returns a different English name for each colour: its own, or the nearest of CSS in words.

    Other names, such as codes and foreign words, are kept only if several colours have the same value.

    >>> ink_names((*BLACK_AND_WHITE, Colour("#fe0001", "fe0001", "r"), Colour("c_u", "ff0000", "u")))
    ('white', 'black', 'orange red', 'red')
    >>> ink_names((*BLACK_AND_WHITE, Colour("super svetle zelena", "9cf200", "z"), Colour("dark red", "800000", "d")))
    ('white', 'black', 'chartreuse', 'dark red')
    """
    own = [colour.name for colour in palette]
    values = [colour.rgb.lower() for colour in palette]
    names: dict[int, str] = {}
    for index, (name, value) in enumerate(zip(own, values, strict=True)):
        needed = values.count(value) > 1 and _is_word(name)
        if own.count(name) == 1 and (needed or _is_english(name)):
            names[index] = name
    nearest = sorted(
        (name in _OBSCURE and rgb != value, _distance(rgb, value), index, readable(name))
        for index, value in enumerate(values)
        if index not in names
        for rgb, name in _NAMES.items()
    )
    for *_, index, name in nearest:
        if index not in names and name not in names.values():
            names[index] = name
    return tuple(names.get(index, name) for index, name in enumerate(own))


def own_and_english(palette: Palette) -> tuple[str, ...]:
    """Returns the name of each colour for a legend: the English one, and its own in brackets if that is another word.

    >>> own_and_english((*BLACK_AND_WHITE, Colour("rot", "ff0000", "r"), Colour("c_g", "008000", "g")))
    ('white', 'black', 'red (rot)', 'green')
    """
    return tuple(
        f"{name} ({colour.name})" if name != colour.name and _is_word(colour.name) else name
        for name, colour in zip(ink_names(palette), palette, strict=True)
    )


def _is_word(name: str) -> bool:
    """Returns whether a name can be a word of some language."""
    return (
        len(name) > 2 and name[0].isalpha() and all(letter.isalnum() or letter in " -/\\" for letter in name)
    )


def _is_english(name: str) -> bool:
    """Returns whether a name consists of English colour words."""
    words = re.split(r"[ /\\-]+", name.lower())
    return words[-1] not in _LIGHT and all(word in NAMED or word in _LIGHT for word in words)


def _distance(one: str, other: str) -> int:
    """Returns the squared distance of two RGB values."""
    return sum((int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) ** 2 for at in (0, 2, 4))


def plain(palette: Iterable[Colour]) -> Palette:
    """Returns the palette with valid letters; exactly `BLACK_AND_WHITE` if it has these two values."""
    palette = tuple(palette)
    values = tuple(colour.rgb for colour in palette)
    if values == tuple(colour.rgb for colour in BLACK_AND_WHITE):
        return BLACK_AND_WHITE
    letters = letters_for(palette)
    return tuple(colour._replace(letter=letter) for colour, letter in zip(palette, letters, strict=True))


def letters_for(palette: Palette, fits: Callable[[str], bool] = is_letter) -> list[str]:
    """Returns a different letter for each colour: its own if valid, fitting and free, else a spare one.

    >>> letters_for((*BLACK_AND_WHITE, Colour("red", "ff0000", "#")), str.isalpha)
    ['a', 'b', 'c']
    """
    letters: list[str] = []
    wanted = {colour.letter for colour in palette}
    spare = (letter for letter in _spare_letters() if fits(letter) and letter not in wanted)
    for colour in palette:
        own = is_letter(colour.letter) and fits(colour.letter) and colour.letter not in letters
        plain_letter = BLACK_AND_WHITE[0].letter
        blank = not letters and fits(plain_letter) and plain_letter not in wanted
        letters.append(colour.letter if own else plain_letter if blank else next(spare))
    return letters


def names_for(wanted: Iterable[str], separator: str = "-") -> list[str]:
    """Returns a different name for each colour: the wanted one, with a number if that is taken."""
    names: list[str] = []
    for base in wanted:
        name, count = base, 1
        while name in names:
            count += 1
            name = f"{base}{separator}{count}"
        names.append(name)
    return names


def _spare_letters() -> Iterator[str]:
    yield from "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from map(chr, range(0xC0, 0x2FF))
