"""`nonosat.apps.many.engines`: executors by name, and a real cluster whose workers die."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from cluster import dask_cluster, wait_for_workers
from printed import ran

import nonosat as ns
from nonosat.apps.many.engines import executor_named
from nonosat.support.errors import MissingExtraError, UsageError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_name_the_engine_is_this_machine():
    with executor_named(None) as executor:
        assert executor is None


def test_a_function_can_return_the_executor(folder, monkeypatch):
    made = "two = lambda: ThreadPoolExecutor(2)\nfive = lambda: 5\n"
    Path("two_threads.py").write_text(f"from concurrent.futures import ThreadPoolExecutor\n{made}")
    with executor_named("two_threads:two") as executor:
        assert isinstance(executor, ThreadPoolExecutor)
    with pytest.raises(RuntimeError, match="after shutdown"):
        executor.submit(abs, 1)
    with (
        pytest.raises(UsageError, match=r"must return a concurrent\.futures\.Executor, got int"),
        executor_named("two_threads:five"),
    ):
        pass


def test_a_function_that_fails_is_named(folder):
    with (
        pytest.raises(UsageError, match="json:loads returned no executor: TypeError"),
        executor_named("json:loads"),
    ):
        pass


@pytest.mark.parametrize("name", ["pools:three", "nowhere:two", "x", "os:nothing", ":", "..", "../pools:two"])
def test_an_unknown_name_is_refused(folder, name):
    with pytest.raises(UsageError, match="give dask:ADDRESS"), executor_named(name):
        pass


@pytest.mark.parametrize(("name", "package"), [("dask:x", "distributed"), ("ray", "ray")])
def test_a_missing_package_names_its_extra(monkeypatch, name, package):
    monkeypatch.setitem(sys.modules, package, None)
    extra = name.partition(":")[0]
    with pytest.raises(MissingExtraError, match=rf"nonosat\[{extra}\]"), executor_named(name):
        pass


@pytest.mark.slow
def test_an_address_without_a_scheduler_is_one_line(folder, capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("nonosat.apps.many.engines._CONNECT_SECONDS", 1)
    ns.dump(ns.example("cup"), "cup.non")
    words = ["batch", "cup.non", "--journal", "results.jsonl", "--executor", "dask:tcp://127.0.0.1:9"]
    (line,) = ran(capsys, words, 64).err.splitlines()
    assert line.startswith("nonosat: dask: no scheduler answers at tcp://127.0.0.1:9: ")


def kept(path="results.jsonl"):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def write_puzzles(number):
    """Writes puzzles of different pictures."""
    os.mkdir("puzzles")
    for at in range(number):
        text = f"{at:012b}".translate(str.maketrans("01", ".#"))
        ns.dump(ns.Grid([text[:4], text[4:8], text[8:]]).puzzle(), f"puzzles/{at:03}.non")


@pytest.mark.slow
def test_a_cluster_loses_a_worker_and_a_run_is_interrupted_and_nothing_is_lost(folder):
    pytest.importorskip("distributed")
    write_puzzles(600)
    words = [sys.executable, "-m", "nonosat", "batch", "puzzles", "--journal", "results.jsonl", "--executor"]
    with dask_cluster(folder) as (address, workers):
        wait_for_workers(address, 2)
        with subprocess.Popen([*words, f"dask:{address}"], stderr=subprocess.PIPE) as run:
            while not (Path("results.jsonl").exists() and Path("results.jsonl").stat().st_size):
                time.sleep(0.01)
            workers[0].kill()
            run.send_signal(signal.SIGINT)
            _, err = run.communicate(timeout=60)
        assert run.returncode == 130, err
        assert 0 < len(kept()) < 600
        done = subprocess.run([*words, f"dask:{address}"], capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stderr
    records = kept()
    assert len({record["puzzle"] for record in records}) == len(records) == 600
    assert {record["verdict"] for record in records} == {"unique", "multiple"}
    assert verdicts(records) == verdicts(ns.batch(["puzzles"]))


def verdicts(records):
    return {record["puzzle"]: record["verdict"] for record in records}


@pytest.mark.slow
def test_records_and_data_sets_of_a_cluster_are_those_of_this_machine(folder):
    distributed = pytest.importorskip("distributed")
    puzzles = [ns.example("cup"), ns.example("gchq-without-givens"), ns.Puzzle([[1]], [[2]])]
    wish = ns.Wish(width=5, height=5)
    here = ns.dataset("here.jsonl", wish, count=5)
    with dask_cluster(folder) as (address, _), distributed.Client(address, set_as_default=False) as client:
        executor = client.get_executor(pure=False)
        there = ns.dataset("there.jsonl", wish, count=5, executor=executor)
        by_cluster = {
            checked.index: checked.report.verdict for checked in ns.check_many(puzzles, executor=executor)
        }
        reports = client.gather(client.map(ns.check, puzzles))
    assert there.sha256 == here.sha256
    assert [report.verdict for report in reports] == [ns.check(puzzle).verdict for puzzle in puzzles]
    assert by_cluster == {index: ns.check(puzzle).verdict for index, puzzle in enumerate(puzzles)}


@pytest.mark.slow
def test_the_page_runs_on_dask_and_joblib(folder, capsys):
    for package in ("distributed", "joblib"):
        pytest.importorskip(package)
    page = Path(__file__).parents[3].joinpath("docs", "many-puzzles.md").read_text()
    dask_block, joblib_block = re.findall(r"```python\n(from (?:distributed|joblib) .*?)```", page, re.DOTALL)
    write_puzzles(4)
    with dask_cluster(folder) as (address, _):
        block = dask_block.replace("tcp://10.0.0.1:8786", address).replace("/data/puzzles", "puzzles")
        names = {"ns": ns}
        exec(block, names)
        names["client"].close()
    assert sorted(line.split()[0] for line in capsys.readouterr().out.splitlines()) == [
        f"puzzles/{at:03}.non" for at in range(4)
    ]
    exec(joblib_block.replace("/data/puzzles", "puzzles"), {"ns": ns})
    records = kept()
    assert len(records) == 8
    assert {record["ask"] for record in records} == {"check", "rate"}


@pytest.mark.slow
def test_processes_of_python_and_loky_give_the_same_verdicts(folder):
    loky = pytest.importorskip("loky")
    puzzles = [ns.example("cup"), ns.example("gchq-without-givens")]
    for executor in (ProcessPoolExecutor(2, get_context("spawn")), loky.get_reusable_executor(2)):
        with executor:
            records = ns.batch(puzzles, executor=executor)
            assert verdicts(records) == {"0": "unique", "1": "multiple"}


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_same_verdicts(folder):
    pytest.importorskip("ray")
    puzzles = [ns.example("cup"), ns.example("gchq-without-givens")]
    with executor_named("ray") as executor:
        assert verdicts(ns.batch(puzzles, executor=executor)) == {"0": "unique", "1": "multiple"}
