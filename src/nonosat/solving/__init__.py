"""Finds solutions and proves that there are no others.

- `lines`: one line completely, all lines to the fixpoint, beliefs;
- `sat`: encodings, backends that solve them, and the oracle that answers many questions about one puzzle;
- `engine`: one search over both, workers, portfolio, verdicts.
"""
