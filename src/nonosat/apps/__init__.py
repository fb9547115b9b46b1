"""Applications: all that people, scripts and agents see of the engine.

- `cli`: the command line; `studio`: the designer's page and its server; `agents`: tools for agents (MCP);
- `web`: all JavaScript and CSS;
- `drawing`: pictures and their writers; `illustration`: drawings of answers; `book`, `lesson`: puzzles and lessons in print;
- `languages`: the texts of pages and books in other languages;
- `generation`: new puzzles and data sets; `scanning`: printed puzzles; `evaluation`: judging of answers by people and models;
- `batch`: many puzzles in one run; `benchmarking`: measured comparisons of solvers.

Nothing of the engine imports from here.
"""
