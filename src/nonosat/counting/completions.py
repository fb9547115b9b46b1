"""Guesses of how many completions a frontier has, by belief propagation between the automata of the segments.

Each segment sends a message to each of its cells: the share of the segment's words that have each colour there, where a
word weighs the product of the messages of the other segments (J. Pearl 1982; M. Mézard and A. Montanari, "Information,
Physics, and Computation", 2009, chapter 14). After some rounds a state of a segment has the weight of the words from it
to the end. The product over the begun segments is the guess: it ranks frontiers, and says nothing certain.

Cells lie on loops of segments, so messages are damped and need not settle.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from nonosat.counting.segments import DEAD, Layer, Segment, Tick

_ROUNDS = 12  # more change the bounds by less than a bit
_DAMPING = 0.5  # share of the former message that stays
_LEAST = 1e-30  # weights below are treated as this, so that no state is excluded

Messages = list[list[float]]  # weights of the colours, by position in a segment

# base-2 logarithm of the guess, by position in a segment and state there; 0 at the best state
Guesses = list[list[list[float]]]


def guesses(segments: Sequence[Segment], *, tick: Tick = lambda: None) -> Guesses:
    """Returns the logarithm of each state's weight, by segment, position (the end included) and state.

    `tick` is called per segment and round and can raise.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(segments):
        for at, cell in enumerate(segment.cells):
            places.setdefault(cell, []).append((number, at))
    sent = [[_even(len(layer[0])) for layer in segment.layers] for segment in segments]

    def received(number: int) -> Messages:
        """Returns the product of the messages of the other segments, for each cell of a segment."""
        messages = []
        for at, cell in enumerate(segments[number].cells):
            weights = [1.0] * len(segments[number].layers[at][0])
            for other, place in places[cell]:
                if other != number:
                    weights = [one * two for one, two in zip(weights, sent[other][place], strict=True)]
            messages.append(_scaled(weights))
        return messages

    for _ in range(_ROUNDS):
        for number, segment in enumerate(segments):
            tick()
            sent[number] = _messages(segment, received(number), sent[number])
    return [
        [
            [log2(max(weight, _LEAST)) for weight in layer]
            for layer in _backward(segment.layers, received(number))
        ]
        for number, segment in enumerate(segments)
    ]


def _messages(segment: Segment, received: Messages, before: Messages) -> Messages:
    """Returns the messages of a segment to its cells, damped by those before."""
    backward = _backward(segment.layers, received)
    forward = [1.0]
    messages = []
    for at, layer in enumerate(segment.layers):
        after, weights = backward[at + 1], received[at]
        fresh = [0.0] * len(weights)
        following = [0.0] * len(after)
        for share, row in zip(forward, layer, strict=True):
            for option, state in enumerate(row):
                if state != DEAD:
                    fresh[option] += share * after[state]
                    following[state] += share * weights[option]
        fresh = _scaled(fresh)
        messages.append(
            [_DAMPING * old + (1 - _DAMPING) * new for old, new in zip(before[at], fresh, strict=True)]
        )
        forward = _scaled(following)
    return messages


def _backward(layers: Sequence[Layer], received: Messages) -> list[list[float]]:
    """Returns the weight of the words from each state to the end, by position; scaled to at most 1 at each."""
    after = [1.0]
    found = [after]
    for layer, weights in zip(reversed(layers), reversed(received), strict=True):
        before = []
        for row in layer:
            weight = 0.0
            for option, state in enumerate(row):
                if state != DEAD:
                    weight += weights[option] * after[state]
            before.append(weight)
        after = _scaled(before)
        found.append(after)
    return found[::-1]


def _even(number: int) -> list[float]:
    return [1 / number] * number


def _scaled(weights: list[float]) -> list[float]:
    """Returns weights whose largest is 1; equal ones if all are 0, which rounding can make of them."""
    most = max(weights)
    return [weight / most for weight in weights] if most > 0 else _even(len(weights))
