"""Questions for language models, and scores of their answers, in the shape of reasoning-gym.

`NonogramDataset` has what training code asks of a dataset of that package, and does without it. Questions are
`nonosat.prompt`, scores those of `nonosat.judge`: any solution is right, and what is wrong has its share.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import randrange
from typing import Any

from nonosat.evaluation.judging.judge import judge
from nonosat.evaluation.judging.prompts import STYLES, PromptStyle, prompt
from nonosat.evaluation.learn.sources import Wished
from nonosat.formats import loads
from nonosat.foundation.errors import MissingExtraError, UsageError
from nonosat.foundation.lazy_dataclasses import dataclass, field
from nonosat.foundation.limits import Clock
from nonosat.generation.wish import Wish
from nonosat.model.puzzle import Puzzle
from nonosat.questions.explanation.rate import Rating, rated

NAME = "nonogram"
"""What reasoning-gym knows it as."""

_SEEDS = 2**32


@dataclass
class NonogramConfig:
    """What the questions are; mutable, as those of reasoning-gym are.

    Wishes may be given as mappings of their fields, so that a file can hold them.

    >>> NonogramConfig(wishes={"width": 5, "height": 5}).wishes
    [Wish(width=5, height=5, figures={})]
    """

    seed: int | None = None
    """None for a random one."""
    size: int = 500
    """How many questions."""
    wishes: Any = field(default_factory=lambda: Wish(width=5, height=5))
    """One `nonosat.Wish` or several, of which one question after the other is made in turn."""
    style: PromptStyle = "text"
    """That of `nonosat.prompt`."""
    example: bool = False
    """Whether each question begins with a small puzzle and its answer."""
    seconds: float | None = None
    """How long an answer may be looked at. A wrong one that is not measured by then has the score 0."""

    def __post_init__(self) -> None:
        self.validate()

    def validate(self) -> None:
        """Raises `UsageError` for invalid arguments."""
        given = [self.wishes] if isinstance(self.wishes, (Wish, Mapping)) else list(self.wishes)
        self.wishes = [_wish(each) for each in given]
        if not self.wishes:
            raise UsageError("there must be at least one wish")
        if self.size < 1:
            raise UsageError(f"a dataset must have at least 1 question, not {self.size}")
        if self.style not in STYLES:
            raise UsageError(f"no style is called {self.style!r}; there are {', '.join(STYLES)}")


def _wish(given: Any) -> Wish:
    if isinstance(given, Wish):
        return given
    try:
        return Wish(**given)
    except TypeError as error:
        raise UsageError(f"expected a wish, or a mapping of its fields: {error}") from None


class NonogramDataset:
    """Questions with answers, the same for the same configuration; each is made when it is asked for.

    >>> dataset = NonogramDataset(NonogramConfig(seed=1, size=3))
    >>> len(dataset), len(list(dataset))
    (3, 3)
    >>> entry = dataset[0]
    >>> entry["question"].split(".")[0], entry["metadata"]["difficulty"]["width"]
    ('Solve this nonogram', 5)
    >>> dataset.score_answer(f"I think it is\\n{entry['answer']}", entry), dataset.score_answer(None, entry)
    (1.0, 0.0)
    """

    category = "games"

    def __init__(self, config: NonogramConfig | None = None) -> None:
        self.config = config or NonogramConfig()
        self.config.validate()
        self.size = self.config.size
        self.seed = randrange(_SEEDS) if self.config.seed is None else self.config.seed
        self._source = Wished(self.config.wishes)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(self.__getitem__, range(self.size))

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The entry with that number, from 0: `question`, `answer` and `metadata`, which is plain data.

        As in reasoning-gym, entries go on behind the size. Raises `IndexError` for a number below 0.
        """
        if idx < 0:
            raise IndexError(f"questions are numbered from 0, not {idx}")
        made = self._source.made(self.seed, idx)
        puzzle, goal = made.puzzle, made.puzzle.goal
        assert goal is not None
        asked = prompt(puzzle, style=self.config.style, example=self.config.example)
        return {
            "question": asked.text,
            "answer": asked.answer(goal),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": puzzle.statement.to_json(),
                "solution": goal.to_json(),
                "difficulty": _difficulty(puzzle, made.rating),
            },
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """From 0.0 to 1.0, and 1.0 only for a solution, whichever; see `nonosat.Judgement.score`."""
        if not isinstance(answer, str):
            return 0.0
        puzzle = loads(json.dumps(entry["metadata"]["puzzle"]), "json")
        return judge(puzzle, answer, seconds=self.config.seconds).score or 0.0


def _difficulty(puzzle: Puzzle, known: Rating | None) -> dict[str, Any]:
    """What a curriculum may go by."""
    rating = known or rated(puzzle, clock=Clock())
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "inks": len(puzzle.palette) - 1,
        "grade": rating.grade and str(rating.grade),
        "difficulty": rating.difficulty,
        "verdict": str(rating.verdict),
    }


def register_dataset(name: str = NAME) -> None:
    """Has `reasoning_gym.create_dataset(name, ...)` make a `NonogramDataset`; twice is as good as once.

    Raises `MissingExtraError` where reasoning-gym is not installed.
    """
    try:
        from reasoning_gym.dataset import ProceduralDataset
        from reasoning_gym.factory import DATASETS
        from reasoning_gym.factory import register_dataset as register
    except ImportError:
        raise MissingExtraError("this needs reasoning-gym: pip install 'nonosat[reasoning]'") from None
    if name not in DATASETS:
        bases = (NonogramDataset, ProceduralDataset)
        register(name, type(NonogramDataset.__name__, bases, {}), NonogramConfig)
