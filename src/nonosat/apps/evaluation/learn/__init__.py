"""Judges moves: labels each cell as implied, a guess, or wrong.

- `play`: a game in progress that labels each move; `nonosat.learn` has it for training;
- `moves`, `transcript`: judges moves, and reads them from text.
"""
