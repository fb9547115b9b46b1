"""Questions about a puzzle that go beyond whether it has a solution, each in a module of its own.

For what its solutions have in common and where they differ, `landscape` does the work and the rest asks it:

- `stretch`: the parts of one line that can be filled independently, as minimal automata;
- `regions`: the groups of open cells that do not depend on each other;
- `frontier`: all solutions of a region in one sweep over its cells (`wide`: with arrays), compiled into
- `space`: a decision diagram, which counts, finds by number, lists, and knows shortest paths;
- `forced`, `counting`, `pictures`, `distance`, `ambiguity`: the questions;
- `ganak`, `optimum`: a model counter and an optimiser for regions too large for that.

For what is wrong with a puzzle and what would mend it:

- `claims`: each clue and given behind a switch, so that a solver answers for any set of them;
- `chain`, `sums`: contradictions that lines show, and that counting shows;
- `conflict`: clues that contradict each other, as few as possible;
- `slips`, `retype`: the typing error;
- `others`, `reveal`: the cells to reveal;
- `mended`, `repair`: what a repair is, and one question for all kinds.
"""
