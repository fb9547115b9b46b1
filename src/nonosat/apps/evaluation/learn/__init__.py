"""Training environments: gymnasium for agents, reasoning-gym for language models.

- `environment`: `NonogramEnv`; `nonosat.learn` registers it as `nonosat/Nonogram-v0`;
- `play`: a game in progress; classifies each move as implied, a guess or a contradiction;
- `rewards`: reward functions; `sources`: streams of puzzles;
- `moves`, `transcript`: judges moves, and reads them from text;
- `dataset`: `NonogramDataset`, questions and scores with reasoning-gym's interface.

The environment needs the extra `learn`, and registering the questions with reasoning-gym the extra
`reasoning`.
"""
