"""Where a term of a number is explained: the entry of the rules data that it comes from, by the term's source."""

from __future__ import annotations

from tactics.effects import kinds
from tactics.kernel.rules import Rules


def entry_of(rules: Rules, source: str) -> str:
    """`skill:claw`, `constant:tt.def.per_unused_pa`; empty for what no entry explains (a GM's word, a die).

    A ruleset says by `Kinds.explains` which entry stands behind a source, or behind all sources of a kind, that has
    no entry of its own name.
    """
    kind, _, key = source.partition(":")
    if not key:
        return ""
    known = kinds.of(rules.ruleset).explains
    if source in known:
        return known[source]
    last = key.rpartition(":")[2]
    for each in (kind, *known.get(kind, "").split()):
        if ":" in each:
            return each
        if rules.find(each, last) is not None:
            return f"{each}:{last}"
    return ""
