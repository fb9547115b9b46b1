"""Is there a solution, and is it the only one: `check`, `solve`, `solutions`.

- `questions`: the functions; `outcome`: verdicts, limits and figures;
- `search`: one search: propagate, encode, solve, check each picture;
- `worker`: a search in a child process that can be ended; `portfolio`: several of them on one puzzle.
"""
