"""Many items on many processes.

- `pool`: child processes that stream results;
- `executors`: the same on any `concurrent.futures.Executor`, such as those of clusters;
- `spread`: maps a function over many items in chunks and survives the loss of workers;
- `attempts`: the table of errors, for one item or many.
"""
