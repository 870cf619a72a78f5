"""Objectives: setting, removing and settling them (T-007 to T-012, T-090, T-092)."""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import Objective

KINDS = ("main", "alternate", "secondary", "personal")
STATUSES = ("open", "completed", "failed", "partial")


def set_objective(work: Work, command: c.SetObjective) -> None:
    """Adds or changes an objective; also while the Mission runs (T-004: the GM may add later, and the log says so)."""
    state, objective = work.state, command.objective
    if state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    if not objective.key or not objective.title.strip():
        raise bad_field("title", "give the objective a key and a title")
    if objective.kind not in KINDS:
        raise bad_field("kind", f"choose one of {', '.join(KINDS)}")
    if objective.status not in STATUSES:
        raise bad_field("status", f"choose one of {', '.join(STATUSES)}")
    unknown = [s for s in objective.recipients if s not in state.seats]
    if unknown:
        raise Refused("unknown", what=unknown[0])
    if objective.kind == "personal" and len(objective.recipients) != 1:
        raise bad_field("recipients", "a personal objective has exactly one recipient")
    if objective.kind == "alternate":
        main = state.objectives.get(objective.instead_of)
        if main is None or main.kind != "main":
            raise bad_field("instead_of", "name the main objective that this alternate satisfies")
    work.emit(e.ObjectiveSet(objective))


def remove_objective(work: Work, command: c.RemoveObjective) -> None:
    if command.key not in work.state.objectives:
        raise Refused("unknown", what=command.key)
    if work.state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    work.emit(e.ObjectiveRemoved(command.key))


def settle(work: Work, statuses: dict[str, str]) -> None:
    """The GM judges objectives, in play and, as exceptions, after the end (T-090, T-092). A completed alternate
    settles its main as completed (T-011)."""
    if work.state.phase == "post_mission":
        raise Refused("ended")
    if work.state.phase not in ("running", "ended"):
        raise illegal("phase", phase=work.state.phase)
    for key, status in statuses.items():
        objective = work.state.objectives.get(key)
        if objective is None:
            raise Refused("unknown", what=key)
        if status not in STATUSES:
            raise bad_field("settle", f"choose one of {', '.join(STATUSES)}")
        work.emit(e.ObjectiveSettled(key=key, status=status))
        if objective.kind == "alternate" and status == "completed":
            main = work.state.objectives.get(objective.instead_of)
            if main is not None and main.status != "completed":
                work.emit(e.ObjectiveSettled(key=main.key, status="completed", because=key))


def published(objective: Objective) -> Objective:
    """The same objective, shown to all."""
    return replace(objective, public=True)
