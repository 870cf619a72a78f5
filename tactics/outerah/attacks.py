"""An attack from its declaration to its end, as a frame for each attacker and target (reference.md 3.5).

PLAN is the one order of things: whoever builds a rule that belongs between two of them puts a named step there. The
memo carries what earlier steps found out: `outcome`, `face`, `dealt`. A Mob attacks with every member that can, each
with a roll of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tactics.board import distance
from tactics.effects.breakdown import Breakdown
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.ruleset import Known, Step
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Frame
from tactics.mission import fog, members
from tactics.mission.walking import seen_by_sender
from tactics.outerah import aboard, attack_data, bonds, damage, hiding, hit, legality, ships, statuses
from tactics.outerah.attack_data import Attack, plain
from tactics.outerah.collectors import Question
from tactics.outerah.cover import FULL, Cover, between
from tactics.outerah.parts import (
    MAINHAND,
    OFFHAND,
    Acted,
    body_part,
    constant,
    effects,
    has,
    living,
    part,
    pay,
    sides_of_die,
    truth,
    with_part,
)
from tactics.outerah.specs import dice_of
from tactics.outerah.strike_events import Backfired, Struck

PLAN = (
    "electric", "hit_roll", "cover_roll", "harm", "backlash", "link", "stray", "properties", "aftermath", "knock_off",
    "strike_over", "reactions", "counter",
)  # fmt: skip
"""(1) legality was checked before; (2) to (4) the roll with its Charges, the critical, Charisma against Agility; (5)
the second die; (6) damage, or where a miss goes; (7) the share through a link; (8) what weapon and skill leave behind;
(9) whether a rider is knocked off; then the attack is over, (11) gems answer it, and (12) a pet under a Stay Order
strikes back."""


class Attacked(e.Event, frozen=True, tag=True):
    """A unit attacks in this Round (O-052)."""

    unit: str


class Aimed(e.Event, frozen=True, tag=True):
    """Whom a unit attacks, and whether with a skill; its controller alone is told (O-053, O-057)."""

    unit: str
    target: str
    skill: bool = False


def leaves_it(state: AnyState, unit: AnyUnit) -> str:
    """Why a Trainer that has left the attack to its pet cannot attack, or empty (O-052)."""
    if bonds.in_this_round(state, part(unit).alone):
        return "it has left this Round's attack to its pet"
    return ""


def declare(work: Work, unit: AnyUnit, target: str, skill: bool = False) -> None:
    """Records that the unit attacks now; refused if it has left the attack to its pet."""
    if why := leaves_it(work.state, unit):
        raise illegal("phase", text=why)
    work.emit(Attacked(unit=unit.key), Aimed(unit=unit.key, target=target, skill=skill))


# --- declaring ----------------------------------------------------------------------------------------


def attack(work: Work, unit: AnyUnit, wish: Any) -> None:
    """With the weapon of a hand: the mainhand, or the offhand if it is named (O-021)."""
    hand = wish.part or _hand_of(work, unit, wish.using)
    if hand not in (MAINHAND, OFFHAND):
        raise bad_field("part", "an attack uses the mainhand or the offhand")
    known = seen_by_sender(work)

    def weapon_of(body: AnyBody) -> Attack | None:
        key = wish.using or attack_data.in_hand(known, body, hand)
        if hand == OFFHAND and (has(known.rules, body, "no_offhand") or len(body_part(body).weapons) < 2):
            return None
        if wish.using and wish.using not in ("unarmed", body_part(body).object, *body_part(body).weapons):
            return None
        return attack_data.of_weapon(known, body, key)

    strikes: list[Strike] = []
    aims = [("", _target(work, wish.target))] if wish.targets is None else members.aims(work, unit, wish.targets)
    for member, target in aims:
        bodies, why = legality.able(known, unit, weapon_of, known.state.bodies[target], member)
        if why is not None:
            raise why
        found = [(body.key, target, weapon_of(body)) for body in bodies]
        strikes += [(body, at, plain(weapon)) for body, at, weapon in found if weapon is not None]
    pay(work, unit.key, (hand,), "attack")
    work.emit(Acted(unit=unit.key, action="attack"))
    for target in dict.fromkeys(target for _, target in aims):
        declare(work, unit, target)
    begin(work, unit.key, strikes, **bonds.of_trainer(work.state, work.state.units[unit.key]))


def _hand_of(work: Work, unit: AnyUnit, using: str) -> str:
    """The hand that holds the weapon that was named; the mainhand if it holds it, or if none is named."""
    for body in living(work.state, unit):
        held = body_part(body).weapons
        if using in held[1:2] and using not in held[:1]:
            return OFFHAND
    return MAINHAND


def _target(work: Work, given: Any) -> str:
    if not isinstance(given, str):
        raise bad_field("target", "name whom to attack")
    return work.body_key(given)


Strike = tuple[str, str, dict[str, Any]]
"""Attacker, target, and what the frame keeps of the attack."""


def on_each(body: str, targets: Sequence[str], found: Attack, aimed_at: str = "") -> list[Strike]:
    """A strike on each; those that were not aimed at are struck aside."""
    return [(body, one, plain(found) | ({"aside": True} if one != aimed_at else {})) for one in targets]


def begin(work: Work, unit: str, strikes: Sequence[Strike], **more: Any) -> None:
    """A frame for each attack; the first of them runs first."""
    for body, target, what in reversed(strikes):
        opener = more.get("opener", is_opener(truth(work), work.state.bodies[body], work.state.bodies[target]))
        args = {"body": body, "target": target, **what, **{k: v for k, v in more.items() if k != "opener"}}
        work.push("strike", unit, PLAN, **args, opener=opener)


def in_a_row(frame: Frame) -> int:
    """How many reactions led to this attack, one after the other: a shot that goes astray or through is what the attack
    was that it comes of (O-240)."""
    return max(int(frame.args.get("row", 0)), int(frame.args.get("how") in ("trigger", "auto", "counter")))


def is_opener(known: Known, body: AnyBody, target: AnyBody) -> bool:
    """Whether the target is unaware of the attacker (O-035)."""
    return hiding.unaware(known, body, target)


def caught(known: Known, user: AnyBody, board: str, cell: Cell, found: Attack) -> list[str]:
    """Whom an attack that comes down on a cell catches: who stands there and, by an area, all around but its user."""
    metric = str(constant(known, "out.grid.metric"))
    near = [
        (distance(b.place.cell, cell, metric), b.key)
        for b in known.state.bodies.values()
        if b.place is not None and b.place.board == board and not b.down
    ]
    return [key for far, key in sorted(near) if far <= found.area and (key != user.key or far == 0)]


# --- the steps ----------------------------------------------------------------------------------------


def _both(work: Work, frame: Frame) -> tuple[AnyBody, AnyBody, Attack] | None:
    """Attacker, target and attack, while they are there."""
    body, target = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["target"])
    if body is None or target is None or target.down:
        return None
    body, target = aboard.met(work.state, ships.at_gun(work.state, body, frame.args["of"]), target)
    found = attack_data.find(truth(work), body, frame.args["of"], frame.args["key"])
    return (body, target, found) if found is not None else None


def question(frame: Frame, body: AnyBody, target: AnyBody, found: Attack) -> Question:
    return Question(body, target, found, bool(frame.args.get("opener")), bool(frame.args.get("no_crit")))


def hit_roll(work: Work, frame: Frame) -> None:
    """As many D100s as the Charges give; the crit check reads the one that counts (O-221 to O-223)."""
    both = _both(work, frame)
    if both is None:
        work.replan(frame, ())
        return
    known = truth(work)
    body, target, found = both
    if frame.args.get("sure"):
        work.note(frame, outcome=hit.HIT)
        return
    check = hit.check(known, question(frame, body, target, found))
    if check.reflected:
        work.note(frame, outcome=hit.MISS)
        return
    count, keep = hit.dice(known, check.step)
    draw = work.roll(count, 100, f"{body.name} attacks {target.name}", unit=frame.unit, keep=keep)
    work.note(frame, outcome=check.outcome(draw.total), face=draw.total, faces=list(draw.faces))
    for laid in work.state.laid:
        if laid.on == f"next:{frame.unit}" and laid.applies == "attempt":
            work.emit(e.ModifierEnded(laid.key))


def electric(work: Work, frame: Frame) -> None:
    """Under water an electric attack may strike nobody but the one who makes it (O-133): one die for the whole of it,
    however many it would have met."""
    both = _both(work, frame)
    if both is None or frame.args.get("sure"):
        return
    body, _, found = both
    percent = hit.backfires(truth(work), body, found)
    if not percent:
        return
    rest = [other for other in work.state.stack if _of_one_use(frame, other)]
    if "grounded" not in frame.memo:
        face = work.roll(1, 100, f"{found.label} under water", unit=frame.unit).total
        own = face > 100 - percent
        work.emit(Backfired(frame.unit, body.key, frame.args["of"], frame.args["key"], face, 101 - percent, own))
        for other in rest:
            work.note(other, grounded=True)
        if own:
            for other in (frame, *rest):
                work.replan(other, ())
            begin(work, frame.unit, [(body.key, body.key, plain(found))], sure=True, opener=False, how="own")


def _of_one_use(frame: Frame, other: Frame) -> bool:
    """Whether two strikes are of one attack on several, and the other has not begun."""
    same = ("body", "of", "key", "how")
    begun = other.todo[:1] != PLAN[:1]
    return (
        other.key != frame.key and other.kind == frame.kind and not begun
        and all(other.args.get(name) == frame.args.get(name) for name in same)
    )  # fmt: skip


def cover_roll(work: Work, frame: Frame) -> None:
    """Half cover: a second die, and an odd one misses whatever the first said, a critical too (O-194). Full cover lets
    nothing through to whom an area or a stray shot would have met behind it (O-199)."""
    both = _both(work, frame)
    if both is None:
        return
    body, target, found = both
    cover = between(truth(work), body, target, found)
    if frame.memo["outcome"] in hit.HITS:
        burn(work, target, found, cover)
    if not cover.stops or frame.args.get("sure"):
        return
    if cover.kind == FULL:
        work.note(frame, outcome=hit.COVERED, cover=cover.label)
        return
    sides = sides_of_die(work.constant("out.cover.second_die"))
    face = work.roll(1, sides, f"second die against {cover.label}", unit=frame.unit).total
    memo: dict[str, Any] = {"second": face, "cover": cover.label}
    if face % 2 and frame.memo["outcome"] in hit.HITS:
        memo["outcome"] = hit.COVERED
    work.note(frame, **memo)


def burn(work: Work, target: AnyBody, found: Attack, cover: Cover) -> None:
    """Fire that would hit destroys cover that burns, whether the cover stops it or not (O-192); not the piece that its
    user stands beside and fires out from (O-189)."""
    spec = work.rules.find("material", cover.material)
    if found.element != "fire" or cover.edge is None or target.place is None or not getattr(spec, "burns", False):
        return
    if cover.beside:
        return
    rest = next((k for k, m in work.rules.entries["material"].items() if not m.covers and not m.share), "")
    fog.change(work, e.EdgeSet(board=target.place.board, edge=replace(cover.edge, material=rest)))


def harm(work: Work, frame: Frame) -> None:
    """Rolls the damage of a hit, records the attack whole, and takes or gives the hit points."""
    both = _both(work, frame)
    if both is None:
        return
    known = truth(work)
    body, target, found = both
    check = hit.check(known, question(frame, body, target, found))
    outcome = frame.memo["outcome"]
    dealt, numbers = None, None
    if outcome in hit.HITS and found.roll is not None:
        charge = Fraction(1) if frame.args.get("sure") else hit.damage_of(known, check.step)
        numbers = rolled(work, frame, body, target, found, outcome == hit.CRITICAL, charge)
        dealt = numbers.total
    share = frame.args.get("share")
    if dealt is not None and share:
        dealt = damage.part_of(dealt, share)
    sure = bool(frame.args.get("sure"))
    work.emit(
        Struck(
            unit=frame.unit,
            body=body.key,
            target=target.key,
            kind=frame.args["of"],
            key=frame.args["key"],
            outcome=outcome,
            element=found.element,
            faces=tuple(frame.memo.get("faces", ())),
            die=frame.memo.get("face"),
            needs=None if sure else min(check.needs, check.needs_crit),
            chance=None if sure else check.chance,
            charges=check.charges if check.charges.terms and not sure else None,
            cover=frame.memo.get("cover", ""),
            second=frame.memo.get("second"),
            crit=None if sure or not check.crit else check.needs_crit,
            damage=numbers,
            dealt=dealt,
            how="opener" if frame.args.get("opener") else str(frame.args.get("how", "")),
            aside=bool(frame.args.get("aside")),
        )
    )
    work.note(frame, dealt=dealt if dealt is not None else 0)
    if dealt is not None and dealt > 0:
        statuses.hurt(work, target.key, dealt, "")
    elif dealt is not None and dealt < 0:
        statuses.heal(work, target.key, -dealt, "absorbed")


def rolled(
    work: Work, frame: Frame, body: AnyBody, target: AnyBody, found: Attack, critical: bool, charge: Fraction
) -> Breakdown:
    """The damage with its dice: thrown now."""
    known = truth(work)
    roll = found.roll
    assert roll is not None
    opener = bool(frame.args.get("opener"))
    given = frame.args.get("dice")
    faces = (
        tuple(given)
        if given
        else work.roll(roll.count, roll.sides, f"damage of {found.label}", unit=frame.unit, keep="all").faces
    )
    work.note(frame, dice=list(faces))
    more: tuple[int, ...] = ()
    extra = dice_of(found.opener_dice) if opener else None
    if extra is not None:
        more = work.roll(extra.count, extra.sides, "damage of the Opener", unit=frame.unit).faces
    stats = not frame.args.get("no_stats")
    terms = damage.added(known, body, found, faces, opener=opener, opener_faces=more, stats=stats)
    terms += damage.subtracted(known, target, found)
    by = damage.factors(known, body, target, found, critical=critical, opener=opener, charge=charge)
    return damage.multiplied("Damage", terms, by)


def aftermath(work: Work, frame: Frame) -> None:
    """What a skill inflicts by a hit, against its resist roll; nothing where the hit was absorbed (O-120)."""
    both = _both(work, frame)
    if both is None or frame.memo["outcome"] not in hit.HITS or frame.memo.get("dealt", 0) < 0:
        return
    body, target, found = both
    if found.status:
        tier = work.constant("out.status.prefixes").get(found.prefix)
        statuses.inflict(work, target.key, found.status, source=body.key, rounds=found.rounds, tier=tier)


def strike_over(work: Work, frame: Frame) -> None:
    """An attack ends Hidden (O-037)."""
    body = work.state.bodies.get(frame.args["body"])
    if body is None:
        return
    for status, spec in tuple(effects(work.rules, body)):
        if spec.does == "hidden":
            statuses.end(work, body.key, status.key)
    if body.hidden_from:
        work.emit(e.BodyRevealed(body=body.key))


def _attacked(s: Any, ev: Attacked) -> Any:
    return with_part(s, ev.unit, attacked=s.clock.round, struck=True)


def _aimed(s: Any, ev: Aimed) -> Any:
    found = s.units.get(ev.unit)
    if found is None:
        return s
    skilled = s.clock.round if ev.skill else 0
    return with_part(s, ev.unit, foe=ev.target, skilled=skilled)


EVENTS: tuple[type[e.Event], ...] = (Attacked, Aimed)
APPLIERS: dict[type[e.Event], Any] = {Attacked: _attacked, Aimed: _aimed}
STEPS: dict[str, Step] = {
    "electric": electric,
    "hit_roll": hit_roll,
    "cover_roll": cover_roll,
    "harm": harm,
    "aftermath": aftermath,
    "strike_over": strike_over,
}
