"""Many puzzles: on all processors or a cluster, with a journal that a later run continues.

- `asking`: the questions, and the records of their answers; `lines` has the members that all records share;
- `batch`: asks a question of many puzzles, which are `given` by Python code or by arguments of a command;
- `journal`: the file with the answers, and `keys`, which identify questions; `journal_files`: journals of any kind;
- `checking`: checks many puzzles from Python; `engines`: executors of clusters by name, with `ray_executor` for Ray;
- `race`: many seeds and solvers at once on one puzzle;
- `merge`: joins journals; `summary`: figures of one; `table`: its answers for other programs;
- `tables`: figures for a terminal;
- `expect`: the expected verdicts, and how answers differ from them;
- `disk_index`: numbers by key on disk, so that millions take little memory.
"""
