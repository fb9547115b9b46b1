"""The page about agents: every tool and document, and a session with the answers of today."""

import pytest

from docs import agents as page
from nonosat.apps.agents import reference
from nonosat.apps.agents.tools import TOOLS

TEXT = page.PAGE.read_text(encoding="utf-8")


def test_the_page_names_all_that_there_is():
    assert [tool.name for tool in TOOLS if f"| `{tool.name}` |" not in TEXT] == []
    assert [document.uri for document in reference.DOCUMENTS if f"`{document.uri}`" not in TEXT] == []
    assert len(page.CALL.findall(TEXT)) > 5


@pytest.mark.slow
def test_the_session_is_as_shown():
    assert page.written(TEXT) == TEXT
