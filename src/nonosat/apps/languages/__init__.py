"""Catalogues: the texts of pages and books, one JSON file per language beside English.

The English text is the key; names in braces stand for values. A key with "|" has a form for `n` = 1 and one for all other
numbers; a catalogue then has a form for each Unicode plural category of its language. Sections are the users of texts:
`shared` is for pages and books, `review` for checking a scanned puzzle in the studio, `explanation` (sentences
and glossary) for all.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from nonosat.support.errors import UsageError

FOLDER = Path(__file__).parent  # of the catalogues
ENGLISH = "en"
CATALOGUES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))  # languages with a catalogue
LANGUAGES = (ENGLISH, *CATALOGUES)
SECTIONS = ("shared", "player", "studio", "book", "lesson", "review", "explanation")

Catalogue = dict[str, Any]  # translations by English text: a text, or its forms by plural category


def require_language(language: str | None) -> None:
    """Raises `UsageError` for a language without texts; None is accepted."""
    if language not in (None, *LANGUAGES):
        raise UsageError(f"there are no words in {language!r}; there are {', '.join(LANGUAGES)}")


@cache
def sections(language: str) -> dict[str, Catalogue]:
    """Returns all texts of a language by section. English is the key and has none."""
    require_language(language)
    if language == ENGLISH:
        return {name: {} for name in SECTIONS}
    return json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def catalogue(language: str, *names: str) -> Catalogue:
    """Returns the texts of some sections in a language."""
    by_section = sections(language)
    return {english: text for name in names for english, text in by_section[name].items()}
