"""The public names, pinned: a name that comes or goes is a decision and shows here."""

from inspect import Parameter, signature

import pytest

import nonosat

NAMES = {
    "load",
    "loads",
    "load_all",
    "loads_all",
    "dump",
    "dumps",
    "example",
    "check",
    "check_many",
    "solve",
    "solutions",
    "count",
    "ambiguity",
    "backbone",
    "regions",
    "solution_set",
    "sample",
    "nearest",
    "farthest",
    "judge",
    "prompt",
    "explain",
    "hint",
    "rate",
    "animate",
    "conflict",
    "repair_clue",
    "repair_givens",
    "repair_pixels",
    "book",
    "render",
    "playable",
    "from_image",
    "generate",
    "stream",
    "dataset",
    "check_split",
    "count_split",
    "certify",
    "certify_split",
    "verify",
    "encode",
    "decode",
    "Puzzle",
    "Block",
    "Clue",
    "Colour",
    "Given",
    "Metadata",
    "Problem",
    "Grid",
    "Violation",
    "SearchOptions",
    "Split",
    "Limit",
    "Stopped",
    "Verdict",
    "Stats",
    "Report",
    "Checked",
    "Solutions",
    "Ambiguity",
    "Book",
    "BookProgress",
    "BookPuzzle",
    "Animation",
    "CellChange",
    "ClueChange",
    "Conflict",
    "Count",
    "Decoded",
    "Drawing",
    "Explanation",
    "Farthest",
    "Frame",
    "Backbone",
    "Generated",
    "Dataset",
    "DatasetProgress",
    "Grade",
    "Hint",
    "Judgement",
    "Mistake",
    "Nearest",
    "Page",
    "Patch",
    "Prompt",
    "SolutionSet",
    "Rating",
    "Reading",
    "Region",
    "RegionCount",
    "PixelProgress",
    "Repair",
    "Sample",
    "PartialGrid",
    "Step",
    "Verification",
    "Wish",
    "NonosatError",
    "ArgumentError",
    "InputError",
    "MissingExtraError",
    "OutOfReach",
    "OutputError",
    "PuzzleError",
    "SolverDisagreement",
    "UsageError",
}


def test_the_public_names_are_these():
    assert set(nonosat.__all__) == NAMES
    assert len(nonosat.__all__) == len(NAMES)


def test_every_public_name_is_there_and_documented():
    for name in nonosat.__all__:
        thing = getattr(nonosat, name)
        assert thing.__doc__, name


def test_every_public_name_is_completed():
    assert set(nonosat.__all__) <= set(dir(nonosat))


def test_errors_are_one_family_with_exit_codes():
    codes = {
        name: getattr(nonosat, name).exit_code
        for name in ("NonosatError", "UsageError", "InputError", "PuzzleError", "SolverDisagreement")
    }
    assert codes == {
        "NonosatError": 64,
        "UsageError": 64,
        "InputError": 65,
        "PuzzleError": 65,
        "SolverDisagreement": 70,
    }
    assert all(issubclass(getattr(nonosat, name), nonosat.NonosatError) for name in codes)


def test_options_are_keyword_only():
    puzzle = nonosat.Puzzle([[1]], [[1]])
    for ask in (nonosat.check, nonosat.solve, nonosat.solutions):
        with pytest.raises(TypeError):
            ask(puzzle, nonosat.Limit())


FUNCTIONS = {name for name in nonosat.__all__ if name.islower()}

READING_AND_WRITING = {"load", "loads", "load_all", "loads_all", "dump", "dumps", "example", "decode"} | {
    "prompt"
}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_looks_at_its_arguments_and_every_question_takes_limits(name):
    ask = getattr(nonosat, name)
    with pytest.raises(nonosat.ArgumentError, match=f"^{name}: takes no `nonsense`"):
        ask(nonsense=1)
    parameters = signature(ask).parameters
    if name not in READING_AND_WRITING:
        for limit in ("limit", "seconds", "memory"):
            assert parameters[limit].default is None
            assert parameters[limit].kind is Parameter.KEYWORD_ONLY
    if first := [each for each in parameters.values() if each.kind is Parameter.POSITIONAL_OR_KEYWORD]:
        with pytest.raises(nonosat.ArgumentError, match=f"^{name}: `{first[0].name}` must be"):
            ask(object())


def test_verdicts_are_words():
    assert [str(verdict) for verdict in nonosat.Verdict] == ["unique", "multiple", "unsolvable", "unknown"]
