"""Certificates.

- `certificate`: certificates of verdicts, which `nonosat.verifier` checks; `counts`: of counts and backbones;
  `minimality`: of bounds on givens and of minimal conflicts; `repainting`: of repainted cells; `least_choices`: cost bounds for
  both; `proving`: one function for all claims;
- `refutation_files`: the deductions, clauses and proof in a certificate; `lrat_proof`: a solver's proof, trimmed;
- `proved_checker`: a second opinion by the checker that is proved in Coq.
"""
