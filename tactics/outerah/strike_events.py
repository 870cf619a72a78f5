"""What is recorded of an attack or a healing, and how much of it each seat may know (table.md 23)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.effects.breakdown import DIE, Breakdown, Term, merged
from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Applier
from tactics.kernel.state import AnyState, Place
from tactics.mission.audience import Rule, Weaken, body_numbers, nobody
from tactics.mission.knowledge import knows_numbers
from tactics.outerah.knowledge import exact
from tactics.secrecy.sight import knows_body


class Struck(e.Event, frozen=True, tag=True):
    """One resolved attack on one target (O-201).

    kind, key: the weapon or skill; outcome: critical, hit, miss, covered (the second die or full cover), empty for
    those who may not know. faces, die: the D100s and the one that counts; needs: the lowest that hits. chance, charges:
    with their terms. cover: what stood between; second: the die against half cover. damage: with its terms and factors;
    dealt: what was taken, below 0: healed by absorption. how: `opener`, `stray`, `retarget`, `pierce`, `trigger` ...
    aside: its target was not aimed at, it was only in the way: who does not know of it hears nothing.
    """

    unit: str
    body: str
    target: str
    kind: str
    key: str
    outcome: str
    element: str = "neutral"
    faces: tuple[int, ...] = ()
    die: int | None = None
    needs: int | None = None
    chance: Breakdown | None = None
    charges: Breakdown | None = None
    cover: str = ""
    second: int | None = None
    crit: int | None = None
    """The lowest face of the critical check; None: there was none, or the reader may not know."""
    damage: Breakdown | None = None
    dealt: int | None = None
    how: str = ""
    aside: bool = False
    secret: bool = False

    @property
    def hit(self) -> bool:
        return self.outcome in ("critical", "hit")


class Backfired(e.Event, frozen=True, tag=True):
    """Whether electricity under water strikes nobody but who lets it go (O-133). needs: the lowest D100 that does."""

    unit: str
    body: str
    kind: str
    key: str
    face: int
    needs: int
    own: bool


class Astray(e.Event, frozen=True, tag=True):
    """Where a miss goes (O-203, O-204). faces: of its D6 or its two D10; at: where it comes down, None: off the map.
    near: of a projectile who stands in its cone, for without anybody there no die falls: whoever knows of none of them
    hears of none."""

    body: str
    target: str
    kind: str
    key: str
    faces: tuple[int, ...]
    at: Place | None = None
    near: tuple[str, ...] = ()


class Mended(e.Event, frozen=True, tag=True):
    """A healing, by a skill or an item (O-217). gained: what it gave at last."""

    unit: str
    body: str
    target: str
    kind: str
    key: str
    amount: Breakdown | None = None
    gained: int = 0


EVENTS: tuple[type[e.Event], ...] = (Struck, Mended, Backfired, Astray)
APPLIERS: dict[type[e.Event], Applier] = {kind: lambda s, ev: s for kind in EVENTS}


def knows_body_numbers(state: AnyState, seat: str, body: str) -> bool:
    found = state.bodies.get(body)
    unit = state.units.get(found.unit) if found is not None else None
    return unit is not None and knows_numbers(state, seat, unit)


def blanked(found: Breakdown | None) -> Breakdown | None:
    """Without secret terms; one empty secret one stays where one counted, so that the total stays hidden."""
    if found is None or not any(t.secret for t in found.terms):
        return found
    terms = tuple(t for t in found.terms if not t.secret)
    return replace(found, terms=(*terms, Term("", 0, secret=True)) if found.secret else terms)


def weaken_struck(before: AnyState, after: AnyState, rules: Rules, event: Struck, seat: str) -> Sequence[e.Event]:
    """What a seat other than the GM's gets of an attack: the parts of strangers as one sum, nothing of who is not
    seen; damage and what stopped it never of a stranger's body, whose health shows it."""
    if event.secret:
        return ()
    sees_actor = knows_body(before, rules, seat, event.body)
    sees_target = bool(event.target) and knows_body(before, rules, seat, event.target)
    if not sees_target and (event.aside or not sees_actor):
        return ()
    open_ = exact(before, rules)
    event = replace(event, chance=blanked(event.chance), charges=blanked(event.charges))
    if event.chance is not None and event.chance.secret:
        event = replace(event, needs=None)
    if not sees_actor:
        event = replace(
            event, unit="", body="", kind="", key="", faces=(), die=None, needs=None, chance=None, charges=None, how="",
            damage=None, cover="", second=None, crit=None,
        )  # fmt: skip
    if not sees_target:
        event = replace(event, target="", outcome="", chance=None, needs=None, damage=None, dealt=None)
        return (replace(event, second=None, crit=None),)
    mine, theirs = knows_body_numbers(before, seat, event.body), knows_body_numbers(before, seat, event.target)
    if not theirs:
        event = replace(event, damage=_raw(event.damage) if mine else None)
        if mine and open_:
            event = replace(event, chance=_with_one_defence(event.chance))
    elif not mine and event.damage is not None:
        event = replace(event, damage=_with_one_strength(event.damage) if open_ else None)
    if not mine and theirs and open_:
        event = replace(event, chance=_with_one_skill(event.chance))
    if not (mine or theirs) or not open_:
        event = replace(event, chance=None, needs=None, charges=None if not mine else event.charges)
        if not mine:
            event = replace(event, faces=(), die=None, crit=None)
    return (event,)


def _with_one_defence(found: Breakdown | None) -> Breakdown | None:
    """A stranger's Agility and what changes it as one sum, which the views show before the roll too."""
    return None if found is None else merged(found, "defence", lambda t: t.source == "stat:AGI")


def _with_one_skill(found: Breakdown | None) -> Breakdown | None:
    return None if found is None else merged(found, "skill", lambda t: t.source == "stat:CHA")


def _with_one_strength(found: Breakdown) -> Breakdown:
    own = ("stat:STR", "stat:INT", "badass", "gear:")
    return merged(found, "strength", lambda t: t.kind != DIE and t.source.startswith(own))


def _raw(found: Breakdown | None) -> Breakdown | None:
    """The damage before the target's own: what it subtracts and how an element meets it is not told."""
    if found is None:
        return None
    theirs = ("stat:VIT", "stat:WIS", "stat:DEF", "stat:MDEF", "gear:armor", "element:", "blow:", "floor")
    defences = {i for i, t in enumerate(found.terms) if t.source.startswith(theirs)}
    last = [i for i, t in enumerate(found.terms) if t.source in ("crit", "badass") or t.source == "posture:opener"]
    terms = tuple(t for i, t in enumerate(found.terms) if i not in defences and (i not in last or t.kind == DIE))
    return Breakdown("Damage before its defences", terms)


def weaken_mended(before: AnyState, after: AnyState, rules: Rules, event: Mended, seat: str) -> Sequence[e.Event]:
    """A stranger is healed: that it is, and no number."""
    if not knows_body(before, rules, seat, event.target):
        return ()
    if not knows_body(before, rules, seat, event.body):
        event = replace(event, unit="", body="", kind="", key="")
    if knows_body_numbers(before, seat, event.target):
        return (event,)
    return (replace(event, amount=None, gained=0),)


def weaken_astray(before: AnyState, after: AnyState, rules: Rules, event: Astray, seat: str) -> Sequence[e.Event]:
    """Told to whoever knows of both, and of somebody whom a shot may meet."""

    def knows(body: str) -> bool:
        return knows_body(before, rules, seat, body)

    told = knows(event.body) and knows(event.target) and (not event.near or any(map(knows, event.near)))
    return (replace(event, near=()),) if told else ()


AUDIENCE: dict[type[e.Event], Rule] = {
    **dict.fromkeys((Struck, Mended, Astray), nobody),
    Backfired: body_numbers,
}
WEAKEN: dict[type[e.Event], Weaken] = {Struck: weaken_struck, Mended: weaken_mended, Astray: weaken_astray}
