"""From an action's data to the named steps of frames.

A declared action is one frame (`action`): the GM's decision on the difficulty, then one frame (`effect`) for
each body that carries it out, with the steps of the action's data. A frame holds keys and a position in the
data, never the data itself: the rules version of a Mission cannot change while a frame is open.

The interrupt window of a declared action (T-065) stands at the front of `ACTION`, before the GM is asked; after it is
looked at again whether the action can still be done.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from tactics.effects import steps as s
from tactics.effects.specs import Action, Item, Skill, Weapon
from tactics.kernel.engine import Work
from tactics.kernel.rules import Rules
from tactics.kernel.state import Frame, Value

ACTION: tuple[str, ...] = ("window", "action_still", "action_difficulty", "action_perform", "action_done")
SET_OR_END = "set_or_end"
STRUCK_WITH = ("physical", "dynamic")
"""Types of attack skills that one strikes with; spells and powers are actions of their own."""
USE = "use."
USE_ITEM = s.Python("use_item")
"""What an action does that is used with an item: the item names the rest."""


class Plan(Value, frozen=True):
    """An action as it is carried out: its data and, where one is checked, the skill. `key` names what was asked
    for: an action, or a skill of the sheet that is checked for itself."""

    key: str
    action: Action
    skill_key: str = ""
    skill: Skill | None = None
    item: str = ""
    """The item that is used, of the key `use.<item>`."""

    @property
    def cost(self) -> dict[str, int]:
        """An attack skill's own cost comes before its action's; else the action's, else the skill's."""
        if self.skill is not None and self.skill.cost and (self.skill.attack or not self.action.cost):
            return self.skill.cost
        return self.action.cost

    @property
    def on_self(self) -> bool:
        """Whether one may do it to oneself: what is used without a check, such as a bandage."""
        return bool(self.item) and self.skill is None

    @property
    def checks(self) -> bool:
        return any(isinstance(step, s.Check) for step in self.action.effect)


def of_skill(key: str, skill: Skill) -> Action:
    """A check of a skill for itself, as an action: against a difficulty or, for some, the other's roll. Of a power
    what using it does; a bonus, an aura and a school of spells are nothing that one does."""
    return Action(
        label=skill.label,
        text=skill.text,
        cost=skill.cost,
        target=skill.aim,
        reach=skill.reach,
        check=key,
        effect=_used(skill) if skill.burst or skill.toggled else _tried(skill),
        needs_hand=skill.needs_hand,
        playable=not (skill.always or (skill.attack and skill.type == "magic")),
        hp_cost=skill.hp_cost,
        divine=skill.type == "divine",
        origin=skill.origin,
        line=skill.line,
    )


def _tried(skill: Skill) -> tuple[s.AnyStep, ...]:
    then: tuple[s.AnyStep, ...] = (s.Tell(),)
    if skill.inflicts:
        then += (s.Python(SET_OR_END, {"status": skill.inflicts}),)
    return (s.Check(against="versus", resist=skill.versus) if skill.versus else s.Check(), *then)


def _used(skill: Skill) -> tuple[s.AnyStep, ...]:
    """A power as steps: a check to manifest or to be asserted (T-118, T-120), then whom it strikes (T-121)."""
    if skill.toggled:
        return (*((s.Check(),) if skill.asserted else ()), s.Switch(), *skill.effect)
    steps: tuple[s.AnyStep, ...] = ()
    if skill.manifest:
        steps += (s.Check(stat=skill.manifest_stat, alone=True),)
    if skill.attack:
        steps += (s.Check(against="def"), s.Harm())
    elif skill.versus:
        steps += (s.Check(against="versus", resist=skill.versus),)
        steps += (s.Tell(),) if skill.dice is not None else ()
    steps += skill.effect
    if skill.drawback:
        steps += (s.Inflict(skill.drawback, on="self"),)
    return steps


def skill_by(rules: Rules, using: str) -> str:
    """The key of the skill that `using`, a weapon or a skill itself, stands for; empty for nothing."""
    weapon: Weapon | None = rules.find("weapon", using) if using else None
    return weapon.skill if weapon is not None else using


@lru_cache(maxsize=4096)
def plan(rules: Rules, key: str, using: str = "") -> Plan | None:
    """What `key` (an action or a skill) with the skill `using` means; None for a key that names nothing.

    An attack skill given as the action means a Simple Attack with it.
    """
    action: Action | None = rules.find("action", key)
    item = key.removeprefix(USE) if key.startswith(USE) else using
    used: Item | None = rules.find("item", item) if item else None
    if used is not None and used.usable and (action is None or used.action == key):
        return of_item(rules, item, used)
    if action is None:
        skill: Skill | None = rules.find("skill", key)
        if skill is None:
            return None
        if skill.attack and skill.type in STRUCK_WITH:
            simple: Action | None = rules.find("action", "simple_attack")
            return None if simple is None else Plan("simple_attack", simple, key, skill)
        return Plan(key, of_skill(key, skill), key, skill)
    chosen = using or action.check or _checked(action)
    return Plan(key, action, chosen, rules.find("skill", chosen) if chosen else None)


def of_item(rules: Rules, key: str, item: Item) -> Plan:
    """Using an item, as an action: for the cost of the action that it is used with, or its own (T-050, T-057)."""
    base: Action | None = rules.find("action", item.action)
    read = (s.Python("read_manual", {"skill": item.manual}),) if item.manual else ()
    use = s.Python(USE_ITEM.name, {"item": key, "consumed": item.consumed})
    action = Action(
        label=f"{'Read' if item.manual else 'Use'} {item.label}",
        text=item.text,
        cost=item.cost or (base.cost if base is not None else {}),
        target=item.use,
        reach=item.reach,
        check=item.skill,
        effect=(use, *read, *item.effect),
        extendable=base.extendable if base is not None else True,
        playable=base is not None and base.playable,
        disabled=item.disabled or (base is not None and base.disabled),
    )
    skill = rules.find("skill", item.skill) if item.skill else None
    return Plan(USE + key, action, item.skill, skill, key)


def _checked(action: Action) -> str:
    return next((step.skill for step in action.effect if isinstance(step, s.Check) and step.skill), "")


# --- frames ------------------------------------------------------------------------------------------

NAMES: dict[type[Any], tuple[str, ...]] = {
    s.Check: ("check_attempt", "effect_checked"),
    s.Harm: ("effect_roll", "effect_checked", "harm"),
    s.Tell: ("effect_roll", "effect_checked", "tell"),
    s.Heal: ("heal",),
    s.Inflict: ("inflict",),
    s.Modify: ("modify",),
    s.Push: ("shove",),
    s.Look: ("look",),
    s.Spend: ("spend",),
    s.Grant: ("grant",),
    s.Area: ("area",),
    s.Aura: ("aura",),
    s.Suppress: ("suppress",),
    s.Switch: ("switch",),
    s.Python: ("python",),
}


def compiled(effect: tuple[s.AnyStep, ...]) -> tuple[str, ...]:
    """The names of the steps of a frame. A check and the Effectiveness right after it are one record."""
    names: list[str] = []
    for index, step in enumerate(effect):
        if isinstance(step, s.Check):
            first, record = NAMES[s.Check]
            names.append(first)
            if step.against == "versus":
                names.append("check_resist")
            following = effect[index + 1] if index + 1 < len(effect) else None
            if not isinstance(following, s.Harm | s.Tell):
                names.append(record)
        else:
            names += NAMES[type(step)]
    return tuple(names)


def plan_of(rules: Rules, frame: Frame) -> Plan:
    """The plan that a frame carries out."""
    found = plan(rules, frame.args["action"], frame.args.get("using", ""))
    assert found is not None
    return found


def effect_of(rules: Rules, frame: Frame) -> tuple[s.AnyStep, ...]:
    """The list of steps that an `effect` frame carries out: the action's, or that of an area in it."""
    effect = plan_of(rules, frame).action.effect
    for index in frame.args.get("path", ()):
        area = effect[index]
        assert isinstance(area, s.Area)
        effect = area.effect
    return effect


def here(work: Work, frame: Frame) -> s.AnyStep:
    """The step of the data at which the frame stands."""
    at: int = frame.memo.get("at", 0)
    return effect_of(work.rules, frame)[at]


def following(work: Work, frame: Frame) -> s.AnyStep | None:
    effect = effect_of(work.rules, frame)
    at: int = frame.memo.get("at", 0) + 1
    return effect[at] if at < len(effect) else None


def packed(value: Any) -> Any:
    """Plain data for a frame's memo, equal to itself after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
