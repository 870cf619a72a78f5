"""Objects at hand: whoever acts takes up a chair or a bottle and strikes with it (O-026 to O-034).

What lies about is for the Guide to say; whatever the rules data calls improvised may be taken up, for nothing, in place
of the weapon of the mainhand, and is put down again as it was taken. Dice and type come of Strength and of what the
object is like (`attack_data`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Known, Narrate
from tactics.kernel.state import AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import audience as shared
from tactics.mission import turns
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import attack_data
from tactics.outerah.parts import MAINHAND, PART_LABELS, body_part, free_to_act, truth, why_held, with_body_part
from tactics.outerah.specs import Option, Weapon


class Grab(c.Command, frozen=True, tag="grab"):
    """Takes an object in the mainhand; without one puts down what is there. Of a Mob every member does so."""

    unit: c.Key
    what: c.Key | None = None


class TookUp(e.Event, frozen=True, tag=True):
    """A body has this object in its mainhand now; empty: its own weapon again."""

    body: str
    what: str = ""


def lying_about(rules: Rules) -> dict[str, Weapon]:
    """The improvised weapons of the rules data."""
    found = rules.entries.get("weapon", {})
    return {k: w for k, w in found.items() if isinstance(w, Weapon) and w.improvised and not w.disabled}


def grab(work: Work, command: Grab) -> None:
    unit = turns.active_unit(work, command.unit)
    known = truth(work)
    if why := why_held(known, unit):
        raise illegal("phase", text=why)
    what = command.what or ""
    if what and what not in lying_about(work.rules):
        raise Refused("unknown", what=what)
    bodies = [b for b in free_to_act(known, unit) if body_part(b).object != what]
    if not bodies or unit.kind == "ship":
        raise illegal("nothing")
    for body in bodies:
        work.emit(TookUp(body=body.key, what=what))


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Taking up an object, each with the dice and the type that it would have in these hands, and putting it down."""
    spec = known.rules.find("action", "attack")
    able = free_to_act(known, unit)
    if not able or not isinstance(spec, Option) or spec.disabled:
        return
    held = body_part(able[0]).object
    plain = OptionView(
        key="grab", unit=unit.key, do="grab", label="Take up an object", group=PART_LABELS[MAINHAND], cost="free",
        help="rule:O-026", title="whatever the GM says is at hand, in place of the weapon in the mainhand",
    )  # fmt: skip
    choices = []
    for key, weapon in lying_about(known.rules).items():
        found = attack_data.of_weapon(known, able[0], key)
        if found is not None and key != held:
            more = f"{found.bonus:+d}" if found.bonus else ""
            element = "" if found.element == "neutral" else f" {found.element}"
            choices.append((key, f"{weapon.label}: {found.dice}{more} {found.blow}{element}"))
    if choices:
        yield replace(plain, fields=(FieldView("what", "What", "choice", tuple(choices), alone=True),))
    if held:
        label = f"Put down: {getattr(known.rules.find('weapon', held), 'label', held)}"
        yield replace(plain, key="grab.down", label=label, title="one's own weapon again")


def _said(rules: Rules, what: str) -> str:
    return str(getattr(rules.find("weapon", what), "label", what)).lower()


COMMANDS: tuple[type[c.Command], ...] = (Grab,)
EVENTS: tuple[type[e.Event], ...] = (TookUp,)
APPLIERS: dict[type[e.Event], Any] = {TookUp: lambda s, ev: with_body_part(s, ev.body, object=ev.what)}
HANDLERS: dict[type, Handler] = {Grab: grab}
AUDIENCE: dict[type[e.Event], Rule] = {TookUp: shared.both}
WORDS: dict[type[e.Event], Narrate] = {
    TookUp: lambda t, ev: line(
        "system",
        f"{name(t, ev.body)} takes up: {_said(t.known.rules, ev.what)}"
        if ev.what
        else f"{name(t, ev.body)} has its own weapon in hand again",
    ),
}
