"""Mistakes that a type checker must find: one in each line that ends with `# wrong`."""

import nonosat as ns


def main() -> None:
    puzzle = ns.Puzzle([[1]], [[1]])

    ns.generate(heigth=10)  # wrong
    ns.batch([puzzle], ask="chek")  # wrong
    ns.render(puzzle, show="ambiguty")  # wrong
    ns.SearchOptions(backend="cadical")  # wrong
    ns.from_image("cat.png", widht=1)  # wrong
    print(ns.repair_pixels(puzzle).changes[0].old_clue)  # wrong
    ns.generate(grade="mittel")  # wrong
    ns.check("a.non")  # wrong
    ns.certify(puzzle)  # wrong
    ns.repair_clue(puzzle, filled=True)  # wrong
