"""Work in other processes, here or on a cluster.

- `processes`: calls in a child process, its memory and its end; `linux` and `portable` are its two systems;
- `pool`: processes that are kept;
- `executors`: where work goes, processes here or the executor of a cluster;
- `spread`: work on many items by the workers of an executor, in chunks; lost workers are survived.
"""
