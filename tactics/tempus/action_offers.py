"""The checks and attacks that a unit may do now, with their targets and odds, and for the rest why not.

Moving, talking and the table's own buttons are `options`' matter; it joins these to them. Keys: `simple_attack:claw`
for an action with a skill or weapon, the action's key alone otherwise, `check:climb` for a skill of the sheet.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.effects import steps as s
from tactics.effects.specs import Action, Skill
from tactics.effects.text import sentence
from tactics.kernel.codec import encode
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit, Value
from tactics.kernel.view import FieldView, OptionView
from tactics.tempus import attacks, auras, extended, gear, mobs, odds, powers, settled
from tactics.tempus import check_numbers as numbers
from tactics.tempus.action_plan import USE_ITEM, Plan, plan
from tactics.tempus.actions import barred, needed, too_dear
from tactics.tempus.attacks import Way
from tactics.tempus.parts import body_part, lacking, left, part, points
from tactics.tempus.settled import Settled
from tactics.tempus.timing_records import TURN, How

CHECKED = ("physical", "mental", "dynamic", "social")
"""Types of skills that one tries for themselves; the others are always on, or powers with rules of their own."""
INTERRUPTS = How("reflex")
NEVER = ("disabled", "untrained", "extended")
"""Reasons that will not go before the action could be used."""
LONG = "over turns"
"""In the price of what can only be begun now."""
WHY_NOT = {
    "disabled": "not carried out by the rules yet: ask the GM",
    "interrupt_only": "only as an interrupt",
    "not_ready": "nothing to strike with",
    "untrained": "not without a rank: ask the GM",
    "nothing": "it is so already",
    "hands": "no hand is free: drop or put away something",
    "extended": "an extended action is under way",
}


class Offer(Value, frozen=True):
    """An offer but for points and places. option: as it is when the points are there; dear: when they are not, without
    the reason in words (None: they change nothing); aims: (action, skill or weapon) if it still needs its targets."""

    option: OptionView
    dear: OptionView | None = None
    aims: tuple[str, str] | None = None
    nobody: bool = False


class Sheet(Value, frozen=True):
    """All offers of a unit but for points and places. untrained: (skill, words, price) of each that may be tried
    without a rank and needs no target; others: those that do."""

    offers: tuple[Offer, ...]
    untrained: tuple[tuple[str, str, dict[str, int]], ...]
    others: tuple[Offer, ...]


_SHEETS: Settled[Sheet] = Settled(256)


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """All actions but those that are a way or words, in the order of the rules data; then the sheet's skills."""
    bodies = tuple(settled.numbers(known, body) for body in mobs.able(known, unit))
    key = (settled.table(known), unit.key, bodies, encode(part(unit).extended))
    sheet = _SHEETS.get(key, lambda: _sheet(known, unit))
    found = [_now(known, unit, offer) for offer in sheet.offers]
    found += _to_try(known, unit, sheet)
    return found + [_now(known, unit, offer) for offer in sheet.others]


def out_of_turn(known: Known, unit: AnyUnit) -> list[OptionView]:
    """The actions that it could do by an interrupt, with their targets, those that are only for that among them."""
    return [_now(known, unit, offer) for offer in _interrupts(known, unit)]


def to_prepare(known: Known, unit: AnyUnit) -> list[OptionView]:
    """The same by name and price alone: whether they are possible is looked at when they are used (T-067). So a thing
    may also be one that still has to be taken in hand."""
    found = [offer.option for offer in _interrupts(known, unit) if offer.option.why_code not in (*NEVER, "not_ready")]
    return found + [offer.option for offer in _carried(known, unit) if offer.option.why_code not in NEVER]


def _interrupts(known: Known, unit: AnyUnit) -> tuple[Offer, ...]:
    bodies = tuple(settled.numbers(known, body) for body in mobs.able(known, unit))
    key = ("interrupts", settled.table(known), unit.key, bodies, encode(part(unit).extended))

    def make() -> Sheet:
        found: list[Offer] = []
        for name, action in known.rules.entries.get("action", {}).items():
            if not action.disabled and action.playable and action.target not in ("path", "words", "item"):
                found += _action(known, unit, name, action, INTERRUPTS)
        return Sheet((*found, *_of_skills(known, unit, INTERRUPTS)), (), ())

    return _SHEETS.get(key, make).offers


def _sheet(known: Known, unit: AnyUnit) -> Sheet:
    found: list[Offer] = []
    for key, action in known.rules.entries.get("action", {}).items():
        if action.disabled or not action.listed or action.target in ("path", "item"):
            continue
        if any(isinstance(x, s.Speak) for x in action.effect):
            continue
        found += _action(known, unit, key, action)
    return Sheet((*found, *_of_skills(known, unit)), *_untrained(known, unit))


def _of_skills(known: Known, unit: AnyUnit, how: How = TURN) -> list[Offer]:
    """One for each skill that is tried for itself, and for each power."""
    found = []
    for key, skill in _skills(known, unit):
        wanted = plan(known.rules, key)
        if wanted is not None and wanted.key == key and known.rules.find("action", key) is None:
            group = POWERS if skill.burst or skill.toggled else flavoured(skill) if skill.flavour else "Skills"
            found.append(_offer(known, unit, wanted, f"check:{key}", "", group=group, house=skill.house, how=how))
    return found


def _carried(known: Known, unit: AnyUnit) -> list[Offer]:
    """The use of each kind of thing that somebody of the unit has, but not ready."""
    bodies = mobs.able(known, unit)
    ready = {thing.item for body in bodies for thing in gear.ready(known, body)}
    others = dict.fromkeys(t.item for body in bodies for t in body_part(body).gear if t.item not in ready)
    used = [
        key
        for key, action in known.rules.entries.get("action", {}).items()
        if action.effect == (USE_ITEM,) and action.playable and not action.disabled
    ]
    plans = [plan(known.rules, key, item) for key in used for item in others]
    return [_offer(known, unit, use, use.key, "", how=INTERRUPTS) for use in plans if use is not None and use.item]


def _now(known: Known, unit: AnyUnit, offer: Offer) -> OptionView:
    """The offer with the points and the places of this moment."""
    option = offer.option
    if offer.dear is not None and too_dear(known, unit, option.costs) is not None:
        begun = _begun(known, unit, option)
        if begun is None:
            return replace(offer.dear, why_not=lacking(unit, option.costs))
        option = begun
    if offer.aims is None:
        return option
    found = odds.targets(known, unit, *offer.aims)
    if not found and offer.nobody:
        return option
    if not found:
        return replace(option, why_not="nobody in reach and in sight", why_code="range", fields=())
    return replace(option, targets=found)


def _begun(known: Known, unit: AnyUnit, option: OptionView) -> OptionView | None:
    """The offer to begin an Extended Action, at what its first payment comes to (T-039); None if it is none."""
    wanted = plan(known.rules, str(option.command["action"]), str(option.command.get("with", "")))
    if wanted is None or not extended.is_long(known, unit, wanted):
        return None
    if extended.why_not_begin(known, unit, wanted) is not None:
        return None
    costs = {pool: min(n, left(unit, pool)) for pool, n in option.costs.items() if min(n, left(unit, pool))}
    fields = option.fields
    if sum(costs.values()) > 1:
        fields += tuple(
            FieldView(
                name=f"pay/{pool}", label=f"{pool.upper()} to pay now", kind="number", help=f"at most {n}; empty: all"
            )
            for pool, n in costs.items()
        )
    return replace(option, costs=costs, cost=f"{option.cost} {LONG}, {points(costs)} now", fields=fields)


UNTRAINED = "Without a rank"


def _untrained(known: Known, unit: AnyUnit) -> tuple[tuple[tuple[str, str, dict[str, int]], ...], tuple[Offer, ...]]:
    """What the unit may try although nobody of it has the skill, with the penalty of its race (T-135, T-136): what
    goes into one offer with a choice, and one offer each for what is done to somebody."""
    able = mobs.able(known, unit)
    learnt = {key for body in able for key in body.skills}
    choices: list[tuple[str, str, dict[str, int]]] = []
    found: list[Offer] = []
    for key, skill in known.rules.entries.get("skill", {}).items():
        if key in learnt or not able or skill.unranked or not _tried(skill) or not skill.usable_untrained:
            continue
        wanted = plan(known.rules, key)
        if wanted is None or wanted.key != key or known.rules.find("action", key) is not None:
            continue
        if skill.versus:
            found.append(_offer(known, unit, wanted, f"check:{key}", "", group=UNTRAINED, house=skill.house))
        elif barred(known, unit, wanted) is None:
            total = sum(term.value for term in numbers.untrained_terms(known, able[0], skill))
            cost = needed(known, wanted)
            choices.append((key, f"{skill.label} {total:+d}, {points(cost)}", cost))
    return tuple(choices), tuple(found)


def _to_try(known: Known, unit: AnyUnit, sheet: Sheet) -> list[OptionView]:
    """The one offer of all that may be tried without a rank and can be paid, if there is any."""
    choices = tuple((key, label) for key, label, cost in sheet.untrained if too_dear(known, unit, cost) is None)
    if not choices:
        return []
    field = FieldView(name="action", label="Skill", kind="choice", choices=choices, value=choices[0][0])
    option = OptionView(
        key="untrained",
        unit=unit.key,
        do="act",
        label="Try a skill",
        group=UNTRAINED,
        title="The stat and the penalty of the race are added to the die.",
        fields=(field,),
    )
    return [option]


def _tried(skill: Skill) -> bool:
    """Whether a skill is tried for itself."""
    return skill.type in CHECKED and not skill.attack and not skill.disabled


def _skills(known: Known, unit: AnyUnit) -> list[tuple[str, Skill]]:
    """The skills of any member's sheet that are tried for themselves, in the sheet's order; then its powers."""
    keys = dict.fromkeys(key for body in mobs.able(known, unit) for key in body.skills if powers.has(body, key))
    keys |= dict.fromkeys(key for body in mobs.able(known, unit) for key in body.skills if key not in keys)
    found = [(key, known.rules.find("skill", key)) for key in keys]
    tried = [(key, skill) for key, skill in found if skill is not None and _tried(skill)]
    able = mobs.able(known, unit)
    off = {key for key, _ in found if any(powers.has(b, key) and not powers.power(b, key).on for b in able)}
    used = [(key, s) for key, s in found if s is not None and (s.burst or s.toggled) and not s.disabled]
    return tried + [(key, s) for key, s in used if s.burst or key in off]


def _action(known: Known, unit: AnyUnit, key: str, action: Action, how: How = TURN) -> list[Offer]:
    """One offer, or one for each way to strike."""
    if action.needs_skill == "attack" and action.playable and (how.interrupts or not action.interrupt_only):
        ways = dict.fromkeys(way for body in mobs.able(known, unit) for way in attacks.ways(known, body))
        if ways:
            return [_strike(known, unit, key, way, how) for way in ways]
    if action.needs_skill == "aura":
        return _of_auras(known, unit, key, how)
    if action.effect == (USE_ITEM,) and action.playable:
        return _uses(known, unit, key, action, how)
    wanted = plan(known.rules, key)
    assert wanted is not None
    if action.level or (wanted.skill is not None and wanted.skill.usable_untrained is False):
        return _of_spell(known, unit, wanted, how)
    return [_offer(known, unit, wanted, key, "", how=how)]


POWERS, SPELLS = "Powers", "Spells"


def flavoured(skill: Skill) -> str:
    """The group of a social skill by its flavour (T-105)."""
    return f"Social: {skill.flavour.capitalize()}"


def _of_auras(known: Known, unit: AnyUnit, key: str, how: How) -> list[Offer]:
    """One for each aura of the unit."""
    found = []
    for aura in dict.fromkeys(aura for body in mobs.able(known, unit) for aura in auras.of(known, body)):
        wanted = plan(known.rules, key, aura)
        assert wanted is not None
        named = wanted.skill.label if wanted.skill is not None else aura
        offer = _offer(known, unit, wanted, f"{key}:{aura}", aura, named=named, group=POWERS, how=how)
        if offer.option.why_code != "nothing":  # of suppressing and asserting one is always so already
            found.append(offer)
    return found


def _of_spell(known: Known, unit: AnyUnit, wanted: Plan, how: How) -> list[Offer]:
    """A spell of a school that somebody of the unit has; of the others none is shown."""
    if not any(powers.has(body, wanted.skill_key) for body in mobs.able(known, unit)):
        return []
    offer = _offer(known, unit, wanted, wanted.key, "", group=SPELLS if wanted.action.level else POWERS, how=how)
    if not any(mobs.trained(b, wanted) for b in mobs.able(known, unit)):
        return [Offer(_refusal(offer.option, Refused("illegal", "untrained")))]
    return [offer]


def _uses(known: Known, unit: AnyUnit, key: str, action: Action, how: How) -> list[Offer]:
    """One offer for each kind of Ready Item that is used by this action (T-050, T-057)."""
    at_hand = dict.fromkeys(thing.item for body in mobs.able(known, unit) for thing in gear.ready(known, body))
    plans = [plan(known.rules, key, item) for item in at_hand]
    found = [_offer(known, unit, use, use.key, "", how=how) for use in plans if use is not None and use.item]
    if found:
        return found
    wanted = plan(known.rules, key)
    assert wanted is not None
    return [Offer(_refusal(_offer(known, unit, wanted, key, "").option, Refused("illegal", "not_ready"), NO_ITEM))]


def _strike(known: Known, unit: AnyUnit, key: str, way: Way, how: How) -> Offer:
    wanted = plan(known.rules, key, way.skill)
    assert wanted is not None
    using = way.weapon or way.skill
    named = known.rules.find("weapon", way.weapon) if way.weapon else wanted.skill
    label = named.label if named is not None else ""
    return _offer(known, unit, wanted, f"{key}:{using}", using, named=label, how=how)


def _offer(
    known: Known,
    unit: AnyUnit,
    wanted: Plan,
    key: str,
    using: str,
    *,
    named: str = "",
    group: str = "",
    house: bool | None = None,
    how: How = TURN,
) -> Offer:
    """An offer with its price and, unless something stands against it, what it aims at or its odds."""
    action = wanted.action
    cost = needed(known, wanted)
    option = OptionView(
        key=key,
        unit=unit.key,
        do="act",
        label=f"{action.label}: {named}" if named else action.label,
        group=group or action.kind.capitalize(),
        cost=points(cost),
        costs=cost,
        rule=sentence(action, known.rules),
        command={"action": wanted.key, **({"with": using} if using else {})},
        house=action.house if house is None else house,
        fields=_fields(known, action),
        help=f"{'action' if known.rules.find('action', wanted.key) is not None else 'skill'}:{wanted.key}",
    )
    refused = barred(known, unit, wanted, how)
    if refused is not None:
        return Offer(_refusal(option, refused))
    dear = replace(option, why_code="cost", fields=())
    if action.needs_skill and (not wanted.checks or (wanted.skill is None and action.needs_skill == "attack")):
        return Offer(_refusal(option, Refused("illegal", "not_ready")), dear)
    aims = (wanted.key, using or wanted.skill_key)
    if action.target == "body":
        return Offer(option, dear, aims)
    shown = odds.check_preview(known, unit, wanted.key, using or wanted.skill_key)
    if shown is not None and shown.chance:
        terms = "; ".join(b.words for b in shown.breakdowns if b.words)
        effect = f"; {shown.effect}" if shown.effect else ""
        option = replace(option, title=f"{shown.chance}: {terms}{effect}.")
    return Offer(option, dear, aims if action.target == "anyone" else None, nobody=action.target == "anyone")


NO_ITEM = "nothing of that kind at hand"


def _refusal(option: OptionView, refused: Refused, words: str = "") -> OptionView:
    """The offer with the reason why it cannot be taken, and nothing to fill in."""
    by_status = refused.why == "status"
    words = words or str(refused.params["status"]) if by_status else words or WHY_NOT.get(refused.why, "not now")
    return replace(option, why_not=words, why_code=refused.why, fields=())


def _fields(known: Known, action: Action) -> tuple[FieldView, ...]:
    """A careful blow says where it aims (T-037, T-060); an action that is words has its words."""
    if action.needs_skill == "attack" and action.kind == "dynamic":
        places = known.rules.constant("tt.called.places", known.state.options)
        choices = tuple((place, place) for place in places)
        return (FieldView(name="text", label="Aimed at", limit=200, choices=choices, help="or in your own words"),)
    if action.target == "words":
        return (FieldView(name="text", label="Words", limit=2000),)
    if action.target == "cell":
        return (FieldView(name="target", label="At", kind="cell", help="a cell in reach, such as F8"),)
    return ()
