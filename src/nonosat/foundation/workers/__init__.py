"""Work in other processes, here or on a cluster.

- `processes`: child processes, what is said to them, their memory and their end, by `linux` or `portable`;
- `pool`: an executor of such processes;
- `executors`: where work goes, processes here or the executor of a cluster;
- `spread`: work on many items by the workers of an executor, in chunks; lost workers are survived.
"""
