"""Tests of texts that a format's reader refuses."""

from collections.abc import Callable, Iterable

import pytest

from nonosat import InputError
from nonosat.formats import loads_all


def refusals(
    format: str, cases: Iterable[tuple[str | bytes, str]], *, whole: bool = True, path: str = "p"
) -> Callable[..., None]:
    """Returns a test that the reader refuses each text with an error equal to the reason; without `whole`, containing it."""

    @pytest.mark.parametrize(("text", "reason"), cases)
    def test(text: str | bytes, reason: str) -> None:
        with pytest.raises(InputError) as caught:
            loads_all(text, format, path=path)
        assert str(caught.value) == reason if whole else reason in str(caught.value)

    return test
