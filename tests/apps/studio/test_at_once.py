"""The page without a server answers with the kernel in WebAssembly; Python starts for other questions."""

from random import Random

import pytest
from designer import STARTED, Designer, fragment

import nonosat as ns

pytestmark = pytest.mark.slow

PICTURE = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])


@pytest.fixture
def asked():
    return []


@pytest.fixture
def page(static, visit, asked):
    """The page with a puzzle in its address; `asked` gets the files that it loads. Python cannot be loaded."""

    def refused(route):
        if not route.request.headers.get("referer", "").endswith(
            "offline.js"
        ):  # which stores all files for later
            asked.append(route.request.url)
        route.abort()

    def page(puzzle):
        made = visit(static + "icon.svg", expected="ERR_FAILED|Failed to (load|fetch)")
        made.context.route("**/python/**", refused)
        made.goto(static + fragment(puzzle))
        made.wait_for_selector(STARTED)
        return made

    return page


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (PICTURE, "unique"),
        (ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]]), "multiple"),
        (ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]]), "unsolvable"),
    ],
)
def test_verdicts_need_no_python(page, puzzle, kind):
    made = page(puzzle)
    made.wait_for_selector(f"#verdict[data-kind={kind}]")


def test_open_cells_need_no_python_and_are_counted_only_if_solutions_differ_there(page):
    made = page(ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    made.wait_for_selector("#verdict:has-text('Several solutions 4 open cells')")
    random = Random(9)
    loose = ns.Grid([[random.randrange(2) for _ in range(15)] for _ in range(15)]).puzzle()
    made = page(loose)
    made.wait_for_selector("#verdict:has-text('open cells at least')")
    said = int(made.inner_text("#verdict").split()[2])
    assert 4 <= said <= ns.backbone(loose).to_json()["open_cells"]
    regions = "(await (await import('./studio/main.js')).studio).stage.overlays.has('regions')"
    assert made.evaluate(f"async () => {regions}")


def test_an_empty_picture_does_not_start_python(page, asked):
    blank = ns.Grid([[0] * 5] * 5)
    made = page(blank.puzzle(goal=blank))
    made.wait_for_selector("#verdict[data-kind=empty]")
    made.wait_for_timeout(300)
    assert asked == []


def test_python_answers_what_the_kernel_cannot(static, visit):
    page = visit(static, expected="ERR_FAILED|Failed to fetch")
    page.context.route("**/nonosat.wasm", lambda route: route.abort())
    page.reload()
    desk = Designer(page, PICTURE)
    assert "One solution" in desk.verdict
