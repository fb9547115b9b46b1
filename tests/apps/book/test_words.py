"""The words of a book in all languages."""

import re

import pytest

from nonosat.apps.book import words
from nonosat.apps.book.words import MEANING, NAMED, Words
from nonosat.apps.languages import LANGUAGES, catalogue
from nonosat.explaining.steps.techniques import Grade
from nonosat.support.errors import UsageError

ALL = {text for name, text in vars(words).items() if name.isupper() and isinstance(text, str)} - {"en"}
LESSON = catalogue(LANGUAGES[1], "lesson").keys()
TEXTS = (ALL - LESSON) | {*MEANING, *MEANING.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_names_in_every_language(language):
    say = Words(language)
    names = {"name": "easy", "text": "gaps", "page": 3, "number": 4, "least": "5 x 5", "most": "6 x 6"}
    for text in TEXTS:
        assert all(str(names[name]) in say(text, **names) for name in re.findall(r"\{(\w+)\}", text))
        assert (
            language == "en" or say(text, **names) != text.format(**names) or text in ("page {page}", NAMED)
        )
    assert len({say(text, **names) for text in TEXTS}) == len(TEXTS)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_catalogue_has_exactly_the_texts_of_a_book(language):
    shared = catalogue(language, "shared").keys()
    assert catalogue(language, "book").keys() == TEXTS - shared
    assert catalogue(language, "lesson").keys() == LESSON <= ALL
    assert TEXTS & shared == {*map(str, Grade), words.HARDEST_STEP}


def test_every_grade_has_a_meaning():
    assert list(MEANING) == [str(grade) for grade in Grade]


def test_other_languages_are_refused():
    with pytest.raises(UsageError, match="there are no words in 'xx'"):
        Words("xx")


def test_colons_follow_the_rules_of_the_language():
    assert Words("fr")(NAMED, name="facile", text="1") == "facile : 1"
    assert Words("de")(NAMED, name="leicht", text="1") == "leicht: 1"
