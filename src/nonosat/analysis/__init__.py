"""Questions about a puzzle that go beyond whether it has a solution, each in a module of its own.

For what its solutions have in common and where they differ, `landscape` does the work and the rest asks it:

- `stretch`: the parts of one line that can be filled independently, as minimal automata;
- `regions`: the groups of open cells that do not depend on each other;
- `frontier`: all solutions of a region in one sweep over its cells (`wide`: with arrays), compiled into
- `space`: a decision diagram, which counts, finds by number, lists, and knows shortest paths;
- `forced`, `counting`, `pictures`, `listing`, `distance`, `ambiguity`: the questions;
- `ganak`, `optimum`: a model counter and an optimiser for regions too large for that.

For how a person would solve it:

- `reasons`: what can be said of one line, from the simplest argument to the hardest;
- `trial`: what follows from supposing that a cell has a colour;
- `sketch`: an unfinished picture;
- `explain`, `hint`, `rate`: all steps, the next one, and how hard they are; `wording`: in words.

For what is wrong with a puzzle and what would mend it:

- `claims`: each clue and given behind a switch, so that a solver answers for any set of them;
- `chain`, `sums`: contradictions that lines show, and that counting shows;
- `conflict`: clues that contradict each other, as few as possible;
- `slips`, `retype`: the typing error;
- `others`, `rare`, `reveal`: the cells to reveal;
- `flaws`, `redraw`: the cells of a picture to repaint;
- `mended`, `repair`: what a repair is, and one question for all kinds.

For those who do not believe it, `certificate` writes down and checks proofs. `clock`: their time limits.
"""
