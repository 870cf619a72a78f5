"""What surrounds the fighting in every ruleset: phases, objectives, placement, turns in order, the GM's rulings,
table talk. Each file is a set of functions; a ruleset chooses them into its table (`HANDLERS`, `PROMPTS`).
"""
