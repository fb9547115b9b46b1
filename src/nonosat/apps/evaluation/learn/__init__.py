"""Judges moves: does each cell follow, is it a guess, or is it wrong?

- `play`: a game in progress that labels each move; `nonosat.learn` has it for training;
- `moves`, `transcript`: judges moves, and reads them from text.
"""
