"""How many solutions there are, what they have in common, and where they differ.

- `segments`: the parts of one line that can be filled independently, as minimal automata;
- `regions`: the groups of open cells that do not depend on each other;
- `frontier`: all solutions of a region in one pass over its cells (`frontier_numpy`: with arrays), compiled
  into
- `diagram`: a decision diagram, which counts, finds by number, lists, and knows shortest paths;
- `explore`: does all that for a puzzle; the questions below rest on it;
- `backbone`, `counting`, `solution_set`, `listing`, `distance`, `ambiguity`: the questions;
- `component_caching`: a search that counts no region twice, for those too large for that;
  `model_counters` runs it beside a model counter.
"""
