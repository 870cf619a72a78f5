"""Scenario files, run: a short readable play of the rules against a host (docs/scenarios.md is the format).

`script` reads plain data into a `Script`, `setup` makes the beginning of a Mission of it, `runner` plays its
steps on a `host`: in memory (`memory`), or on whatever else keeps a log. Reading YAML is the caller's.
"""
