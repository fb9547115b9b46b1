"""What every department stands on; it knows nothing of puzzles.

- `errors`: what is raised, and its exit codes; `limits`: when to stop; `arguments`: the check of arguments;
- `results`: what all answers have in common; `displays`: how values are shown; `lazy_dataclasses`: all dataclasses;
- `files`: output files, written whole or not at all;
- `journals`: files that a run adds to and a later run continues;
- `workers`: child processes, pools, executors, and work spread over them;
- `longint`: integers of any length as text; `packages`: which packages are there; `version`.
"""
