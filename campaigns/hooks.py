"""Where the apps above hang their parts on the campaign's pages.

The missions app knows of campaigns, not the other way round; in its ``AppConfig.ready`` it
sets the functions below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from .models import Campaign, Member, Thread


def _nowhere(campaign: Campaign, member: Member) -> str | None:
    return None


def _nothing(request: HttpRequest, campaign: Campaign, member: Member) -> dict[str, Any]:
    return {}


#: Where a member who just came in should go: the address of their seat in the campaign's
#: running mission, or None when none runs.
seat_url: Callable[[Campaign, Member], str | None] = _nowhere

#: The context of ``campaigns/_missions.html`` on a campaign's page, which that include reads
#: as ``panel``. Gets the request, the campaign and the member as whom the page is shown.
missions_panel: Callable[[HttpRequest, Campaign, Member], dict[str, Any]] = _nothing


def _nobody(campaign: Campaign, member: Member) -> dict[str, Any]:
    return {}


#: The context of ``campaigns/_characters.html`` on a campaign's page, which that include reads as ``roster``.
characters_panel: Callable[[Campaign, Member], dict[str, Any]] = _nobody


@dataclass(frozen=True)
class Need:
    """Something that waits for a member: what it is, and where it is done."""

    text: str
    url: str


#: What waits for a member, asked one after the other for the lists (home, a campaign's page); each app adds its own.
needs: list[Callable[[Campaign, Member], list[Need]]] = []


@dataclass(frozen=True)
class Offer:
    """A character that somebody who joins may take. ``key`` is what the form sends, ``about`` a line on it."""

    key: str
    name: str
    about: str = ""


def _no_offers(campaign: Campaign) -> list[Offer]:
    return []


def _take_nothing(member: Member, key: str) -> None:
    return None


#: The characters that a newcomer may choose from (table.md 32).
offers: Callable[[Campaign], list[Offer]] = _no_offers

#: Gives the chosen one to a new member, in the transaction in which the member is made. Raises
#: ``campaigns.services.Refused`` when another was quicker.
take_offer: Callable[[Member, str], None] = _take_nothing


def _no_demos() -> list[tuple[str, str]]:
    return []


#: The rulesets that have a demo to be copied: name and title.
demos: Callable[[], list[tuple[str, str]]] = _no_demos


def _no_voices(campaign: Campaign, member: Member) -> list[str]:
    return []


#: The names of the characters as whom a member may speak in a thread; for a GM those of all and of the mobs.
voices: Callable[[Campaign, Member], list[str]] = _no_voices


def _no_mission(campaign: Campaign, thread: Thread) -> str:
    return ""


#: The address at which a GM makes a Mission whose scenario is a thread's text; empty where there is none.
mission_from: Callable[[Campaign, Thread], str] = _no_mission
