"""Bonuses, auras and activated powers: what changes the numbers of a body by being there (T-107 to T-113).

`changes_on` is the one answer for engine and preview. It is worked out once for each state: an aura is recomputed on
every move by that, and nothing has to be told when somebody enters or leaves it. Whom an aura touches is told by the
distance of the Mission alone; walls do not stop it, and that of somebody unconscious rests (house values).
"""

from __future__ import annotations

from functools import lru_cache

from tactics.board import distance
from tactics.effects.powers import Change, When
from tactics.effects.specs import Skill
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, Place, Value
from tactics.secrecy import memo
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import Power, body_part


class Source(Value, frozen=True):
    """A skill that is in effect: whose, which, and where its area lies (None: on its owner alone), in cells."""

    body: str
    key: str
    place: Place | None = None
    radius: int = 0


class Active(Value, frozen=True):
    """A change that counts for somebody now. stack: of several of one aura only the best counts."""

    source: str
    label: str
    change: Change
    house: bool
    stack: str = ""


@lru_cache(maxsize=32)
def passive(rules: Rules) -> frozenset[str]:
    """The skills of the data that change numbers by being there, or on."""
    return frozenset(k for k, s in rules.entries.get("skill", {}).items() if s.changes and not s.disabled)


def power(body: AnyBody, key: str) -> Power:
    return body_part(body).powers.get(key, Power())


def has(body: AnyBody, key: str) -> bool:
    """Whether the sheet has the skill, with whatever rank."""
    return str(body.skills.get(key, "0")) != "0"


def suppressed(body: AnyBody, key: str) -> bool:
    """Whether an aura is suppressed, by its owner or from outside (T-115, T-117)."""
    found = power(body, key)
    return found.quiet > 0 or found.strength > 0


def in_effect(body: AnyBody, key: str, skill: Skill) -> bool:
    """Whether one of the body's skills counts now, whatever its condition (T-108, T-111, T-112)."""
    if not has(body, key) or skill.disabled:
        return False
    if skill.type == "bonus":
        return True
    if body.down:
        return False
    return power(body, key).on if skill.toggled else not suppressed(body, key)


def met(facts: Facts, body: AnyBody, key: str, when: When | None) -> bool:
    """Whether the requirement of a circumstantial bonus holds (T-109)."""
    if when is None:
        return True
    if when.met == "choice":
        return power(body, key).on
    if when.met == "night":
        return bool(constant(facts, "tt.scene.night"))
    if when.met in ("wounded", "unhurt"):
        return (body.hp < body.max_hp) == (when.met == "wounded")
    if when.met == "below_half":
        return body.hp * 2 < body.max_hp
    if body.place is None:
        return False
    if when.met == "terrain":
        return _ground(facts.state, body.place) in when.terrain
    return _ally_beside(facts, body, body.place) == (when.met == "ally_beside")


def _ground(state: AnyState, place: Place) -> str:
    board = state.boards[place.board]
    return dict(board.palette).get(board.terrain[place.y * board.width + place.x], "")


def _ally_beside(facts: Facts, body: AnyBody, place: Place) -> bool:
    side, metric = facts.state.units[body.unit].side, str(constant(facts, "tt.grid.metric"))
    return any(
        other.key != body.key
        and other.place is not None
        and not other.down
        and other.place.board == place.board
        and facts.state.units[other.unit].side == side
        and distance(place.cell, other.place.cell, metric) <= 1
        for other in facts.state.bodies.values()
    )


# --- areas --------------------------------------------------------------------------------------------


def sources(facts: Facts) -> tuple[Source, ...]:
    """Every area of an aura or activated power that is in effect, by body and skill."""
    notes, note = memo.of(facts.state), ("areas of powers", facts.rules.hash)
    found: tuple[Source, ...] | None = notes.get(note)
    if found is None:
        keys = passive(facts.rules)
        made = []
        for body in facts.state.bodies.values():
            if body.place is None:
                continue
            for key in body.skills:
                if key in keys:
                    skill: Skill = facts.rules.entries["skill"][key]
                    if skill.radius and in_effect(body, key, skill):
                        made.append(Source(body.key, key, body.place, skill.radius))
        found = notes[note] = tuple(made)
    return found


def inside(facts: Facts, place: Place | None, centre: Place | None, radius: int) -> bool:
    """Whether a place is within so many cells of another one."""
    if place is None or centre is None or place.board != centre.board:
        return False
    # No metric makes a way shorter than its longer side, and nearly all who are asked about stand far away.
    if not -radius <= place.x - centre.x <= radius or not -radius <= place.y - centre.y <= radius:
        return False
    return distance(centre.cell, place.cell, str(constant(facts, "tt.grid.metric"))) <= radius


def touches(facts: Facts, source: Source, body: AnyBody) -> bool:
    """Whether the area of a power has this body in it, and is meant for it."""
    if not inside(facts, body.place, source.place, source.radius):
        return False
    skill: Skill = facts.rules.entries["skill"][source.key]
    units = facts.state.units
    owner = facts.state.bodies[source.body]
    ally = units[owner.unit].side == units[body.unit].side
    if skill.affects == "others" and body.key == source.body:
        return False
    if (skill.affects == "allies" and not ally) or (skill.affects == "enemies" and ally):
        return False
    return skill.affects != "self" or body.key == source.body


# --- what counts for a body ---------------------------------------------------------------------------


def changes_on(facts: Facts, body: AnyBody) -> tuple[Active, ...]:
    """Every change that counts for a body now: of its own bonuses and powers, and of areas that it is in."""
    notes, note = memo.of(facts.state), ("changes on", facts.rules.hash, body.key)
    found: tuple[Active, ...] | None = notes.get(note)
    if found is None:
        found = notes[note] = (*own_changes(facts, body), *_areas_on(facts, body))
    return found


def own_changes(facts: Facts, body: AnyBody) -> tuple[Active, ...]:
    """Those of the body's own skills that have no area."""
    keys = passive(facts.rules)
    out = []
    for key in body.skills:
        if key not in keys:
            continue
        skill: Skill = facts.rules.entries["skill"][key]
        if skill.radius or not in_effect(body, key, skill) or not met(facts, body, key, skill.when):
            continue
        kind = "bonus" if skill.type == "bonus" else "power"
        out += [Active(f"{kind}:{key}", c.label or skill.label, c, skill.house) for c in skill.changes]
    return tuple(out)


def _areas_on(facts: Facts, body: AnyBody) -> list[Active]:
    out = []
    for source in sources(facts):
        if touches(facts, source, body):
            skill: Skill = facts.rules.entries["skill"][source.key]
            name = f"aura:{source.body}:{source.key}"
            out += [Active(name, c.label or skill.label, c, skill.house, f"aura:{source.key}") for c in skill.changes]
    return out


def gain(facts: Facts, body: AnyBody, applies: str) -> int:
    """What bonuses and powers add to a number that no check asks for: `initiative`, `pa`, `ma` (T-108)."""
    return sum(a.change.value for a in own_changes(facts, body) if a.change.applies == applies)
