"""What a seat sees of a state, remembered: a view costs more than all else, and the same one is asked for by the
page, by the hub, and by the next command, which must fit what was on offer."""

from __future__ import annotations

from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState
from tactics.kernel.view import MissionView
from tactics.secrecy.project import project

from . import stored

PUBLIC = "public"
"""The seat key under which all spectators look: they see one view."""

_views: stored.Recent[MissionView] = stored.Recent(256)


def audience(seat: str, role: str) -> str:
    """Who shares a view: each GM and each player alone, all spectators together."""
    return PUBLIC if role == "spectator" else seat


def view_of(
    code: Ruleset, state: AnyState, digest: str, seat: str, role: str, *, withhold: bool = False
) -> MissionView:
    """The view of a state whose text has this digest. withhold: see `project`; commands are checked against the whole
    view."""
    seat = audience(seat, role)
    withhold = withhold and role == "gm"
    return _views.made(
        (code.name, digest, seat, role, withhold),
        lambda: project(code, state, stored.rules_of(state.rules), seat, role, withhold=withhold),
    )


def bases(view: MissionView) -> frozenset[str]:
    """The digests of everything that a view offers: a command names the one that its sender was shown."""
    found = {prompt.basis for prompt in view.prompts}
    for option in view.options:
        found.add(option.basis)
        found.update(target.basis for target in option.targets)
    found.update(reach.basis for reach in view.reach)
    for pack in view.packs:
        found.add(pack.basis)
        found.update(thing.basis for holder in pack.holders for thing in holder.things)
    if view.end_turn is not None:
        found.add(view.end_turn.basis)
    return frozenset(found - {""})
