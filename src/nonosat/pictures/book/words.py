"""What is printed in a book, in several languages.

The English text is the key; names in braces are filled in. A language is one more table here.
"""

from __future__ import annotations

from typing import Any

from nonosat.foundation.errors import UsageError

ENGLISH = "en"

RECTANGLE = (
    "Fill cells of the grid so that a picture appears. The numbers beside a row and above a column say how "
    "long its blocks of filled cells are, in their order. Between two blocks there is an empty cell or more."
)
TRIDDLER = (
    "In a grid of triangles there are lines in three directions. The numbers at the end of a line say how "
    "long its blocks of filled triangles are, in their order."
)
INKS = (
    "Where there are several colours, each number shows its own, maybe by a letter that is explained below. "
    "Blocks of different colours may touch."
)
SOLVING, DIFFICULTY, CONTENTS = "How to solve them", "How difficult they are", "Contents"
PUZZLES, ANSWERS, NOTES = "Puzzles", "Answers", "For notes"
EMPTY = "0: the line has no filled cells."
BLOTTED = "?: a block of unknown length."
MISSING = "*: a line without a clue."
GIVEN = "Cells that are already printed in a puzzle are right."
PAGE, ANSWER_PAGE = "page {page}", "answer on page {page}"
FACING = "continues on the facing page"
ONE_OF_SEVERAL, SEVERAL = "one of several", "several solutions"
AT_LEAST_ONE, NOT_RATED = "one solution at least", "not rated"
ONE_PUZZLE = "A nonogram of {least} cells, with its answer"
EQUAL_PUZZLES = "{number} nonograms of {least} cells, with their answers"
MANY_PUZZLES = "{number} nonograms from {least} to {most} cells, with their answers"

MEANING = {
    "trivial": "counting cells, and where a block must lie in any case",
    "easy": "also gaps that are too small, and how far blocks reach",
    "medium": "also which block a filled cell belongs to",
    "hard": "also all ways at once in which a row can be filled",
    "needs probing": "also to suppose something of a cell and see what follows",
    "needs search": "also suppositions within suppositions",
}
"""What each grade asks of people."""

TEXTS = (
    *(RECTANGLE, TRIDDLER, INKS, SOLVING, DIFFICULTY, CONTENTS, PUZZLES, ANSWERS, NOTES, EMPTY, BLOTTED),
    *(MISSING, GIVEN, PAGE, ANSWER_PAGE, FACING, ONE_OF_SEVERAL, SEVERAL, AT_LEAST_ONE, NOT_RATED),
    *(ONE_PUZZLE, EQUAL_PUZZLES, MANY_PUZZLES, *MEANING, *MEANING.values()),
)
"""All that a language has words for."""

_GERMAN = (
    "Fülle Kästchen aus, bis ein Bild erscheint. Die Zahlen neben einer Zeile und über einer Spalte sagen, wie lang "
    "ihre Blöcke gefüllter Kästchen sind, der Reihe nach. Zwischen zwei Blöcken ist mindestens ein Kästchen leer.",
    "In einem Gitter aus Dreiecken gibt es Linien in drei Richtungen. Die Zahlen am Ende einer Linie sagen, wie lang "
    "ihre Blöcke gefüllter Dreiecke sind, der Reihe nach.",
    "Bei mehreren Farben zeigt jede Zahl die ihre, vielleicht mit einem Buchstaben, der unten erklärt wird. Blöcke "
    "verschiedener Farben dürfen sich berühren.",
    "So werden sie gelöst",
    "Wie schwer sie sind",
    "Inhalt",
    "Rätsel",
    "Lösungen",
    "Für Notizen",
    "0: In der Linie ist nichts gefüllt.",
    "?: ein Block unbekannter Länge.",
    "*: eine Linie ohne Angabe.",
    "Kästchen, die im Rätsel schon gedruckt sind, stimmen.",
    "Seite {page}",
    "Lösung auf Seite {page}",
    "weiter auf der Seite gegenüber",
    "eine von mehreren",
    "mehrere Lösungen",
    "mindestens eine Lösung",
    "nicht eingestuft",
    "Ein Nonogramm mit {least} Kästchen, mit Lösung",
    "{number} Nonogramme mit {least} Kästchen, mit Lösungen",
    "{number} Nonogramme von {least} bis {most} Kästchen, mit Lösungen",
    "sehr leicht",
    "leicht",
    "mittel",
    "schwer",
    "mit Probieren",
    "mit Suchen",
    "Kästchen zählen, und wo ein Block in jedem Fall liegt",
    "auch zu kleine Lücken, und wie weit Blöcke reichen",
    "auch, zu welchem Block ein gefülltes Kästchen gehört",
    "auch alle Möglichkeiten einer Zeile auf einmal",
    "auch etwas annehmen und sehen, was daraus folgt",
    "auch Annahmen in Annahmen",
)
_FRENCH = (
    "Remplissez des cases de la grille pour faire apparaître une image. Les nombres à côté d'une ligne et au-dessus "
    "d'une colonne donnent, dans l'ordre, la longueur de ses blocs de cases remplies. Deux blocs sont séparés par au "
    "moins une case vide.",
    "Dans une grille de triangles, les lignes vont dans trois directions. Les nombres au bout d'une ligne donnent, "
    "dans l'ordre, la longueur de ses blocs de triangles remplis.",
    "S'il y a plusieurs couleurs, chaque nombre montre la sienne, parfois par une lettre expliquée en dessous. Des "
    "blocs de couleurs différentes peuvent se toucher.",
    "Comment les résoudre",
    "Leur difficulté",
    "Sommaire",
    "Grilles",
    "Solutions",
    "Notes",
    "0 : la ligne n'a aucune case remplie.",
    "? : un bloc de longueur inconnue.",
    "* : une ligne sans indication.",
    "Les cases déjà imprimées dans une grille sont justes.",
    "page {page}",
    "solution page {page}",
    "suite sur la page en face",
    "une parmi plusieurs",
    "plusieurs solutions",
    "au moins une solution",
    "non évaluée",
    "Un nonogramme de {least} cases, avec sa solution",
    "{number} nonogrammes de {least} cases, avec leurs solutions",
    "{number} nonogrammes de {least} à {most} cases, avec leurs solutions",
    "très facile",
    "facile",
    "moyen",
    "difficile",
    "par essais",
    "par recherche",
    "compter les cases, et voir où un bloc se trouve dans tous les cas",
    "aussi les espaces trop petits, et jusqu'où vont les blocs",
    "aussi à quel bloc appartient une case remplie",
    "aussi toutes les manières à la fois de remplir une ligne",
    "aussi supposer une case et voir ce qui s'ensuit",
    "aussi des suppositions dans des suppositions",
)
_SPANISH = (
    "Rellena casillas de la cuadrícula hasta que aparezca un dibujo. Los números junto a una fila y sobre una columna "
    "dicen, en orden, cuánto miden sus bloques de casillas llenas. Entre dos bloques hay al menos una casilla vacía.",
    "En una cuadrícula de triángulos hay líneas en tres direcciones. Los números al final de una línea dicen, en "
    "orden, cuánto miden sus bloques de triángulos llenos.",
    "Si hay varios colores, cada número muestra el suyo, a veces con una letra que se explica debajo. Los bloques de "
    "colores distintos pueden tocarse.",
    "Cómo se resuelven",
    "Su dificultad",
    "Índice",
    "Puzles",
    "Soluciones",
    "Notas",
    "0: la línea no tiene casillas llenas.",
    "?: un bloque de longitud desconocida.",
    "*: una línea sin pista.",
    "Las casillas que ya están impresas son correctas.",
    "página {page}",
    "solución en la página {page}",
    "sigue en la página de enfrente",
    "una de varias",
    "varias soluciones",
    "una solución al menos",
    "sin evaluar",
    "Un nonograma de {least} casillas, con su solución",
    "{number} nonogramas de {least} casillas, con sus soluciones",
    "{number} nonogramas de {least} a {most} casillas, con sus soluciones",
    "muy fácil",
    "fácil",
    "medio",
    "difícil",
    "con pruebas",
    "con búsqueda",
    "contar casillas, y ver dónde está un bloque en todo caso",
    "también huecos demasiado pequeños, y hasta dónde llegan los bloques",
    "también a qué bloque pertenece una casilla llena",
    "también todas las maneras a la vez de llenar una fila",
    "también suponer algo de una casilla y ver qué se sigue",
    "también suposiciones dentro de suposiciones",
)

_TABLES = {
    ENGLISH: {},
    "de": dict(zip(TEXTS, _GERMAN, strict=True)),
    "fr": dict(zip(TEXTS, _FRENCH, strict=True)),
    "es": dict(zip(TEXTS, _SPANISH, strict=True)),
}

LANGUAGES = tuple(_TABLES)


class Words:
    """The words of a language.

    >>> Words("de")(PAGE, page=3)
    'Seite 3'
    """

    def __init__(self, language: str = ENGLISH) -> None:
        if language not in _TABLES:
            raise UsageError(f"there are no words in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language, self._table = language, _TABLES[language]

    def __call__(self, english: str, **names: Any) -> str:
        """The text of a language for an English one, with its names filled in."""
        return self._table.get(english, english).format(**names)
