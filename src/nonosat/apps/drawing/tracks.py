"""Visibility of the elements of an animation: each element with the frames that show it.

An element is one square, number or line of a scene. Elements of the same look make a layer; elements of a layer that
appear and disappear together make a track. An animation in which cells appear one by one is thus hardly longer than its
last scene. Squares are opaque, so a covered square can stay.

Layers are ordered from back to front as in the scenes, which agree on the order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from nonosat.apps.drawing.scene import Item, Scene, Tiles
from nonosat.support.lazy_dataclasses import replace

# the field with the elements of each kind of item
_PARTS = {
    "Polygons": "outlines",
    "Boxes": "boxes",
    "Discs": "centres",
    "Strokes": "paths",
    "Texts": "texts",
}
Span = tuple[int, int]  # (first frame, end frame), from 0, end exclusive


class Track(NamedTuple):
    """An item and its visible frames."""

    item: Item
    seen: Span


class _Tile(NamedTuple):
    """A square."""

    row: int
    column: int
    role: str


def tracks(scenes: Iterable[Scene]) -> Iterator[Track]:
    """Yields the tracks of scenes, from back to front.

    >>> from nonosat.apps.drawing.scene import Boxes
    >>> one, two = Boxes("ink", 0, ((0, 0, 1, 1),)), Boxes("ink", 0, ((0, 0, 1, 1), (1, 0, 1, 1)))
    >>> for track in tracks([Scene(2, 1, (one,)), Scene(2, 1, (two,))]):
    ...     print(track.item.boxes, track.seen)
    ((0, 0, 1, 1),) (0, 2)
    ((1, 0, 1, 1),) (1, 2)
    """
    layers: list[Item] = []
    spans: dict[Item, dict[Any, list[Span]]] = defaultdict(lambda: defaultdict(list))
    since: dict[Item, dict[Any, int]] = defaultdict(dict)
    number = 0
    for number, scene in enumerate(scenes):
        found = _taken_apart(scene.items)
        _put_in_order(layers, list(found))
        for layer, before in ((layer, since[layer]) for layer in layers):
            now = found.get(layer, {})
            for gone in [each for each in before if each not in now]:
                spans[layer][gone].append((before.pop(gone), number))
            for new in [each for each in now if each not in before]:
                before[new] = number
    for layer, rest in since.items():
        for element, start in rest.items():
            spans[layer][element].append((start, number + 1))
    for layer in layers:
        yield from _of_layer(layer, spans[layer])


def _of_layer(layer: Item, spans: dict[Any, list[Span]]) -> Iterator[Track]:
    if isinstance(layer, Tiles):
        spans = _covered(spans)
    together: dict[Span, list[Any]] = defaultdict(list)
    for element, those in spans.items():
        for span in those:
            together[span].append(element)
    for span in sorted(together, key=lambda span: (span[0], -span[1])):
        elements = together[span]
        if isinstance(layer, Tiles):
            yield Track(_tiles(layer, elements), span)
        else:
            yield Track(replace(layer, **{_PARTS[type(layer).__name__]: tuple(elements)}), span)  # type: ignore[arg-type]


def _taken_apart(items: Sequence[Item]) -> dict[Item, dict[Any, None]]:
    """Returns the elements of each layer, from back to front."""
    found: dict[Item, dict[Any, None]] = {}
    for item in items:
        if isinstance(item, Tiles):
            layer: Item = replace(item, rows=(), roles=())
            rows = (_row(row, tiles, item.roles) for row, tiles in enumerate(item.rows))
            elements: Iterable[Any] = chain.from_iterable(rows)
        else:
            part = _PARTS[type(item).__name__]
            layer, elements = replace(item, **{part: ()}), getattr(item, part)  # type: ignore[arg-type]
        found.setdefault(layer, {}).update(dict.fromkeys(elements))
    return found


@lru_cache(maxsize=10_000)
def _row(row: int, tiles: bytes, roles: tuple[str, ...]) -> tuple[_Tile, ...]:
    """Returns the squares of a row; cached, as most rows repeat in the next scene."""
    return tuple(_Tile(row, column, roles[tile]) for column, tile in enumerate(tiles))


def _put_in_order(layers: list[Item], found: Sequence[Item]) -> None:
    """Inserts each new layer in front of its predecessor in a scene."""
    at = 0
    for layer in found:
        if layer not in layers:
            layers.insert(at, layer)
        at = layers.index(layer) + 1


def _covered(spans: dict[_Tile, list[Span]]) -> dict[_Tile, list[Span]]:
    """Keeps covered squares visible; squares visible for fewer frames are in front."""
    places: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    order = sorted(spans, key=lambda tile: sum(start - end for start, end in spans[tile]))
    for rank, tile in enumerate(order):
        places[tile.row, tile.column] += [(*span, rank) for span in spans[tile]]
    found: dict[_Tile, list[Span]] = {tile: [] for tile in order}
    for seen in places.values():
        seen.sort()
        for rank in {rank for _, _, rank in seen}:
            shown = [(start, end) for start, end, front in seen if front >= rank]
            found[order[rank]] = list(_joined(shown))
    return found


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Merges adjacent spans.

    >>> list(_joined([(0, 2), (2, 3), (5, 6)]))
    [(0, 3), (5, 6)]
    """
    before: Span | None = None
    for start, end in spans:
        if before and before[1] == start:
            before = before[0], end
        else:
            if before:
                yield before
            before = start, end
    if before:
        yield before


def _tiles(layer: Tiles, elements: Sequence[_Tile]) -> Tiles:
    """Returns tiles with an empty role for missing squares."""
    roles = ("", *dict.fromkeys(tile.role for tile in elements))
    index = {role: at for at, role in enumerate(roles)}
    top, left = (min(map(itemgetter(at), elements)) for at in (0, 1))
    bottom, right = (max(map(itemgetter(at), elements)) for at in (0, 1))
    rows = [bytearray(right - left + 1) for _ in range(top, bottom + 1)]
    for row, column, role in elements:
        rows[row - top][column - left] = index[role]
    x, y = layer.x + left * layer.cell, layer.y + top * layer.cell
    return replace(layer, x=x, y=y, rows=tuple(map(bytes, rows)), roles=roles)
