"""All rulesets under the laws."""

from __future__ import annotations

from tests.laws import fog_game, outerah_game, outerah_ships_game, tempus_game, toy_game
from tests.laws.kit import Game

ALL: dict[str, Game] = {
    "toy": toy_game.GAME,
    "tempus": tempus_game.GAME,
    "fog": fog_game.GAME,
    "outerah": outerah_game.GAME,
    "ships": outerah_ships_game.GAME,
}
