"""Child processes whose time and memory can be limited.

- `processes`: child processes, their messages, memory limits and end; implemented by `linux` or `portable`;
- `own_limits`: limits on everything that this process does.
"""
