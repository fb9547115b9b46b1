"""Ratings in words."""

from __future__ import annotations

from nonosat.explaining.grading.rate import Rating
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import number_text


def rating_text(rating: Rating) -> str:
    """Returns a rating in words."""
    least = "" if rating.complete else "at least "
    words = []
    if people := rating.estimate:
        unlike = ", extrapolated" if people.extrapolated else ""
        words += [f"{people.minutes_text} ({people.range_words}{unlike})", f"{people.stars:.1f} of 5 stars"]
    if rating.verdict is not Verdict.UNIQUE or not people:
        words.append(str(rating.verdict))
    if rating.grade and rating.hardest:
        words.append(f"hardest step: {rating.hardest}")
    words.append(f"difficulty {least}{rating.difficulty:.2f}")
    for number, what, more in (
        (rating.line_solvable and rating.sweeps, "sweep", ""),
        (rating.probed_cells, "cell", f" by probing {rating.probe_depth} deep"),
        (rating.search_cells, "cell", " by search"),
        (rating.open_cells, "cell", " left open"),
        (rating.conflicts, "conflict", ""),
    ):
        if number:
            words.append(number_text(number, what) + more)
    if rating.techniques:
        words.append(f"effort {least}{rating.effort:.0f}")
    counts = ", ".join(f"{number} {name}" for name, number in rating.techniques)
    return f"{', '.join(words)}\n  {counts or 'no steps'}"
