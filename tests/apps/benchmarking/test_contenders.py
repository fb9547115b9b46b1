"""Contenders: searches by their options, programs by command lines that no shell sees."""

import pytest

from nonosat import SearchOptions, UsageError
from nonosat.apps.benchmarking.contenders import Program, program_of, require_apart, searches


def test_searches_are_named_by_backend_and_portfolio():
    found = searches(["auto", "cadical195"], 2)
    assert [search.name for search in found] == ["auto portfolio of 2", "cadical195"]
    (alone,) = searches()
    assert (alone.name, alone.options) == ("nonosat", SearchOptions(portfolio=1))


def test_a_command_line_is_split_before_placeholders_are_filled_in():
    program = Program("p", "run 'a b' --in={file} -s {seed} '{file:webpbn}'")
    files = {"non": "/tmp/with space;.non", "webpbn": "$x.xml"}
    assert program.formats == {"non", "webpbn"}
    assert program.words(files, 4) == ["run", "a b", "--in=/tmp/with space;.non", "-s", "4", "$x.xml"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("solve", "{file} must stand"),
        ("solve '{file}", "no command line"),
        ("solve {file:sudoku}", "no format is called 'sudoku'"),
    ],
)
def test_an_invalid_command_line_is_refused(text, what):
    with pytest.raises(UsageError) as caught:
        program_of(text)
    assert what in str(caught.value)


def test_a_program_has_the_given_name():
    assert (program_of("a=b --c=d {file}").name, program_of("./dir/b --c=d {file}").name) == ("a", "b")


def test_two_contenders_with_one_name_are_refused():
    with pytest.raises(UsageError, match="two contenders are called a"):
        require_apart([program_of("a=x {file}"), program_of("a=y {file}")])
    with pytest.raises(UsageError, match="nothing to measure"):
        require_apart([])


def test_a_search_with_goals_has_a_key_of_its_own():
    plain, with_goals = searches(["cadical195"], goals=True)
    assert (with_goals.name, with_goals.with_goal, plain.with_goal) == ("cadical195 with goals", True, False)
    assert with_goals.definition == {**plain.definition, "goal": True}
