"""Numbers that explain themselves and rules as data: breakdowns, modifiers, formulas, odds, specs."""
