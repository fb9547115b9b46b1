"""Reasons in German, French and Spanish: articles, gender and number, over all nouns that a pattern can take.

No native speaker has read them; the tables here are what the catalogues should agree with.
"""

import json
import re
import shutil
import subprocess

import pytest
from wasm import NODE

import nonosat as ns
from nonosat.apps.languages import catalogue
from nonosat.apps.web import SHARED
from nonosat.explaining.words.patterns import INK_FORMS, INKS, PATTERNS, Phrase, cells_named, phrase

LANGUAGES = ("de", "es", "fr")
WORDS = {language: catalogue(language, "shared", "explanation") for language in LANGUAGES}

# of each ink: said of a cell, of cells, of a block, of blocks; in German also of "ein Block", and predicates have one form
FRENCH = {
    "white": ("blanche", "blanches", "blanc", "blancs"),
    "black": ("noire", "noires", "noir", "noirs"),
    "green": ("verte", "vertes", "vert", "verts"),
    "purple": ("violette", "violettes", "violet", "violets"),
    "grey": ("grise", "grises", "gris", "gris"),
    "red": ("rouge", "rouges", "rouge", "rouges"),
    "orange": ("orange",) * 4,
    "brown": ("marron",) * 4,
}
SPANISH = {
    "white": ("blanca", "blancas", "blanco", "blancos"),
    "black": ("negra", "negras", "negro", "negros"),
    "red": ("roja", "rojas", "rojo", "rojos"),
    "green": ("verde", "verdes", "verde", "verdes"),
    "blue": ("azul", "azules", "azul", "azules"),
    "orange": ("naranja",) * 4,
    "pink": ("rosa",) * 4,
}
GERMAN = {
    "white": ("weiß", "weiß", "weiße", "weißen"),
    "black": ("schwarz", "schwarz", "schwarze", "schwarzen"),
    "blue": ("blau", "blau", "blaue", "blauen"),
    "pink": ("rosa",) * 4,
    "orange": ("orange",) * 4,
}
ADJECTIVES = {"fr": FRENCH, "es": SPANISH, "de": GERMAN}
CELL, CELLS, BLOCK, BLOCKS = range(4)

ONE, SEVERAL = cells_named(0b100), cells_named(0b11111)
THE_CELL = {
    "fr": ("la case 3", "les cases 1 à 5"),
    "es": ("la casilla 3", "las casillas 1 a 5"),
    "de": ("Kästchen 3", "Kästchen 1 bis 5"),
}
PLACES = {
    phrase("cell in row and column", row=2, place=4): {
        "fr": "la case de la ligne 2, colonne 4",
        "es": "la casilla de la fila 2, columna 4",
        "de": "das Kästchen in Zeile 2, Spalte 4",
    },
    phrase("cell in row", row=2, place=4): {
        "fr": "la case 4 de la ligne 2",
        "es": "la casilla 4 de la fila 2",
        "de": "das Kästchen 4 in Zeile 2",
    },
    phrase("labelled cell", name="A4"): {"fr": "la case A4", "es": "la casilla A4", "de": "Kästchen A4"},
}
LINES = {
    phrase("row", number=7): {"fr": "la ligne 7", "es": "la fila 7", "de": "Zeile 7"},
    phrase("column", number=7): {"fr": "la colonne 7", "es": "la columna 7", "de": "Spalte 7"},
    phrase("diagonal", number=7): {"fr": "la diagonale 7", "es": "la diagonal 7", "de": "Diagonale 7"},
}
FIVE = phrase("the", block="5")
HEADS = {"step", "list", "line", "among", "not given", "in no solution", "contradicts"}
"""Patterns that begin with a line or a cell as a title, without an article."""


def said(language, kind, **values):
    """A sentence; places that are not given have a block, a number or words that need no form."""
    names = set(re.findall(r"\{(\w+)\}", PATTERNS[kind])) | ({"n"} if "|" in PATTERNS[kind] else set())
    usual = {"block": FIVE, "blocks": FIVE, "n": 1, "cell": 3, "cells": ONE, "line": next(iter(LINES))}
    taken = {name: values.get(name, usual.get(name, "x")) for name in names}
    return phrase(kind, **taken).text(WORDS[language])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind, text in PATTERNS.items() if "{cells}" in text])
def test_cells_have_their_article_and_number(language, kind):
    if kind in {"cells", "among", "look at cells", "mistake among"}:
        return
    for cells, n, the in zip((ONE, SEVERAL), (1, 5), THE_CELL[language], strict=True):
        text = said(language, kind, cells=cells, n=n)
        assert re.search(rf"(?<!\w){the}(?!\w)", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["suppose cell", "suppose too", "offer", "try"])
def test_a_cell_by_row_and_column_has_an_article(language, kind):
    for place, names in PLACES.items():
        text = said(language, kind, cell=place, colour=Phrase("black"))
        assert names[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind, text in PATTERNS.items() if "{line}" in text])
def test_a_line_has_an_article_unless_it_is_a_title(language, kind):
    for line, names in LINES.items():
        text = said(language, kind, line=line)
        title = line.text(WORDS[language])
        assert text.startswith(title) if kind in HEADS else names[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["look", "mistake in", "nothing more"])
def test_a_place_to_look_at_has_an_article(language, kind):
    for line, names in LINES.items():
        assert names[language] in said(language, kind, where=line)


def agreeing(kind):
    """What a colour agrees with in a pattern, for each number of cells."""
    if kind in {"is", "is not", "count", "only"}:
        return {1: CELL, 5: CELLS}
    if kind in {"suppose", "suppose cell", "suppose too", "left", "search", "no cell", "offer"}:
        return {1: CELL}
    if kind in {"block", "any block of"}:
        return {1: BLOCK}
    return {"complete in colour": {1: BLOCKS}}.get(kind, {})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind, text in PATTERNS.items() if "{colour}" in text])
def test_colours_agree_with_what_they_are_said_of(language, kind):
    for name, forms in ADJECTIVES[language].items():
        for n, which in agreeing(kind).items():
            text = said(language, kind, colour=Phrase(name), n=n, cells=ONE if n == 1 else SEVERAL)
            expected = forms[which]
            if (language, kind) == ("de", "any block of") and forms[CELL] != forms[BLOCK]:
                expected += "r"
            assert set(re.findall(r"[^\W\d]+", text)) & {*forms, expected} == {expected}, text


@pytest.mark.parametrize(("language", "forms"), [("fr", FRENCH), ("es", SPANISH)])
@pytest.mark.parametrize("n", [1, 4])
def test_known_cells_agree_with_their_number(language, forms, n):
    for name, (one, several, *_) in forms.items():
        words = said(language, "background", colour=Phrase(name), n=n).split()
        assert (several if n > 1 else one) in words


def test_german_numbers_of_cells_have_the_ending_of_their_article():
    for name, (_, _, one, several) in GERMAN.items():
        for n, start in ((1, f"das 1 {one} "), (4, f"die 4 {several} ")):
            assert said("de", "background", colour=Phrase(name), n=n).startswith(start)


def test_a_colour_as_a_noun_agrees_with_the_word_colour():
    for kind in ("remainder", "in", "not given", "in no solution", "contradicts"):
        for name, (feminine, *_) in FRENCH.items():
            assert f"la couleur {feminine} " in said("fr", kind, colour=Phrase(name))
        for name, (_, _, masculine, _) in SPANISH.items():
            assert f"el color {masculine} " in said("es", kind, colour=Phrase(name))


def test_no_room_takes_the_german_accusative():
    for kind in ("narrow", "no room"):
        assert said("de", kind, block=phrase("any block")).endswith("kein Platz für einen Block")
        assert said("de", kind, block=FIVE).endswith("kein Platz für die 5")
        either = phrase("or", first=FIVE, last=phrase("any block of", colour=Phrase("black")))
        assert said("de", kind, block=either).endswith("für die 5 oder einen schwarzen Block")


BLOCK_NAMES = (
    FIVE,
    phrase("the nth", ordinal=Phrase("second"), block="5"),
    phrase("the nth", ordinal=Phrase("{n}th", (("n", 12),)), block="5"),
    phrase("any block"),
    phrase("any block of", colour=Phrase("black")),
    phrase("the", block=phrase("block", colour=Phrase("black"), length="5")),
)
WRONG = {
    "fr": r"\b(de les?|à les?|la (le|un|une|la)|le (case|cases|ligne|colonne)|la (cases|bloc|\d)|les case|un case)\b|\{",
    "es": r"\b(de el|a el|la (el|un|la|casillas|bloque|\d)|el (casillas?|fila|columna)|las casilla|un casilla)\b|\{",
    "de": r"\b(die (die|ein|Kästchen \d)|der Kästchen|das (die|Zeile|Block)|für (ein Block|jeder|der))\b|\{",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", PATTERNS)
def test_no_two_articles_meet_and_none_has_another_gender(language, kind):
    nouns = {
        "block": BLOCK_NAMES,
        "blocks": BLOCK_NAMES,
        "cells": (ONE, SEVERAL),
        "line": LINES,
        "where": (*LINES, phrase("row in the middle")),
        "colour": [Phrase(name) for name in INKS],
    }
    for name in re.findall(r"\{(\w+)\}", PATTERNS[kind]):
        for noun in nouns.get(name, ()):
            if kind in {"the", "the nth"}:
                continue  # of a number alone
            text = said(language, kind, **{name: noun})
            assert not re.search(WRONG[language], text), text


def test_colours_with_a_translation_have_all_forms():
    for language in LANGUAGES:
        shared = catalogue(language, "shared")
        assert all(name in shared for name in INKS)
        assert all(f"{name}:{form}" in WORDS[language] for name in INKS for form in INK_FORMS)


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="no node is installed")
def test_pages_say_the_same_as_python(tmp_path):
    steps = [step for name in ("apple", "flower", "gchq") for step in ns.explain(ns.example(name))]
    phrases = [part for step in steps for part in step.said]
    shutil.copytree(SHARED, tmp_path / "shared")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "say.js").write_text(
        'import { sentence, speak } from "./shared/words.js";\n'
        'import { readFileSync } from "node:fs";\n'
        "globalThis.document = { documentElement: {} };\n"
        'const [tag, words, phrases] = JSON.parse(readFileSync(0, "utf8"));\n'
        "speak(tag, words);\n"
        "console.log(JSON.stringify(phrases.map((phrase) => sentence(phrase))));\n"
    )
    for language in LANGUAGES:
        given = json.dumps([language, WORDS[language], [part.to_json() for part in phrases]])
        done = subprocess.run(
            [NODE, "say.js"], cwd=tmp_path, input=given, capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout) == [part.text(WORDS[language]) for part in phrases]
