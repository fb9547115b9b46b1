"""Many items on many processes.

- `pool`: child processes that stream results;
- `spread`: maps a function over many items in chunks and survives the loss of workers.
"""
