"""Why a puzzle has no solution.

- `groups`: each clue and given behind a selector, so that a solver answers for any set of them;
- `derivation`, `ink_balance`: contradictions that lines show, and that counting shows;
- `mus`: clues that contradict each other, as few as possible.
"""
