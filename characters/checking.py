"""Whether a unit can be made of a sheet: what the ruleset would refuse in a Mission is said while it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import State
from tactics.secrecy.words import refusal_text


def problem(code: Ruleset, rules: Rules, name: str, sheet: Mapping[str, Any], kind: str) -> tuple[str, str] | None:
    """(the first part of the path, what is wrong) of a sheet that makes no unit, or None."""
    own = str(sheet.get("kind") or kind)
    made = own if kind == "mob" and own != "character" else kind  # what is no Mob, such as a ship, stands among them
    spec = {**sheet, "name": name, "kind": made, "side": "heroes" if kind == "character" else "foes"}
    try:
        code.build_unit(rules, "new", spec)
    except Refused as refused:
        return str(refused.params.get("field", "")), words(code, rules, refused)
    except (ValueError, TypeError, KeyError, AttributeError):
        # A file may hold anything under a key that no form shows.
        return "", "something in it has not the form that these rules need"
    return None


def words(code: Ruleset, rules: Rules, refused: Refused) -> str:
    """The refusal for people."""
    if refused.code == "bad_field":
        text = str(refused.params["text"])
        return f"{text[:1].upper()}{text[1:]}."
    known = Known(State(ruleset=code.name, rules=rules.hash), rules, "gm", "gm")
    return refusal_text(code, known, refused)
