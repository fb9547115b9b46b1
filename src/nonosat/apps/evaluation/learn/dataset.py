"""Questions for language models and scores of their answers, with reasoning-gym's interface.

`NonogramDataset` has the methods that training code expects of such a dataset, without needing that package. Questions
come from `nonosat.prompt`, scores from `nonosat.judge`: any solution is right, and wrong answers get partial scores.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import randrange
from typing import Any

from nonosat.apps.evaluation.judging.judge import judge
from nonosat.apps.evaluation.judging.prompts import STYLES, PromptStyle, prompt
from nonosat.apps.evaluation.learn.sources import Wished
from nonosat.apps.generation.wish import Wish
from nonosat.explaining.grading.rate import Rating, rated
from nonosat.formats import loads
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.lazy_dataclasses import dataclass, field
from nonosat.support.limits import Clock

NAME = "nonogram"  # name in reasoning-gym

_SEEDS = 2**32


@dataclass
class NonogramConfig:
    """Configuration of the questions; mutable, like those of reasoning-gym.

    A `Wish` can be given as a mapping of its fields, as in a configuration file.

    >>> NonogramConfig(wishes={"width": 5, "height": 5}).wishes
    [Wish(width=5, height=5, figures={})]
    """

    seed: int | None = None
    """None for a random one."""
    size: int = 500
    """Number of questions."""
    wishes: Any = field(default_factory=lambda: Wish(width=5, height=5))
    """One `nonosat.Wish`, or several used in turn."""
    style: PromptStyle = "text"
    """Style of `nonosat.prompt`."""
    example: bool = False
    """True if each question starts with a small solved puzzle."""
    seconds: float | None = None
    """Time limit per answer; a wrong answer not measured by then scores 0."""

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
    """Questions with answers, generated lazily and deterministically by the configuration.

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
        """Returns entry `idx`, from 0: `question`, `answer` and `metadata` (plain data).

        As in reasoning-gym, indices beyond `size` are valid. Raises `IndexError` for negative indices.
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
        """Scores an answer from 0.0 to 1.0; 1.0 exactly for any solution; see `nonosat.Judgement.score`."""
        if not isinstance(answer, str):
            return 0.0
        puzzle = loads(json.dumps(entry["metadata"]["puzzle"]), "json")
        return judge(puzzle, answer, seconds=self.config.seconds).score or 0.0


def _difficulty(puzzle: Puzzle, known: Rating | None) -> dict[str, Any]:
    """Returns difficulty figures for curricula."""
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
    """Registers `NonogramDataset` with `reasoning_gym.create_dataset(name, ...)`; idempotent.

    Raises `MissingExtraError` without reasoning-gym.
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
