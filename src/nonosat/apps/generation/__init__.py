"""Generated puzzles: families known from solver tests, pictures by formula, requested puzzles, choices for a picture.

- `domino`, `formula`, `patterns`: families with a few parameters, for tests and benchmarks;
- `wish`: the specification of a puzzle;
- `generate`: requested puzzles; `local_search` finds them, from `start_pictures` of several `kinds` (`lettering`), by changes
  of a `sketch` towards one of `aims`;
- `from_image`: a puzzle of a picture, or `image_choices`, several to choose from; `choice_sheet` shows them
  (`choice_figures`);
- `symmetry`: cells of equal colour; `typo`: puzzles with a wrong clue; `publishing`: rules of sites.

All functions are pure, so the same arguments give the same puzzle on every machine; except choices, which depend on a
time limit.
"""

from nonosat.apps.generation.domino import n_dom
from nonosat.apps.generation.formula import checkerboard, julia, rings

__all__ = ["n_dom", "checkerboard", "rings", "julia"]
