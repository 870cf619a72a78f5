"""The help, screen by screen. `SCREENS` says which address shows which; tests hold it complete."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.help.playing import PLAYING
from campaigns.help.preparing import PREPARING
from campaigns.help.site import RULES_ADMIN, SITE

TOPICS = {topic.key: topic for topic in (*SITE, *PREPARING, *PLAYING)}
GROUPS = ((_("The site"), SITE), (_("Preparing"), PREPARING), (_("Playing"), PLAYING))

SCREENS: dict[str, str] = {
    # name of an address: key of its topic
    "home": "home",
    **dict.fromkeys(("first-run", "keep"), "account"),
    "join": "join",
    "campaign": "campaign",
    **dict.fromkeys(("campaign-new", "campaign-bring"), "campaign-new"),
    "campaign-settings": "campaign-settings",
    **dict.fromkeys(("threads", "thread"), "threads"),
    **dict.fromkeys(("handouts", "handout"), "handouts"),
    "character-choose": "choose",
    **dict.fromkeys(("character", "character-edit", "character-new"), "character"),
    **dict.fromkeys(("mob", "mob-new"), "mob"),
    "roster": "roster",
    **dict.fromkeys(("library", "library-take", "library-new", "library-entry"), "library"),
    **dict.fromkeys(("map-bring", "map-look"), "map-bring"),
    **dict.fromkeys(("map", "map-empty", "map-edit", "map-shelf"), "map"),
    **dict.fromkeys(("mission-new", "mission-plan"), "mission-new"),
    "mission": "table",
    **dict.fromkeys(("mission-screen", "mission-see"), "screen"),
    **dict.fromkeys(("mission-rules", "mission-see-rules"), "rules"),
    **dict.fromkeys(("mission-recap", "mission-record", "mission-see-record"), "recap"),
    "mission-tonight": "tonight",
    "mission-enlist": "enlist",
    "mission-close": "close",
}


def topic_for(address: str) -> str:
    """The key of the topic of an address by its name; those of accounts share one, and those of the rules in the admin;
    empty for none."""
    if address.startswith("rulebook_"):
        return RULES_ADMIN
    return "account" if address.startswith(("account_", "mfa_")) else SCREENS.get(address, "")
