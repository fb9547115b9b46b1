"""Certificates and cubes.

- `certificate`: writes certificates of verdicts, which `nonosat.verifier` checks; `counts`: of numbers of solutions and
  of what they share; `minimality`: that no fewer givens do, and no clue of a conflict can be spared; `repainting`: the same of
  repainted cells; `choices`: the bounds of both; `proving`: one answer for all of these;
  `second_opinion`: what another checker says of a certificate;
- `argument`: the deductions, clauses and proof in them; `lrat`: a solver's proof, trimmed; `elaboration`: hints for
  proofs that have none; `foreign`: proofs by other programs;
- `cubes`: hard puzzles cut into parts that are answered one by one.
"""
