"""`nonosat sample`: solutions by lot, printed as they are drawn."""

import json

import pytest
from printed import ran, records

import nonosat as ns
from nonosat.apps.cli import run


@pytest.fixture
def permutations(folder):
    ns.dump(ns.Puzzle([[1]] * 4, [[1]] * 4), "permutations.non")
    return folder


def test_the_record_has_what_is_drawn(permutations, capsys):
    assert run(["sample", "permutations.non", "-n", "3", "--seed", "1"]) == 0
    drawn = capsys.readouterr().out.rstrip("\n").split("\n\n")
    *lines, record = records(
        ran(capsys, ["sample", "permutations.non", "-n", "3", "--seed", "1", "--json"]).out
    )
    assert [ns.Grid(line["solution"]).text() for line in lines] == drawn
    assert record["listed"] == 3
    assert (record["verdict"], record["count"], record["stopped"]) == ("multiple", "24", None)


class Endless:
    """Standard output, and a clock that stops once enough has been written to it."""

    def __init__(self, monkeypatch, most):
        self.written, self.most = [], most
        monkeypatch.setattr(
            "nonosat.support.limits.monotonic", lambda: 0.0 if len(self.written) < most else 100.0
        )
        monkeypatch.setattr("click.echo", self.echo)

    def echo(self, text="", nl=True, err=False):
        if not err:
            self.written.append(f"{text}\n" if nl else text)


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_samples_are_written_one_by_one_until_time_is_up(permutations, monkeypatch, how):
    output = Endless(monkeypatch, 50)
    arguments = ["sample", "permutations.non", "-n", str(10**15), "--time-limit", "60", *how]
    assert run(arguments) == 3
    assert len(output.written) in (50, 51)
    if how:
        *lines, record = records("".join(output.written))
        assert (len(lines), record["listed"], record["stopped"]) == (50, 50, "seconds")


def test_a_limit_before_the_first_is_unknown(permutations, capsys):
    record = json.loads(ran(capsys, ["sample", "permutations.non", "--time-limit", "0", "--json"], 3).out)
    assert (record["verdict"], record["stopped"]) == ("unknown", "seconds")
