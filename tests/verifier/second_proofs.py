"""What the second checker makes of formulas, proofs and orders (see `second.py`)."""

import math
import re
import zlib
from collections import Counter, defaultdict

from verifier.second_puzzle import Puzzle, Wrong, follow, lines_of, need, parsed, possible, says, whole

# The formula and its proof


def number(word):
    """The whole number that a word of a formula or a proof is."""
    need(re.fullmatch("0|-?[1-9][0-9]*", word, re.ASCII), f"{word[:20]!r} is no number")
    return int(word)


def clause_of(words, variables):
    """A set of literals, from words that end with 0."""
    *literals, end = map(number, words)
    need(end == 0 and 0 not in literals, "a clause ends with its only 0")
    need(all(abs(literal) <= variables for literal in literals), "there is no such variable")
    return frozenset(literals)


class Formula:
    """The clauses, and the meanings of the variables."""

    def __init__(self, puzzle, known, sets, files):
        self.puzzle, self.known, self.sets = puzzle, known, sets
        meanings = parsed(files["variables.json"])
        need(isinstance(meanings, list), "variables.json is no list")
        self.meanings = [self.meaning(entry) for entry in meanings]
        lines = lines_of(files["formula.cnf"])
        while lines and lines[0].startswith("c"):
            del lines[0]
        need(lines, "there is no p line")
        head, *rows = (line.split(" ") for line in lines)
        need(head[:2] == ["p", "cnf"] and len(head) == 4, "there is no p line")
        need(number(head[2]) == len(meanings), "there are not so many variables")
        need(number(head[3]) == len(rows), "there are not so many clauses")
        self.clauses = [clause_of(row, len(meanings)) for row in rows]

    def meaning(self, entry):
        """A meaning, as a tuple: a cell has one number rather than a row and a column."""
        need(isinstance(entry, list) and entry, "a variable has no meaning")
        kind, *rest = entry
        if kind == "cell" and len(rest) == 3:
            return ("cell", *self.puzzle.places([rest])[0])
        if kind in ("start", "end") and len(rest) == 4:
            line = self.puzzle.line(*rest[:2])
            whole(rest[2], 0, len(self.puzzle.clues[line] or ()) - 1)
            whole(rest[3], 0, len(self.puzzle.lines[line]) - (kind == "start"))
            return (kind, line, *rest[2:])
        need(kind == "set" and len(rest) == 1, "a variable has no meaning")
        return "set", whole(rest[0], 0, len(self.sets) - 1)

    def literals_of(self, pair):
        """All literals that are true exactly if a cell has a colour, as far as is known."""
        cell, colour = pair
        same = {at for at, meaning in enumerate(self.meanings, 1) if meaning == ("cell", *pair)}
        if colour in self.known[cell] and len(self.known[cell]) == 2:
            (other,) = self.known[cell] - {colour}
            same |= {-at for at, meaning in enumerate(self.meanings, 1) if meaning == ("cell", cell, other)}
        return same

    def shown(self, clause):
        """Whether a clause is true in every solution, for one of the three reasons."""
        left, limits, counts = {}, defaultdict(dict), Counter()
        for literal in clause:
            kind, *rest = self.meanings[abs(literal) - 1]
            if kind == "cell":
                cell, colour = rest
                left.setdefault(cell, set(self.known[cell]))
                left[cell] = left[cell] - {colour} if literal > 0 else left[cell] & {colour}
                counts.update(self.puzzle.through[cell])
            elif kind == "set":
                pairs = self.sets[rest[0]]
                if literal < 0 and any(not clause.isdisjoint(self.literals_of(pair)) for pair in pairs):
                    return True
            else:
                line, block, position = rest
                low, high = limits[line].get((kind, block), (-math.inf, math.inf))
                limits[line][kind, block] = (
                    (max(low, position + 1), high) if literal > 0 else (low, min(high, position))
                )
                counts[line] += 1
        if not all(left.values()):
            return True
        for line, _ in counts.most_common():
            clue = self.puzzle.clues[line]
            colours = [left.get(cell, self.known[cell]) for cell in self.puzzle.lines[line]]
            if clue is not None and possible(clue, colours, limits.get(line)) is None:
                return True
        return False

    def check_claim_of_uniqueness(self, clause, solution):
        """The clause is false for the solution and true for every other picture that is left."""
        meant = {(literal > 0, *self.meanings[abs(literal) - 1]) for literal in clause}
        for truth, kind, *rest in meant:
            need(kind == "cell", "the last clause speaks of more than cells")
            need((solution[rest[0]] == rest[1]) != truth, "the last clause is true for the solution")
        for cell, colours in enumerate(self.known):
            if (False, "cell", cell, solution[cell]) not in meant:
                others = colours - {solution[cell]}
                need(all((True, "cell", cell, other) in meant for other in others), "a picture is left out")

    def check_claim_of_sets(self, clause):
        """The clause has one literal for each set, and no other."""
        spoken = set()
        for at, pairs in enumerate(self.sets):
            fitting = {one for one, meaning in enumerate(self.meanings, 1) if meaning == ("set", at)}
            fitting |= self.literals_of(pairs[0]) if len(pairs) == 1 else set()
            need(
                len(fitting & clause - spoken) == 1, f"the last clause does not have one literal for set {at}"
            )
            spoken |= fitting & clause
        need(spoken == clause, "the last clause speaks of more than sets")


def check_proof(formula, data):
    """Every step follows from its hints, and the last is the empty clause."""
    unzip = zlib.decompressobj(31)
    try:
        text = unzip.decompress(data)
    except zlib.error as error:
        raise Wrong(f"the proof cannot be unpacked: {error}") from error
    need(unzip.eof and not unzip.unused_data, "the proof is not one member of gzip")
    there, last, clause = dict(enumerate(formula.clauses, 1)), len(formula.clauses), None
    for line in lines_of(text):
        name, *words = line.split(" ")
        clause = None
        if words[:1] == ["d"]:
            need(number(name) >= 0, "a deletion begins with a number")
            *gone, end = map(number, words[1:]) if words[1:] else (0, 1)
            need(end == 0 and gone, "a deletion names clauses and ends with 0")
            for each in gone:
                need(there.pop(each, None) is not None, "a clause that is not there is deleted")
            continue
        need(number(name) > last, "the numbers of the steps do not rise")
        last = number(name)
        need("0" in words, "a step without 0")
        middle = words.index("0") + 1
        clause = clause_of(words[:middle], len(formula.meanings))
        *hints, end = map(number, words[middle:]) if words[middle:] else (0, 1)
        need(end == 0 and hints, "a step needs hints and a 0")
        false = set(clause)
        need(not any(-literal in clause for literal in clause), "a step has a literal and its opposite")
        for at, hint in enumerate(hints):
            need(hint in there, "a hint is not there")
            left = [literal for literal in there[hint] if literal not in false]
            if at == len(hints) - 1:
                need(not left, "the last hint has a literal that is not false")
            else:
                need(len(left) == 1 and -left[0] not in false, "a hint does not give one new literal")
                false.add(-left[0])
        there[last] = clause
    need(clause is not None and not clause, "the last line is not the step with the empty clause")


# Counting


def words(clue, colours):
    """The words that a line has on its open cells, as a machine: its first state, and what follows from each state.

    States from which the line can go on in the same ways are one state.
    """
    names, table, seen = {}, [], {}

    def rest(at, state):
        if at == len(colours):
            return -1 if follow(clue, state, 0) == (len(clue), 0) else None
        if (at, state) not in seen:
            nexts = {}
            for colour in colours[at]:
                after = follow(clue, state, colour)
                end = None if after is None else rest(at + 1, after)
                if end is not None:
                    nexts[colour] = end
            if len(colours[at]) == 1 or not nexts:
                seen[at, state] = next(iter(nexts.values()), None)
            else:
                seen[at, state] = names.setdefault(frozenset(nexts.items()), len(table))
                if seen[at, state] == len(table):
                    table.append(nexts)
        return seen[at, state]

    return rest(0, (0, 0)), table


def segments(puzzle, line, known):
    """The segments of a line: each is its cells, its first state, and the table of states."""
    cells = [cell for cell in puzzle.lines[line] if len(known[cell]) > 1]
    state, table = words(puzzle.clues[line], [known[cell] for cell in puzzle.lines[line]])
    states, parts = {state}, []
    for cell in cells:
        if len(states) == 1:
            parts.append(([], next(iter(states)), table))
        parts[-1][0].append(cell)
        states = {after for one in states for after in table[one].values()}
    return parts


def read_backwards(puzzle, line, known):
    """The same segments, each read from its other end."""
    mirrored = object.__new__(Puzzle)
    mirrored.clues = {line: puzzle.clues[line][::-1]}
    mirrored.lines = {line: puzzle.lines[line][::-1]}
    return segments(mirrored, line, known)[::-1]


def roles_of(places):
    """For each cell of a segment whether it comes in its turn, before the one before it, or after the next one.

    `None` if exchanging neighbours, no cell twice, does not give the order of the places.
    """
    roles, at, rest = [], 0, list(places)
    while at < len(rest):
        if at + 1 < len(rest) and rest[at] > rest[at + 1]:
            rest[at : at + 2] = rest[at + 1], rest[at]
            roles += ["late", "early"]
            at += 2
        else:
            roles.append("in turn")
            at += 1
    return roles if rest == sorted(places) else None


def going_on(table, state, role, colour):
    """The state after a cell of a segment; `None` if there is none."""
    if role == "early":
        return state, colour
    if role == "in turn":
        return table[state].get(colour)
    before, early = state
    between = table[before].get(colour)
    return None if between is None else table[between].get(early)


def counted(puzzle, known, sets, orders):
    """The number of solutions, list by list."""
    known = [set(colours) for colours in known]
    for ((cell, colour),) in sets:
        known[cell] -= {colour}
    changed = True
    while changed:
        changed = False
        for line, clue in puzzle.clues.items():
            left = [known[cell] for cell in puzzle.lines[line]] if clue is None else says(puzzle, line, known)
            if left is None or not all(left):
                return 0
            for cell, colours in zip(puzzle.lines[line], left, strict=True):
                changed |= colours != known[cell]
                known[cell] = colours
    need(
        isinstance(orders, list) and all(isinstance(one, list) for one in orders), "no list of lists of cells"
    )
    listed = [whole(cell, 0, len(known) - 1) for order in orders for cell in order]
    need(len(set(listed)) == len(listed), "a cell is listed twice")
    opened = {cell for cell, colours in enumerate(known) if len(colours) > 1}
    need(set(listed) == opened, "the lists do not have the open cells")
    place = {cell: (at, nth) for at, order in enumerate(orders) for nth, cell in enumerate(order)}
    of_cell = defaultdict(list)  # the segments that a cell is in
    for line in (line for line, clue in puzzle.clues.items() if clue is not None):
        both = zip(segments(puzzle, line, known), read_backwards(puzzle, line, known), strict=True)
        for nth, (forwards, backwards) in enumerate(both):
            need(set(forwards[0]) == set(backwards[0]), "a line falls apart differently from its two ends")
            need(len({place[cell][0] for cell in forwards[0]}) == 1, f"a segment of {line} is in two lists")
            for cells, first, table in (forwards, backwards):
                roles = roles_of([place[cell] for cell in cells])
                if roles:
                    last = max(cells, key=place.get)
                    for cell, role in zip(cells, roles, strict=True):
                        of_cell[cell].append(((*line, nth), role, cell == last, first, table))
                    break
            else:
                need(False, f"{line} is not in order")
    product = 1
    for order in orders:
        ways = Counter({frozenset(): 1})
        for cell in order:
            after = Counter()
            for state, count in ways.items():
                for colour in known[cell]:
                    begun = dict(state)
                    for name, role, last, first, table in of_cell[cell]:
                        begun[name] = going_on(table, begun.get(name, first), role, colour)
                        if begun[name] is None:
                            break
                        if last:
                            del begun[name]
                    else:
                        after[frozenset(begun.items())] += count
            ways = after
        product *= sum(ways.values())
    return product
