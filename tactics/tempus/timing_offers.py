"""What a unit may do over turns and out of turn, as offers: hold, pass, use and give up what is prepared, go on with or
stop an Extended Action, prepare (table.md 1, 4). Made from what its seat knows, as all offers are."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tactics.effects.specs import Action
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit, Prompt
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import turns
from tactics.tempus import mobs, odds, prepared, stow_ready, ways, willpower
from tactics.tempus.action_offers import WHY_NOT, to_prepare
from tactics.tempus.action_plan import plan, skill_by
from tactics.tempus.deeds import action_label
from tactics.tempus.extended_block import rules_out
from tactics.tempus.interrupt_choices import described
from tactics.tempus.parts import cost_of, lacking, left, part, points
from tactics.tempus.timing_records import EXACT, NORMAL, VAGUE, Extended, Prepared
from tactics.tempus.windows import BEAT, INTERRUPT

GROUP_OUT, GROUP_LONG, GROUP_PREPARE = "Out of turn", "Extended action", "Prepare"
JUDGED = ((VAGUE, "vaguely"), (NORMAL, "as usual"), (EXACT, "exactly"))


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """All of them that concern this unit at this moment."""
    if not turns.running(known.state):
        return []
    ruled = rulings(known, unit) if known.is_gm else []
    if known.state.clock.active == unit.key:
        return [*_long(known, unit), *_prepare(known, unit), *_queue(known, unit, usable=False), *ruled]
    # while the GM is deciding, be it in a pause or for somebody unseen, nobody speaks up (table.md 11)
    usable = known.is_gm or known.state.clock.active is not None
    return [*_beat(known, unit), *_queue(known, unit, usable=usable), *_long_stop(known, unit), *ruled]


def _beat(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Hold and pass, while a beat lasts that this unit could use."""
    beat: Prompt | None = next((p for p in known.state.prompts if p.kind == BEAT), None)
    if beat is None or unit.key not in beat.data["units"] or (known.is_gm and unit.seat != known.seat):
        return []
    if any(p.kind == INTERRUPT and p.unit == unit.key for p in known.state.prompts):
        return []  # it holds already: its question is open
    hold = OptionView(
        key="hold", unit=unit.key, do="hold", label="Hold", group=GROUP_OUT, cost="to interrupt", hotkey="h",
        title="Opens a window in which this unit may use a Reflex or a prepared action.",
    )  # fmt: skip
    go_on = OptionView(key="pass", unit=unit.key, do="pass", label="Let it pass", group=GROUP_OUT)
    return [hold, go_on]


def _queue(known: Known, unit: AnyUnit, *, usable: bool) -> list[OptionView]:
    """What is prepared, in order, with `use now` out of turn and `give up` at any time."""
    found = []
    asked = any(p.unit == unit.key for p in known.state.prompts)
    for index, record, words in _declared(known, unit):
        lost = f"; gives up {index} before it" if index else ""
        if usable and not asked:
            use = OptionView(
                key=f"prepared:{record.number}", unit=unit.key, do="interrupt", group=GROUP_OUT,
                label=f"Use {record.number}: {words}", cost=f"paid{lost}",
                command={"prepared": record.number},
            )  # fmt: skip
            found.append(_aimed(known, unit, record, use))
        found.append(
            OptionView(
                key=f"discard:{record.number}", unit=unit.key, do="discard", group=GROUP_OUT,
                label=f"Give up {record.number}: {words}", cost="no refund", command={"prepared": record.number},
            )
        )  # fmt: skip
    return found


def _aimed(known: Known, unit: AnyUnit, record: Prepared, use: OptionView) -> OptionView:
    """What was declared at nobody says at whom, or where, when it is used (T-068)."""
    using = str(record.wish.get("with", ""))
    wanted = plan(known.rules, record.action, skill_by(known.rules, using))
    if wanted is None or record.wish.get("target"):
        return use
    if wanted.action.target == "cell":
        return replace(use, fields=(FieldView(name="target", label="At", kind="cell", help="a cell, such as F8"),))
    if wanted.action.target != "body":
        return use
    found = odds.targets(known, unit, record.action, using)
    if not found:
        return replace(use, why_not="nobody in reach and in sight", why_code="range")
    return replace(use, targets=found)


def _declared(known: Known, unit: AnyUnit) -> Iterator[tuple[int, Prepared, str]]:
    """What is prepared and told: its place in the queue, itself, and in words."""
    for index, record in enumerate(part(unit).prepared):
        if record.action:
            yield index, record, described(known.state, known.rules, record)


def _begun(known: Known, unit: AnyUnit) -> tuple[Extended, str] | None:
    """The Extended Action that is being paid for, and its name."""
    long = part(unit).extended
    if long is None or not long.cost:
        return None
    return long, action_label(known.rules, long.action, str(long.wish.get("with", "")))


def rulings(known: Known, unit: AnyUnit) -> list[OptionView]:
    """What a GM decides about what the unit has declared."""
    begun = _begun(known, unit)
    judged = [_judge(known, unit, record, words) for _, record, words in _declared(known, unit)]
    return [*judged, _call_willpower(known, unit, begun[1])] if begun is not None else judged


def _judge(known: Known, unit: AnyUnit, record: Prepared, words: str) -> OptionView:
    """The GM's word on how specific a declaration was (T-068, T-069)."""
    others = [(key, word) for key, word in JUDGED if key != record.specificity]
    choices = tuple((key, f"{word}, {prepared.bonus(known, key):+d} on the Attempt") for key, word in others)
    return OptionView(
        key=f"judge:{record.number}", unit=unit.key, do="judge", group=GROUP_OUT,
        label=f"Judge {record.number}: {words}", cost=f"declared {dict(JUDGED)[record.specificity]}",
        command={"prepared": record.number}, ruling=True, title="How specific the declaration was changes its Attempt.",
        fields=(FieldView(name="specificity", label="Declared", kind="choice", choices=choices, value=choices[0][0]),),
    )  # fmt: skip


def _long(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Go on with an Extended Action, for as much as is possible or as one likes, or stop it (T-039, T-044)."""
    begun = _begun(known, unit)
    if begun is None:
        return []
    long, label = begun
    owed = long.owed
    costs = {pool: min(n, left(unit, pool)) for pool, n in owed.items() if min(n, left(unit, pool))}
    able = bool(costs)
    go_on = OptionView(
        key="extend", unit=unit.key, do="extend", group=GROUP_LONG,
        label=f"Go on with {label}", cost=f"{points(costs) if able else points(owed)} of {points(owed)} owed",
        costs=costs, why_not="" if able else lacking(unit, owed), why_code="" if able else "cost",
        title=f"paid so far: {points(long.paid)} of {points(long.cost)}",
    )  # fmt: skip
    found = [_elsewhere(known, unit, go_on)]
    found += [
        replace(
            go_on, key=f"extend:{pool}", label=f"Pay 1 {pool.upper()} for {label}", cost=points({pool: 1}),
            costs={pool: 1}, command={"pay": {pool: 1}},
        )
        for pool, n in costs.items()
        if n > 1
    ]  # fmt: skip
    return [*found, *_long_stop(known, unit)]


def _elsewhere(known: Known, unit: AnyUnit, go_on: OptionView) -> OptionView:
    """With the last payment it is done: if its target cannot be reached any more, another of the same kind (T-040);
    and not without what it is done with."""
    long = part(unit).extended
    assert long is not None
    wish = long.wish
    if not isinstance(wish.get("target"), str) or go_on.why_not or sum(go_on.costs.values()) < sum(long.owed.values()):
        return go_on
    action, using = str(wish["action"]), str(wish.get("with", ""))
    wanted = plan(known.rules, action, skill_by(known.rules, using))
    armed = wanted is None or not wanted.action.needs_skill or mobs.aims(known, unit, wanted, using or wanted.skill_key)
    if not armed:
        return replace(go_on, why_not=WHY_NOT["not_ready"], why_code="not_ready")
    legal = odds.targets(known, unit, action, using)
    if not legal or any(target.body == wish["target"] for target in legal):
        return go_on
    return replace(go_on, targets=legal, cost=f"{go_on.cost}, at another target")


def _long_stop(known: Known, unit: AnyUnit) -> list[OptionView]:
    begun = _begun(known, unit)
    if begun is None:
        return []
    long, label = begun
    lost = f"{points(long.paid)} lost" if long.paid else "nothing lost"
    return [OptionView(key="stop", unit=unit.key, do="stop", group=GROUP_LONG, label=f"Stop {label}", cost=lost)]


def _call_willpower(known: Known, unit: AnyUnit, label: str) -> OptionView:
    """The GM calls for the roll to go on, for whatever happens to the unit (T-045, T-046)."""
    against = str(willpower.difficulty(known, 0))
    return OptionView(
        key="call_willpower", unit=unit.key, do="call_willpower", group=GROUP_LONG,
        label=f"Willpower to go on: {label}", cost="d10 + WP", ruling=True,
        title="For whatever disturbs it; if the roll fails, it is lost with all that was paid.",
        fields=(FieldView(name="difficulty", label="Difficulty", kind="number", value=against),),
    )  # fmt: skip


# --- preparing ------------------------------------------------------------------------------------------------

CONDITIONS = (
    ("", "no condition: I say when"),
    ("enters", "a cell is entered"),
    ("in_reach", "somebody comes into reach"),
    ("attacks", "somebody attacks"),
    ("casts", "somebody casts"),
    ("speaks", "somebody speaks"),
)
FIRES = (("ask", "ask me"), ("auto", "do it at once"))
AIMS = (("", "nobody yet"), ("body", "a creature"), ("cell", "a space or point"))


def _prepare(known: Known, unit: AnyUnit) -> list[OptionView]:
    """One offer with all that a declaration needs; the fields are as the form posts them (missions.forms)."""
    room = prepared.most(known, unit) - len(part(unit).prepared)
    choices = _actions(known, unit)
    option = OptionView(
        key="prepare", unit=unit.key, do="prepare", group=GROUP_PREPARE, label="Prepare an action",
        cost="its full cost now", title=f"{len(part(unit).prepared)} of {prepared.most(known, unit)} prepared",
    )  # fmt: skip
    if room <= 0:
        return [replace(option, why_not=f"{prepared.most(known, unit)} are prepared, no more", why_code="limit")]
    if not choices:
        return [replace(option, why_not="nothing that can be paid", why_code="cost")]
    bodies = _bodies(known, unit)
    who = (("any", "any enemy"), *bodies)
    fields = (
        FieldView(name="action", label="Action", kind="choice", choices=choices, value=choices[0][0]),
        FieldView(name="aim", label="At", kind="choice", choices=AIMS),
        FieldView(name="target", label="Creature", kind="choice", choices=(("", "choose"), *bodies)),
        FieldView(name="at", label="Cell", kind="cell", help="such as F8"),
        FieldView(name="when_kind", label="When", kind="choice", choices=CONDITIONS),
        FieldView(name="when_who", label="Who", kind="choice", choices=who, value="any"),
        FieldView(name="when_at", label="Cell", kind="cell", help="such as F8"),
        FieldView(name="fire", label="Then", kind="choice", choices=FIRES, value="ask"),
        FieldView(
            name="specificity", label="Declared", kind="choice",
            choices=(("", "as it is"), ("vague", "vaguely"), ("exact", "exactly, with this condition only")),
        ),
        FieldView(name="text", label="Words to say", limit=200),
        FieldView(name="declaration", label="In your words", limit=300),
    )  # fmt: skip
    return [replace(option, fields=fields)]


def _bodies(known: Known, unit: AnyUnit) -> tuple[tuple[str, str], ...]:
    found = [b for b in known.state.bodies.values() if b.place is not None and not b.down]
    found.sort(key=lambda b: (known.state.units[b.unit].side == unit.side, b.name))
    return tuple((b.key, b.name) for b in found)


def _actions(known: Known, unit: AnyUnit) -> tuple[tuple[str, str], ...]:
    """(action or action:skill, words with the cost) of what can be paid now."""
    found: list[tuple[str, str]] = []
    move = known.rules.find("action", "move")
    cost = ways.move_cost(known.state, known.rules)
    if isinstance(move, Action) and not move.disabled and not lacking(unit, cost) and not rules_out(known, unit, move):
        found.append(("move", f"{move.label}, {points(cost)}"))
    for key, leap in known.rules.entries.get("action", {}).items():
        if leap.target != "path" or key == "move" or leap.disabled or not leap.playable:
            continue
        if not lacking(unit, cost_of(leap.cost)) and not rules_out(known, unit, leap):
            found.append((key, f"{leap.label}, {points(cost_of(leap.cost))}"))
    for option in to_prepare(known, unit):
        if lacking(unit, option.costs):
            continue
        using = option.command.get("with")
        key = f"{option.command['action']}:{using}" if using else str(option.command["action"])
        found.append((key, f"{option.label}, {option.cost}"))
    talk = known.rules.find("action", "talk")
    if isinstance(talk, Action) and not talk.disabled and left(unit, "ma") and rules_out(known, unit, talk) is None:
        found.append(("talk", f"{talk.label}, {points(talk.cost)} per 5 words"))
    return tuple(dict(found + stow_ready.choices(known, unit)).items())
