"""Two solvers in turns: the same answers as one, none twice, within the same limits."""

from itertools import chain, islice, repeat
from operator import length_hint
from random import Random

import pytest
from cnfs import dominoes_cnf, models, permutations, pigeons
from effort import quick

import nonosat as ns
from nonosat.solving.engine import schedule
from nonosat.solving.engine.options import SearchOptions, members
from nonosat.solving.engine.outcome import Outcome
from nonosat.solving.engine.questions import at_most
from nonosat.solving.engine.search import Task, search
from nonosat.solving.lines.solver import Kernel
from nonosat.solving.sat.backends import BELIEFS, Configuration, alternating, open_session
from nonosat.solving.sat.backends.alternating import Alternating, Guess


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """The first turn is over at once."""
    monkeypatch.setattr(alternating, "_FIRST", 1)


def alternated(cnf, first="minisat22", second="cadical195", guesses=None):
    """A session of two, and the configurations that it has opened."""
    opened = []

    def open_(name):
        opened.append(name)
        return open_session(cnf, Configuration(name))

    return Alternating(open_(first), lambda: open_(second), iter(guesses or repeat(Guess())), size=1), opened


@pytest.mark.parametrize("cnf", [dominoes_cnf(5), permutations(4)], ids=["dominoes", "permutations"])
def test_all_models_are_found_once(cnf):
    session, _ = alternated(cnf)
    with session:
        found = models(session, cnf)
    assert len(found) == len(set(found))
    with open_session(cnf, Configuration("minisat22")) as alone:
        assert set(found) == set(models(alone, cnf))


def test_the_second_is_opened_when_the_first_has_had_its_turn():
    session, opened = alternated(pigeons(7))
    with session:
        assert session.solve(conflicts=1) is None
        assert opened == ["minisat22"]
        assert session.solve() is False
        assert opened == ["minisat22", "cadical195"]


def test_the_second_is_not_opened_after_a_model(monkeypatch):
    cnf = dominoes_cnf(6)
    monkeypatch.setattr(alternating, "_FIRST", 10_000)
    session, opened = alternated(cnf)
    with session:
        assert session.solve()
        session.add(cnf.blocking(session.model()))
        assert session.solve() is False
    assert opened == ["minisat22"]


def test_the_second_knows_the_clauses_that_were_added_before():
    cnf = dominoes_cnf(6)
    with open_session(cnf, Configuration("minisat22")) as alone:
        (model,) = models(alone, cnf)
    session, opened = alternated(cnf)
    with session:
        session.add([-literal for literal in model[: cnf.cell_variables]])
        assert session.solve() is False
    assert len(opened) == 2


def test_a_budget_of_conflicts_is_kept_over_both():
    session, _ = alternated(pigeons(9))
    with session:
        for _ in range(3):
            before = session.conflicts()
            assert session.solve(conflicts=300) is None
            assert 300 <= session.conflicts() - before <= 1500
        assert session.solve(seconds=0) is None


def test_each_further_turn_of_the_second_begins_with_another_guess(monkeypatch):
    cnf = pigeons(8)
    guesses, preferred = [], []

    def guess():
        while True:
            guesses.append(list(range(1, cnf.variables + 1)))
            yield Guess(guesses[-1])

    def open_second():
        session = open_session(cnf, Configuration("cadical195"))
        monkeypatch.setattr(session, "prefer", preferred.append)
        return session

    with Alternating(open_session(cnf, Configuration("minisat22")), open_second, guess(), size=1) as session:
        for _ in range(3):
            assert session.solve(conflicts=300) is None
    assert guesses
    assert preferred == guesses


def test_after_a_model_nobody_guesses():
    cnf = dominoes_cnf(6)
    guesses = repeat(Guess(), 1000)
    with Alternating(
        open_session(cnf, Configuration("minisat22")),
        lambda: open_session(cnf, Configuration("cadical195")),
        guesses,
        size=1,
    ) as session:
        left = []
        while session.solve():
            left.append(length_hint(guesses))
            session.add(cnf.blocking(session.model()))
    assert len(left) == 1
    assert length_hint(guesses) == left[0]


def test_a_guess_that_is_a_model_is_the_answer():
    cnf = permutations(4)
    with open_session(cnf, Configuration("minisat22")) as alone:
        some = models(alone, cnf)
    cells = list(some[0])[: cnf.cell_variables]
    session, opened = alternated(cnf, guesses=[Guess(cells, answer=True)])
    session._work[0] = 1
    with session:
        assert session.solve([-literal for literal in cells]) is False  # which the guess does not hold with
        assert opened == ["minisat22", "cadical195"]
    session, opened = alternated(cnf, guesses=[Guess(cells, answer=True)])
    session._work[0] = 1
    with session:
        assert session.solve() is True
        assert session.model() == cells
        session.add(cnf.blocking(cells))
        rest = models(session, cnf)
        assert opened == ["minisat22"]
    assert {tuple(cells), *(tuple(model)[: cnf.cell_variables] for model in rest)} == {
        tuple(model)[: cnf.cell_variables] for model in some
    }
    assert len(rest) + 1 == len(some)


def test_a_guess_that_is_not_worth_a_try_costs_the_second_its_work():
    guesses = iter([Guess(work=5, worth_a_try=False), Guess(work=10, worth_a_try=False)])
    session, opened = alternated(pigeons(9), guesses=chain(guesses, repeat(Guess())))
    session._work[0] = 10
    with session:
        assert session.solve(conflicts=1) is None
        assert opened == ["minisat22"]
        assert session._work[1] == 15
        assert session._tries == 0


def test_a_guess_may_show_that_there_is_no_model():
    session, opened = alternated(pigeons(7), guesses=[Guess(answer=False)])
    session._work[0] = 1
    with session:
        assert session.solve() is False
        assert session.conflicts() == 0
    assert opened == ["minisat22"]


@pytest.mark.slow_for("0")
@pytest.mark.parametrize("cost", [0, 1000])
def test_the_second_does_as_much_work_as_the_first(cost):
    session = Alternating(
        open_session(pigeons(9), Configuration("minisat22")),
        lambda: open_session(pigeons(9), Configuration("cadical195")),
        repeat(Guess(work=cost)),
        size=10,
    )
    with session:
        assert session.solve(conflicts=50_000) is None
        of_first = session._first.conflicts()
        of_second = session.conflicts() - of_first
        tries = session._tries
    assert tries > 3
    assert of_first / 2 < of_second + tries * cost < of_first * 2


def test_watches_hear_the_conflicts_of_both():
    calls = []
    session, opened = alternated(pigeons(8))
    with session:
        assert session.solve(conflicts=3000, watch=calls.append) in (None, False)
        assert len(opened) == 2
        assert calls == sorted(calls)
        assert calls[-1] <= session.conflicts()


def random_grid(side):
    random = Random(side)
    return ns.Grid([[int(random.random() < 0.4) for _ in range(side)] for _ in range(side)])


@pytest.mark.skipif(Kernel is None, reason="without the kernel nobody guesses")
@pytest.mark.parametrize("side", quick([8, 12, 15, 25], lambda side: side < 20))
def test_a_search_in_turns_has_the_solutions_of_one_without(side):
    puzzle = random_grid(side).puzzle()
    plain = ns.solutions(puzzle, options=ns.SearchOptions(backend="glucose4"))
    expected = {each.cells for each in islice(plain, 300)}
    outcome = Outcome()
    task = Task(puzzle=puzzle, configuration=members()[0])
    found = [each.cells for each in islice(search(task, outcome), 300)]
    assert len(found) == len(set(found)) == len(expected)
    if plain.complete:
        assert outcome.complete
        assert set(found) == expected
    assert [each.cells for each in islice(search(task, Outcome()), 300)] == found


@pytest.mark.skipif(Kernel is None, reason="without the kernel nobody guesses")
def test_without_dives_beliefs_come_in_only_where_the_first_turn_does_not_do(monkeypatch):
    puzzle = random_grid(25).puzzle()
    assert members()[0].alternate.phases == BELIEFS
    for steps in ("ONE", "ALL"):
        monkeypatch.setattr(schedule, steps, ())
    assert ns.check(puzzle, options=ns.SearchOptions(workers=1)).stats.beliefs > 0
    monkeypatch.setattr(alternating, "_FIRST", 1_000_000)
    assert ns.check(puzzle, options=ns.SearchOptions(workers=1)).stats.beliefs == 0


@pytest.mark.skipif(Kernel is None, reason="without the kernel nobody guesses")
@pytest.mark.parametrize("most", [1, 3])
def test_turns_that_begin_with_a_dive(monkeypatch, most):
    for steps in ("ONE", "ALL"):
        monkeypatch.setattr(schedule, steps, ())
    outcome, puzzle = Outcome(), random_grid(25).puzzle()
    task = Task(puzzle=puzzle, configuration=members()[0], limit=ns.Limit(solutions=most))
    found = list(search(task, outcome))
    assert len(set(found)) == outcome.found == most
    assert outcome.stats.dives > 0
    assert all(grid.satisfies(puzzle) for grid in found)


@pytest.mark.skipif(Kernel is None, reason="without the kernel nobody guesses")
def test_the_time_that_the_second_takes_to_open_counts_once():
    outcome = Outcome()
    next(search(Task(puzzle=random_grid(25).puzzle(), configuration=members()[0]), outcome))
    stats = outcome.stats
    assert stats.beliefs > 0
    assert stats.first >= 0
    assert stats.rest == 0


@pytest.mark.skipif(Kernel is None, reason="without the kernel nobody guesses")
def test_one_solution_may_be_guessed_without_a_clause():
    stats = []
    for side in (8, 12, 15, 20):
        found = at_most(1, random_grid(side).puzzle(), options=SearchOptions(workers=1))
        assert len(list(found)) == 1
        assert found.verdict == "unknown"
        assert found.stopped == "solutions"
        stats.append(found.stats)
    assert any(each.beliefs and not each.clauses for each in stats)
    for options in ({"backend": "glucose4"}, {"phases": "none"}):
        found = at_most(1, random_grid(8).puzzle(), options=SearchOptions(workers=1, **options))
        assert len(list(found)) == 1
        assert not found.stats.beliefs
