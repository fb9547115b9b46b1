"""What convinces others.

- `certificate`: writes certificates, which `nonosat.verifier` checks;
- `cubes`: hard puzzles cut into parts that are answered one by one.
"""
