"""Records of answers in JSON, declared once for the command line, the HTTP API and Python.

- Results declare their records themselves: `_MEMBERS` of `support/results.py`; `scans`: the puzzles and drawings of a
  scan.
- `jsonl`: lines of the command line, batches and data sets.
- `cells`: functions that make parts of records; `shared_types`: declared values in them.
- `parameters`: the declaration of a question, made of the public function that answers it; `parameter_help`: what `help` says
  of each parameter.
- `schema_of`: the declaration of a result class or a typed dictionary.
- `json_types`: types that read JSON, refuse wrong values, and describe themselves as JSON Schema.
"""
