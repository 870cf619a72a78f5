"""What an attack would come to, exactly, from what the viewer knows (table.md 23).

Of a stranger's defence `open` shows the chance and one sum, `guarded` one of five words, `closed` nothing. Damage is
told before the target's own reductions where those are not known. The functions are those that the attack itself uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from tactics.board import distance, in_bounds
from tactics.effects.breakdown import Breakdown, merged, shown
from tactics.effects.distribution import Distribution, certain, in_words, mean, mixed, of_dice, percent, permille
from tactics.effects.explained import entry_of
from tactics.effects.formula import Dice
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody
from tactics.kernel.view import BreakdownView
from tactics.mission.knowledge import knows_numbers
from tactics.mission.members import Odds
from tactics.outerah import afterwards, attack_data, damage, hit, statuses, strays
from tactics.outerah.attack_data import Attack
from tactics.outerah.collectors import Question
from tactics.outerah.cover import HALF
from tactics.outerah.knowledge import DEFENCE, exact
from tactics.outerah.parts import body_part, constant, is_house
from tactics.outerah.specs import Status, dice_of


def knows(known: Known, body: AnyBody) -> bool:
    return known.is_gm or knows_numbers(known.state, known.seat, known.state.units[body.unit])


def of_damage(
    known: Known, attacker: AnyBody, target: AnyBody | None, attack: Attack, *, critical: bool, opener: bool,
    stats: bool = True, share: tuple[int, int] = (1, 1), charge: Fraction = Fraction(1),
) -> Distribution:  # fmt: skip
    """The damage of a hit; below 0 what is healed by absorption. Without a target before its reductions."""
    roll = attack.roll
    if roll is None:
        return certain(0)
    dice = of_dice(roll.count, roll.sides)
    extra = dice_of(attack.opener_dice) if opener else None
    if extra is not None:
        dice = dice.plus(of_dice(extra.count, extra.sides))
    by = damage.factors(known, attacker, target, attack, critical=critical, opener=opener, charge=charge)
    flat = damage.added(known, attacker, attack, (), opener=opener, stats=stats)
    if target is not None:
        flat += damage.subtracted(known, target, attack)
    whole = sum(term.value for term in flat)
    times = damage.multiplier(known, attack)
    return dice.map(lambda total: damage.part_of(damage.total(total * times + whole, by), share))


def strike(known: Known, question: Question) -> Distribution:
    """What the whole attack does to its target, misses as 0: the explorer's answer."""
    attacker, target, attack = question.attacker, question.target, question.attack
    check = hit.check(known, question)
    hits, crits = hit.odds(known, check)
    charge = hit.damage_of(known, check.step)
    plain, twice = (
        of_damage(known, attacker, target, attack, critical=critical, opener=question.opener, stats=question.stats,
                  share=question.share, charge=charge)
        for critical in (False, True)
    )  # fmt: skip
    again = strays_back(known, question) * hit.misses(known, check)
    astray = of_damage(
        known, attacker, target, attack, critical=False, opener=False, stats=question.stats, share=question.share
    )
    shares = ((hits - crits, plain), (crits, twice), (again, astray), (1 - hits - again, certain(0)))
    return mixed([(share.numerator, share.denominator, found) for share, found in shares if share])


def strays_back(known: Known, question: Question) -> Fraction:
    """The chance that a spell that missed comes down where its target stands: of the 100 cells of its field those on
    the map that its area reaches the target from (O-204)."""
    found = known.state.bodies.get(question.target.key)
    place = found.place if found is not None else None
    if not question.attack.spell or place is None:
        return Fraction(0)
    metric = str(constant(known, "out.grid.metric"))
    board = known.state.boards[place.board]
    field = [(place.x + dx, place.y + dy) for dx in strays.FIELD for dy in strays.FIELD]
    near = [c for c in field if in_bounds(board, c) and distance(c, place.cell, metric) <= question.attack.area]
    return Fraction(len(near), len(field))


def preview(known: Known, question: Question) -> Odds:
    """As much as the viewer may read of it before the roll."""
    return _preview(known, question, hit.check(known, question), _carries(known, question))


def previews(known: Known, questions: Iterable[Question]) -> list[Odds]:
    """The same of several members at one target; those that are alike in all that counts are worked out once."""
    found: list[Odds] = []
    made: list[tuple[Any, Odds]] = []
    for question in questions:
        body, check, carries = question.attacker, hit.check(known, question), _carries(known, question)
        asked = (check, carries, question.attack, question.opener, body.stats, body.statuses, body.part)
        odds = next((odds for before, odds in made if before == asked), None)
        if odds is None:
            odds = _preview(known, question, check, carries)
            made.append((asked, odds))
        found.append(odds)
    return found


def _carries(known: Known, question: Question) -> Breakdown | None:
    """The range with its terms, if there is more to it than the attack's own."""
    start, end = question.attacker.place, question.target.place
    if start is None or end is None:
        return None
    carries = attack_data.reach(known, question.attack, start, end)
    return carries if len(carries.terms) > 1 else None


def _preview(known: Known, question: Question, check: hit.Check, carries: Breakdown | None) -> Odds:
    target = question.target
    theirs = knows(known, target)
    effect = _effect(known, question, check, theirs)
    if not theirs and DEFENCE not in target.stats:
        return Odds(effect=effect)
    chance, _ = hit.odds(known, check)
    if not theirs and not exact(known.state, known.rules):
        return Odds(chance=in_words(chance), effect=effect)
    found = check.chance if theirs else merged(check.chance, "defence", lambda t: t.source.startswith("stat:AGI"))
    entry = partial(entry_of, known.rules)
    views = [shown(found, known.is_gm, entry=entry)]
    if check.charges.terms:
        views.append(charge_view(known, check.charges, known.is_gm))
    if check.backfires:
        views.append(backfire_view(known, question, check))
    if check.crit:
        views.append(crit_view(known, question, check.needs_crit))
    if carries is not None:
        views.append(shown(carries, known.is_gm, entry=entry))
    if check.cover.label:
        die = check.cover.stops and check.cover.kind == HALF and is_house(known, "out.cover.second_die")
        views.append(BreakdownView(label="Cover", total=None, words=cover_words(check), house=die))
    views += afterwards.views(known, question)
    if check.chance.secret and not known.is_gm:
        return Odds(chance="", breakdowns=tuple(views), effect=effect)
    return Odds(percent(chance), permille(chance), tuple(views), effect)


def charge_view(known: Known, charges: Breakdown, gm: bool, sides: int = 100) -> BreakdownView:
    """`Super Charge: the best of 3 D100`, with what it comes of."""
    found = shown(charges, gm, entry=partial(entry_of, known.rules))
    if found.total is None:
        return found
    step = hit.step_of(charges)
    count, keep = hit.dice(known, step)
    words = f"the {keep} of {count} D{sides}" if count > 1 else f"one D{sides}"
    words += "".join(f", {term.value:+d} points" for term in hit.points(known, step))
    times = hit.damage_of(known, step)
    words += "" if times == 1 else f", damage \N{MULTIPLICATION SIGN}{float(times):g}"
    label = hit.named(step) if step else "Charges cancel out"
    mark = bool(step) and is_house(known, "out.charge")
    return BreakdownView(label=label, total=None, terms=found.terms, words=words, house=mark)


def crit_view(known: Known, question: Question, needs: int) -> BreakdownView:
    """The critical check comes before all else (O-222)."""
    attack, of_its_own = question.attack, body_part(question.attacker).crit is not None
    house = attack.house if attack.crit is not None else not of_its_own and is_house(known, "out.crit.percent")
    words = f"a D100 of {needs} or more hits and doubles"
    return BreakdownView(label="Critical check", total=None, words=words, house=house)


def backfire_view(known: Known, question: Question, check: hit.Check) -> BreakdownView:
    """Before all other dice (O-133)."""
    words = f"a D100 of {101 - check.backfires} or more strikes nobody but {question.attacker.name}"
    return BreakdownView("Electricity", total=None, words=words, house=is_house(known, "out.swim.electric_percent"))


def cover_words(check: hit.Check) -> str:
    """`Sandbags: half cover, a second die` or why it does not count."""
    cover = check.cover
    if cover.past:
        return f"{cover.label}: does not count ({cover.past})"
    said = {"half": "half cover, a second die", "full": "full cover", "concealed": "conceals only"}
    return f"{cover.label}: {said.get(cover.kind, 'none')}"


def _effect(known: Known, question: Question, check: hit.Check, theirs: bool) -> str:
    """`9 to 16 fire damage, 12.5 on average; Burn, 35 % to resist`."""
    found = (_damage(known, question, check, theirs), _status(known, question, theirs))
    return "; ".join(filter(None, found))


def _status(known: Known, question: Question, theirs: bool) -> str:
    """The status that a hit brings, and the chance to resist it where the target's numbers are known (O-246)."""
    key, target = question.attack.status, question.target
    spec = known.rules.find("status", key) if key else None
    if not isinstance(spec, Status) or body_part(target).section:
        return ""
    if not theirs:
        return f"{spec.label} unless it resists" if spec.stat else spec.label
    if statuses.immune(known, target, spec):
        return f"immune to {spec.label}"
    chance = statuses.resistance(known, target, spec)
    return spec.label if chance is None else f"{spec.label}, {chance} % to resist"


def _damage(known: Known, question: Question, check: hit.Check, theirs: bool) -> str:
    """`9 to 16 fire damage, 12.5 on average`."""
    if question.attack.roll is None:
        return ""
    target = question.target if theirs else None
    charge = hit.damage_of(known, check.step)
    found = of_damage(known, question.attacker, target, question.attack, critical=False, opener=question.opener,
                      stats=question.stats, share=question.share, charge=charge)  # fmt: skip
    least, most = found.worst, found.best
    element = question.attack.element
    kind = "" if element == "neutral" else f" {element}"
    if most < 0:
        return f"heals {-most} to {-least}{kind}"
    span = f"{least} to {most}" if least != most else f"{least}"
    before = "" if theirs else " before its defences"
    return f"{span}{kind} damage, {mean(found.expected)} on average{before}"


def healed(
    known: Known, target: AnyBody, roll: Dice | None, bonus: int, element: str, *, potion: bool = False
) -> tuple[str, tuple[BreakdownView, ...]]:
    """What a healing gives, before the maximum of hit points: `heals 13 to 28, 20.5 on average`, and how its element
    meets the target, where that is known and changes something (O-217 to O-220)."""
    if roll is None:
        return "", ()
    theirs = knows(known, target)
    factor = damage.healing_factor(known, target, element, potion) if theirs else None
    by = [factor] if factor is not None and factor.value != 1 else []
    found = of_dice(roll.count, roll.sides).map(lambda dice: damage.total(dice + bonus, by))
    why = tuple(BreakdownView(label="Element", total=None, words=f.label, house=f.house) for f in by)
    if not found.best:
        return "heals nothing", why
    span = f"{found.worst} to {found.best}" if found.worst != found.best else f"{found.best}"
    before = "" if theirs else " before its resistances"
    return f"heals {span}, {mean(found.expected)} on average{before}", why


def average(known: Known, question: Question) -> Fraction:
    """What the attack takes on average."""
    return strike(known, question).expected
