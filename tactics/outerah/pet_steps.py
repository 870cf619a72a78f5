"""What pets bring about within an attack, as steps of `attacks.PLAN` (O-058, O-061, O-065, O-067, O-068)."""

from __future__ import annotations

from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Step
from tactics.kernel.state import Frame
from tactics.outerah import attack_data, attacks, bonds, hit, legality, statuses
from tactics.outerah.attack_data import plain
from tactics.outerah.parts import constant, effects, has, part, truth
from tactics.outerah.pet_orders import Stance


def backlash(work: Work, frame: Frame) -> None:
    """A miss that hurts who missed: in a pincer always (O-058), by a Skill Order half of the time (O-065). By the
    campaign's choice in a pincer it is the partner opposite whom it hurts."""
    body, target = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["target"])
    if body is None or target is None or body.down or frame.memo.get("outcome") not in (hit.MISS, hit.COVERED):
        return
    how, known = frame.args.get("how"), truth(work)
    unit = work.state.units[body.unit]
    if how == "skill_order":
        percent = int(work.constant("out.pet.skill_miss_percent"))
        hurt = body if work.roll(1, 100, f"{body.name}'s miss turns on itself").total > 100 - percent else None
    elif how in ("", None, "pet", "opener"):
        anywhere = constant(known, "out.pet.self_damage_when") == "any_joint"
        other = bonds.pincer(known, body, target) or (bonds.comrade(known, unit) if anywhere else None)
        to_self = constant(known, "out.pet.self_damage_to") == "self"
        hurt = body if to_self and other is not None else other
    else:
        return
    if hurt is not None:
        kept = {k: frame.args[k] for k in ("share", "no_stats") if k in frame.args}
        what = {"of": frame.args["of"], "key": frame.args["key"]}
        attacks.begin(
            work, frame.unit, [(body.key, hurt.key, what)], sure=True, opener=False, how="backlash", **kept
        )  # fmt: skip


def share(work: Work, frame: Frame) -> None:
    """Half of what an attack takes from one goes to the other too, as it is; it does not come back (O-067). Where an
    area catches both, the other takes it after its own damage: full to both first (O-068)."""
    dealt, owed = frame.memo.get("dealt", 0), frame.memo.get("owed", 0)
    target = work.state.bodies.get(frame.args["target"])
    if target is None:
        return
    for status, spec in effects(work.rules, target) if dealt > 0 and frame.args.get("how") != "backlash" else ():
        other = work.state.bodies.get(status.source) if spec.does == "linked" else None
        number = int(dealt * float(work.constant("out.link.share")))
        if other is None or other.down or number <= 0:
            continue
        later = _still_to_come(work, frame, other.key)
        if later is not None:
            work.note(later, owed=later.memo.get("owed", 0) + number)
        else:
            statuses.hurt(work, other.key, number, spec.label)
    if owed and not work.state.bodies[target.key].down:
        statuses.hurt(work, target.key, owed, "Linked")


def _still_to_come(work: Work, frame: Frame, target: str) -> Frame | None:
    """The strike of the same attack that has yet to meet this one."""
    same = ("body", "of", "key")
    return next(
        (f for f in work.state.stack
         if f.key != frame.key and f.kind == frame.kind and f.args.get("target") == target and "link" in f.todo
         and all(f.args.get(name) == frame.args.get(name) for name in same)),
        None,
    )  # fmt: skip


def counter(work: Work, frame: Frame) -> None:
    """A pet under a Stay Order that is attacked strikes back once, without a penalty, if it can reach, and stands under
    an Attack Order from then on (O-061)."""
    if frame.args.get("how") in ("trigger", "auto", "counter", "backlash"):
        return
    target, attacker = work.state.bodies.get(frame.args["target"]), work.state.bodies.get(frame.args["body"])
    if target is None or attacker is None or target.down or target.unit == attacker.unit:
        return
    pet = work.state.units[target.unit]
    if part(pet).stance not in bonds.STILL or bonds.trainer_of(work.state, work.rules, pet) is None:
        return
    if has(work.rules, target, "frozen", "no_turn", "feared"):
        return
    known = truth(work)
    attack = attack_data.of_weapon(known, target, attack_data.in_hand(known, target, "mainhand"))
    work.emit(Stance(unit=pet.key, order="attack"))
    if attack is None or legality.hindrance(known, target, attacker, attack) is not None:
        return
    attacks.begin(work, pet.key, [(target.key, attacker.key, plain(attack))], opener=False, how="counter")


STEPS: dict[str, Step] = {"backlash": backlash, "link": share, "counter": counter}
