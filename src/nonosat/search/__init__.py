"""Is there a solution, and is it the only one: `check`, `solve`, `solutions`.

- `questions`: the functions; `options`: how to search; `outcome`: verdicts and figures;
- `search`: one search, by the stages of the line solver and a solver of clauses (`board_solver`);
- `task`: what a search is given;
- `worker`: a search in a child process that can be ended; `portfolio`: several of them on one puzzle.
"""
