"""Numbers of solutions in words."""

from __future__ import annotations

from nonosat.counting.count import Count
from nonosat.support.sentences import count_text, estimate_text


def total_text(total: Count) -> str:
    """Returns a number of solutions in words."""
    regions = f"{len(total.regions)} independent regions" if len(total.regions) > 1 else ""
    number, estimate = count_text(total.count, total.exact), total.estimate
    if estimate is None or total.likely_at_least is None:
        return f"{number} ({regions})" if regions else number
    proved = f"proved, {regions}" if regions else "proved"
    likely = total.likely_at_least if total.likely_at_least > total.count else None
    return f"{number} ({proved}), {estimate_text(estimate.count, estimate.spread, likely)}"
