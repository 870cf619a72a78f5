"""Attacks, skills and things as offers, each with its targets and what it would come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tactics.board import cells
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import OptionView, TargetView
from tactics.mission import members
from tactics.mission.offers import digest
from tactics.outerah import aboard, attack_data, attacks, bonds, casting, items, legality, odds, skills
from tactics.outerah.attack_data import Attack
from tactics.outerah.collectors import Question
from tactics.outerah.parts import (
    MAINHAND,
    OFFHAND,
    PART_LABELS,
    body_part,
    free_to_act,
    has,
    left,
    pay_free,
)
from tactics.outerah.specs import Option, Skill, Status, Thing
from tactics.secrecy.known import possessive

WHY_NOT = {
    "range": "nobody is within range",
    "sight": "nobody is in sight",
    "target": "there is nobody to do it to",
    "not_ready": "it is not at hand",
}


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    return [*_weapons(known, unit), *_skills(known, unit), *_items(known, unit)]


def used_up(known: Known, unit: AnyUnit, part: str) -> str:
    return "" if pay_free(known.state) or left(unit, part) else f"{PART_LABELS[part]} is used"


def offer(known: Known, unit: AnyUnit, key: str, label: str, part: str, **more: object) -> OptionView:
    free = pay_free(known.state)
    why = used_up(known, unit, part)
    option = OptionView(
        key=key,
        unit=unit.key,
        do="part",
        label=label,
        group=PART_LABELS[part],
        cost="free" if free else PART_LABELS[part],
        costs={} if free else {part: 1},
        why_not=why,
        why_code="cost" if why else "",
    )
    return replace(option, **more)


# --- weapons ----------------------------------------------------------------------------------------


def _weapons(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    spec = known.rules.find("action", "attack")
    if not isinstance(spec, Option) or spec.disabled:
        return
    able = free_to_act(known, unit)
    for hand in (MAINHAND, OFFHAND):
        held = dict.fromkeys(
            attack_data.in_hand(known, b, hand) for b in able if hand == MAINHAND or len(body_part(b).weapons) > 1
        )
        for at, key in enumerate(held):
            option = offer(
                known, unit, f"attack.{hand}.{key}", "", hand,
                command={"part": hand, "action": "attack", "with": key}, house=True, help=f"weapon:{key}",
                hotkey="a" if hand == MAINHAND and not at else "o" if hand == OFFHAND and not at else "",
                click="target" if hand == MAINHAND else "",
            )  # fmt: skip
            if why := attacks.leaves_it(known.state, unit):
                option = replace(option, why_not=option.why_not or why, why_code=option.why_code or "phase")
            yield _aimed(known, unit, option, key, hand)


def _aimed(known: Known, unit: AnyUnit, option: OptionView, key: str, hand: str) -> OptionView:
    """The attack with its targets, and the odds of each member that can."""

    def weapon_of(body: AnyBody) -> Attack | None:
        if attack_data.in_hand(known, body, hand) != key:
            return None
        if hand == OFFHAND and (len(body_part(body).weapons) < 2 or has(known.rules, body, "no_offhand")):
            return None
        return attack_data.of_weapon(known, body, key)

    spec = known.rules.find("weapon", key)
    label = f"Attack: {getattr(spec, 'label', key)}"
    targets, why = [], ""
    for target in others(known, unit):
        bodies, wrong = legality.able(known, unit, weapon_of, target)
        if wrong is not None:
            why = why or wrong.why
            continue
        strikes = [(body, attack) for body in bodies if (attack := weapon_of(body)) is not None]
        targets.append(aimed_by(known, strikes, target))
    return with_targets(replace(option, label=label), targets, why)


def others(known: Known, unit: AnyUnit) -> list[AnyBody]:
    """Whom it could be done to: enemies first, then by name."""
    mine = unit.side
    found = [b for b in known.state.bodies.values() if b.unit != unit.key and b.place is not None and not b.down]
    return sorted(found, key=lambda b: (known.state.units[b.unit].side == mine, b.name, b.key))


def aimed_by(known: Known, strikes: Sequence[tuple[AnyBody, Attack]], target: AnyBody) -> TargetView:
    """The target with what the attack comes to: of a Mob all that can attack, each with its own odds."""
    previews = odds.previews(known, (_question(known, body, target, attack) for body, attack in strikes))
    each = [(body.name, found) for (body, _), found in zip(strikes, previews, strict=True)]
    found = members.together(each, f"{len(each)} attack", "each:") if len(each) > 1 else each[0][1]
    view = TargetView(
        body=target.key,
        name=called(known, target),
        cell=cells.name(target.place.cell) if target.place is not None else "",
        x=target.place.x if target.place is not None else 0,
        y=target.place.y if target.place is not None else 0,
        chance=found.chance,
        permille=found.permille,
        breakdowns=found.breakdowns,
        effect=found.effect,
        down=target.down,
    )
    return replace(view, basis=digest(view, *((attack.key, body.place) for body, attack in strikes)))


def aimed_at(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> TargetView:
    return aimed_by(known, [(body, attack)], target)


def _question(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> Question:
    body, at = aboard.met(known.state, body, target)
    joint = attack.kind == "weapon" and bonds.joint(known.state, known.state.units[body.unit])
    opener = attacks.is_opener(known, body, target)
    return Question(body, at, attack, opener=opener, joint=joint, stats=not joint)


def called(known: Known, body: AnyBody) -> str:
    """The name of a target; of a section with its ship's: two hulls are in sight in every duel."""
    ship = known.state.units.get(body.unit) if body_part(body).section else None
    return body.name if ship is None else f"{possessive(ship.name)} {body.name}"


def with_targets(option: OptionView, targets: list[TargetView], why: str) -> OptionView:
    if not targets and not option.why_not:
        return replace(option, why_not=WHY_NOT.get(why, "nobody is within range"), why_code=why or "range")
    return replace(option, targets=tuple(targets))


# --- skills -----------------------------------------------------------------------------------------


def _skills(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    able = free_to_act(known, unit)
    keys = dict.fromkeys(k for b in able for k in b.skills)
    for key in keys:
        spec = known.rules.find("skill", key)
        user = next((b for b in able if key in b.skills), None)
        if not isinstance(spec, Skill) or spec.disabled or spec.does == "gem" or user is None:
            continue
        attack = attack_data.of_skill(known, user, key)
        if attack is None:
            continue
        option = offer(
            known, unit, key, spec.label, spec.part, command={"part": spec.part, "action": key}, rule=spec.text,
            house=spec.house, help=f"skill:{key}", helps=spec.does in ("heal", "buff"),
        )  # fmt: skip
        if has(known.rules, user, "no_skills"):
            option = replace(option, why_not="silenced", why_code="status")
        if spec.does not in ("heal", "buff") and (why := attacks.leaves_it(known.state, unit)):
            option = replace(option, why_not=option.why_not or why, why_code=option.why_code or "phase")
        if spec.range == skills.SELF:
            chance, title = on_oneself(known, user, spec)
            yield replace(option, label=f"{option.label}: {chance}" if chance else option.label, title=title)
            continue
        targets, far = [], ""
        for target in reachable(known, unit, user, spec):
            wrong = skills.helps(known, user, target, attack, spec) if target.key != user.key else None
            if wrong is not None:
                far = far or wrong.why
                continue
            targets.append(skill_target(known, user, target, attack, spec))
        yield with_targets(option, targets, far)


def reachable(known: Known, unit: AnyUnit, user: AnyBody, spec: Skill) -> list[AnyBody]:
    """Enemies first for what harms; friends and oneself first for what helps, the down among them for a healing."""
    helps = spec.does in ("heal", "buff")
    found = [
        b
        for b in known.state.bodies.values()
        if b.place is not None
        and (helps or (b.unit != unit.key and not b.down))
        and (not b.down or spec.does == "heal")
    ]
    return sorted(found, key=lambda b: ((known.state.units[b.unit].side == unit.side) != helps, b.name, b.key))


def skill_target(known: Known, user: AnyBody, target: AnyBody, attack: Attack, spec: Skill) -> TargetView:
    if spec.does in ("physical", "magic", "status"):
        return aimed_at(known, user, target, attack)
    place = target.place
    assert place is not None
    view = TargetView(
        body=target.key, name="itself" if target.key == user.key else target.name, cell=cells.name(place.cell),
        x=place.x, y=place.y, down=target.down, does="helps",
    )  # fmt: skip
    if spec.does == "heal":
        effect, why = odds.healed(known, target, spec.roll, spec.upgrade, spec.element)
        view = replace(view, effect=effect, breakdowns=why)
    buff = known.rules.find("status", spec.buff)
    if isinstance(buff, Status):
        chance, permille, why = casting.preview(known, user, buff)
        view = replace(view, chance=chance, permille=permille, breakdowns=why, effect=buff.label)
    return replace(view, basis=digest(view, attack.key))


def on_oneself(known: Known, user: AnyBody, spec: Skill) -> tuple[str, str]:
    """(chance, words) of what comes of a skill that has no target but its user."""
    if spec.does == "heal":
        return "", odds.healed(known, user, spec.roll, spec.upgrade, spec.element)[0]
    buff = known.rules.find("status", spec.buff)
    if not isinstance(buff, Status):
        return "", ""
    chance, _, why = casting.preview(known, user, buff)
    charge = "".join(f"; {view.label}: {view.words}" for view in why if view.total is None)
    return chance, f"{buff.label}: {chance} to succeed{charge}"


# --- things -----------------------------------------------------------------------------------------


def _items(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    for user in free_to_act(known, unit):
        for key, count in body_part(user).pack.items():
            spec = known.rules.find("item", key)
            if not isinstance(spec, Thing) or spec.disabled or spec.kept:
                continue
            label = f"Use {spec.label}{f' ({count})' if count > 1 else ''}"
            option = offer(
                known, unit, f"item.{key}", label, spec.part,
                command={"part": spec.part, "action": "item", "with": key}, rule=spec.text, house=spec.house,
                help=f"item:{key}",
            )  # fmt: skip
            near = [
                b
                for b in known.state.bodies.values()
                if b.key == user.key
                or (
                    b.place is not None and user.place is not None and b.place.board == user.place.board
                    and attack_data.cells_apart(known, user.place, b.place) <= items.REACH
                    and known.state.units[b.unit].side == unit.side
                )
            ]  # fmt: skip
            targets = [_handed_to(known, user, b, spec) for b in near]
            yield replace(option, targets=tuple(replace(t, basis=digest(t, key, count)) for t in targets))


def _handed_to(known: Known, user: AnyBody, target: AnyBody, spec: Thing) -> TargetView:
    effect, why = odds.healed(known, target, spec.roll, spec.bonus, spec.element, potion=spec.potion)
    at = target.place
    return TargetView(
        body=target.key, name="itself" if target.key == user.key else target.name,
        cell=cells.name(at.cell) if at is not None else "", x=at.x if at is not None else 0,
        y=at.y if at is not None else 0, effect=effect, breakdowns=why, down=target.down, does="helps",
    )  # fmt: skip
