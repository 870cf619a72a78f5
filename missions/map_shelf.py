"""Taking a map that ships into a campaign, with a picture drawn for it: then it is as any other map (table.md 36)."""

from __future__ import annotations

import contextlib

from msgspec.structs import replace

from campaigns.models import Campaign
from tactics import rulesets
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, State
from tactics.secrecy.project import project

from . import map_board, shelf
from .demos import painting
from .map_services import BACKGROUND, rules_for, store
from .maps import picture as pictures
from .maps.draft import Picture
from .models import Map


def fitting(campaign: Campaign) -> dict[str, map_board.Stored]:
    """By key those that the campaign's rules know all the ground of: house rules may have taken some away."""
    rules = rules_for(campaign)
    found = {}
    for key, _name in shelf.names(campaign.ruleset):
        with contextlib.suppress(LookupError):
            found[key] = shelf.stored(rules, key)
    return found


def painted(rules: Rules, board: Board, seed: int, base: str) -> bytes:
    """The picture under a board as a JPEG of whole cells. seed: of its noise; base: as `painting.paint` has it."""
    code = rulesets.get(rules.ruleset)
    part = code.mission_part() if isinstance(code.mission_part, type) else None
    state = State(ruleset=rules.ruleset, rules=rules.hash, name=board.name, boards={board.key: board}, part=part)
    drawn = painting.paint(project(code, state, rules, "gm", "gm").boards[0], seed, base)
    width, height = pictures.size_of(drawn)
    lies = Picture(width, height, 0, 0, painting.SIDE, painting.SIDE)
    return pictures.cut(drawn, lies, (0, 0, board.width, board.height))


def take(campaign: Campaign, key: str, stored: map_board.Stored) -> Map:
    """A copy of it among the campaign's maps. Raises Full; nothing is stored then."""
    about = shelf.about(campaign.ruleset, key)
    data = b""
    if about["painting"]:
        data = painted(rules_for(campaign), stored.board, about["painting"], about["base"])
        stored = replace(stored, board=replace(stored.board, picture=BACKGROUND))
    return store(campaign, stored.board.name, stored, data, {"shelf": key})
