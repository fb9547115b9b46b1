"""Work in other processes, on this machine or on a cluster.

- `processes`: child processes, their messages, memory limits and end; implemented by `linux` or `portable`;
- `pool`: an executor made of such processes; `executors`: that one, or the executor of a cluster;
- `spread`: maps a function over many items in chunks and survives the loss of workers;
- `programs`: other programs, measured and limited; `trees`: their descendants;
- `bounds`: limits on everything that this process does.
"""
