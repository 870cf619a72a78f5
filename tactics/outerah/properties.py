"""What a weapon leaves behind: Wounds, a shot that goes through, Black&Blue and a Shove (O-088 to O-100).

By a hit of a weapon that was not absorbed. The attacker's level counts: it makes the Wounds deeper and the chances
better. Nobody resists them; how they tick and end is the business of `statuses`.
"""

from __future__ import annotations

from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known, Step
from tactics.kernel.state import AnyBody, Frame
from tactics.outerah import attack_data, attacks, hit, legality, numbers, pushes, statuses
from tactics.outerah.attack_data import Attack
from tactics.outerah.parts import body_part, truth

SLASHING, PIERCING, BLUDGEON = "slashing", "piercing", "bludgeon"
BRUISED = ("light", "medium")
"""Armor under which a blow shows (O-097)."""


def wound(level: int) -> int:
    """Damage of one stack: one for every odd level up to this (O-089)."""
    return (level + 1) // 2


def pierce_percent(known: Known, level: int) -> int:
    """O-093."""
    return _by_fives(known, "out.pierce", level)


def shove_percent(known: Known, level: int) -> int:
    """O-095."""
    return _by_fives(known, "out.shove", level)


def _by_fives(known: Known, key: str, level: int) -> int:
    base, step = (int(known.rules.constant(f"{key}.{name}", known.state.options)) for name in ("base", "step"))
    return base + step * (level // 5)


def properties(work: Work, frame: Frame) -> None:
    """The step of the plan."""
    body, target = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["target"])
    if body is None or target is None or frame.memo.get("outcome") not in hit.HITS or frame.args["of"] != "weapon":
        return
    if frame.memo.get("dealt", 0) < 0 or frame.args.get("how") in ("pierce", "backlash"):
        return
    known = truth(work)
    attack = attack_data.of_weapon(known, body, frame.args["key"])
    if attack is None or attack.magic:
        return  # a wand's own blow is not what strikes (house value)
    level = numbers.level(known, body)
    if attack.blow == SLASHING:
        _leave(work, target.key, body.key, "end_damage", wound(level))
    elif attack.blow == BLUDGEON:
        if body_part(target).armor in BRUISED:
            _leave(work, target.key, body.key, "max_hp", None)
        _shove(work, body, target, shove_percent(known, level))
    elif attack.blow == PIERCING:
        _pierce(work, frame, body, target, attack, pierce_percent(known, level))


def _leave(work: Work, target: str, source: str, does: str, number: int | None) -> None:
    """The status of the rules data that stacks and does this."""
    for key, spec in work.rules.entries.get("status", {}).items():
        if spec.does == does and spec.stacks > 1:
            statuses.put(work, target, key, source=source, number=number)
            return


def _shove(work: Work, body: AnyBody, target: AnyBody, percent: int) -> None:
    if body.place is None or target.place is None or work.state.bodies[target.key].down:
        return
    if work.roll(1, 100, f"{body.name} shoves {target.name}").total > 100 - percent:
        pushes.push(work, target.key, body.place.cell, int(work.constant("out.shove.cells")), "shove", by=body.key)


def behind(known: Known, body: AnyBody, target: AnyBody, attack: Attack) -> list[str]:
    """Who stands straight behind the target along the shot, within its range, the nearest first (O-094), as far as no
    wall and no full cover stops it (O-199)."""
    if body.place is None or target.place is None:
        return []
    dx, dy = target.place.x - body.place.x, target.place.y - body.place.y
    far = attack_data.cells_between(known, body.place, target.place)
    found = []
    for other in known.state.bodies.values():
        if other.place is None or other.place.board != body.place.board or other.down:
            continue
        ex, ey = other.place.x - body.place.x, other.place.y - body.place.y
        away = attack_data.cells_between(known, body.place, other.place)
        in_line = dx * ey == dy * ex and dx * ex + dy * ey > 0
        if in_line and away > far and legality.out_of_line(known, body, other, attack) is None:
            found.append((away, other.key))
    return [key for _, key in sorted(found)]


def _pierce(work: Work, frame: Frame, body: AnyBody, target: AnyBody, attack: Attack, percent: int) -> None:
    """One roll; the second takes half and the third a quarter, each by its own defences (O-093, O-094)."""
    shares = work.constant("out.pierce.falloff")[1:]
    there = behind(truth(work), body, target, attack)[: len(shares)]
    if not there or work.roll(1, 100, f"{attack.label} goes through {target.name}").total <= 100 - percent:
        return
    dice = list(frame.memo.get("dice", ()))
    part, whole = frame.args.get("share", (1, 1))  # what interference takes counts behind the first too (O-055)
    kept = {name: frame.args[name] for name in ("no_stats",) if name in frame.args}
    for key, share in reversed(list(zip(there, shares, strict=False))):
        attacks.begin(
            work, frame.unit, attacks.on_each(body.key, [key], attack), sure=True, opener=False, how="pierce",
            share=[round(share * 100) * part, 100 * whole], dice=dice, row=attacks.in_a_row(frame), **kept,
        )  # fmt: skip


STEPS: dict[str, Step] = {"properties": properties}
