"""What the second checker makes of bounds on contradictions and on repaintings (see `second.py`)."""

from itertools import pairwise

from verifier.second_proofs import Formula
from verifier.second_puzzle import blurred, lines_of, need, parsed, possible, runs, tuples, whole

LARGE = 10**12


class Choices(Formula):
    """Clauses that speak of sets of clues and givens, or of repaintings.

    A choice gives every element an option, `elements` lists (name, options, cost of each option). What is not good has
    one of the `faults`, each of which is a dictionary of elements with options.
    """

    def __init__(self, puzzle, elements, faults, most, files):
        self.options = {name: set(costs) for name, costs in elements}
        self.costs = dict(elements)
        self.order = list(self.costs)
        self.faults, self.most = faults, most
        super().__init__(puzzle, None, None, files)

    def meaning(self, entry):
        """A meaning, as ("is", element, option) or ("cost", number, least)."""
        need(isinstance(entry, list) and entry, "a variable has no meaning")
        kind, *rest = entry
        if kind == "cost" and len(rest) == 2:
            return "cost", whole(rest[0], 0, len(self.costs)), whole(rest[1], 1, LARGE)
        return "is", *self.spoken(kind, rest)

    def shown(self, clause):
        """Whether a clause is true of every choice that is good and cheap."""
        left, limits = {}, {}
        for literal in clause:
            kind, *rest = self.meanings[abs(literal) - 1]
            if kind == "is":
                element, option = rest
                options = left.setdefault(element, set(self.fixed(element)))
                left[element] = options - {option} if literal > 0 else options & {option}
            else:
                number, least = rest
                limits.setdefault(number, []).append((literal < 0, least))
        if not all(left.values()):
            return True
        for fault in self.faults:
            if all(left.get(element) == {option} for element, option in fault.items()):
                return True
        sums = {0}
        for number in range(len(self.costs) + 1):
            sums = {
                total
                for total in sums
                if total <= self.most
                and all((total >= least) == reached for reached, least in limits.get(number, []))
            }
            if number < len(self.costs):
                element = self.order[number]
                costs = {self.costs[element][option] for option in left.get(element, self.options[element])}
                sums = {total + cost for total in sums for cost in costs}
        return not sums

    def fixed(self, element):
        """The options of an element."""
        return self.options[element]


class Contradictions(Choices):
    """Sets of clues and givens."""

    def __init__(self, puzzle, most, files):
        stated = [line for line, clue in puzzle.clues.items() if clue is not None]
        names = [("clue", *line) for line in stated]
        names += [("given", at) for at in range(len(puzzle.givens))]
        faults = []
        witnesses = parsed(files["witnesses.json"])
        need(isinstance(witnesses, list), "witnesses.json is no list")
        first = None
        for entry in witnesses:
            picture = puzzle.shown(entry, first)
            first = first or picture
            missing = {}
            for line in stated:
                found = runs([picture[cell] for cell in puzzle.lines[line]])
                if blurred(puzzle.clues[line], found) != found:
                    missing["clue", *line] = False
            for at, (cell, colour) in enumerate(puzzle.givens):
                if picture[cell] != colour:
                    missing["given", at] = False
            faults.append(missing)
        super().__init__(puzzle, [(name, {True: 1, False: 0}) for name in names], faults, most, files)

    def spoken(self, kind, rest):
        """The element of which a variable speaks, and the option."""
        if kind == "clue" and len(rest) == 2:
            name = ("clue", *self.puzzle.line(*rest))
            need(name in self.costs, "this clue is null")
            return name, True
        need(kind == "given" and len(rest) == 1, "a variable has no meaning here")
        return ("given", whole(rest[0], 0, len(self.puzzle.givens) - 1)), True


class Repaintings(Choices):
    """Pictures that differ from one in some cells."""

    def __init__(self, puzzle, picture, lines, most, files):
        self.picture = picture
        weights = {}
        given = {cell for cell, _ in puzzle.givens}
        for row, column, weight in tuples(parsed(files["repaint.json"]), 3):
            cell = puzzle.cell(row, column)
            need(cell not in weights and cell not in given, "a cell twice, or a given one")
            weights[cell] = whole(weight, 1, 10**6)
        faults = []
        for text in lines_of(files["flaws.jsonl"]):
            entry = parsed(text.encode())
            need(isinstance(entry, list) and len(entry) == 3, "a flaw has three parts")
            seen = flaw(puzzle, picture, weights, given, lines, *entry)
            faults.append({cell: colour for cell, colour in seen.items() if cell in weights})
        elements = [
            (cell, {colour: 0 if colour == picture[cell] else weight for colour in range(puzzle.colours)})
            for cell, weight in weights.items()
        ]
        super().__init__(puzzle, elements, faults, most, files)

    def fixed(self, element):
        """The colours of a cell."""
        return self.options.get(element, {self.picture[element]})

    def spoken(self, kind, rest):
        """The cell of which a variable speaks, and the colour."""
        need(kind == "cell" and len(rest) == 3, "a variable has no meaning here")
        return self.puzzle.places([rest])[0]


def flaw(puzzle, picture, weights, given, lines, but, windows, others):
    """The cells in the windows of a flaw, with their colours."""
    own = list(picture)
    changed = [whole(cell, 0, len(own) - 1) for cell, _ in tuples(but, 2)]
    need(
        len(set(changed)) == len(changed) and set(changed) <= set(weights), "a cell that cannot be repainted"
    )
    for cell, colour in but:
        own[cell] = whole(colour, 0, puzzle.colours - 1)
    need(others, "a flaw without other colours")
    other = {}
    for cell, colour in tuples(others, 2):
        whole(cell, 0, len(own) - 1)
        whole(colour, 0, puzzle.colours - 1)
        need(cell not in given and colour != own[cell], "this is given, or no other colour")
        need(colour not in other.setdefault(cell, []), "another colour comes twice")
        other[cell].append(colour)
    need(lines or all(len(colours) == 1 for colours in other.values()), "a cell has several other colours")
    seen, of_line = {}, {}
    for axis, index, first, last in tuples(windows, 4):
        line = puzzle.line(axis, index)
        need(puzzle.clues[line] is not None, "a window of a line without a clue")
        whole(last, 0, len(puzzle.lines[line]) - 1)
        whole(first, 0, last)
        of_line.setdefault(line, []).append((first, last))
    for parts in of_line.values():
        parts.sort()
        for (_, before), (after, _) in pairwise(parts):
            need(before <= after, "two windows overlap")
    for cell in other:
        for line in puzzle.through[cell]:
            if puzzle.clues[line] is not None:
                at = puzzle.lines[line].index(cell)
                found = [(first, last) for first, last in of_line.get(line, []) if first <= at <= last]
                need(found, f"no window of {line} has the cell {cell}")
    for line, parts in of_line.items():
        cells = puzzle.lines[line]
        for first, last in parts:
            inside = cells[first : last + 1]
            need(
                first == 0 or cells[first] not in other, "a window begins with a cell that has another colour"
            )
            need(last == len(cells) - 1 or cells[last] not in other, "a window ends with such a cell")
            seen.update((cell, own[cell]) for cell in inside)
            blocks = runs([own[cell] for cell in inside])
            if len(inside) == len(cells):
                unknown = [length == "?" for length, _ in puzzle.clues[line]]
                for at, block in enumerate(blocks):
                    if at < len(unknown) and unknown[at]:
                        block[0] = "?"
            if lines:
                left = possible(blocks, [{own[cell], *other.get(cell, [])} for cell in inside])
                need(left is not None, "a window has no filling")
                for cell, colours in zip(inside, left, strict=True):
                    need(set(other.get(cell, [])) <= colours, "no filling has the other colour")
            else:
                after = runs([other.get(cell, [own[cell]])[0] for cell in inside])
                need(blurred(blocks, after) == after, "a window gets other blocks")
    return seen
