"""Measures how easily explanations can be followed: `python -m benchmarks.teaching FOLDER ...`.

Each puzzle is explained, with so many CPU seconds for each, so it does not matter what else the machine does. A step can
be followed if it is about one line, or a supposition whose chain has at most five links: four lines, and the one that has
no filling.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

from nonosat import Step, load
from nonosat.explaining.steps.easiest_chain import links_of
from nonosat.explaining.steps.explain import Explanation
from nonosat.explaining.steps.probes import BLOCK_PLACEMENT, COUNTING, EDGE_LOGIC, PROBE
from nonosat.support.errors import NonosatError
from nonosat.support.limits import Clock

FOLLOWABLE = 5
"""Links of a chain that can be followed by hand."""


@dataclass
class Figures:
    """Figures of a set of puzzles."""

    puzzles: int = 0
    unfinished: int = 0
    needing: int = 0
    """Puzzles that need suppositions."""
    within_nine: int = 0
    """Puzzles with chains of at most nine links that need nothing harder."""
    steps: int = 0
    followable: int = 0
    idle: int = 0
    """Steps about a line that settle no cell."""
    beyond: int = 0
    """Steps that agree in all cases, have suppositions at will, or rest on the solver."""
    longest_sentence: int = 0
    seconds: float = 0.0
    links: list[int] = field(default_factory=list)
    """Of each supposition."""

    def add(self, explanation: Explanation, steps: list[Step], seconds: float) -> None:
        """Counts one puzzle."""
        self.puzzles += 1
        self.unfinished += explanation.stopped is not None
        self.seconds += seconds
        chains, others = [], 0
        for step in steps:
            self.steps += 1
            text = str(step).split("\n")
            self.longest_sentence = max(self.longest_sentence, *map(len, text))
            if step.contradicts or step.axis is not None:
                self.followable += 1
                self.idle += not (step.cells or step.contradicts)
            elif step.reason in (EDGE_LOGIC, COUNTING, BLOCK_PLACEMENT, PROBE, "nested"):
                chains.append(links_of(step.probes[0]))
                self.followable += chains[-1] <= FOLLOWABLE
            else:
                others += 1
        self.links += chains
        self.beyond += others
        self.needing += bool(chains or others)
        self.within_nine += bool(chains) and max(chains) <= 9 and not others

    def row(self, name: str) -> str:
        """A row of the table."""
        links = sorted(self.links) or [0]
        share = 100 * self.followable / max(1, self.steps)
        return (
            f"| {name} | {self.puzzles} ({self.unfinished}) | {self.steps} | {self.steps - self.followable} | {share:.1f} % "
            f"| {len(self.links)} | {median(links):.0f} | {links[int(0.95 * (len(links) - 1))]} | {links[-1]} "
            f"| {self.beyond} | {self.within_nine} of {self.needing} | {self.idle} | {self.longest_sentence} "
            f"| {self.seconds:.1f} |"
        )


HEAD = (
    "| set | puzzles (cut short) | steps | not followable | followable | suppositions | median links | 95 % | longest "
    "| beyond | at most 9 links | idle | longest sentence | CPU s |\n" + "|---|" + "---:|" * 13
)


def _clock(end: float) -> Clock:
    """Returns a clock that stops at a CPU time of this process."""
    return Clock(is_wanted=lambda: process_time() < end)


def paths_in(place: Path) -> list[Path]:
    """The files of a folder, or the file."""
    return sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=10, help="CPU time for each puzzle")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a folder, take every Nth file")
    arguments = parser.parse_args()
    print(HEAD)
    for place in arguments.places:
        figures = Figures()
        for path in paths_in(place)[:: arguments.every]:
            began = process_time()
            try:
                explanation = Explanation(load(path), clock=_clock(began + arguments.seconds))
                steps = list(explanation)
            except NonosatError:
                continue
            figures.add(explanation, steps, process_time() - began)
        print(figures.row(place.name), flush=True)


if __name__ == "__main__":
    main()
