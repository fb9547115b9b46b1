"""The words of explanations: `patterns` of all sentences, `wording` of steps, `glossary` of techniques."""
