"""Records of answers in JSON, declared once for the command line, the HTTP API and Python.

- `answers`: the record of each answer, as a typed dictionary that `to_json()` of the result returns.
- `moves`: the record of judged moves; `scans`: that of a scanned puzzle.
- `lines`: lines of the command line, batches and data sets.
- `columns`: the lines of each command, and their members as columns of a table.
- `parts`: functions that make parts of records; `values`: declared values in them.
- `declarations`: the declaration of a question, made of the public function that answers it.
- `derived`: the declaration of a typed dictionary, with the words of its docstrings.
- `declared`: types that read JSON, refuse wrong values, and describe JSON Schema.
"""
