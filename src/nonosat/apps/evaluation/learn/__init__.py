"""A training environment of gymnasium, for agents that fill in cells.

- `environment`: `NonogramEnv`; `nonosat.learn` registers it as `nonosat/Nonogram-v0`;
- `play`: a game in progress; classifies each move as implied, a guess or a contradiction;
- `rewards`: reward functions; `sources`: streams of puzzles;
- `moves`, `transcript`: judges moves, and reads them from text.

It needs the extra `learn`.
"""
