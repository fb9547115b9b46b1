"""Public functions with one wrong argument: refused in words, or right; no other error."""

import inspect
import itertools

import pytest
from PIL import Image

import nonosat as ns

CUP = ns.example("cup")
SEVERAL = ns.example("gchq-without-givens")
CONTRADICTORY = ns.Puzzle([[1], [2]], [[1], [1]])

VALID = {
    "ambiguity": [SEVERAL],
    "backbone": [SEVERAL],
    "batch": [[CUP]],
    "check": [CUP],
    "check_many": [[CUP]],
    "conflict": [CONTRADICTORY],
    "convert": ["cup.non", "cup.mk"],
    "count": [SEVERAL],
    "dump": [CUP, "x.non"],
    "dump_bytes": [CUP, "png"],
    "dumps": [CUP],
    "encode": [CUP],
    "example": ["cup"],
    "explain": [CUP],
    "from_image": ["a.png"],
    "generate": [],
    "hint": [CUP],
    "judge": [CUP, "#"],
    "judge_moves": [CUP, []],
    "lesson": [CUP],
    "line": ["1 1", "?????"],
    "load": ["cup.non"],
    "load_all": ["cup.non"],
    "loads": [ns.dumps(CUP)],
    "loads_all": [ns.dumps(CUP)],
    "nearest": [SEVERAL, ns.Grid([[0] * 25] * 25)],
    "playable": [CUP],
    "prompt": [CUP],
    "rate": [CUP],
    "record": [CUP],
    "repair_auto": [SEVERAL],
    "repair_clue": [CONTRADICTORY],
    "repair_givens": [SEVERAL],
    "repair_pixels": [CUP.replace(goal=ns.solve(CUP))],
    "sample": [SEVERAL, 2],
    "solution_set": [SEVERAL],
    "solutions": [SEVERAL],
    "solve": [CUP],
    "table": [[]],
}
"""Arguments by position of a right call of each function; others write films, books, folders, or read pictures."""

ELSEWHERE = {
    "animate",
    "book",
    "certify",
    "dataset",
    "decode",
    "render",
    "scan",
    "scan_all",
    "stream",
    "verify",
}
"""Functions whose right calls take long or need files: their own tests have wrong arguments."""

WRONG = (object(), "x", b"x", -1, 1.5, float("nan"), [], [1], (1, 2), {})

TAKEN = {  # parameters for which some of these are right
    *("seconds", "path", "title", "answer", "clue", "cells", "journal", "seed", "minutes"),
    *("puzzles", "results", "moves", "weights", "protect", "retry", "target"),
}


def test_each_function_has_a_right_call_or_is_elsewhere():
    assert VALID.keys() | ELSEWHERE == {name for name in ns.__all__ if name.islower()}


@pytest.mark.slow
@pytest.mark.parametrize("name", VALID)
def test_wrong_arguments_are_refused_in_words(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(CUP, "cup.non")
    Image.new("L", (30, 30), 255).save("a.png")
    function = getattr(ns, name)
    parameters = inspect.signature(function).parameters
    wrong = []
    for (at, parameter), value in itertools.product(enumerate(parameters.values()), WRONG):
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        args, keywords = list(VALID[name]), {}
        if "seconds" in parameters:
            keywords["seconds"] = 1
        if at < len(args):
            args[at] = value
        else:
            keywords[parameter.name] = value
            if parameter.name == "limit":
                keywords.pop("seconds")
        try:
            result = function(*args, **keywords)
            if hasattr(result, "__next__"):
                [*itertools.islice(result, 2)]
        except ns.NonosatError:
            continue
        if parameter.name not in TAKEN:
            wrong.append((parameter.name, value, result))
    assert not wrong
