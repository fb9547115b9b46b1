"""`nonosat.apps.benchmarking.plots`: plots of a benchmark and of a batch, in three formats."""

import sys
from pathlib import Path

import pytest
from made_runs import made
from printed import ran

import nonosat as ns
from nonosat.apps.benchmarking.plots import batch_plot, benchmark_plot, format_of_plot
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.many.summary import Summary
from nonosat.support.errors import MissingExtraError, UsageError

pytestmark = pytest.mark.slow
pytest.importorskip("matplotlib")

BEGINS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(ns.example("cup"), "cup.non")
    ns.dump(ns.example("gchq"), "gchq.non")
    return tmp_path


def test_a_benchmark_of_files_has_a_cactus_and_a_scatter_and_its_journal_has_the_same(folder, capsys):
    words = [
        "benchmark",
        "cup.non",
        "gchq.non",
        "--backend",
        "auto",
        "--backend",
        "cadical195",
        "--repeats",
        "1",
    ]
    printed = ran(capsys, [*words, "--journal", "runs.jsonl", "--plot", "runs.svg"]).out
    svg = Path("runs.svg").read_text()
    assert "answered within a time" in svg
    assert "both answered (2)" in svg
    assert "at the limit" not in svg
    assert ran(capsys, ["report", "runs.jsonl", "--plot", "again.svg"]).out == printed
    assert Path("again.svg").read_text() == svg


def test_a_scatter_has_the_puzzles_that_one_contender_did_not_answer():
    runs = [
        *made("a", "nonosat", 1.0),
        *made("a", "other", 2.0),
        *made("b", "nonosat", 3.0),
        *made("b", "other", 9.0, verdict="unknown"),
    ]
    svg = benchmark_plot(Figures(runs), "svg").decode()
    assert "both answered (1)" in svg
    assert "one answered, the other at the limit (1)" in svg


def test_families_have_the_time_against_the_side(folder, capsys):
    ran(capsys, ["benchmark", "checkerboard:10,20,30", "--repeats", "1", "--plot", "growth.svg"])
    svg = Path("growth.svg").read_text()
    assert ">checkerboard</text>" in svg
    assert "answered within a time" not in svg


@pytest.mark.parametrize("format", BEGINS)
def test_a_report_has_verdicts_times_and_minutes(folder, capsys, format):
    ran(capsys, ["batch", "cup.non", "gchq.non", "--estimate", "--journal", "results.jsonl"])
    ran(capsys, ["report", "results.jsonl", "--plot", f"report.{format}"])
    drawn = Path(f"report.{format}").read_bytes()
    assert drawn.startswith(BEGINS[format])
    assert (b"minutes that puzzles take people" in drawn) == (format == "svg")


def test_an_impossible_plot_is_one_line(folder, capsys, monkeypatch):
    with pytest.raises(UsageError, match=r"plot\.txt: a plot ends with \.svg, \.png or \.pdf"):
        format_of_plot("plot.txt")
    with pytest.raises(UsageError, match="there are no records"):
        batch_plot(Summary(), "svg")
    with pytest.raises(UsageError, match="no puzzle was answered"):
        benchmark_plot(Figures([]), "svg")
    ran(capsys, ["batch", "cup.non", "--journal", "results.jsonl"])
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert (
        "nonosat[plot]"
        in ran(capsys, ["report", "results.jsonl", "--plot", "a.svg"], MissingExtraError.exit_code).err
    )
    assert not Path("a.svg").exists()
