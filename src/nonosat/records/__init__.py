"""Records: how an answer is written as JSON, declared once for the command line, the HTTP API and Python.

- `answers`: the record of each answer, as a typed dictionary; the results' `to_json()` give them.
- `moves`: the record of judged moves; `scans`: that of a scanned puzzle.
- `lines`: the lines of the command line, of batches and of data sets.
- `columns`: which of them each command prints, and their members as columns of a table.
- `parts`: what results make them of; `values`: the values in them, declared.
- `declarations`: the declaration of a question, from the public function that answers it.
- `derived`: the declaration of a typed dictionary, with the words of its docstrings.
- `declared`: declarations that read JSON, refuse what is not as declared, and describe it as JSON Schema.
"""
