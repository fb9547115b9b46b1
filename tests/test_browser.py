"""The watcher of pages in a browser finds planted faults."""

import pytest
from browser import PHONE, findings, watching

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width">{head}</head><main><h1>A page</h1>{body}</main></html>"""

STRICT = """<meta http-equiv="content-security-policy" content="default-src 'none'">"""


@pytest.fixture
def address(tmp_path):
    def address(body, head=""):
        path = tmp_path / "page.html"
        path.write_text(PAGE.format(head=head, body=body), encoding="utf-8")
        return path.as_uri()

    return address


def test_a_page_without_fault_passes(visit, address):
    page = visit(address("<p>Hello"), **PHONE)
    assert page.inner_text("p") == "Hello"
    assert page.evaluate("innerWidth") == 360
    assert findings(page) == []


def test_findings_of_axe_are_reported_despite_the_pages_policy(visit, address):
    (found,) = findings(visit(address("<img>", STRICT)))
    assert found.startswith("critical: image-alt: ")


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>throw Error('ah')</script>", "error: "),
        (f"{STRICT}<script>0</script>", "console: "),
        ("<script src='other.js'></script>", "asks for file:"),
        ("<script>fetch('http://127.0.0.1:9/').catch(() => 0)</script>", "asks for http://127.0.0.1:9/"),
        ("<script>new WebSocket('ws://127.0.0.1:9/')</script>", "connects to ws://127.0.0.1:9/"),
    ],
)
def test_faults_of_a_page_are_found(browser, address, body, fault):
    with watching(browser) as (visit, faults):
        visit(address(body)).wait_for_timeout(100)
    assert any(each.startswith(fault) for each in faults), faults


def test_an_error_that_is_expected_is_no_fault(visit, address):
    visit(address("<script>console.error('status of 400')</script>"), expected="400").wait_for_timeout(50)
