"""Records of answers in JSON, declared once for the command line, the HTTP API and Python.

- `answers`: the record of each answer, as a typed dictionary that `to_json()` of the result returns.
- `moves`: the record of judged moves; `scans`: that of a scanned puzzle.
- `jsonl`: lines of the command line, batches and data sets.
- `tables`: the lines of each command, and their members as columns of a table.
- `cells`: functions that make parts of records; `shared_types`: declared values in them.
- `parameters`: the declaration of a question, made of the public function that answers it.
- `schema_of`: the declaration of a typed dictionary, with the words of its docstrings.
- `json_types`: types that read JSON, refuse wrong values, and describe JSON Schema.
"""
