"""The rules data that ships, as YAML: one folder per ruleset, and `rules.yaml`, the index of all 448 rules.

Read by `tactics.rulebook.yaml_content` (the pure code of tactics reads no files).
"""
