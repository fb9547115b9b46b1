"""What every department stands on; it knows nothing of puzzles.

- `errors`: what is raised, and its exit codes; `limits`: when to stop; `arguments`: the check of arguments;
- `results`: what all answers have in common; `files`: output files, written whole or not at all;
- `workers`: child processes, pools and executors;
- `longint`: integers of any length as text; `packages`: which packages are there; `version`.
"""
