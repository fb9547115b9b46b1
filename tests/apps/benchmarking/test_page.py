"""The page and its plots: well-formed, complete, and of names that are not HTML."""

import re
from html import escape
from xml.etree import ElementTree

from made_runs import made

from nonosat.apps.benchmarking.against import changes
from nonosat.apps.benchmarking.page import page_of
from nonosat.apps.benchmarking.plots import cactus, growth_plots, scatter
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.benchmarking.tables import text_of

NASTY = '<b>&"name"'
RUNS = [
    run
    for side in (10, 20, 40)
    for contender, factor in (("nonosat", 1.0), (NASTY, 3.0))
    for run in made(f"f:{side}", contender, *[factor * side] * 4, width=side, family="f", size=side)
] + [*made(f"{NASTY}#1", "nonosat", 0.0), *made(f"{NASTY}#1", NASTY, 9.0, verdict="unknown")]


def elements(svg, name):
    return list(ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def test_plots_have_a_mark_for_each_figure():
    figures = Figures(RUNS)
    assert len(elements(cactus(figures), "circle")) == 4 + 3
    plot = scatter(figures, "nonosat", NASTY)
    assert (len(elements(plot, "circle")), len(elements(plot, "path"))) == (3, 1)
    ((family, growth),) = growth_plots(figures.growth(), figures.contenders)
    assert family == "f"
    assert len(elements(growth, "circle")) == 6
    assert "side^1.0" in growth


def test_plots_of_nothing():
    nothing = Figures(made("a", "nonosat", 9.0, verdict="unknown"))
    for plot in (cactus(nothing), scatter(nothing, "nonosat", "nonosat")):
        assert "no puzzle was answered" in plot


def test_the_page_stands_alone_and_says_everything():
    figures = Figures(RUNS)
    page = page_of(RUNS, changes(figures, Figures(RUNS)), "before.jsonl")
    assert NASTY not in page
    assert escape(NASTY) in page
    assert not re.search(r'(src|href)="', page)
    assert page.count('class="plots"') == 2
    assert escape(f"nonosat is 3.0 times faster than {NASTY} at the median (3 puzzles)") in page
    assert page.count("<svg") == page.count("</svg>") == 3
    for words in ("Since before.jsonl", "All puzzles", "The contenders", "each run within 9 s", "noise"):
        assert words in page


def test_a_wrong_answer_is_on_the_page_and_in_the_text():
    wrong = [*made("a", "nonosat", 1.0), *made("a", "liar", 1.0, verdict="multiple")]
    assert "liar is wrong (nonosat unique, liar multiple)" in page_of(wrong)
    assert "unique or multiple" in text_of(Figures([*wrong, *made("b", "nonosat", 1.0)]))
