"""Many puzzles: on all processors, with a journal that a later run continues.

- `journal`: the file with the answers, and `keys`, which identify questions; `journal_files`: journals of any kind;
- `checking`: checks many puzzles from Python;
- `merge`: several journals in one; `summary`: figures of one; `table`: its answers for other programs;
- `tables`: figures for a terminal;
- `expect`: the expected verdicts, and how answers differ from them;
- `places`: the places of records in a file, in little memory.
"""
