"""Many puzzles: on all processors or a cluster, with a journal that a later run goes on from.

- `sources`: the puzzles one by one, from files, folders, patterns and lines of JSON;
- `journal`: the file with the answers, and `keys`, what says that two questions are the same;
- `many`: many puzzles from Python;
- `merge`: several journals made one; `summary`: what is in one, with `charts` on a `page`, and as a `table`;
- `expect`: the verdicts that are wanted, and where others are found;
- `places`: where records stand in a file, in little memory.
"""
