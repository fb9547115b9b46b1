"""Other programs under limits.

- `programs`: runs them, captures their output, measures and limits them; `trees`: their descendants.
"""
