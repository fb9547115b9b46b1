"""The compiled line solver; `nonosat.lines.solver` uses it where it was built.

- `core`: lines, masks, boards, and propagation to the fixpoint;
- `probe`: probing; `learn`: conflict-driven clause learning; `beliefs`: belief propagation;
- `chains`: chains of lines that refute a colour; `techniques`: lines as a person sees them;
- `module.c`: the module and its type `Lines`.

No file uses one that uses it in turn, and only `core` is used by other folders. Python modules define what `core`, `chains` and
`techniques` compute, and tests compare; brute force judges the searches.
"""
