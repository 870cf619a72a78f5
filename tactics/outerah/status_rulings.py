"""Statuses that the Guide gives and ends by hand, with all that belongs to them (reference.md 3.1, O-242, O-243).

One is given by its key, or as the document writes it: `Everlasting Burn (3)`. It comes without a resist roll.
"""

from __future__ import annotations

from collections.abc import Mapping

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.ruleset import Known
from tactics.kernel.state import EVERYONE
from tactics.outerah import notation, numbers, properties, statuses
from tactics.outerah.parts import constant, truth
from tactics.outerah.specs import Status

EXAMPLE = "Everlasting Burn (3)"
GUIDE = "gm"


def prefixes(known: Known) -> Mapping[str, int]:
    """Prefix -> the tier that it says (house values)."""
    found: Mapping[str, int] = constant(known, "out.status.prefixes")
    return found


def give(work: Work, body: str, words: str) -> None:
    """Puts it on. Refused: `bad_field` says how it is written."""
    labels = {spec.label: key for key, spec in work.rules.entries["status"].items()}
    known = truth(work)
    tiers: dict[str, int] = {}
    prefix, rounds, key = "", None, words
    if words not in work.rules.entries["status"]:
        try:
            prefix, name, rounds = notation.parse(words, labels)
        except ValueError as error:
            raise bad_field("status", str(error)) from error
        key = labels[name]
        tiers = {each.casefold(): tier for each, tier in prefixes(known).items()}
        if prefix and prefix.casefold() not in tiers:
            raise bad_field("status", f"{prefix!r} is no prefix: choose one of {', '.join(prefixes(known))}")
    tier = tiers[prefix.casefold()] if prefix else None
    spec = work.rules.find("status", key)
    number = None
    if isinstance(spec, Status) and spec.does == "end_damage" and spec.number is None:
        number = properties.wound(numbers.level(known, work.state.bodies[body]))  # as of one of its own level
    statuses.put(work, body, key, source=GUIDE, rounds=rounds, number=number, tier=tier)
    if isinstance(spec, Status) and spec.does == "hidden" and not work.state.bodies[body].hidden_from:
        work.emit(e.BodyHidden(body=body, hidden_from=(EVERYONE,)))


def end(work: Work, body: str, key: str) -> None:
    """Ends it; Max HP is what it was without it."""
    spec = work.rules.find("status", key)
    statuses.end(work, body, key)
    if isinstance(spec, Status) and spec.does == "hidden" and work.state.bodies[body].hidden_from:
        work.emit(e.BodyRevealed(body=body))
