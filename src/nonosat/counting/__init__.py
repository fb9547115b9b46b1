"""The set of all solutions: its size, its backbone, and where solutions differ.

- `segments`: independent parts of one line, as minimal automata;
- `regions`: independent groups of open cells;
- `frontier`: compiles a region cell by cell into a `diagram`, a decision diagram that counts, lists, indexes and has
  shortest paths;
- `sweeps`: counts of larger regions, lower bounds and estimates; `completions` guesses which partial colourings lead to
  solutions; `frontier_numpy` counts with arrays; `estimates` turns runs into an estimate and its bound;
- `enumeration`: the diagram of a region whose lines cross cyclically, from a list of its solutions;
- `explore`: all of that for a puzzle; the questions rest on it;
- `telling`: gives observers what is known so far;
- `backbone`, `count`, `solution_set`, `listing`, `distance`, `ambiguity`, `one_line`: the questions;
- `component_caching`: counts regions too large for that by search, in a child process; `race` lets the counters take turns.
"""
