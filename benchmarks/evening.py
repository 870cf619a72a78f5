"""How an evening flows with the default settings: what each seat is asked, how often it clicks or taps, and how long
play waits for answers.

    python -m benchmarks.evening [evening | skirmish | duel ...] [--answer SECONDS] [--check]

A set evening of Tempus Tempera, a skirmish of Outerah with a pet, and a duel of two airships; without names all three.
4 heroes, each played by somebody, against 12 bodies in 3 Mobs of the GM's, 8 rounds, placement included (in the duel
the crews stand at their posts before). Everybody does the plain thing (walk to the nearest enemy, strike, end the turn;
steer alongside, load, fire); every question is answered after `--answer` seconds (4) by its default. The beat in which
Hold may be pressed passes unused and counts as waiting. Nothing but the offers of each seat's own view is used, as on
its page. The dice are of a fixed seed. `--check`: exit code 1 if an aim is missed.

Clicks and taps are those of the page's shortest way, which the browser tests walk: a cell or a target is one click, or
two taps (the first shows, the second does); a button is one of each; see `benchmarks.sitting`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from benchmarks.evening_outerah import Duel, Skirmish
from benchmarks.sitting import AIMS, Sitting, field_of
from tactics.effects import rules as data
from tactics.kernel.view import MissionView, OptionView
from tactics.rulebook import yaml_content
from tactics.tempus.table import TEMPUS

HEROES = {"ana": "mara", "ben": "gnash", "cleo": "ilven", "dora": "ogre"}
MOBS = {"goblins": 5, "lurkers": 3, "wolves": 4}
BLOW = "simple_attack"


class Evening(Sitting):
    """Tempus Tempera."""

    players, mobs = HEROES, MOBS

    def __init__(self, answer: float = 4.0) -> None:
        rules = data.parse(yaml_content.load("tempus"))
        super().__init__(TEMPUS, rules, field_of(TEMPUS, rules, HEROES), answer)

    def step(self, seat: str, key: str) -> bool:
        """Strikes if somebody is in reach, else comes nearer; False when neither can be done."""
        view = self.view(seat)
        side = next(u.side for u in view.units if u.key == key)
        foes = {b.key for u in view.units if u.side != side for b in u.bodies if not b.down}
        offers = [o for o in view.options if o.unit == key and not o.why_not and BLOW in o.key.split(":")]
        spread = next((o for o in offers if o.key.startswith("spread:")), None)
        if spread is not None:
            aims = {f.name.partition("/")[2]: f.value for f in spread.fields}
            self.do(seat, "spread", "act", unit=key, targets=aims, **spread.command)
            return True
        strike = self._best(offers, foes)
        if strike is not None:
            option, target = strike
            self.do(seat, "strike", "act", unit=key, target=target, **option.command)
            return True
        return self.come_nearer(view, seat, key, foes)

    def _best(self, offers: list[OptionView], foes: set[str]) -> tuple[OptionView, str] | None:
        """A plain attack on the first foe in reach."""
        near = [(o, t.body) for o in offers for t in o.targets if t.body in foes]
        found = [(sum(o.costs.values()), n, o, body) for n, (o, body) in enumerate(near)]
        if not found:
            return None
        _cost, _n, option, target = min(found, key=lambda one: one[:2])
        return option, target

    def too_dear(self, view: MissionView, key: str, pool: str) -> int:
        return next(p.left for u in view.units if u.key == key for p in u.pools if p.key == pool) - 2


KINDS: dict[str, Callable[[float], Sitting]] = {"evening": Evening, "skirmish": Skirmish, "duel": Duel}


def told(name: str, sitting: Sitting) -> list[str]:
    """Plays it, prints what it came to, and returns the aims that it missed."""
    sitting.play()
    print(f"{name}: {sitting.memory.state.clock.round - 1} rounds, {len(sitting.memory.log)} commands")
    print(f"{'seat':8} {'prompts':>8} {'clicks':>7} {'taps':>6} {'waited s':>9}  of which")
    for seat, tally in sitting.tally.items():
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(tally.prompts.items()))
        asked = sum(tally.prompts.values())
        print(f"{seat:8} {asked:8} {tally.clicks:7} {tally.taps:6} {tally.waited:9.1f}  {kinds}")
    for what, value in sitting.result().items():
        aim = AIMS.get(what, 3 if what == "Mob placed clicks" else None)
        print(f"{what}: {value:g}" + (f" (aim {aim})" if aim is not None else ""))
    missed = sitting.missed()
    for line in missed:
        print("missed:", line)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all if none is named")
    parser.add_argument("--answer", type=float, default=4.0, help="seconds that every answer takes")
    parser.add_argument("--check", action="store_true", help="exit code 1 if an aim is missed")
    wanted = parser.parse_args()
    if unknown := set(wanted.kinds) - set(KINDS):
        parser.error(f"no {', '.join(sorted(unknown))}: choose of {', '.join(KINDS)}")
    missed = [line for name in wanted.kinds or KINDS for line in told(name, KINDS[name](wanted.answer))]
    return int(bool(missed) and wanted.check)


if __name__ == "__main__":
    sys.exit(main())
