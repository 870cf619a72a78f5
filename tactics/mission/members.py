"""What several members of one unit would come to at one target, each by itself: a Mob attacks with all that can, and
who stands behind the target, higher or past its cover has another chance than the rest (table.md 14 and 23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tactics.effects.distribution import WORDS
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field
from tactics.kernel.state import AnyUnit, Value
from tactics.kernel.view import BreakdownView


class Odds(Value, frozen=True):
    """What a seat may read of one attack, as in `TargetView`: chance is `55 %`, one of five words, or empty."""

    chance: str = ""
    permille: int | None = None
    breakdowns: tuple[BreakdownView, ...] = ()
    effect: str = ""


def together(found: Sequence[tuple[str, Odds]], said: str, each: str) -> Odds:
    """The odds of (name, odds) of all members as one: what is alike of all once, else who has what.

    said: begins the effect, as `5 attack`; each: stands before an effect that all have, as `each:`. A chance that
    differs is told as from the least to the greatest (`45–65 %`), with how many have which in the effect; then there
    is no permille.
    """
    of = [odds for _, odds in found]
    first, chances = of[0], [odds.chance for odds in of]
    permilles = {odds.permille for odds in of}
    return Odds(
        chance=first.chance if len(set(chances)) == 1 else _span(chances),
        permille=first.permille if len(permilles) == 1 else None,
        breakdowns=_terms(found),
        effect=_effect(of, said, each),
    )


def _effect(of: Sequence[Odds], said: str, each: str) -> str:
    """`5 attack: 3 at 65 %, 2 at 45 %; each: 9 to 16 damage`, or `5 attack: 3 at 65 %, 9 to 16 damage; 2 at 45 %, 4
    damage`."""
    effects = {odds.effect for odds in of}
    shares = Counter((odds.chance, odds.effect) for odds in of)
    best = sorted(shares.items(), key=lambda item: (-_rank(item[0][0]), -item[1]))
    if len(effects) > 1:
        told = (f"{n} {', '.join(filter(None, (_at(chance), effect)))}" for (chance, effect), n in best)
        return f"{said}: {'; '.join(told)}"
    start = said if len(shares) == 1 else f"{said}: {', '.join(f'{n} {_at(chance)}' for (chance, _), n in best)}"
    effect = next(iter(effects))
    return f"{start}; {each} {effect}" if effect else start


def _at(chance: str) -> str:
    return f"at {chance}" if chance.endswith("%") else chance


def _rank(chance: str) -> float:
    """Chances in order: percentages by their number, words by their place."""
    if chance in WORDS:
        return WORDS.index(chance)
    number = "".join(sign for sign in chance if sign.isdigit() or sign == ".")
    return float(number or -1)


def _span(chances: Sequence[str]) -> str:
    if not all(chances):
        return ""
    least, most = min(chances, key=_rank), max(chances, key=_rank)
    if not most.endswith("%"):
        return f"{least} to {most}"
    return f"{least.removesuffix('%').rstrip()}\N{EN DASH}{most}"


def _terms(found: Sequence[tuple[str, Odds]]) -> tuple[BreakdownView, ...]:
    """First what all have, then under the names of those who have it what only some have."""
    groups: dict[tuple[str, tuple[BreakdownView, ...]], list[str]] = {}
    for name, odds in found:
        groups.setdefault((odds.chance, odds.breakdowns), []).append(name)
    if len(groups) == 1:
        return found[0][1].breakdowns
    shared = [view for view in found[0][1].breakdowns if all(view in odds.breakdowns for _, odds in found)]
    out = list(shared)
    for (chance, views), names in sorted(groups.items(), key=lambda item: -_rank(item[0][0])):
        out.append(BreakdownView(label=", ".join(names), total=None, words=chance))
        out += [view for view in views if view not in shared]
    return tuple(out)


def aims(work: Work, unit: AnyUnit, targets: Mapping[str, str]) -> list[tuple[str, str]]:
    """(member, whom it goes for), by its name; refused if it says nothing, or speaks of others than the members."""
    if not targets or not set(targets) <= set(unit.bodies):
        raise bad_field("targets", "say which member goes for whom")
    return [(member, work.body_key(target)) for member, target in sorted(targets.items())]


def assigned(choices: dict[str, list[str]]) -> dict[str, str]:
    """Member -> target: who has the fewest to choose from chooses first, always the target with the fewest on it."""
    load: Counter[str] = Counter()
    out: dict[str, str] = {}
    for member in sorted(choices, key=lambda m: (len(choices[m]), m)):
        target = min(choices[member], key=lambda t: (load[t], choices[member].index(t)))
        load[target] += 1
        out[member] = target
    return out
