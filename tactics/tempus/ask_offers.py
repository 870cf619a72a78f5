"""The one offer of all spells and powers that only the GM can let somebody try (T-135)."""

from __future__ import annotations

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.tempus import mobs
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.actions import carried_out, needed, too_dear
from tactics.tempus.parts import points

GROUP = "Without a rank"


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """A choice of what could be paid now, and of whom it is done to. The GM needs nobody's leave."""
    able = mobs.able(known, unit)
    if known.is_gm or not able:
        return []
    choices = [
        (wanted.key, f"{wanted.action.label}, {points(needed(known, wanted))}")
        for wanted in _barred(known)
        if not any(mobs.trained(body, wanted) for body in able) and too_dear(known, unit, needed(known, wanted)) is None
    ]
    if not choices:
        return []
    others = [(b.key, b.name) for b in known.state.bodies.values() if b.place is not None and b.unit != unit.key]
    fields = [FieldView(name="action", label="What", kind="choice", choices=tuple(choices), value=choices[0][0])]
    if others:
        who = (("", "nobody"), *sorted(others, key=lambda pair: pair[1]))
        fields.append(FieldView(name="target", label="Whom", kind="choice", choices=who))
    return [
        OptionView(
            key="ask_untrained",
            unit=unit.key,
            do="act",
            label="Ask to try a spell or power",
            group=GROUP,
            cost="asks the GM",
            title="The GM allows it or not; nothing is paid before. The penalty of the race is added to the die.",
            fields=tuple(fields),
        )
    ]


def _barred(known: Known) -> list[Plan]:
    """Spells and powers that nobody may try by themselves, in the order of their labels."""
    entries = known.rules.entries
    keys = [k for k, a in entries.get("action", {}).items() if a.listed and a.target in ("body", "none")]
    keys += [k for k, s in entries.get("skill", {}).items() if s.burst or s.toggled]
    found = [plan(known.rules, key) for key in keys]
    plans = [p for p in found if p is not None and p.skill is not None and p.action.needs_skill == ""]
    barred = [p for p in plans if carried_out(p) and not p.action.disabled and _asks(p)]
    return sorted(barred, key=lambda p: p.action.label)


def _asks(wanted: Plan) -> bool:
    skill = wanted.skill
    if skill is None or skill.disabled:
        return False
    return skill.usable_untrained is False or wanted.action.needs_rank > 0
