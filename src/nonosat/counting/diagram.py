"""Reduced ordered decision diagram of all solutions of one region.

One layer of nodes per cell. A node has an edge for each colour that can be completed to a solution, and no two nodes
of a layer have the same completions. So paths from the root and solutions correspond one to one. With path counts per
node, a solution is found by its index in one walk, a uniform sample is a random index, and the cheapest solution is a
shortest path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nonosat.counting.segments import Tick
from nonosat.support.errors import UsageError
from nonosat.support.longint import LongInt

# edges of a node: (colour of the layer's cell, node number in the next layer)
Edges = tuple[tuple[int, int], ...]

# when all solutions are listed, completions of a layer are cached up to these numbers: per node, in all
_TAILS, _TAILS_AT_ONCE = 256, 10_000


class Diagram:
    """The solutions of a region, indexed from 0 to `count` - 1; each is `bytes` with the colours of `cells` (ascending)."""

    def __init__(
        self,
        order: Sequence[int],
        layers: Sequence[Sequence[Edges]],
        *,
        tick: Tick = lambda: None,
    ) -> None:
        """`order` has the cells in layer order; the first layer has one node, or none if there is no solution.

        Edges of the last layer lead to node 0, the end. `tick` is called per layer and can raise.
        """
        self.order = tuple(order)
        self.cells = tuple(sorted(order))
        self.layers = tuple(map(tuple, layers))
        counts: list[list[int]] = [[1]]
        for layer in reversed(self.layers):
            tick()
            below = counts[-1]
            counts.append([sum([below[node] for _, node in edges]) for edges in layer])
        self._counts = counts[::-1]
        rank = {cell: at for at, cell in enumerate(self.order)}
        self._layer_of = [rank[cell] for cell in self.cells]  # layer of each of `cells`
        self._sorted = self.order == self.cells

    @classmethod
    def of(
        cls,
        order: Sequence[int],
        colours: Sequence[Sequence[int]],
        reached: list[list[Edges]],
        *,
        tick: Tick = lambda: None,
    ) -> Diagram:
        """Reduces a diagram with dead ends and equal nodes.

        Consumes `reached`, whose edges have the index of a colour in `colours` instead of the colour.
        """
        layers: list[list[Edges]] = []
        kept = [0]  # new number of each node of the layer below, or -1
        for own in reversed(colours):
            tick()
            unique: dict[Edges, int] = {}
            numbers = []
            for edges in reached.pop():
                alive = tuple([(own[option], kept[node]) for option, node in edges if kept[node] >= 0])
                numbers.append(unique.setdefault(alive, len(unique)) if alive else -1)
            layers.append(list(unique))
            kept = numbers
        return cls(order, layers[::-1], tick=tick)

    @classmethod
    def from_list(
        cls,
        order: Sequence[int],
        colours: Sequence[Sequence[int]],
        solutions: Iterable[bytes],
        *,
        tick: Tick = lambda: None,
    ) -> Diagram:
        """Makes the diagram of listed solutions, each with the colours of `order`.

        >>> Diagram.from_list([4, 7], [(0, 1), (0, 1)], [bytes([0, 1]), bytes([1, 0])]).count
        2
        """
        ranked = sorted(set(solutions))
        reached: list[list[Edges]] = []
        groups = [(0, len(ranked))]  # solutions with equal beginnings
        for at, own in enumerate(colours):
            tick()
            layer: list[Edges] = []
            below: list[tuple[int, int]] = []
            for first, end in groups:
                edges = []
                for option, colour in enumerate(own):
                    matching = [number for number in range(first, end) if ranked[number][at] == colour]
                    if matching:
                        edges.append((option, len(below)))
                        below.append((matching[0], matching[-1] + 1))
                layer.append(tuple(edges))
            reached.append(layer)
            groups = below
        reached[-1] = [tuple([(option, 0) for option, _ in edges]) for edges in reached[-1]]
        return cls.of(order, colours, reached, tick=tick)

    @property
    def count(self) -> LongInt:
        """Exact number of solutions."""
        return LongInt(self._counts[0][0] if self._counts[0] else 0)

    def colours(self) -> dict[int, set[int]]:
        """Returns the colours that each cell has in some solution."""
        return {
            cell: {colour for edges in layer for colour, _ in edges}
            for cell, layer in zip(self.order, self.layers, strict=True)
        }

    def __getitem__(self, index: int) -> bytes:
        """Returns the solution with that index; raises `IndexError`."""
        if not 0 <= index < self.count:
            raise IndexError(f"the region's solutions have numbers below {self.count}, got {LongInt(index)}")
        colours, node = bytearray(), 0
        for at, layer in enumerate(self.layers):
            below = self._counts[at + 1]
            for colour, following in layer[node]:
                if index < below[following]:
                    colours.append(colour)
                    node = following
                    break
                index -= below[following]
        return self._arranged(bytes(colours))

    def __iter__(self) -> Iterator[bytes]:
        """Yields all solutions in the order of their indices."""
        if not self.count:
            return
        # completions of all nodes of the first layer that has few
        first, tails = len(self.layers), [[b""]]
        while first and max(above := self._counts[first - 1]) <= _TAILS and sum(above) <= _TAILS_AT_ONCE:
            first -= 1
            tails = [
                [bytes((colour,)) + tail for colour, node in edges for tail in tails[node]]
                for edges in self.layers[first]
            ]
        stack = [(0, 0, b"")]
        while stack:
            at, node, head = stack.pop()
            if at == first:
                for tail in tails[node]:
                    yield self._arranged(head + tail)
            else:
                for colour, following in reversed(self.layers[at][node]):
                    stack.append((at + 1, following, head + bytes((colour,))))

    def cheapest(
        self, costs: Mapping[int, Mapping[int, int]], *, tick: Tick = lambda: None
    ) -> tuple[int, bytes]:
        """Returns the least sum of `costs[cell][colour]` over all solutions, and a solution with it (shortest path).

        Raises `UsageError` if there is no solution. `tick` is called per layer and can raise.
        """
        if not self.count:
            raise UsageError("a region without solutions has no cheapest one")
        best: list[list[tuple[int, int]]] = [[(0, 0)]]  # per node the cost and the edge to take
        for cell, layer in zip(reversed(self.order), reversed(self.layers), strict=True):
            tick()
            below, own = best[-1], costs[cell]
            best.append(
                [
                    min((own[colour] + below[node][0], edge) for edge, (colour, node) in enumerate(edges))
                    for edges in layer
                ]
            )
        best.reverse()
        colours, node = bytearray(), 0
        for at, layer in enumerate(self.layers):
            colour, node = layer[node][best[at][node][1]]
            colours.append(colour)
        return best[0][0][0], self._arranged(bytes(colours))

    def _arranged(self, colours: bytes) -> bytes:
        """Reorders colours from `order` to `cells`."""
        return colours if self._sorted else bytes([colours[place] for place in self._layer_of])
