"""The section *Args* in the help of public functions: what each parameter is, from its declaration.

A parameter that several faces offer has its help in its annotation (`nonosat.records.parameters`). Those of Python alone are
described here: `SHARED` has parameters that mean the same everywhere, `OWN` those of one function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Annotated, Any, get_args, get_origin

_LAST = re.compile(
    r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Z_]+)\]$"""
)  # of an annotation: its help, or the name of that
_WIDTH = 100

SHARED: Mapping[str, str] = {
    "puzzle": "The puzzle.",
    "puzzles": "Puzzles.",
    "limit": "Limits of time, memory and conflicts, together.",
    "seconds": "Stop after this many seconds, and answer with what is known.",
    "memory": "Bytes that the search may take.",
    "options": "Options of the search: solver, seed, number of solvers.",
    "observer": "Called with what is known so far, now and then.",
    "executor": "Any `concurrent.futures.Executor`; by default processes of this machine.",
    "workers": "How many are worked on at once; by default one per processor.",
    "known": "A solution that is known already, which saves looking for a first one.",
    "state": "What is known from the start.",
    "effort": "How many suppositions nested probes may make.",
    "weights": "Cost of each cell, by (row, column) from 0; 1 for others.",
    "format": 'Name of a format, such as "non" or "webpbn"; by default content or extension decide.',
    "path": "The file; `-` is standard input or output.",
    "data": "Text or bytes of a file.",
    "columns_first": "Whether columns come first, in lines of numbers that do not say it.",
    "lossy": "Leave out what the format cannot hold.",
    "wish": "What the puzzle should be like.",
    "wishes": "Fields of a `Wish`, `size`, and figures of a rating.",
    "ask": "The question.",
    "journal": "File that keeps the records; the same call goes on from there.",
    "retry": "Verdicts to ask again: `unknown`, `error`.",
    "certificates": "Folder for the certificates of `certify`.",
    "estimate": "Whether records of unique puzzles have the minutes and stars for people.",
    "solutions": "Whether records have the solutions.",
    "parameters": "Those of the question's function, such as `depth` of `rate`.",
    "goal": "The solution that must be left; `nonosat.repairs.ANY` for any.",
    "image": "Path, bytes, Pillow image or array of pixels.",
    "corners": "The corners of the grid in the picture, (x, y) each, from the upper left clockwise.",
    "size": "Columns and rows of the grid, if known.",
    "straight": "Whether the picture is a scan, without perspective.",
    "depth": "Suppositions within suppositions, up to this number.",
}
"""Parameters with one meaning in all functions."""

OWN: Mapping[str, Mapping[str, str]] = {
    "animate": {
        "every": "A frame for each `line` that yields something, or each `step`.",
        "fps": "Frames per second, at most.",
        "duration": "Seconds of the whole film, at most.",
    },
    "book": {"layout": "Page, margins, language and what is printed."},
    "certify": {
        "folder": "New folder, or file `NAME.nonoproof`.",
        "more_than": "For `givens` and `pixels`: that this number does not suffice.",
        "filled": "For `givens`: reveal filled cells only.",
        "line_solvable": "For `pixels`: lines must solve the new picture.",
        "protect": "For `pixels`: cells that keep their colour, (row, column) from 0.",
        "keep_look": "For `pixels`: weigh cells by the look of the picture.",
        "add_only": "For `pixels`: ink may only be added.",
    },
    "convert": {
        "source": "The file to read.",
        "target": "The file to write.",
        "source_format": "Format of the source.",
    },
    "dataset": {"output": "File to write, which ends with .jsonl."},
    "decode": {
        "encoded": "What `encode` wrote.",
        "answer": "What a solver printed.",
        "path": "Name of the encoded file, for errors.",
        "answer_path": "Name of the answer's file, for errors.",
    },
    "encode": {"excluding": "Solutions that the formula must not have."},
    "example": {"name": 'Its name, such as "cup" or "gchq".'},
    "from_image": {
        "trim": "Whether margins are cut off; by default if the whole border would be empty.",
        "minutes": "For choices: least and most minutes that people should take.",
    },
    "judge": {"answer": "What was answered, as text, rows or a grid."},
    "judge_moves": {"moves": "Moves of (row, column, colour), from 0, each with one cell or several."},
    "lesson": {"first": "First step, from 1.", "last": "Last step; None for all."},
    "line": {"clue": "Numbers, as text or a clue.", "cells": "What is known of the cells."},
    "loads": {"path": "Name of the file that the data is from, for errors and extensions."},
    "loads_all": {"path": "Name of the file that the data is from, for errors and extensions."},
    "nearest": {"picture": "The picture to compare with."},
    "playable": {
        "title": "Title of the page.",
        "strict": "Whether wrong cells are marked at once.",
        "language": "Language of the page, such as `fr`.",
    },
    "sample": {"n": "How many.", "seed": "Another seed draws other solutions."},
    "solution_set": {"states": "Largest number of states of a region's diagram."},
    "table": {"results": "Answers, or records of `batch`."},
    "verify": {
        "folder": "The certificate.",
        "against": "The puzzle that it must be about.",
        "progress": "Called with the share that is done.",
    },
}
"""Parameters of single functions, which come before `SHARED`."""


def help_of(function: Callable[..., Any], name: str) -> str:
    """Returns what a parameter is; empty if nothing says it."""
    declared = vars(function).get("declared", {}).get(name, "")
    names = getattr(function, "__wrapped__", function).__globals__
    if declared.startswith("Annotated[") and (found := _LAST.search(declared)):
        return str(eval(found[1], names))
    alias = names.get(declared)
    if get_origin(alias) is Annotated:
        return str(next((each for each in get_args(alias)[:0:-1] if isinstance(each, str)), ""))
    return OWN.get(function.__name__, {}).get(name) or SHARED.get(name, "")


def describe(function: Callable[..., Any]) -> None:
    """Appends the section about the parameters to the docstring of a public function."""
    names = (name for name in vars(function)["declared"] if name != "return")
    lines = [
        line
        for name in names
        for line in wrap(
            f"{name}: {help_of(function, name)}", _WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 12
        )
    ]
    function.__doc__ = "\n".join([(function.__doc__ or "").rstrip(), "", "    Args:", *lines, "    "])
