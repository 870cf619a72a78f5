"""A campaign's house rules: entries of the rules data that are added, changed or left out at one table."""
