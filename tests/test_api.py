"""The public names, pinned: a name that comes or goes is a decision and shows here."""

import ast
import re
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path

import pytest

import nonosat
from nonosat.records.parameter_help import OWN, SHARED
from nonosat.support.results import Limited

STUB = Path(nonosat.__file__).with_suffix(".pyi")


def stubbed():
    """The names that type checkers see, each with its module: a name that comes or goes shows in the stub."""
    return {
        alias.asname: node.module
        for node in ast.parse(STUB.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_type_checkers_see_the_public_names_and_no_others():
    assert sorted(stubbed()) == nonosat.__all__


@pytest.mark.parametrize("name", nonosat.__all__)
def test_type_checkers_see_each_name_in_its_module(name):
    assert getattr(nonosat, name) is getattr(import_module(stubbed()[name]), name)


def test_every_public_name_is_there_and_documented():
    for name in nonosat.__all__:
        thing = getattr(nonosat, name)
        assert thing.__doc__, name


def test_public_names_are_completed_and_nothing_else_is():
    assert nonosat.__all__ == [name for name in dir(nonosat) if not name.startswith("__")]
    assert "__version__" in dir(nonosat)


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

READING_AND_WRITING = {
    "load",
    "loads",
    "load_all",
    "loads_all",
    "dump",
    "dump_bytes",
    "dumps",
    "example",
    "decode",
    "convert",
} | {
    "prompt",
    "table",
}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_checks_its_arguments_and_every_question_takes_limits(name):
    ask = getattr(nonosat, name)
    with pytest.raises(nonosat.ArgumentError, match=f"^{name}: takes no `nonsense`"):
        ask(nonsense=1)
    parameters = signature(ask).parameters
    if name not in READING_AND_WRITING:
        for limit in ("limit", "seconds", "memory"):
            assert parameters[limit].default is None
            assert parameters[limit].kind is Parameter.KEYWORD_ONLY
    if first := [
        parameter for parameter in parameters.values() if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
    ]:
        with pytest.raises(nonosat.ArgumentError, match=f"^{name}: `{first[0].name}` must be"):
            ask(object())


def test_verdicts_are_words():
    assert [str(verdict) for verdict in nonosat.Verdict] == ["unique", "multiple", "unsolvable", "unknown"]


def test_answers_that_a_limit_can_cut_short_have_one_base():
    public = [getattr(nonosat, name) for name in nonosat.__all__]
    cut_short = {
        each for each in public if hasattr(each, "__dataclass_fields__") and hasattr(each, "stopped")
    }
    assert len(cut_short) > 10
    assert [each for each in cut_short if not issubclass(each, Limited)] == [nonosat.Verification]


def test_the_error_of_a_misspelt_name_suggests_the_nearest():
    with pytest.raises(AttributeError) as caught:
        nonosat.chek  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("chek", nonosat)  # from which Python finds `check`


ASKED = (
    "check",
    "solve",
    "count",
    "ambiguity",
    "backbone",
    "conflict",
    "explain",
    "hint",
    "rate",
    "lesson",
    "playable",
)


@pytest.mark.parametrize("name", [*ASKED, "repair_clue", "repair_givens", "certify"])
def test_a_puzzle_with_more_lines_than_the_kernel_takes_is_refused_as_too_large(name, tmp_path):
    puzzle = nonosat.Puzzle([[1]] * 40_000, [[1]])
    folder = [tmp_path / "new"] if name.startswith("certify") else []
    with pytest.raises(nonosat.PuzzleError, match="more than the 4096 a side"):
        getattr(nonosat, name.replace("-", "_"))(puzzle, *folder)
    assert not puzzle.starred


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_help_says_what_each_parameter_is(name):
    function = getattr(nonosat, name)
    _, _, described = function.__doc__.partition("\n    Args:\n")
    for parameter in signature(function).parameters:
        assert re.search(rf"^ +{parameter}: \w", described, re.MULTILINE), parameter


def test_parameters_that_are_described_exist():
    parameters = {name: {*signature(getattr(nonosat, name)).parameters} for name in FUNCTIONS}
    assert {*SHARED} <= set().union(*parameters.values())
    for name, own in OWN.items():
        assert {*own} <= parameters[name]
        assert not [each for each in own if "Annotated" in getattr(nonosat, name).declared[each]]


def test_an_old_name_says_the_new_one_and_is_in_the_table():
    page = (Path(__file__).parents[1] / "docs/commands.md").read_text(encoding="utf-8")
    for name, now in nonosat._NOW.items():
        with pytest.raises(AttributeError, match=f"^`{name}` is now {re.escape(now)}$"):
            getattr(nonosat, name)
        assert f"`{name}" in page
        assert all(word in nonosat.__all__ for word in re.findall(r"`(\w+)", now))
