"""What a hit would leave behind, told with the odds: Wounds, a Shove, Black&Blue, a shot that goes on, a rider thrown
off (O-076 to O-078, O-088 to O-097).

Of whom the viewer knows alone; the chances are those that the attack itself rolls against.
"""

from __future__ import annotations

from collections.abc import Iterator

from tactics.kernel.ruleset import Known
from tactics.kernel.view import BreakdownView
from tactics.outerah import mounts, numbers, properties
from tactics.outerah.collectors import Question
from tactics.outerah.parts import body_part, constant, has


def views(known: Known, question: Question) -> list[BreakdownView]:
    return [BreakdownView(label=label, total=None, words=words) for label, words in _told(known, question)]


def _told(known: Known, q: Question) -> Iterator[tuple[str, str]]:
    level, blow = numbers.level(known, q.attacker), q.attack.blow
    if q.attack.kind == "weapon" and not q.attack.magic:
        if blow == properties.SLASHING:
            most = int(constant(known, "out.wounds.stack"))
            yield "Wounds", f"{properties.wound(level)} damage as each of its turns ends; {most} times at most"
        elif blow == properties.BLUDGEON:
            yield "Shove", f"{properties.shove_percent(known, level)} % to push it back"
            if body_part(q.target).armor in properties.BRUISED:
                percent = int(constant(known, "out.black_blue.percent"))
                yield "Black&Blue", f"{percent} % less Max HP under {body_part(q.target).armor} armor"
        elif blow == properties.PIERCING:
            behind = properties.behind(known, q.attacker, q.target, q.attack)
            names = [known.state.bodies[key].name for key in behind[: len(constant(known, "out.pierce.falloff")) - 1]]
            if names:
                yield "Goes through", f"{properties.pierce_percent(known, level)} %, then to {', '.join(names)}"
    if q.attack.roll is not None and has(known.rules, q.target, "mounted"):
        plain, twice = (mounts.percent(known, q.opener, critical) for critical in (False, True))
        yield "Thrown off its mount", f"{plain} % by a hit that harms, {twice} % by a critical one"
