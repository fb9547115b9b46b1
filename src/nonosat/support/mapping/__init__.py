"""Many items on many processes, on this machine or on a cluster.

- `pool`: an executor made of child processes; `executors`: that one, or the executor of a cluster;
- `spread`: maps a function over many items in chunks and survives the loss of workers.
"""
