"""Objects at hand: whoever acts takes up a chair or a bottle and strikes with it (O-026 to O-034).

What lies about is for the Guide to say; whatever the rules data calls improvised may be taken up, for nothing, in place
of the weapon of the mainhand, and is put down again as it was taken. Dice and type come of Strength and of what the
object is like (`attack_data`), or of what the Guide says of it while it is in hand (O-029).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Known, Narrate, Telling
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, LogLine, OptionView
from tactics.mission import audience as shared
from tactics.mission import turns
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import attack_data
from tactics.outerah.parts import (
    MAINHAND,
    PART_LABELS,
    ObjectIs,
    body_part,
    free_to_act,
    living,
    truth,
    why_held,
    with_body_part,
)
from tactics.outerah.specs import Option, Weapon, dice_of


class Grab(c.Command, frozen=True, tag="grab"):
    """Takes an object in the mainhand; without one puts down what is there. Of a Mob every member does so."""

    unit: c.Key
    what: c.Key | None = None


class SayObject(c.Command, frozen=True, tag="say_object"):
    """The Guide says what the object in the hand of a unit is. roll: its dice, such as 2d6; bonus: added to its damage;
    blow: slashing, piercing or bludgeon. What is left empty is as the rules have it."""

    unit: c.Key
    roll: c.Text = ""
    bonus: int | c.Text | None = None
    blow: c.Text = ""
    reason: c.Text = ""


class ObjectSaid(e.Event, frozen=True, tag=True):
    """before, now: what it was and is in these hands, such as `1d4 bludgeon`."""

    body: str
    what: ObjectIs
    before: str
    now: str
    reason: str = ""


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


BLOWS = ("slashing", "piercing", "bludgeon")


def say(work: Work, command: SayObject) -> None:
    """Dice, modifier and type of an object in hand, by the Guide's word (O-029)."""
    if not work.by.is_gm:
        raise Refused("not_allowed")
    unit = work.unit(command.unit)
    found = [work.state.bodies[k] for k in unit.bodies if k in work.state.bodies]
    held = [b for b in found if body_part(b).object]
    if not held:
        raise illegal("nothing")
    what = _read(command)
    changed = [b for b in held if (body_part(b).object_is or ObjectIs()) != what]
    if not changed:
        raise illegal("nothing")
    for body in changed:
        after = replace(body, part=replace(body_part(body), object_is=what))
        before, now = (_like(truth(work), one) for one in (body, after))
        work.emit(ObjectSaid(body=body.key, what=what, before=before, now=now, reason=command.reason))


def _read(command: SayObject) -> ObjectIs:
    dice = command.roll.strip().lower()
    try:
        roll = dice_of(dice) if dice else None
    except ValueError as error:
        raise bad_field("roll", "write dice such as 2d6") from error
    if dice and roll is None:
        raise bad_field("roll", "write dice such as 2d6")
    if command.blow and command.blow not in BLOWS:
        raise bad_field("blow", f"choose one of {', '.join(BLOWS)}")
    given = command.bonus.strip() if isinstance(command.bonus, str) else command.bonus
    if given in ("", None):
        return ObjectIs(dice, None, command.blow)
    try:
        bonus = int(given or 0)
    except ValueError as error:
        raise bad_field("bonus", "a whole number") from error
    if not -MOST <= bonus <= MOST:
        raise bad_field("bonus", f"a whole number from {-MOST} to {MOST}")
    return ObjectIs(dice, bonus, command.blow)


MOST = 999


def _like(known: Known, body: AnyBody) -> str:
    """`3d4+2 bludgeon fire`: what the object in hand is."""
    found = attack_data.of_weapon(known, body, body_part(body).object)
    return _words(found) if found is not None else ""


def _words(found: attack_data.Attack) -> str:
    more = f"{found.bonus:+d}" if found.bonus else ""
    element = "" if found.element == "neutral" else f" {found.element}"
    return f"{found.dice}{more} {found.blow}{element}"


def _of_guide(known: Known, unit: AnyUnit, body: AnyBody) -> OptionView:
    """What the Guide says of the object that is in hand, as it is now."""
    own = body_part(body)
    said = own.object_is or ObjectIs()
    label = f"Say what it is: {getattr(known.rules.find('weapon', own.object), 'label', own.object)}"
    none = ("", "as the rules have it")
    return OptionView(
        key="object.said", unit=unit.key, do="say_object", label=label, group=PART_LABELS[MAINHAND], cost="free",
        help="rule:O-029", ruling=True, title=f"now {_like(known, body)}; what is left empty is as the rules have it",
        fields=(
            FieldView("roll", "Dice", value=said.dice, limit=8, help="such as 2d6"),
            FieldView("bonus", "Added to its damage", value="" if said.bonus is None else str(said.bonus), limit=4,
                      help="such as 2 or -1"),
            FieldView("blow", "Type", "choice", (none, *((each, each) for each in BLOWS)), said.blow),
        ),
    )  # fmt: skip


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
            choices.append((key, f"{weapon.label}: {_words(found)}"))
    if choices:
        yield replace(plain, fields=(FieldView("what", "What", "choice", tuple(choices), alone=True),))
    if held:
        label = f"Put down: {getattr(known.rules.find('weapon', held), 'label', held)}"
        yield replace(plain, key="grab.down", label=label, title="one's own weapon again")
    yield from rulings(known, unit)


def rulings(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """The Guide's word on the object in the unit's hand, whoever plays it (O-029)."""
    held = next((b for b in living(known.state, unit) if body_part(b).object), None)
    if known.is_gm and held is not None:
        yield _of_guide(known, unit, held)


def _said(rules: Rules, what: str) -> str:
    return str(getattr(rules.find("weapon", what), "label", what)).lower()


def _told(t: Telling, ev: ObjectSaid) -> LogLine:
    body = t.known.state.bodies.get(ev.body)
    what = _said(t.known.rules, body_part(body).object) if body is not None else "object"
    why = f" ({ev.reason})" if ev.reason else ""
    return line("system", f"{name(t, ev.body)}: the GM says that the {what} is {ev.now}, it was {ev.before}{why}")


COMMANDS: tuple[type[c.Command], ...] = (Grab, SayObject)
EVENTS: tuple[type[e.Event], ...] = (TookUp, ObjectSaid)
APPLIERS: dict[type[e.Event], Any] = {
    TookUp: lambda s, ev: with_body_part(s, ev.body, object=ev.what, object_is=None),
    ObjectSaid: lambda s, ev: with_body_part(s, ev.body, object_is=ev.what),
}
HANDLERS: dict[type, Handler] = {Grab: grab, SayObject: say}
AUDIENCE: dict[type[e.Event], Rule] = {TookUp: shared.both, ObjectSaid: shared.body_numbers}
WORDS: dict[type[e.Event], Narrate] = {
    ObjectSaid: _told,
    TookUp: lambda t, ev: line(
        "system",
        f"{name(t, ev.body)} takes up: {_said(t.known.rules, ev.what)}"
        if ev.what
        else f"{name(t, ev.body)} has its own weapon in hand again",
    ),
}
