"""Events of Outerah as lines of the log; `mission.words` has those that all rulesets share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board.cells import COMPASS
from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import CheckCard, LogLine
from tactics.mission import doors, words_table
from tactics.mission import words as shared
from tactics.mission.talk import Said
from tactics.mission.walking import Walked
from tactics.mission.words import at, body, line, name, of_unit
from tactics.outerah import (
    casting,
    hiding,
    mounts,
    moving,
    pet_orders,
    pushes,
    ship_words,
    spirit,
    status_lines,
    triggers,
)
from tactics.outerah import parts as p
from tactics.outerah import statuses as st
from tactics.outerah.tries import Tried
from tactics.outerah.units import number_label
from tactics.outerah.views import away
from tactics.secrecy.known import possessive

HELD = {
    "down": "is down and cannot act",
    "gm": "does not act: the turn passes",
    "frozen": "is frozen and has no turn",
    "no_turn": "is held and has no turn",
    "lose_turn": "loses this turn",
    "feared": "flees and has no turn",
    "alternate_turns": "is slowed and has no turn this Round",
}


def _unit(t: Telling, key: str) -> str:
    found = body(t, key)
    return found.unit if found is not None else ""


def label(t: Telling, kind: str, key: str) -> str:
    return str(getattr(t.known.rules.find(kind, key), "label", key))


def _round(t: Telling, ev: e.RoundStarted) -> LogLine:
    per = int(t.known.rules.constant("out.round.seconds", t.known.state.options))
    gone = (ev.round - 1) * per
    return line("system", f"Round {ev.round}: {gone // 60}:{gone % 60:02} gone")


def _turn_ended(t: Telling, ev: e.TurnEnded) -> LogLine | None:
    said = HELD.get(ev.skipped)
    return line("system", f"{name(t, ev.unit)} {said}", unit=of_unit(t, ev.unit)) if said else None


def _tie(t: Telling, ev: e.TieBroken) -> LogLine:
    text = f"{name(t, ev.unit)} is number {ev.face} of those with equal Speed, by the coin"
    return line("roll", text, unit=of_unit(t, ev.unit))


def _extra(t: Telling, ev: p.ExtraTurnTaken) -> LogLine:
    why = {"haste": " (Haste)", "inspiration": " (Inspiration)"}.get(ev.why, "")
    return line("system", f"{name(t, ev.unit)} acts once more this Round{why}", unit=of_unit(t, ev.unit))


def _faced(t: Telling, ev: p.Faced) -> LogLine:
    text = f"{name(t, ev.body)} faces {COMPASS.get(ev.facing, ev.facing)}"
    return line("move", text, unit=_unit(t, ev.body), at=at(t, ev.body))


def _declared(t: Telling, ev: p.Declared) -> LogLine | None:
    if any(isinstance(other, Tried) and other.unit == ev.unit for other in t.also):
        return None  # what is checked is told with how it came out
    used = f" ({p.PART_LABELS.get(ev.part, ev.part)})" if ev.part else ""
    text = f"{name(t, ev.unit)}{used}: {ev.text}"
    return line("roll", text, unit=of_unit(t, ev.unit), record={"kind": "something_else", "actor": ev.unit})


def _resisted(t: Telling, ev: st.Resisted) -> LogLine:
    what = label(t, "status", ev.status)
    die = f" (D100 {ev.face}, {ev.needs} needed)" if ev.face and ev.needs else f" ({ev.face})" if ev.face else ""
    held = "resists" if ev.held else "does not resist"
    if ev.at == "immune":
        held = "is immune to"
    elif ev.at == "even":
        held = "breaks free of" if ev.held else "does not break free of"
        die = f" (D10 {ev.face}, {'even' if ev.face % 2 == 0 else 'odd'})" if ev.face else ""
    record: dict[str, Any] = {"kind": "resist", "body": ev.body, "status": ev.status, "held": ev.held}
    if ev.face:
        record |= {"die": ev.face, "needs": ev.needs}
    told = line("roll", f"{name(t, ev.body)} {held} {what}{die}", unit=_unit(t, ev.body), record=record)
    if not ev.face:
        return told
    sums = f"{ev.needs} resists" if ev.needs else "even breaks it"
    tone = "good" if ev.held else "bad"
    card = CheckCard(who=f"{name(t, ev.body)}: {what}", die=ev.face, sum=sums, outcome=held, tone=tone)
    return replace(told, card=card, at=at(t, ev.body))


def _cast(t: Telling, ev: st.Cast) -> LogLine:
    what = label(t, "status", ev.status)
    on = f" on {name(t, ev.target)}" if ev.target != ev.body else ""
    die = f" (D100 {ev.face}, {ev.needs} needed)" if ev.face else ""
    how = "" if ev.held else ": it fails"
    record: dict[str, Any] = {"kind": "buff", "body": ev.body, "status": ev.status, "held": ev.held}
    if ev.face:
        record |= {"die": ev.face, "needs": ev.needs}
    told = line("roll", f"{name(t, ev.body)} casts {what}{on}{how}{die}", unit=_unit(t, ev.body), record=record)
    views = list(casting.views(t.known, ev.chance, ev.charges))
    if ev.charges is not None and ev.faces and views[-1].total is None:
        views[-1] = replace(views[-1], words=f"{views[-1].words}: {', '.join(map(str, ev.faces))}")
    told = replace(told, breakdowns=tuple(views))
    if not ev.face:
        return told
    card = CheckCard(
        who=f"{name(t, ev.body)}: {what}", die=ev.face, sum=f"{ev.needs} casts it",
        outcome="succeeds" if ev.held else "fails", tone="good" if ev.held else "bad",
    )  # fmt: skip
    return replace(told, card=card, at=at(t, ev.target))


def _jumped(t: Telling, ev: moving.Jumped) -> LogLine:
    who = name(t, ev.body)
    said = {
        "success": f"{who} jumps",
        "topple": f"{who} topples",
        "caught": f"{who} slips and catches the fall ({ev.save})",
        "fall": f"{who} falls {ev.levels} level{'s' * (ev.levels != 1)}: {ev.damage} damage",
    }[ev.result]
    record = {"kind": "jump", "actor": ev.unit, "result": ev.result, "levels": ev.levels, "damage": ev.damage}
    return line("move", f"{said} (D10 {ev.face})", unit=of_unit(t, ev.unit), record=record, at=at(t, ev.body))


def _pushed(t: Telling, ev: pushes.Pushed) -> LogLine:
    who = name(t, ev.body)
    text = f"{who} is pushed back {ev.cells} cell{'s' * (ev.cells != 1)}" if ev.cells else f"{who} holds its ground"
    if ev.fell:
        text += f" and falls {ev.fell} level{'s' * (ev.fell != 1)}: {ev.damage} damage"
    return line("move", text, unit=_unit(t, ev.body), at=at(t, ev.body))


def _reacted(t: Telling, ev: triggers.Reacted) -> LogLine:
    text = f"{possessive(name(t, ev.body))} {label(t, 'gem', ev.gem)} answers the attack"
    return line("system", text, unit=of_unit(t, ev.unit))


def _found(t: Telling, ev: hiding.Found) -> LogLine:
    return line("move", f"{name(t, ev.body)} is found by {name(t, ev.by)}", unit=_unit(t, ev.body), at=at(t, ev.body))


def _spirit(t: Telling, ev: spirit.SpiritCounted) -> LogLine | None:
    if ev.left < 0:
        return None
    when = f" in {ev.left} Round{'s' * (ev.left != 1)}" if ev.left else ": nothing heals it any more"
    text = f"{possessive(name(t, ev.body))} spirit is released{when}"
    return line("system", text, unit=_unit(t, ev.body), at=at(t, ev.body))


STANCES = {"stay": "stays and strikes back once if it is attacked", "guard": "stands guard and tells of whoever comes"}


def _stance(t: Telling, ev: pet_orders.Stance) -> LogLine | None:
    if ev.order == "attack":
        return None  # its attack is told, and that it struck back
    return line("system", f"{name(t, ev.unit)} {STANCES.get(ev.order, ev.order)}", unit=of_unit(t, ev.unit))


def _agreed(t: Telling, ev: pet_orders.Agreed) -> LogLine:
    said = "attacks together with its pet this Round" if ev.together else "leaves this Round's attack to its pet"
    return line("system", f"{name(t, ev.unit)} {said}", unit=of_unit(t, ev.unit))


def _balked(t: Telling, ev: pet_orders.Balked) -> LogLine:
    said = "resists the order" if ev.held else "obeys the order"
    free = " and is free of its Charm" if ev.freed else ""
    die = f" (D100 {ev.face}, {ev.needs} needed)" if ev.needs else ""
    record: dict[str, Any] = {"kind": "order", "actor": ev.unit, "held": ev.held}
    return line("roll", f"{name(t, ev.unit)} {said}{free}{die}", unit=of_unit(t, ev.unit), record=record)


def _edge(t: Telling, ev: e.EdgeSet) -> LogLine | None:
    """A piece of cover that burns down; doors as everywhere."""
    spec = t.known.rules.find("material", ev.edge.material)
    if ev.edge.kind == "cover" and spec is not None and not spec.covers and not spec.share:
        text = f"the cover between {doors.where(ev.edge)} burns down"
        return line("system", text, at=(ev.board, *ev.edge.a))
    return words_table.WORDS[e.EdgeSet](t, ev)


def _placed(t: Telling, ev: e.Placed) -> LogLine | None:
    """Where a mount is that is ridden or thrown its rider off goes without saying."""
    found = body(t, ev.body)
    if ev.place is None and not ev.by_gm and found is not None and away(t.known, found):
        return None
    for other in t.also:
        match other:
            case mounts.KnockedOff(off=True) | mounts.Unseated() if not ev.by_gm:
                return None
    return shared.WORDS[e.Placed](t, ev)


def _hid(t: Telling, ev: e.BodyHidden) -> LogLine | None:
    """Whoever hides by a status is told of with that."""
    if any(isinstance(other, e.StatusSet) and other.body == ev.body for other in t.also):
        return None
    return shared.WORDS[e.BodyHidden](t, ev)


WORDS: dict[type[e.Event], Narrate] = {
    **shared.WORDS,
    **words_table.WORDS,
    **status_lines.WORDS,
    e.NumberSet: words_table.number(number_label),
    e.InitiativeSet: shared.initiative("d12", "Speed"),
    e.PoolsSet: shared.pools(p.points),
    e.RoundStarted: _round,
    e.TurnEnded: _turn_ended,
    e.TieBroken: _tie,
    e.EdgeSet: _edge,
    e.Placed: _placed,
    e.BodyHidden: _hid,
    spirit.SpiritCounted: _spirit,
    Walked: shared.walked(
        lambda cost: "", {"swim": "swims", "thrust": "swims with a thrust", "order": "goes as ordered"}
    ),
    Said: words_table.said(),
    p.ExtraTurnTaken: _extra,
    p.Faced: _faced,
    p.Declared: _declared,
    pet_orders.Bidden: lambda t, ev: line("system", ev.text, unit=of_unit(t, ev.unit)),
    st.Resisted: _resisted,
    st.Cast: _cast,
    moving.Jumped: _jumped,
    pushes.Pushed: _pushed,
    triggers.Reacted: _reacted,
    hiding.Found: _found,
    hiding.CombatOver: lambda t, ev: line("system", "Nobody is in combat any more: the battle is over"),
    **ship_words.WORDS,
    pet_orders.Stance: _stance,
    pet_orders.Agreed: _agreed,
    pet_orders.Balked: _balked,
}
