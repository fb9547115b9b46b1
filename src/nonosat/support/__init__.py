"""Support of all departments; knows nothing of puzzles.

- `errors`: the errors and their exit codes; `limits`: limits and the clock; `end`: how work ended;
- `interrupts`: Ctrl-C; `arguments`: checks of arguments;
- `results`: base classes of all answers; `displays`: drawings in notebooks; `lazy_names`: public names;
- `files`: input files, and output files written whole or not at all; `bundled`: names of the built-in puzzles;
- `children`: one child process per question; `mapping`: many items on many processes; `programs`: other programs;
- `sentences`: facts in words; `longint`: integers of any length as text; `packages`: availability of packages; `version`;
- `compiled_sources`: whether a checkout's compiled modules are of its sources.
"""
