"""Portraits of the roster as pictures of tokens: a Mission has a copy of its own, which stays as it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from characters.models import Character, MobTemplate, Portrait

from .models import Mission, Picture

PREFIX = "portrait-"


def worn(one: Character | MobTemplate) -> dict[str, Any]:
    """The set-up key of somebody's picture, if there is one."""
    return {"picture": f"{PREFIX}{one.portrait.digest[:24]}"} if one.portrait is not None else {}


def bring(mission: Mission, bodies: Iterable[Any]) -> None:
    """Copies the portraits that these bodies name and the Mission does not have yet."""
    wanted = {body.picture for body in bodies if body.picture.startswith(PREFIX)}
    wanted -= set(mission.pictures.filter(key__in=wanted).values_list("key", flat=True))
    if not wanted:
        return
    for portrait in Portrait.objects.filter(campaign=mission.campaign_id):
        key = f"{PREFIX}{portrait.digest[:24]}"
        if key in wanted:
            Picture.objects.create(
                mission=mission, key=key, kind="token", media_type=portrait.media_type, data=portrait.data
            )
