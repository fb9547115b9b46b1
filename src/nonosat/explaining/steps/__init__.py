"""The steps of a person, each with its reason.

- `explain`: all steps; `step`: one of them; `partial_grid`: a picture with unknown cells; `state_text`: reads one from
  text;
- `techniques`: techniques for one line, from the simplest to the hardest; `first_technique`: the first that applies to a line;
  `line_steps`: the simplest that implies anything new;
- `suppositions`: suppositions in the order of their cost; `probes`: their consequences; `easiest_chain`: the one that is
  easiest to follow; `refutation`: its lines one by one; `contradictions`: why a line has no filling;
- `reader_knowledge`: colours that a reader of a colour puzzle knows; `solver_knowledge`: colours that only a solver
  finds.
"""
