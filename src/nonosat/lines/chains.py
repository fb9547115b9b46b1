"""Chains: lines that are settled one after the other until one has no filling, which refutes a colour of a cell.

Suppose that a cell has a colour. Each line (link) is settled completely by what is known then, and the last has no filling.
A chain can hold inner suppositions: the cell and colour as one negative number, a chain that refutes them, and `END`.

The kernel searches for the shortest chains and nests suppositions (`kernel/chains`). Without it chains come from propagation.
"""

from __future__ import annotations

Chain = tuple[int, ...]
"""Lines by number, in the order in which they are settled."""

Supposition = tuple[int, int]
"""A cell and a colour."""

END = -1
"""The link with which an inner supposition ends."""

_FIRST_INNER = -2  # from this number down, links begin an inner supposition


def supposed_by(link: int, colours: int) -> Supposition:
    """Returns the inner supposition that a link begins.

    >>> supposed_by(-17, 2)
    (7, 1)
    """
    cell, colour = divmod(_FIRST_INNER - link, colours)
    return cell, colour
