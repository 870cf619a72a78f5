"""The rulesets by name: the one file that knows them all."""

from __future__ import annotations

from tactics.kernel.ruleset import Ruleset
from tactics.outerah.table import OUTERAH
from tactics.tempus.table import TEMPUS

RULESETS: dict[str, Ruleset] = {TEMPUS.name: TEMPUS, OUTERAH.name: OUTERAH}


def get(name: str) -> Ruleset:
    """The table of a ruleset. Raises KeyError with the name for one that is not built."""
    return RULESETS[name]
