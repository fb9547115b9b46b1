"""The words of a book in all languages."""

import re

import pytest

from nonosat.foundation.errors import UsageError
from nonosat.pictures.book.words import LANGUAGES, MEANING, TEXTS, Words
from nonosat.questions.explanation.techniques import Grade


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_names_in_every_language(language):
    say = Words(language)
    names = {"page": 3, "number": 4, "least": "5 x 5", "most": "6 x 6"}
    for text in TEXTS:
        assert re.findall(r"\d+", say(text, **names)) == re.findall(r"\d+", text.format(**names))
        assert language == "en" or say(text, **names) != text.format(**names) or text == "page {page}"
    assert len({say(text, **names) for text in TEXTS}) == len(TEXTS)


def test_every_grade_has_a_meaning():
    assert list(MEANING) == [str(grade) for grade in Grade]


def test_other_languages_are_refused():
    with pytest.raises(UsageError, match="there are no words in 'xx'"):
        Words("xx")
