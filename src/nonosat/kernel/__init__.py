"""The kernel: a C library (README.md, nonosat.h) and its binding; `nonosat.lines.solver` uses it where it was built.

- `core`: puzzles, masks, boards, and propagation to the fixpoint;
- `probe`: probing; `learn`: conflict-driven clause learning; `beliefs`: belief propagation; `search`: the stages of one search;
- `chains`: chains of lines that refute a colour; `techniques`: lines as a person sees them;
- `python`: the module `_compiled`, on top of nonosat.h. No other folder includes Python.h.

No file uses one that uses it in turn. Python modules define what `core`, `chains` and `techniques` compute, and tests
compare; brute force judges the searches.
"""
