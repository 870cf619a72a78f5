"""Cells of files that people open in a spreadsheet: none is a formula there, and all are read back as they were."""

from __future__ import annotations

import re

FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def harmless(cell: str) -> str:
    """With a `'` before what a spreadsheet would take for a formula; numbers stay numbers."""
    return f"'{cell}" if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell) else cell


def plain(cell: str) -> str:
    """Without the sign that `harmless` put before it."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell
