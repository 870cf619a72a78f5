"""How an entry of the rules data is tried out: what one who tries it has, and whom it is done to. The numbers come from
the same options that a Mission offers."""

from __future__ import annotations

from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Trial
from tactics.outerah.specs import Skill, Status, Thing, Weapon

WISE = {"WIS": 60}
"""So that a Buff that is tried out succeeds."""


def trial(rules: Rules, kind: str, key: str, rank: str) -> Trial | None:
    """rank: means nothing here. None for what nobody does (terrain, materials, classes)."""
    spec = rules.find(kind, key)
    if isinstance(spec, Weapon):
        return Trial(who={"weapons": [key]}, names=(key,), far=max(1, min(4, spec.range)))
    if isinstance(spec, Skill):
        stats = WISE if spec.does == "buff" else {}
        return Trial(who={"skills": [key]}, stats=stats, names=(key,), far=max(1, min(4, spec.range)))
    if isinstance(spec, Thing):
        return Trial(who={"pack": {key: 2}}, stats=WISE, names=(key,))
    if isinstance(spec, Status):
        return Trial(who={"statuses": [key]}, names=("attack",), at={"statuses": [key]})
    return None
