"""Errors of public functions about wrong arguments, which name the expected values."""

import pickle
import re
from dataclasses import dataclass
from enum import StrEnum
from inspect import signature
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.support.arguments import question, require_fields
from nonosat.support.errors import ArgumentError

PUZZLE = ns.Puzzle([[1]], [[1]])


@pytest.mark.parametrize(
    ("arguments", "options", "told"),
    [
        (("a.non",), {}, "`puzzle` must be a Puzzle, not 'a.non': `nonosat.load('a.non')` reads a file"),
        ((Path("a"),), {}, "`nonosat.load(path)` reads a file"),
        ((ns.Grid(["#"]),), {}, "`grid.puzzle()` is the puzzle of a grid"),
        (
            (PUZZLE,),
            {"limit": 5},
            "`limit` must be a Limit or None, not 5: `seconds=5`, or `limit=nonosat.Lim",
        ),
        ((PUZZLE,), {"timeout": 5}, "takes no `timeout`; did you mean `seconds`?"),
        ((PUZZLE,), {"second": 5}, "takes no `second`; did you mean `seconds`?"),
        (
            (PUZZLE,),
            {"nonsense": 5},
            "takes no `nonsense`; there are puzzle, limit, seconds, memory, options",
        ),
        ((PUZZLE,), {"backend": "cp-sat"}, "`options=nonosat.SearchOptions(backend=...)`"),
        ((PUZZLE,), {"options": "cp-sat"}, "not 'cp-sat': `nonosat.SearchOptions(backend='cp-sat')`"),
        ((PUZZLE,), {"seconds": "5"}, "`seconds` must be a number or None, not '5'"),
        ((PUZZLE,), {"memory": 1.5}, "`memory` must be a whole number or None, not 1.5"),
        ((PUZZLE,), {"memory": True}, "`memory` must be a whole number or None, not True"),
        ((PUZZLE,), {"observer": 3}, "`observer` must be a Callable or None, not 3"),
    ],
)
def test_errors_name_the_expected_value(arguments, options, told):
    with pytest.raises(ArgumentError) as caught:
        ns.check(*arguments, **options)
    assert str(caught.value).startswith("check: ")
    assert told in str(caught.value)
    assert isinstance(caught.value, ns.UsageError)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("arguments", "options", "told"),
    [
        ((PUZZLE, 5), {}, "did you mean `seconds=5`?"),
        ((PUZZLE,), {"puzzle": PUZZLE}, "`puzzle` is given twice"),
        ((), {}, "check: needs `puzzle`"),
    ],
)
def test_missing_repeated_and_surplus_arguments_are_refused(arguments, options, told):
    with pytest.raises(TypeError, match=told):
        ns.check(*arguments, **options)


@question
def every_kind(
    path: "str | Path",
    *,
    numbers: "list[int] | None" = None,
    fast: bool = False,
    unheard: "Unheard" = 1,  # noqa: F821 (a type that is not there when it runs)
) -> str:
    """For the tests below."""
    return f"{path} {numbers} {fast} {unheard}"


def test_valid_arguments_are_passed_unchanged():
    assert every_kind("a", numbers=[1], fast=True, unheard=object) == f"a [1] True {object}"
    with pytest.raises(ArgumentError, match="`path` must be text or a Path, not 3"):
        every_kind(3)
    with pytest.raises(ArgumentError, match=r"`numbers` must be a list or None, not \(1,\)"):
        every_kind("a", numbers=(1,))
    with pytest.raises(ArgumentError, match="`fast` must be True or False, not 1"):
        every_kind("a", fast=1)


def test_a_function_keeps_its_name_its_help_and_its_place():
    assert every_kind.__doc__ == "For the tests below."
    assert pickle.loads(pickle.dumps(ns.check)) is ns.check


def test_help_lists_the_options_with_their_defaults(capsys):
    help(ns.check)
    text = capsys.readouterr().out
    assert "seconds: 'float | None' = None" in text
    assert "SearchOptions(backend='auto', seed=0, portfolio=None)" in text


class Word(StrEnum):
    YES = "yes"
    NO = "no"


@dataclass(frozen=True)
class Options:
    word: Word = Word.YES
    maybe: "Word | None" = None
    share: float = 0.5
    number: int | None = None

    def __post_init__(self):
        require_fields(self)


def test_fields_are_checked_by_their_types_and_words_become_enumerations():
    options = Options("no", maybe="yes", share=1, number=3)
    assert (options.word, options.maybe) == (Word.NO, Word.YES)
    assert type(options.word) is type(options.maybe) is Word
    for wrong, message in (
        ({"word": "perhaps"}, "no word is called 'perhaps'; there are yes, no"),
        ({"word": None}, "`word` must be a Word, not None"),
        ({"maybe": 3}, "`maybe` must be a Word or None, not 3"),
        ({"share": "1"}, "`share` must be a number, not '1'"),
        ({"number": True}, "`number` must be a whole number or None, not True"),
    ):
        with pytest.raises(ArgumentError, match=f"^{message}$"):
            Options(**wrong)


@pytest.mark.parametrize(
    ("misuse", "advice"),
    [
        (lambda: ns.Wish(widht=3), "did you mean `width`?"),
        (lambda: ns.Limit(second=1), "did you mean `seconds`?"),
        (lambda: ns.Limit(5), "takes arguments by name"),
        (lambda: ns.SearchOptions(sead=1), "did you mean `seed`?"),
        (lambda: ns.BookLayout(colour="x"), "`colour` must be"),
        (lambda: ns.Puzzle(row=[[1]]), "Puzzle: takes no `row`; did you mean `rows`?"),
        (lambda: ns.Puzzle([[1]], [[1]], givens=5), "`givens` must be an Iterable, not 5"),
        (lambda: ns.Puzzle([[1]], [[1]], goal=[[1]]), "`nonosat.Grid(rows)` is a grid"),
        (lambda: ns.Puzzle([[1]], [[1]], shape=3), "`shape` must be a Shape or None, not 3"),
        (lambda: ns.Puzzle([[1]], [[1]], metadata="x"), "`metadata` must be a Metadata, not 'x'"),
        (lambda: ns.Puzzle([[1]], [[1]]).replace(colums=[]), "did you mean `columns`?"),
        (lambda: ns.Grid(row=["#"]), "Grid: takes no `row`; did you mean `rows`?"),
        (lambda: ns.Grid(), "Grid: needs `rows`"),
        (lambda: ns.dataset(), "needs `output`, `wish`"),
        (lambda: ns.certify(PUZZLE), "needs `folder`"),
    ],
)
def test_option_classes_and_all_questions_say_what_was_meant(misuse, advice):
    with pytest.raises(ns.ArgumentError, match=re.escape(advice)):
        misuse()


def test_help_shows_types_without_their_bounds():
    for name in (*ns.QUESTIONS, "generate", "from_image"):
        assert "Annotated" not in str(signature(getattr(ns, name)))


def test_words_that_an_argument_takes_are_listed():
    with pytest.raises(ns.ArgumentError, match="`symmetry` must be 'auto' or 'none', not 'x'"):
        ns.repair_pixels(ns.example("cup"), symmetry="x")
