"""All rulesets under the laws."""

from __future__ import annotations

from tests.laws import toy_game
from tests.laws.kit import Game

ALL: dict[str, Game] = {"toy": toy_game.GAME}
