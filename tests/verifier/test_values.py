"""Values read from text, and unreadable ones."""

import pytest

from nonosat.verifier.values import Unreadable, fields, items, number, shown, value_of


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "here: not JSON: Expecting value"),
        ("[1", "here: not JSON: "),
        ("[" * 100_000, "here: nested too deeply, or a number too long"),
        ("9" * 5000, "here: nested too deeply, or a number too long"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "here: an object has the same key twice"),
    ],
)
def test_invalid_json_is_unreadable(text, why):
    with pytest.raises(Unreadable) as error:
        value_of(text, "here")
    assert str(error.value).startswith(why)


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (lambda: items({}, "here"), "here: expected a list, got {}"),
        (lambda: items([], "here", 1), "here: expected a list of 1, got []"),
        (lambda: items("ab", "here", 2), "here: expected a list of 2, got 'ab'"),
        (lambda: fields([], ["a"], "here"), "here: expected an object with a"),
        (lambda: fields({"a": 1}, ["b", "a"], "here"), "here: expected an object with a, b"),
        (lambda: number(3, 0, 2, "here"), "here: expected a number from 0 to 2, got 3"),
        (lambda: number(-1, 0, 2, "here"), "here: expected a number from 0 to 2, got -1"),
        (lambda: number(True, 0, 2, "here"), "here: expected a number from 0 to 2, got True"),
    ],
)
def test_other_values_are_unreadable(read, why):
    with pytest.raises(Unreadable) as error:
        read()
    assert str(error.value) == why


def test_values_are_shown_in_a_readable_length():
    assert (shown("x" * 38), shown("x" * 39)) == (repr("x" * 38), "'" + "x" * 36 + "...")
    assert shown("\u2028", 8) == "'\\u2028'"
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert shown(nested) == "something deeply nested"
    while nested:
        (nested,) = nested
