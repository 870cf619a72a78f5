"""Trigger Actions and Auto Skills: what soul gems do when their bearer is attacked (O-232 to O-240).

One gem is active in all. Which one is a standing choice that asks nobody, unless the campaign has it that whoever has
several that would do different things is asked at each attack (`out.trigger.choice`). A Trigger strikes back once in a
Round, an Auto Skill goes off every time, whatever the attack did; neither sets off another, unless
`out.trigger.chain`, and then at most `out.trigger.chain_most` in a row: two who answer every attack would never end.
"""

from __future__ import annotations

import json
from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, PromptKind, Step
from tactics.kernel.state import AnyBody, AnyState, Frame, Prompt, Value
from tactics.outerah import attack_data, attacks, items, legality
from tactics.outerah.parts import body_part, has, with_body_part
from tactics.outerah.parts import truth as truth_of
from tactics.outerah.specs import Gem, Skill
from tactics.secrecy.sight import PUBLIC, players_of, seats_that_know

CHOICE = "reaction"
"""The seat's standing choice: a gem, or what it grants (`trigger`, `auto`)."""
GRANTS = {"trigger": "Trigger Action", "auto": "Auto Skill"}
ASKED, SECONDS = "reaction", 20
"""The question at an attack, and how long it waits (table.md, defaults)."""


class Reacted(e.Event, frozen=True, tag=True):
    """A gem goes off; times: how often in this Round by now, of those that are counted."""

    unit: str
    body: str
    gem: str
    round: int
    times: int


def gems(known: Known, body: AnyBody) -> dict[str, Gem]:
    """What its sockets hold, and what its skills grant besides (O-232)."""
    skills = (known.rules.find("skill", key) for key in body.skills)
    keys = (*body_part(body).gems, *(skill.gem for skill in skills if isinstance(skill, Skill) and skill.gem))
    return {key: gem for key in keys if isinstance(gem := known.rules.find("gem", key), Gem)}


def active(known: Known, body: AnyBody) -> tuple[str, Gem] | None:
    """The one gem of a body that is active: the chosen one, else the first (O-237, O-238)."""
    socketed = list(gems(known, body).items())
    seat = known.state.seats.get(known.state.units[body.unit].seat)
    standing = seat.standing if seat is not None else {}
    choice = standing.get(f"{CHOICE}.{body.unit}", standing.get(CHOICE))
    if isinstance(choice, dict):
        choice = choice.get(body.unit)
    chosen = next(((key, gem) for key, gem in socketed if choice in (key, gem.grants)), None)
    return chosen or next(iter(socketed), None)


def limit(known: Known, gem: Gem) -> int:
    """How often it goes off in a Round; 0: always (O-239, O-240)."""
    if gem.limit is not None:
        return gem.limit
    return int(known.rules.constant("out.trigger.per_round", known.state.options)) if gem.grants == "trigger" else 0


def reactions(work: Work, frame: Frame) -> None:
    """The step of the plan: after the attack is resolved, hit or not."""
    before = attacks.in_a_row(frame)
    if before and (not work.constant("out.trigger.chain") or before >= int(work.constant("out.trigger.chain_most"))):
        return
    target, attacker = work.state.bodies.get(frame.args["target"]), work.state.bodies.get(frame.args["body"])
    if target is None or attacker is None or target.down or target.key == attacker.key:
        return
    known = truth_of(work)
    found = active(known, target)
    if found is None or has(work.rules, target, "frozen", "no_turn", "feared"):
        return
    if asks(work, frame, target, attacker):
        return
    key, gem = answered(known, target, frame) or found
    answer = answer_of(known, target, attacker, gem)
    if answer is None:
        return
    unit = target.unit
    # What goes off every time is not counted: it takes nothing from a Trigger of the same Round (O-238).
    times = gone_off(known, target) + (answer.most > 0)
    work.emit(Reacted(unit=unit, body=target.key, gem=key, round=work.state.clock.round, times=times))
    if answer.does == "item":
        items.consume(work, unit, target.key, target.key, answer.what)
        return
    attack = attack_data.find(known, target, answer.does, answer.what)
    if answer.does in ("buff", "heal") or attack is None:
        work.push("skill", unit, (f"skill_{answer.does}",), body=target.key, target=target.key, key=answer.what)
        return
    attacks.begin(
        work, unit, [(target.key, attacker.key, attack_data.plain(attack))], opener=False, how=gem.grants,
        row=before + 1,
    )  # fmt: skip


class Answer(Value, frozen=True):
    """What a gem does at an attack. does: `item`, `buff`, `heal`, or the kind of attack (`weapon`, `skill`); what: of
    the rules data; most: so often in a Round, 0 for always."""

    does: str
    what: str
    most: int


def answer_of(known: Known, target: AnyBody, attacker: AnyBody, gem: Gem) -> Answer | None:
    """What a gem of the target does now; None: nothing, for it has gone off as often as it may, the thing is used up or
    the attacker is out of its reach."""
    most = limit(known, gem)
    if most and gone_off(known, target) >= most:
        return None
    if gem.uses == "item":
        return Answer("item", gem.what, most) if body_part(target).pack.get(gem.what) else None
    skill = known.rules.find("skill", gem.what) if gem.uses == "skill" else None
    if isinstance(skill, Skill) and has(known.rules, target, "no_skills"):
        return None
    if isinstance(skill, Skill) and skill.does in ("buff", "heal"):
        return Answer(skill.does, gem.what, most)
    kind = "skill" if gem.uses == "skill" else "weapon"
    what = gem.what or attack_data.in_hand(known, target, "mainhand")
    attack = attack_data.find(known, target, kind, what)
    if attack is None or legality.hindrance(known, target, attacker, attack) is not None:
        return None
    return Answer(kind, what, most)


def gone_off(known: Known, body: AnyBody) -> int:
    """How often a gem of the body that is counted has gone off in this Round."""
    round_, times = body_part(body).triggered
    return int(times) if round_ == known.state.clock.round else 0


# --- asked at each attack -----------------------------------------------------------------------------


def asks(work: Work, frame: Frame, target: AnyBody, attacker: AnyBody) -> bool:
    """Asks a player once which of several gems answers, where the campaign wants it and it makes a difference now
    (O-238). A Guide's units are never asked for, nor is somebody waited for whom not everybody knows of (table.md 2,
    reference 3.3)."""
    if work.constant("out.trigger.choice") != "ask" or "reaction" in frame.memo:
        return False
    seat = work.state.seats.get(work.state.units[target.unit].seat)
    everybody = {*players_of(work.state), PUBLIC}
    known = truth_of(work)
    answers = [answer_of(known, target, attacker, gem) for gem in gems(known, target).values()]
    if seat is None or seat.role != "player" or all(answer == answers[0] for answer in answers):
        return False
    if not everybody <= seats_that_know(work.state, work.rules, target.key):
        return False
    work.replan(frame, ("reactions", *work.frame(frame.key).todo))
    work.ask(ASKED, seat.key, unit=target.unit, seconds=SECONDS, body=target.key)
    return True


def answered(known: Known, body: AnyBody, frame: Frame) -> tuple[str, Gem] | None:
    """The gem that was named for this attack."""
    key = frame.memo.get("reaction")
    gem = gems(known, body).get(str(key))
    return (str(key), gem) if gem is not None else None


def _default(state: AnyState, rules: Rules, prompt: Prompt) -> str:
    body = state.bodies.get(prompt.data["body"])
    found = active(Known(state, rules, "", GM), body) if body is not None else None
    return found[0] if found is not None else ""


def _read(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> str:
    """A gem, or what it grants."""
    body = state.bodies.get(prompt.data["body"])
    own = gems(Known(state, rules, "", GM), body) if body is not None else {}
    found = next((key for key, gem in own.items() if value in (key, gem.grants)), None)
    if found is None:
        raise bad_field("value", f"choose one of {', '.join(own)}")
    return found


def _resolve(work: Work, prompt: Prompt, value: Any) -> None:
    if prompt.frame is not None:
        work.note(work.frame(prompt.frame), reaction=value)


def _show(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    body = state.bodies.get(prompt.data["body"])
    own = gems(Known(state, rules, "", GM), body) if body is not None else {}
    return {
        "title": f"{body.name if body is not None else 'Somebody'} is attacked",
        "text": "Which of its gems answers?",
        "choices": tuple((json.dumps(key), f"{gem.label} ({GRANTS[gem.grants]})") for key, gem in own.items()),
        "default": json.dumps(_default(state, rules, prompt)),
    }


PROMPT = PromptKind(name=ASKED, blocks=True, default=_default, read=_read, resolve=_resolve, show=_show)


def _reacted(s: AnyState, ev: Reacted) -> AnyState:
    return with_body_part(s, ev.body, triggered=(ev.round, ev.times))


EVENTS: tuple[type[e.Event], ...] = (Reacted,)
APPLIERS: dict[type[e.Event], Any] = {Reacted: _reacted}
STEPS: dict[str, Step] = {"reactions": reactions}
PROMPTS: dict[str, PromptKind] = {ASKED: PROMPT}
