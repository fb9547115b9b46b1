"""Why a puzzle has no solution.

- `groups`: each clue and given behind a selector literal, so that a solver decides any set of them;
- `derivation`, `ink_balance`: contradictions found by lines and by counting;
- `mus`: minimal and smallest sets of clues that contradict each other.
"""
