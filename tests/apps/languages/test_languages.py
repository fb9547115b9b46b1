"""Catalogues: complete, consistent, and without unused texts."""

import re

import pytest

from nonosat.apps.languages import CATALOGUES, SECTIONS, catalogue, require_language, sections
from nonosat.apps.web import FOLDER, PLAYER, SHARED
from nonosat.explaining.grading.people import TIMES
from nonosat.explaining.steps.step import CONTRADICTION
from nonosat.explaining.steps.techniques import Grade
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.explaining.words.patterns import texts
from nonosat.support.errors import UsageError

PAGE = FOLDER / "studio"

PLURALS = {"zero", "one", "two", "few", "many", "other"}
CALL = re.compile(r"\bt\(\s*\"((?:[^\"\\]|\\.)*)\"")


def places(text):
    return sorted(set(re.findall(r"\{(\w+)(?::\w+)?\}", text)))


def forms(text):
    return text.values() if isinstance(text, dict) else [text]


def test_catalogues_exist():
    assert {"de", "es", "fr", "ja"} <= set(CATALOGUES)


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_catalogue_has_the_same_texts_with_the_same_places(language):
    first = sections(CATALOGUES[0])
    its = sections(language)
    assert tuple(its) == SECTIONS
    for name in SECTIONS:
        assert its[name].keys() == first[name].keys()
    for english, text in catalogue(language, *SECTIONS).items():
        assert isinstance(text, dict) == ("|" in english), english
        assert not isinstance(text, dict) or {"other"} <= text.keys() <= PLURALS
        for form in forms(text):
            assert form.strip()
            assert places(form) == places(english), f"{english!r}: {form!r}"


def test_no_text_stands_in_two_sections_that_meet():
    its = sections(CATALOGUES[0])
    for name in SECTIONS[1:]:
        assert its["shared"].keys() & its[name].keys() == set()


def said(folder):
    """The texts that the modules of a folder ask for by `t`."""
    return {
        each
        for path in sorted(folder.rglob("*.js"))
        for each in CALL.findall(path.read_text(encoding="utf-8"))
    }


def literals(*folders):
    """All that stands in quotes, or as text, in the files of folders."""
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".js", ".html"}
    )
    return re.sub(r"\s+", " ", text)


def test_the_catalogue_of_the_played_page_has_exactly_its_texts():
    its = sections(CATALOGUES[0])
    own = (said(PLAYER) | said(SHARED)) - {*CALL.findall((SHARED / "review.js").read_text(encoding="utf-8"))}
    assert own <= its["shared"].keys() | its["player"].keys()
    text = literals(PLAYER, SHARED)
    assert [english for english in its["player"] if english not in text] == []


def test_the_catalogue_of_the_studio_has_exactly_its_texts():
    its = sections(CATALOGUES[0])
    assert said(PAGE) <= its["shared"].keys() | its["studio"].keys() | its["review"].keys()
    text = literals(PAGE, SHARED) + (FOLDER / "index.html").read_text(encoding="utf-8")
    assert [english for english in its["studio"] if english not in text] == []
    text += literals(PLAYER)
    assert [
        english for english in its["shared"].keys() - {*map(str, Grade), *TIMES} if english not in text
    ] == []


DECLARED = re.compile(
    r"""\b(?:name|hint|note|does)\s*:\s*"((?:[^"\\]|\\.)*)\""""
    r"""|\b(?:button|labelled|section|quiet|tick|field|slider|choice|say|openDialog|openForm|offer)\(\s*"((?:[^"\\]|\\.)*)\""""
    r"""|\bh\(\s*"[\w.-]+",(?: \{[^{}]*\},)?\s*"((?:[^"\\]|\\.)*)\""""
)
"""Texts of tools, keys and controls, which are translated where they are shown."""

UNTRANSLATED = {
    "EngineError",
    "webpbn.com",
    "griddlers.net",
    "nonograms.org",
    "puzzle-code.svg",
    "nonosat-shelf.json",
}


def declared(text):
    """The texts that a module declares, to be translated later."""
    return {"".join(each) for each in DECLARED.findall(text)} - UNTRANSLATED - {""}


def test_names_of_tools_and_controls_are_in_the_catalogue():
    its = sections(CATALOGUES[0])
    known = its["shared"].keys() | its["studio"].keys() | its["review"].keys()
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.js")))
    assert {"Pencil", "Paint; a click on ink erases", "undo", "New"} <= declared(text) <= known
    new = 'export const stamp = { name: "Stamp", key: "t", hint: "Lay it", begin };'
    assert declared(new) - known == {"Stamp", "Lay it"}


def test_catalogues_have_exactly_the_texts_of_explanations():
    its = sections(CATALOGUES[0])
    glossary = {text for entry in GLOSSARY for text in (entry.name, entry.text)}
    needed = texts([*glossary, CONTRADICTION])
    assert needed <= its["shared"].keys() | its["explanation"].keys()
    assert its["explanation"].keys() <= needed


def test_other_languages_are_refused():
    require_language("ja")
    require_language(None)
    with pytest.raises(UsageError, match="there are no words in 'xx'; there are en, de, es, fr, ja"):
        require_language("xx")


def test_the_shared_modules_say_what_both_pages_have():
    its = sections(CATALOGUES[0])
    assert said(SHARED) <= its["shared"].keys() | its["studio"].keys() | its["review"].keys()


def test_the_catalogue_of_reviews_has_exactly_their_texts():
    its = sections(CATALOGUES[0])
    review = (SHARED / "review.js").read_text(encoding="utf-8")
    assert [english for english in its["review"] if english not in review] == []
