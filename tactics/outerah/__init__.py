"""Outerah: rounds of ten seconds, turns of five parts, a D100 against Agility, elements, cover, pets and airships.

Each file is one system of the document and says in its first lines which. `parts` holds what all of them may use,
`collectors` what changes a hit check, `attacks` the order of things; `table` joins them. docs/architecture.md tells
where a new rule goes.
"""
