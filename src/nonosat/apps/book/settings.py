"""The options of a book: its layout, and all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from nonosat.apps.book.paper import Paper, paper_of
from nonosat.apps.book.words import Words
from nonosat.apps.languages import ENGLISH, LANGUAGES
from nonosat.records.json_types import Text
from nonosat.support.arguments import named_arguments, require_fields
from nonosat.support.errors import UsageError
from nonosat.support.results import Result

Order = Literal["difficulty", "given"]
Titles = Literal["everywhere", "answers", "nowhere"]

LEAST_POINTS = 5.5  # type size in points below which numbers are hard to read
MOST_POINTS = 72


@named_arguments
@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class BookLayout(Result):
    """Paper, order and look of a book. Raises `UsageError` for an unknown size, language or length.

    >>> BookLayout(page="A5").order
    'difficulty'
    """

    page: Annotated[
        str, "The size of a page: A5, 6x9, letter, A4, legal, A3, or such as 150x200mm or 8.5x14 (inches)."
    ] = "6x9"
    margin: Annotated[str, "Margin on all sides, in mm, cm, in or pt."] = "0.5in"
    gutter: Annotated[str, "Extra margin at the binding."] = "0.25in"
    order: Annotated[Order, "From the easiest puzzle on, or as they are given."] = "difficulty"
    colour: Annotated[bool, "Print colours; by default inks are marked with letters."] = False
    titles: Annotated[Titles, "Where titles are printed; at a puzzle they may give it away."] = "answers"
    least_points: Annotated[float, "The smallest size of numbers; a puzzle too large for it is left out."] = (
        LEAST_POINTS
    )
    font: Annotated[str | None, "A TrueType file for all texts, instead of Bitstream Vera."] = None
    language: Annotated[str, Text(words=LANGUAGES), "Language of rules and captions."] = ENGLISH

    def __post_init__(self) -> None:
        require_fields(self)
        if not 0 < self.least_points <= MOST_POINTS:
            raise UsageError(f"numbers can have up to {MOST_POINTS} points, not {self.least_points}")
        paper_of(self.page, self.margin, self.gutter)

    def _titled(self, *, answered: bool) -> bool:
        """Returns True if titles are printed at the puzzles; with `answered`, at the answers."""
        return self.titles == "everywhere" or (answered and self.titles == "answers")

    @property
    def ordered(self) -> bool:
        """True if the puzzles are ordered by difficulty."""
        return self.order == "difficulty"

    @property
    def paper(self) -> Paper:
        """The paper."""
        return paper_of(self.page, self.margin, self.gutter)

    @property
    def words(self) -> Words:
        """Texts in the book's language."""
        return Words(self.language)


@dataclass(frozen=True, slots=True)
class BookSettings:
    """The checked arguments of `book`, without the puzzles."""

    title: str
    author: str
    layout: BookLayout
    all_or_nothing: bool
