"""Questions in the shape of reasoning-gym: alone, and in the hands of the package itself."""

import json
import sys

import pytest

import nonosat as ns
from nonosat.learn import NonogramConfig, NonogramDataset, register_dataset

WISHES = [{"width": 4, "height": 3}, {"width": 3, "height": 3, "inks": 2}]


def test_entries_are_plain_data_and_the_same_for_the_same_seed():
    dataset = NonogramDataset(NonogramConfig(seed=4, size=4, wishes=WISHES))
    entries = list(dataset)
    assert len(entries) == len(dataset) == 4
    assert json.loads(json.dumps(entries)) == entries
    assert entries == list(NonogramDataset(NonogramConfig(seed=4, size=4, wishes=WISHES)))
    assert entries != list(NonogramDataset(NonogramConfig(seed=5, size=4, wishes=WISHES)))
    assert [entry["metadata"]["source_index"] for entry in entries] == [0, 1, 2, 3]
    assert [entry["metadata"]["difficulty"]["width"] for entry in entries] == [4, 3, 4, 3]
    assert {entry["metadata"]["difficulty"]["verdict"] for entry in entries} == {"unique"}
    assert all(entry["metadata"]["difficulty"]["grade"] for entry in entries)


@pytest.mark.parametrize("style", ["text", "json", "drawing"])
def test_scores_are_those_of_the_judge(style):
    dataset = NonogramDataset(NonogramConfig(seed=1, size=2, wishes=WISHES, style=style))
    for entry in dataset:
        puzzle = ns.loads(json.dumps(entry["metadata"]["puzzle"]), "json")
        assert dataset.score_answer(entry["answer"], entry) == 1
        assert ns.Grid([list(map(int, row)) for row in entry["metadata"]["solution"]]).satisfies(puzzle)
        wrong = json.dumps([[0] * puzzle.width] * puzzle.height)
        assert 0 < dataset.score_answer(wrong, entry) == ns.judge(puzzle, wrong).score < 1
        assert [dataset.score_answer(each, entry) for each in (None, "", "No.", 3)] == [0, 0, 0, 0]


def test_any_solution_is_right():
    dataset = NonogramDataset(NonogramConfig(seed=1))
    entry = {"answer": "#.\n.#", "metadata": {"puzzle": ns.Puzzle([[1], [1]], [[1], [1]]).to_json()}}
    assert dataset.score_answer(".#\n#.", entry) == 1


def test_an_answer_that_there_is_no_time_for_scores_nothing():
    dataset = NonogramDataset(NonogramConfig(seed=1, seconds=0))
    assert dataset.score_answer(dataset[0]["answer"], dataset[0]) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"size": 0},
        {"style": "poem"},
        *({"wishes": each} for each in ([], {"breadth": 5}, {"width": -5}, [3], {"width": 0, "height": 5})),
    ],
)
def test_what_makes_no_sense_is_refused(options):
    with pytest.raises(ns.UsageError):
        NonogramConfig(**options)


def test_there_is_nothing_before_the_first():
    with pytest.raises(IndexError):
        NonogramDataset()[-1]


def test_without_reasoning_gym_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "reasoning_gym.dataset", None)
    with pytest.raises(ns.MissingExtraError, match=r"nonosat\[reasoning\]"):
        register_dataset()


@pytest.mark.slow  # the package takes two seconds to load
@pytest.mark.filterwarnings("default")
def test_reasoning_gym_takes_it():
    package = pytest.importorskip("reasoning_gym")
    from reasoning_gym.composite import DatasetSpec
    from reasoning_gym.dataset import ProceduralDataset, ReseedingDataset

    register_dataset()
    register_dataset()
    dataset = package.create_dataset("nonogram", seed=4, size=4, wishes=WISHES)
    assert isinstance(dataset, ProceduralDataset)
    entries = list(dataset)
    assert entries == list(NonogramDataset(NonogramConfig(seed=4, size=4, wishes=WISHES)))
    assert [dataset.score_answer(entry["answer"], entry) for entry in entries] == [1] * 4
    assert package.get_score_answer_fn("nonogram")(entries[0]["answer"], entries[0]) == 1
    endless = iter(ReseedingDataset(dataset, chunk_size=3))
    assert [next(endless)["metadata"]["source_index"] for _ in range(7)] == [0, 1, 2, 0, 1, 2, 0]
    specs = [
        DatasetSpec(name="nonogram", weight=1, config={"wishes": WISHES}),
        DatasetSpec(name="mini_sudoku", weight=1, config={}),
    ]
    mixed = package.create_dataset("composite", seed=1, size=8, datasets=specs)
    entries = list(mixed)
    assert {entry["metadata"]["source_dataset"] for entry in entries} == {"nonogram", "mini_sudoku"}
    assert [mixed.score_answer(entry["answer"], entry) for entry in entries] == [1] * 8
