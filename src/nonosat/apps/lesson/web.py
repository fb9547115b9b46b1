"""A lesson as one HTML file without scripts or requests, light or dark like the reader's system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat

from nonosat.apps.book import words
from nonosat.apps.book.figures import Figure, figure_of
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.drawing import Drawing
from nonosat.apps.drawing.scene import Scene
from nonosat.apps.drawing.svg import dark_style, part_of_page
from nonosat.apps.illustration.markup import html, policy, titles
from nonosat.apps.lesson.cards import Card
from nonosat.apps.web import FOLDER
from nonosat.model.puzzle import Puzzle
from nonosat.support.limits import Clock

_LEAST_CARD, _MOST_CARD = 19.0, 38.0  # minimum and maximum card width in rem
_CELL_REM = 0.7  # cell width in rem for legible numbers


def page(
    puzzle: Puzzle,
    cards: Sequence[Card],
    techniques: Sequence[Card],
    difficulty: Sequence[str],
    say: Words,
    clock: Clock,
) -> str:
    """Returns the file; its head has the figures of the puzzle's `difficulty`."""
    title, about = titles(puzzle, say(words.NONOGRAM), say.pattern(words.BY), difficulty)
    figures = [
        figure_of(Drawing((card.panel,), puzzle.palette, legend=card.legend)) for card in clock.each(cards)
    ]
    examples = [figure_of(Drawing((card.panel,), card.palette)) for card in clock.each(techniques)]
    style = _style() + _width(figures) + _dark([*figures, *examples])
    explained = frozenset(name for card in techniques for name in card.techniques)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{say.language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(style)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="generator" content="nonosat">',
            f"<title>{title}</title>",
            '<link rel="icon" href="data:,">',
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            f'<header><h1 dir="auto">{title}</h1><p dir="auto">{about}</p></header>',
            "<main>",
            *_section(say(words.STEPS), map(_card, cards, figures, repeat(say), repeat(explained))),
            *_section(say(words.TECHNIQUES), map(_card, techniques, examples, repeat(say))),
            "</main>",
            "</body>",
            "</html>\n",
        ]
    )


def _section(name: str, cards: Iterable[str]) -> Iterator[str]:
    """Yields cards under a heading; nothing without cards."""
    if inside := "\n".join(cards):
        yield f'<h2>{html(name)}</h2>\n<section aria-label="{html(name)}">\n{inside}\n</section>'


def _card(card: Card, figure: Figure, say: Words, explained: frozenset[str] | None = None) -> str:
    """Returns a card as HTML; `explained` are the techniques to link, None within the glossary."""
    heading = html(card.heading)
    if explained is not None and card.techniques:
        heading += f": {', '.join(_link(name, explained, say) for name in card.techniques)}"
    name = f' id="{_anchor(card.techniques[0])}"' if explained is None else ""
    kind = f' class="{card.strip}"' if card.strip else ""
    label = say(words.PICTURE, heading=card.heading)
    picture = part_of_page(figure.scene, figure.palette, label, figure.edges)
    said = "".join(_paragraphs(card.sentences))
    return f"<article{name}{kind}><h3>{heading}</h3>{picture}{said}</article>"


def _paragraphs(sentences: Sequence[str]) -> Iterator[str]:
    """Yields paragraphs; sentences that begin with a dash become a list."""
    items: list[str] = []
    for sentence in (*sentences, ""):
        text = sentence.strip()
        if text.startswith("- "):
            items.append(f"<li>{html(text[2:])}</li>")
            continue
        if items:
            yield f"<ul>{''.join(items)}</ul>"
            items = []
        if text:
            yield f'<p dir="auto">{html(text)}</p>'


def _link(name: str, explained: frozenset[str], say: Words) -> str:
    said = html(say(name))
    return f'<a href="#{_anchor(name)}">{said}</a>' if name in explained else said


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _width(figures: Sequence[Figure]) -> str:
    """Returns the CSS width of cards: wide enough to read clues, at most as wide as most screens."""
    cells = max(figure.size.width for figure in figures)
    return f":root{{--card:{min(max(_LEAST_CARD, cells * _CELL_REM), _MOST_CARD):.3g}rem}}"


@cache
def _style() -> str:
    return (FOLDER / "lesson" / "lesson.css").read_text(encoding="utf-8")


def _dark(figures: Sequence[Figure]) -> str:
    styles = []
    for palette in dict.fromkeys(figure.palette for figure in figures):
        items = [item for figure in figures if figure.palette == palette for item in figure.scene.items]
        styles.append(dark_style(Scene(0, 0, tuple(items)), palette))
    return "".join(styles)
