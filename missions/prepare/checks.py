"""What is still missing before a Mission begins, said while it is prepared. Nothing here holds a GM back but what makes
no Mission at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, AnyUnit, Board

from .build import Built
from .forms import MissionForm
from .places import blocked
from .rows import NOTES


@dataclass(frozen=True)
class Check:
    """sort: `must` (it cannot begin so), `open` (it can, but somebody will miss it) or `done`. field: where it is said
    in the form, or empty."""

    sort: str
    words: str
    field: str = ""


def of(form: MissionForm, built: Built, rules: Rules) -> list[Check]:
    """What is missing comes first."""
    found = [*_story(form, built), *_people(form, built.state), *_places(built, rules)]
    return sorted(found, key=lambda check: ("must", "open", "done").index(check.sort))


def _story(form: MissionForm, built: Built) -> Iterator[Check]:
    state = built.state
    if state.scenario:
        yield Check("done", _("The scenario is told."), "scenario")
    else:
        yield Check("open", _("There is no scenario: players read nothing when they come."), "scenario")
    mains = [goal for goal in state.objectives.values() if goal.kind == "main"]
    if mains:
        yield Check("done", _("The main objective is set."), "goal")
    else:
        yield Check("open", _("There is no main objective: initiative waits until there is one."), "goal")
    for n, goal in enumerate(state.objectives.values()):
        if not goal.public and not goal.recipients:
            name = next((f"aim_{i}" for i in range(form.goals) if goal.key == f"aim{i + 1}"), "goal")
            words = _("Nobody gets or knows the objective “%(title)s”.") % {"title": goal.title}
            yield Check("open", words, name if n else "goal")
    if len(built.notes) > NOTES:
        words = _("Notes and the notes of the map are %(n)s letters together; a Mission keeps the first %(most)s.")
        yield Check("open", words % {"n": len(built.notes), "most": NOTES}, "notes")


def _people(form: MissionForm, state: AnyState) -> Iterator[Check]:
    if not form.players:
        yield Check("open", _("No player has joined the campaign yet: make a link on its page."))
    for member in form.players:
        if any(unit.seat == member.key for unit in state.units.values()):
            yield Check("done", _("%(name)s has somebody to play.") % {"name": member.name}, f"hero_{member.key}")
        else:
            words = _("%(name)s plays nobody yet.") % {"name": member.name}
            yield Check("open", words, f"hero_{member.key}")
    if not any(unit.side == "foes" for unit in state.units.values()):
        yield Check("open", _("There are no foes."), "foe_0")


def _places(built: Built, rules: Rules) -> Iterator[Check]:
    state = built.state
    board = next(iter(state.boards.values()))
    if len(set(board.terrain)) == 1 and not board.edges and not board.picture:
        yield Check("open", _("The board is empty."), "board")
    else:
        yield Check("done", _("The board is there."), "board")
    yield from _zone(state, board, rules)
    for unit in state.units.values():
        if unit.side == "heroes":
            continue
        left = len(unit.bodies) - len(unit.wish)
        name = {"unit": unit.name, "n": left, "all": len(unit.bodies)}
        where = built.fields[unit.key].replace("foe_", "at_")
        if left:
            words = ngettext(
                "%(unit)s: %(n)s of %(all)s has no cell; you place it at the table.",
                "%(unit)s: %(n)s of %(all)s have no cell; you place them at the table.",
                left,
            )
            yield Check("open", words % name, where)
        else:
            yield Check("done", _("%(unit)s: all stand somewhere.") % name, where)


def _zone(state: AnyState, board: Board, rules: Rules) -> Iterator[Check]:
    """Whether the heroes have room to begin."""
    heroes: list[AnyUnit] = [unit for unit in state.units.values() if unit.side == "heroes"]
    room = {
        cell
        for zone in state.zones
        if zone.board == board.key and zone.side in ("", "heroes")
        for cell in zone.cells
        if not blocked(board, rules, cell)
    }
    bodies = sum(len(unit.bodies) - len(unit.wish) for unit in heroes)
    if not state.zones:
        yield Check("open", _("No zone says where the heroes begin: they may stand anywhere."), "start")
    elif bodies > len(room):
        words = _("The heroes are %(n)s, and their zones have room for %(room)s.") % {"n": bodies, "room": len(room)}
        yield Check("must", words, "start")
    else:
        yield Check("done", _("The heroes have room to begin."), "start")
