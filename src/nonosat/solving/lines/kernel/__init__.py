"""The compiled line solver; `nonosat.solving.lines.solver` uses it where it was built.

Python defines, and tests compare: `line.c` computes what `nonosat.solving.lines.line` does; `board.c`, `propagate.c` and
`nested.c` what `reference`, `chains` and `nesting` do there; `clauses.c` what `clauses` does; `techniques.c` and `picture.c` what
`nonosat.questions.explanation.techniques` and `canvas` do. `probe.c` keeps all that full probing by the reference keeps.
The searches are here only: `dive.c`; `tree.c` and `joint.c`; `learn.c` and the files it uses; `beliefs.c`, `graph.c`,
`messages.c`, `marginals.c` and `odds.c`. Brute force judges them. `lines.c` has the lines of a puzzle.
"""
