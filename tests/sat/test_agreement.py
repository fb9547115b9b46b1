"""The comparison of all backends draws the declared puzzles, and finds a fault planted in any part."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import agreement
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.palette import Colour
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import BACKENDS
from nonosat.sat.encodings import encode


@pytest.mark.slow
def test_the_puzzles_are_sound_of_every_kind_and_most_are_open() -> None:
    rng = Random(3)
    seen: Counter[str] = Counter()
    left_open = 0
    for _ in range(100):
        kind, puzzle, board = agreement.draw(rng)
        assert not puzzle.problems()
        fresh = Board(puzzle)
        assert (propagate(fresh) is None) is (board is not None)
        left_open += bool(board and board.open_cells())
        seen[kind] += 1
    assert seen.keys() == agreement.KINDS.keys()
    assert left_open > 50


@pytest.mark.slow
def test_a_chunk_is_counted_and_is_the_same_each_time() -> None:
    row = agreement.compare(1, 5, 40, 12)
    assert row["disagreements"] == []
    assert sum(sum(counts.values()) for counts in row["verdicts"].values()) == 40
    assert {"multiple", "unique"} <= {verdict for counts in row["verdicts"].values() for verdict in counts}
    same, other = (agreement.compare(seed, 5, 40, 12) for seed in (1, 2))
    assert same | {"total": 0} == row | {"total": 0} != other | {"total": 0}


def disagreements(puzzles: int = 20) -> list[str]:
    found: list[str] = agreement.compare(1, 5, puzzles, 12)["disagreements"]
    return found


@pytest.mark.slow
def test_an_encoding_that_loses_a_solution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(board: Board) -> Any:
        cnf = encode(board)
        return replace(cnf, clauses=[*cnf.clauses, [1]] if cnf.cell_variables else cnf.clauses)

    monkeypatch.setattr(agreement, "encode", lossy)
    first, *others = disagreements()
    assert others
    assert "after propagation: " in first
    text = first[first.index("Puzzle(") :]
    puzzle = eval(text, {"Puzzle": Puzzle, "Colour": Colour})
    assert repr(puzzle) == text


def test_a_backend_that_loses_a_solution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BACKENDS["cadical195"]

    def lossy(cnf: Any, *arguments: Any) -> Any:
        return honest.open(replace(cnf, clauses=[*cnf.clauses, [-cnf.cell_variables]]), *arguments)

    monkeypatch.setitem(BACKENDS, "cadical195", honest._replace(open=lossy))
    found = disagreements()
    assert found
    assert all("cadical195 finds" in text for text in found)


def test_a_solution_that_comes_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BACKENDS["cadical300"]

    def forgetful(cnf: Any, *arguments: Any) -> Any:
        session = honest.open(cnf, *arguments)
        monkeypatch.setattr(session, "add", len)
        return session

    monkeypatch.setitem(BACKENDS, "cadical300", honest._replace(open=forgetful))
    found = disagreements()
    assert found
    assert all("cadical300" in text and "twice" in text for text in found)


@pytest.mark.slow
def test_a_propagation_that_knows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def overconfident(board: Board) -> Any:
        contradiction = propagate(board)
        if contradiction is None and board.open_cells():
            cell = next(cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1)
            return propagate(board, board.fix(cell, 0))
        return contradiction

    monkeypatch.setattr(agreement, "propagate", overconfident)
    found = disagreements()
    assert found
    assert all("no propagation: " in text for text in found)


@pytest.mark.slow
def test_a_picture_that_is_no_solution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(Board):
        def __init__(self, puzzle: Puzzle) -> None:  # all parts see a puzzle with a line less
            super().__init__(puzzle.replace(rows=[None, *puzzle.rows[1:]]))

    monkeypatch.setattr(agreement, "Board", Careless)
    assert disagreements()


@pytest.mark.slow
def test_the_command_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "CHUNK", 5)
    ran = CliRunner().invoke(agreement.main, ["--puzzles", "12", "--jobs", "2"])
    assert ran.exit_code == 0, ran.output
    assert "0 disagreements" in ran.output
    assert "triddler" in ran.output
    assert " 12" in ran.output
