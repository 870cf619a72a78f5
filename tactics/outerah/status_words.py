"""A status as the document writes it, and when it ends and whose clock it runs on in plain words (O-242, O-252)."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, Status
from tactics.outerah import hiding, specs, statuses
from tactics.outerah.parts import constant

UNTIL = {
    "mounted": "until it dismounts or is knocked off",
    "prone": "until it stands up, by half of its next Movement",
    "lose_turn": "until its next own turn is lost",
    "frozen": "{least} to {most} of its own turns are lost; an even die in number {least} breaks it",
}
"""What ends a status that counts no Rounds and is not rolled against, by what it does."""
NAMED = 4
"""So many enemies are named."""
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def written(known: Known, status: Status, spec: specs.Status, *, counted: bool) -> str:
    """`Everlasting Burn (3)`, `Wounds 2 (5)`: the prefix of its tier where that is another than the usual one, its
    stacks, the Rounds left in brackets.

    counted: whether the reader knows its counters.
    """
    tier = status.numbers.get("tier", spec.tier) if counted else spec.tier
    left = status.numbers.get("rounds") if counted else None
    prefixes = constant(known, "out.status.prefixes")
    words = [next((p for p, says in prefixes.items() if says == tier), f"Tier {tier}")] if tier != spec.tier else []
    words.append(spec.label)
    if status.stacks > 1:
        words.append(str(status.stacks))
    if left is not None:
        words.append(f"({left})")
    return " ".join(words)


def ends(known: Known, body: AnyBody, status: Status, spec: specs.Status) -> str:
    """`3 Rounds left, each ends with the Round; from its 2nd own turn on a D100 as the turn ends: 66 resists`."""
    said = []
    left = status.numbers.get("rounds")
    if left is not None:
        said.append("until this Round ends" if left == 1 else f"{left} Rounds left, counted as each Round ends")
    if spec.does == "feared" and "number" in status.numbers:
        said.append(f"until its rider calms it: a D20 and Animal Handling against {status.numbers['number']}")
    elif spec.kind == "bad" and spec.minimum is not None and (roll := _roll(known, body, status, spec)):
        said.append(roll)
    if spec.does == "hidden":
        said.append("; ".join(["until it attacks", *_openers(known, body)]))
    if left is None and spec.does in UNTIL:
        least, most = constant(known, "out.stop.rounds")
        said.insert(0, UNTIL[spec.does].format(least=least, most=most))
    for ends_it, words in ((spec.patched, "until healing patches it up"), (spec.hurt_ends, "until it is hurt")):
        if ends_it:
            said.append(f"or {words}" if said else words)
    return "; ".join(said) or "until a cure or the GM ends it"


def _openers(known: Known, body: AnyBody) -> Iterator[str]:
    """`an Opener on Troll; Raider 1 of 3 Rounds without finding it`: of the enemies that the reader knows (O-040)."""
    whole = int(constant(known, "out.hidden.rounds"))
    counts: dict[int, list[str]] = {}
    for enemy in hiding.enemies(known.state, body):
        count = min(whole, hiding.unfound(known, body, enemy.key))
        counts.setdefault(count, []).append(enemy.name)
    for count, names in sorted(counts.items(), reverse=True):
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        who = ", ".join(names[:NAMED]) + more
        yield f"an Opener on {who}" if count == whole else f"{who}: {count} of {whole} Rounds without finding it"


def _roll(known: Known, body: AnyBody, status: Status, spec: specs.Status) -> str:
    """The next D100 against it: when, and what resists."""
    chance = statuses.resistance(known, body, spec)
    if chance is None:
        return ""
    least = max(1, spec.minimum or 0)
    turn = status.numbers.get("turns", 0) + 1
    step = int(constant(known, "out.status.step"))
    needs = max(1, 101 - chance - step * max(0, turn - least))
    what = f"{needs} or more resists" if needs <= 100 else "none resists yet"
    if turn >= least:
        return f"as its own turn ends a D100: {what}, {step} easier each turn"
    nth = ORDINALS.get(least, f"{least}th")
    return f"from its {nth} own turn on, as the turn ends, a D100: {what}"
