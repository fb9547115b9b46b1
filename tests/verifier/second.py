"""A second checker of certificates, written from docs/certificate-format.md alone: it shares no code with the first.

`check(folder)` is true, or raises `Wrong` with the reason. It is made to be read rather than to be fast.
"""

import math
import re
import sys
from collections import defaultdict
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from verifier.second_least import LARGE, Contradictions, Repaintings
from verifier.second_proofs import Formula, check_proof, counted
from verifier.second_puzzle import Puzzle, Wrong, deduced, need, parsed, read, tuples, whole

sys.setrecursionlimit(max(20_000, sys.getrecursionlimit()))

SEARCH = {"formula.cnf", "variables.json", "proof.lrat.gz"}
SETS = SEARCH | {"impossible.json"}
BESIDE = {
    "unique": {"solutions.json", "deductions.jsonl"},
    "multiple": {"solutions.json"},
    "unsolvable": {"deductions.jsonl"},
    "count": {"deductions.jsonl", "orders.json"},
    "backbone": {"solutions.json", "deductions.jsonl"},
    "givens": {"solutions.json", "deductions.jsonl"},
    "conflict": {"witnesses.json", "deductions.jsonl"},
    "contradiction": {"witnesses.json"} | SEARCH,
    "repainting": {"solutions.json", "repaint.json", "flaws.jsonl"} | SEARCH,
}
CLAIM_KEYS = {
    "count": {"count"},
    "backbone": {"cells"},
    "givens": {"more_than", "goal", "filled"},
    "conflict": {"lines", "givens"},
    "contradiction": {"more_than"},
    "repainting": {"more_than", "lines"},
}


def check(place):
    """Whether the certificate in this folder, or in this one file, proves its claim."""
    try:
        judged(read(Path(place)))
    except (RecursionError, ValueError) as error:
        raise Wrong(f"cannot be read: {error}") from error
    return True


# The claims


def judged(files):
    """The claim, the puzzle and the solutions of a certificate that proves its claim."""
    own = {name: data for name, data in files.items() if "/" not in name}
    need("manifest.json" in own and "puzzle.json" in own, "a file is missing")
    manifest = parsed(own.pop("manifest.json"))
    need(isinstance(manifest, dict) and set(manifest) == {"format", "claim", "files"}, "manifest.json: keys")
    need(manifest["format"] == "nonosat certificate 2", "this is another format")
    hashes = {name: sha256(data).hexdigest() for name, data in own.items()}
    need(manifest["files"] == hashes, "the hashes are not those of the files")
    claim = manifest["claim"]
    need(isinstance(claim, dict) and "kind" in claim, "there is no claim")
    kind = claim["kind"]
    need(isinstance(kind, str) and kind in BESIDE, "there is no such claim")
    need(set(claim) == {"kind"} | CLAIM_KEYS.get(kind, set()), "the claim has other keys")
    if kind == "count":
        need(isinstance(claim["count"], str) and re.fullmatch("0|[1-9][0-9]*", claim["count"]), "no count")
    puzzle = Puzzle(own.pop("puzzle.json"))
    need(len(files) == len(own) + 2, "there are folders")
    if kind == "conflict":
        check_conflict(claim, puzzle, own)
    contradictory = kind in ("unsolvable", "conflict") and not (set(own) - {"witnesses.json"})
    need(not contradictory or puzzle.contradicts_itself(), "the statement does not contradict itself")
    need(
        contradictory or kind == "contradiction" or not puzzle.too_long(),
        "the blocks of a clue have more cells than its line",
    )
    may, must = (
        {"multiple": set(), "count": SETS, "backbone": SETS, "givens": SETS}.get(kind, SEARCH),
        BESIDE[kind],
    )
    need(set(own) <= may | must, "there are other files")
    need(must - set(own) <= ({"deductions.jsonl"} if contradictory else set()), "a file is missing")
    solutions = shown_solutions(puzzle, own) if "solutions.json" in own else []
    enough = {
        "unique": (1, 1),
        "repainting": (1, 1),
        "multiple": (2, 2),
        "backbone": (1, math.inf),
        "givens": (2, math.inf),
    }
    low, high = enough.get(kind, (0, 0))
    need(low <= len(solutions) <= high, "there are not as many solutions as there should be")
    if kind == "multiple" or contradictory:
        return claim, puzzle, solutions
    if kind in ("contradiction", "repainting"):
        check_least(claim, puzzle, solutions, own)
        return claim, puzzle, solutions
    known = deduced(puzzle, own["deductions.jsonl"])
    searched = set(own) & may
    need(searched in (set(), may), "some files of the search are missing")
    need(known is not None or not searched, "a search after a contradiction")
    if kind in ("unique", "unsolvable", "conflict") and known is not None:
        need(
            bool(searched) == any(len(colours) > 1 for colours in known), "the search is missing, or in vain"
        )
    sets = []
    if "impossible.json" in searched:
        stated = parsed(own["impossible.json"])
        need(isinstance(stated, list) and all(stated), "impossible.json is no list of sets")
        sets = [puzzle.places(pairs) for pairs in stated]
        need(kind == "givens" or all(len(pairs) == 1 for pairs in sets), "every set has one pair")
    if searched:
        formula = Formula(puzzle, known, sets, own)
        *proved, last = [*formula.clauses]
        if kind == "unique":
            formula.check_claim_of_uniqueness(last, solutions[0])
        elif kind in ("unsolvable", "conflict"):
            proved.append(last)
        else:
            formula.check_claim_of_sets(last)
        for clause in proved:
            need(formula.shown(clause), f"nothing shows the clause {sorted(clause)}")
        check_proof(formula, own["proof.lrat.gz"])
    elif kind in ("unsolvable", "conflict"):
        need(known is None, "the deductions end with a picture")
    if kind == "count":
        found = 0 if known is None else counted(puzzle, known, sets, parsed(own["orders.json"]))
        need(found == counted_in(claim), "there is another number of solutions")
    elif kind == "backbone":
        check_backbone(claim, known, sets, solutions)
    elif kind == "givens":
        check_givens(claim, known, sets, solutions)
    return claim, puzzle, solutions


def shown_solutions(puzzle, own):
    """The solutions that are shown, each compared with the clues."""
    stated = parsed(own["solutions.json"])
    need(isinstance(stated, list), "solutions.json is no list")
    pictures = []
    for entry in stated:
        picture = puzzle.shown(entry, pictures[0] if pictures else None)
        need(puzzle.fits(picture), "a picture is no solution")
        need(picture not in pictures, "a solution comes twice")
        pictures.append(picture)
    return pictures


def check_conflict(claim, puzzle, own):
    """Look at the witnesses, and forget the rest of the puzzle."""
    lines = [puzzle.line(*pair) for pair in tuples(claim["lines"], 2)]
    givens = puzzle.places(claim["givens"])
    need(all(puzzle.clues[line] is not None for line in lines), "a line of the claim has no clue")
    need(set(givens) <= set(puzzle.givens), "a given of the claim is none of the puzzle's")
    need(len(set(lines)) == len(lines) and len(set(givens)) == len(givens), "the claim says something twice")
    puzzle.only(lines, givens)
    need("witnesses.json" in own, "a file is missing")
    witnesses = parsed(own["witnesses.json"])
    need(isinstance(witnesses, list) and len(witnesses) == len(lines) + len(givens), "witnesses.json: length")
    for one, witness in zip(lines + givens, witnesses, strict=True):
        need(puzzle.fits(puzzle.picture(witness), leaving_out=one), f"no witness for {one}")


def check_least(claim, puzzle, solutions, own):
    """Every contradiction, or every good repainting, costs more than so much."""
    most = whole(claim["more_than"], 0, LARGE)
    if claim["kind"] == "contradiction":
        formula = Contradictions(puzzle, most, own)
    else:
        need(type(claim["lines"]) is bool, "lines is true or false")
        formula = Repaintings(puzzle, solutions[0], claim["lines"], most, own)
    for clause in formula.clauses:
        need(formula.shown(clause), f"nothing shows the clause {sorted(clause)}")
    check_proof(formula, own["proof.lrat.gz"])


def check_backbone(claim, known, sets, solutions):
    """Cells that differ are shown; all other colours of all other cells are gone."""
    need(known is not None, "there is no solution")
    gone = {pairs[0] for pairs in sets}
    same = [cell for cell, colours in enumerate(zip(*solutions, strict=True)) if len(set(colours)) == 1]
    whole(claim["cells"], len(same), len(same))
    for cell in same:
        others = known[cell] - {solutions[0][cell]}
        need(all((cell, other) in gone for other in others), f"cell {cell} may have another colour")


def check_givens(claim, known, sets, solutions):
    """No choice of so few pairs leaves one solution. A pair that all solutions shown have changes nothing."""
    whole(claim["more_than"], 0, 6)
    need(type(claim["goal"]) is bool and type(claim["filled"]) is bool, "they are true or false")
    need(known is not None, "there is no solution")
    holders = {}
    for cell, colours in enumerate(known):
        may = {solutions[0][cell]} if claim["goal"] else colours
        for colour in may - {0} if claim["filled"] else may:
            having = frozenset(at for at, one in enumerate(solutions) if one[cell] == colour)
            if len(having) < len(solutions):
                holders[cell, colour] = having
    pairs = sorted(holders)
    by_pair = defaultdict(list)
    for one in sets:
        rest = frozenset(one)
        for pair in rest:
            by_pair[pair].append(rest)

    def choose(chosen, having, start):
        need(len(having) > 1, f"perhaps {sorted(chosen)} leave one solution")
        if len(chosen) == claim["more_than"]:
            return
        for at in range(start, len(pairs)):
            more = chosen | {pairs[at]}
            if len({cell for cell, _ in more}) == len(more) and not any(
                s <= more for s in by_pair[pairs[at]]
            ):
                choose(more, having & holders[pairs[at]], at + 1)

    choose(frozenset(), frozenset(range(len(solutions))), 0)


def counted_in(claim):
    """The number that a claim states; `int` refuses the text of a long one."""
    return int(Decimal(claim["count"]))
