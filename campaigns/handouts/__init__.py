"""Handouts: what a GM shows to chosen seats, in the campaign and at the table (table.md 34)."""
