"""Sentences for refusals: what is wrong and what to do next, from what the asking seat knows only."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known, Ruleset
from tactics.secrecy.known import waited_for

ILLEGAL = {
    "cost": "That costs {need}, and {left} is left.",
    "range": "Out of reach: move closer, or choose another target.",
    "sight": "There is no clear line to it.",
    "blocked": "The way to {cell} is blocked{by}.",
    "occupied": "{cell} is taken: choose a free cell.",
    "hands": "No hand is free for that: drop or put away something first.",
    "capacity": "There is no room for it.",
    "wear": "It cannot be worn without something that carries it, such as a sheath.",
    "holds": "Take out first what is in it.",
    "extended": "An extended action is under way: go on with it or stop it first.",
    "limit": "That goes beyond what the action allows.",
    "phase": "That cannot be done now.",
    "not_interruptible": "That action cannot be interrupted.",
    "interrupt_only": "That can only be done as an interrupt.",
    "divine": "Only another Divine Power can interrupt that.",
    "target": "Choose a target that this action can be done to.",
    "untrained": "That cannot be attempted untrained: ask the GM.",
    "locked": "The door is locked.",
    "zone": "{cell} is outside your placement zone.",
    "order": "It is not this unit's turn to be placed yet: mark the cell you wish for instead.",
    "disabled": "That action is not in use in this campaign.",
    "nothing": "That would change nothing.",
    "not_ready": "That is not ready at hand.",
    "moved": "It is not where it was: look again.",
    "status": "{name} cannot do that now: {status}.",
}
TEXTS = {
    "not_your_turn": "It is not your turn: {waiting}.",
    "not_your_unit": "That unit is not yours to command.",
    "not_allowed": "Your seat cannot do that.",
    "unknown": "There is nothing known as {what} here.",
    "awaiting_answer": "Something has to be answered first: {waiting}.",
    "stale": "{what} Look again, then repeat it if you still want to.",
    "key_reused": "This request was sent before with something else in it: reload the page.",
    "bad_field": "{field}: {text}.",
    "rate_limited": "Too many requests: wait a few seconds.",
    "ended": "The Mission is over.",
}


class _Params(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return {"cell": "that cell", "what": "that", "need": "more points", "left": "too little"}.get(key, "")


_BOUND = re.compile(r"Expected `(?P<kind>\w+)`(?: of length)? (?P<how>[<>])=? (?P<n>-?\d+)")
_UNITS = {"str": " characters", "array": " entries", "object": " entries"}


def _broken(params: Mapping[str, str]) -> str:
    """What a command that cannot be read says: where something is too long or too large, how much it may be; else the
    page and the server do not speak of the same, which a reload mends."""
    bound = _BOUND.match(params["text"])
    if bound is not None:
        how = "at most" if bound["how"] == "<" else "at least"
        return f"{params['field']}: {how} {bound['n']}{_UNITS.get(bound['kind'], '')}."
    if params["field"] in ("", "do", "command"):
        return "Reload the page and try again: the server knows no such command."
    return f"Reload the page and try again: the field {params['field']} is not as this command needs it."


def refusal_text(code: Ruleset, known: Known, refused: Refused) -> str:
    """One sentence or two for the person who asked."""
    params = _Params({k: str(v) for k, v in refused.params.items()})
    params.setdefault("waiting", waited_for(code, known.state, known) or "wait for it")
    if refused.code == "bad_field" and "broken" in refused.params:
        return _broken(params)
    if refused.code == "illegal" and "text" in refused.params:
        return f"{params['text'][:1].upper()}{params['text'][1:]}."
    if refused.code == "illegal":
        if refused.why == "phase" and "missing" in params:
            return f"First: {params['missing']}."
        if refused.why == "nothing" and "problem" in params:
            return f"Nothing was changed: {params['problem']}."
        return ILLEGAL.get(refused.why, "The rules do not allow that.").format_map(params)
    return TEXTS[refused.code].format_map(params)
