"""All solutions of one region as a decision diagram: counted, found by number, listed, searched.

There is a layer of nodes for each cell. A node has an edge for each colour that can be completed to a
solution, and no two nodes of a layer have the same completions. So each path from the root is a solution, and
each solution is one path. With the number of paths below each node, the solution with a given index is found
by one walk, a fair draw is a random index, and the solution that costs least is a shortest path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from nonosat.foundation.errors import UsageError
from nonosat.foundation.longint import LongInt

Edges = tuple[tuple[int, int], ...]
"""The edges of a node: the colour of the layer's cell, and the number of a node of the next layer."""

_TAILS = 256
"""While all solutions are listed, the tails of nodes with at most that many are kept."""

_TAILS_AT_ONCE = 200_000
"""This many tails are kept, about, before all are dropped."""


class Diagram:
    """The solutions of a region; each is a `bytes` with the colours of `cells`, which are ascending.

    They are numbered from 0 to `count` - 1.
    """

    def __init__(
        self,
        order: Sequence[int],
        layers: Sequence[Sequence[Edges]],
        *,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """`order` are the cells in the order of the layers; the first layer has one node, or none.

        Edges of the last layer lead to node 0 of the end. `tick` is called for each layer, and may raise.
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
        self._layer_of = [rank[cell] for cell in self.cells]
        """For each of `cells` its layer."""
        self._sorted = self.order == self.cells

    @classmethod
    def of(
        cls,
        order: Sequence[int],
        colours: Sequence[Sequence[int]],
        reached: list[list[Edges]],
        *,
        tick: Callable[[], None] = lambda: None,
    ) -> Diagram:
        """The smallest diagram with the same solutions as one that may have dead ends and equal nodes.

        `reached` is emptied; its edges have the index of a colour in `colours` instead of the colour.
        """
        layers: list[list[Edges]] = []
        kept = [0]  # for each node of the layer below its new number, or -1
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

    @property
    def count(self) -> LongInt:
        """How many solutions there are, exactly."""
        return LongInt(self._counts[0][0] if self._counts[0] else 0)

    @property
    def nodes(self) -> int:
        """The size of the diagram."""
        return sum(map(len, self.layers))

    def colours(self) -> dict[int, set[int]]:
        """For each cell the colours that it has in some solution."""
        return {
            cell: {colour for edges in layer for colour, _ in edges}
            for cell, layer in zip(self.order, self.layers, strict=True)
        }

    def __getitem__(self, index: int) -> bytes:
        """The solution with that number; raises `IndexError` if there is none."""
        if not 0 <= index < self.count:
            raise IndexError(f"the region's solutions have numbers below {self.count}, read {LongInt(index)}")
        found, node = bytearray(), 0
        for at, layer in enumerate(self.layers):
            below = self._counts[at + 1]
            for colour, following in layer[node]:
                if index < below[following]:
                    found.append(colour)
                    node = following
                    break
                index -= below[following]
        return self._arranged(bytes(found))

    def __iter__(self) -> Iterator[bytes]:
        """All solutions in the order of their numbers."""
        if not self.count:
            return
        last, tails = len(self.layers), _Tails(self.layers)
        stack = [(0, 0, b"")]
        while stack:
            at, node, head = stack.pop()
            if at == last or self._counts[at][node] <= _TAILS:
                for tail in tails.of(at, node):
                    yield self._arranged(head + tail)
            else:
                for colour, following in reversed(self.layers[at][node]):
                    stack.append((at + 1, following, head + bytes((colour,))))

    def __contains__(self, solution: bytes) -> bool:
        """Whether these colours of `cells` are a solution."""
        node = 0
        if not self.count or len(solution) != len(self.cells):
            return False
        colours = dict(zip(self.cells, solution, strict=True))
        for cell, layer in zip(self.order, self.layers, strict=True):
            for colour, following in layer[node]:
                if colour == colours[cell]:
                    node = following
                    break
            else:
                return False
        return True

    def cheapest(
        self, costs: Mapping[int, Mapping[int, int]], *, tick: Callable[[], None] = lambda: None
    ) -> tuple[int, bytes]:
        """A solution with the least sum of `costs[cell][colour]`, and that sum; raises `UsageError` if empty.

        One pass over the diagram from its end: the shortest path. `tick` is called for each layer, and may
        raise.
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
        found, node = bytearray(), 0
        for at, layer in enumerate(self.layers):
            colour, node = layer[node][best[at][node][1]]
            found.append(colour)
        return best[0][0][0], self._arranged(bytes(found))

    def farthest(
        self, *, pairs: int, tick: Callable[[], None] | None = None
    ) -> tuple[int, bytes, bytes] | None:
        """Two solutions that differ in the most cells, with the number of these.

        The longest path through pairs of nodes; None where a layer has more than `pairs` of them.
        """
        if not self.count or any(len(layer) ** 2 > pairs for layer in self.layers):
            return None
        best = [{(0, 0): 0}]
        for layer in reversed(self.layers):
            if tick:
                tick()
            below = best[-1]
            here = {}
            for one, edges in enumerate(layer):
                for other in range(one, len(layer)):
                    here[one, other] = max(
                        (colour != its) + below[min(node, its_node), max(node, its_node)]
                        for colour, node in edges
                        for its, its_node in layer[other]
                    )
            best.append(here)
        best.reverse()
        pair = (0, 0)
        found = bytearray(), bytearray()
        for at, layer in enumerate(self.layers):
            _, colours, pair = max(
                (
                    (colour != its) + best[at + 1][min(node, its_node), max(node, its_node)],
                    (colour, its),
                    (node, its_node),
                )
                for colour, node in layer[pair[0]]
                for its, its_node in layer[pair[1]]
            )
            for half, colour in zip(found, colours, strict=True):
                half.append(colour)
            if pair[0] > pair[1]:  # the table has one half of the pairs
                pair = pair[::-1]
                found = found[::-1]
        left, right = (self._arranged(bytes(half)) for half in found)
        return best[0][0, 0], left, right

    def _arranged(self, found: bytes) -> bytes:
        """Colours given in the order of `order`, in the order of `cells`."""
        return found if self._sorted else bytes([found[place] for place in self._layer_of])


class _Tails:
    """The tails of solutions from nodes that have few, made once for each node."""

    def __init__(self, layers: Sequence[Sequence[Edges]]) -> None:
        self._layers = layers
        self._known: dict[tuple[int, int], list[bytes]] = {(len(layers), 0): [b""]}
        self._size = 0

    def of(self, at: int, node: int) -> list[bytes]:
        """The colours of the layers from `at` on, for each solution below the node, in their order."""
        known = self._known.get((at, node))
        if known is not None:
            return known
        if self._size > _TAILS_AT_ONCE:
            self._known = {(len(self._layers), 0): [b""]}
            self._size = 0
        stack = [(at, node)]
        while stack:  # depth first; a node is done when all its successors are
            here, this = stack[-1]
            missing = [
                (here + 1, following)
                for _, following in self._layers[here][this]
                if (here + 1, following) not in self._known
            ]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._known[here, this] = [
                bytes((colour,)) + tail
                for colour, following in self._layers[here][this]
                for tail in self._known[here + 1, following]
            ]
            self._size += len(self._known[here, this])
        return self._known[at, node]
