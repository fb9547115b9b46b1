"""Every question about ten puzzles of all kinds, in whatever Python runs this; the answers in JSON.

    python asking.py PUZZLES_FOLDER

Uses nothing but the package, so that it also runs in environments with little else, such as a browser.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import nonosat as ns
from nonosat.apps.generation.domino import n_dom

PUZZLES = (
    "apple.xml",  # inks
    "cat-with-blots.json",  # clues with unknown lengths
    "dom-05.non",  # needs a search
    "flower.xml",  # a triddler
    "gchq-without-givens.non",  # several solutions
    "gchq.non",  # givens
    "key.non",
    "loose-checkerboard-06.non",  # many solutions
    "unsolvable-by-lines.non",
    "unsolvable-by-search.non",
)

FORMATS = ("json", "non")


def check(puzzle):
    report = ns.check(puzzle)
    return report.verdict, report.line_solvable, len(report.solutions)


def solve(puzzle):
    grid = ns.solve(puzzle)
    return grid and grid.satisfies(puzzle)


def count(puzzle):
    found = ns.count(puzzle)
    return found.count, found.exact


def ambiguity(puzzle):
    found = ns.ambiguity(puzzle)
    return found.verdict, [region.cells for region in found.regions]


def conflict(puzzle):
    found = ns.conflict(puzzle, smallest=True)
    return found.minimal, len(found.lines), len(found.givens), found.solution is not None


def repair_givens(puzzle):
    return _repaired(ns.repair_givens(puzzle))


def repair_clue(puzzle):
    return _repaired(ns.repair_clue(puzzle))


def repair_pixels(puzzle):
    first = min(ns.solutions(puzzle), key=str, default=puzzle)  # the same, whichever is found first
    return _repaired(ns.repair_pixels(first))


def _repaired(found):
    return found.cost, found.bound, found.verdict, len(found.edits or ())


def explain(puzzle):
    found = ns.explain(puzzle, depth=0)  # without the kernel, other chains can follow from a supposition
    return [str(step) for step in found], ns.explain(puzzle, depth=1).complete


def hint(puzzle):
    found = ns.hint(puzzle, [[None] * length for length in puzzle.row_lengths], depth=1)
    return found.kind, found.text, len(found.steps)


def rate(puzzle):
    found = ns.rate(puzzle, depth=1)
    return found.verdict, found.sweeps, found.probe_depth, ns.rate(puzzle, depth=0).techniques


def formats(puzzle):
    return [ns.loads(ns.dump_bytes(puzzle, name), name) == puzzle for name in FORMATS]


def drawing(puzzle):
    return str(puzzle)


def in_time(puzzle):
    return ns.check(puzzle, seconds=600).verdict, str(ns.count(puzzle, seconds=600).count)


QUESTIONS = (
    check,
    solve,
    count,
    ambiguity,
    conflict,
    repair_givens,
    repair_pixels,
    repair_clue,
    explain,
    hint,
    rate,
    formats,
    drawing,
    in_time,
)


def out_of_time():
    """A search that would take hours, and a count that would."""
    wide = ns.Puzzle([[1]] * 40, [[1]] * 40)
    return ns.check(n_dom(24), seconds=0.5).stopped, ns.count(wide, seconds=0.5).stopped


def memory():
    """The same answer where the memory suffices."""
    return ns.check(n_dom(5), memory=400_000_000).verdict


def out_of_memory():
    return ns.count(ns.Puzzle([[1]] * 40, [[1]] * 40), memory=32_000_000).stopped


def several_solvers():
    return ns.check(n_dom(5), options=ns.SearchOptions(portfolio=2)).verdict


def cp_sat():
    return ns.check(n_dom(5), options=ns.SearchOptions(backend="cp-sat")).verdict


def an_image():
    return len(ns.from_image(str(Path(__file__).parents[1] / "pictures" / "face.png")).rows)


def a_netpbm_image():
    """A disc, scaled: such a picture needs no Pillow."""
    values = [255 * ((2 * x - 39) ** 2 + (2 * y - 39) ** 2 > 700) for y in range(40) for x in range(40)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "disc.pgm"
        path.write_bytes(b"P5 40 40 255\n" + bytes(values))
        return ["".join(" #"[cell] for cell in row) for row in ns.from_image(str(path), width=8).goal]


MEANS = (out_of_time, memory, out_of_memory, several_solvers, cp_sat, an_image, a_netpbm_image)
"""Questions that need more than the core."""


def answered(question, *arguments):
    """Returns the answer of a question, or its error, and its seconds."""
    began = perf_counter()
    try:
        answer = question(*arguments)
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    return answer, round(perf_counter() - began, 3)


def main(folder):
    """All answers, in JSON."""
    found = {"": {means.__name__: answered(means) for means in MEANS}}
    for name in PUZZLES:
        puzzle = ns.load(f"{folder}/{name}")
        found[name] = {question.__name__: answered(question, puzzle) for question in QUESTIONS}
    loaded = sorted(
        {"numpy", "ortools", "PIL", "pandas"}
        & {name for name, module in sys.modules.items() if module is not None}
    )
    return json.dumps({"answers": found, "loaded": loaded})


if __name__ == "__main__":
    print(main(sys.argv[1]))
