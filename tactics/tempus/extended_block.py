"""What an Extended Action under way rules out (T-043): asked by everything that a unit may do."""

from __future__ import annotations

from tactics.effects.specs import Action
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.state import AnyUnit
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import part


def rules_out(facts: Facts, unit: AnyUnit, wanted: Plan | Action) -> Refused | None:
    """`illegal.extended` for another action of the same type, or, as `tt.extended.block` has it, for one that draws
    points which the Extended Action still owes. What costs nothing is never ruled out."""
    under_way = part(unit).extended
    if under_way is None:
        return None
    action, cost = (wanted.action, wanted.cost) if isinstance(wanted, Plan) else (wanted, wanted.cost)
    long = plan(facts.rules, under_way.action, str(under_way.wish.get("with", "")))
    if long is None or action.kind == "free":
        return None
    if constant(facts, "tt.extended.block") == "shared_pool":
        blocked = any(points and under_way.owed.get(pool) for pool, points in cost.items())
    else:
        blocked = action.kind == long.action.kind
    return illegal("extended", what=long.action.label) if blocked else None
