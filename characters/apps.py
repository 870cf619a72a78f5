"""The characters app."""

from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns import hooks
        from campaigns.library import hooks as library
        from tactics.rulebook import uses

        from . import needs, offers, selectors

        hooks.characters_panel = selectors.panel
        hooks.offers = offers.offers
        hooks.take_offer = offers.take
        hooks.needs.append(needs.of_characters)
        library.people = selectors.people
        hooks.voices = selectors.voices
        uses.finders.append(selectors.holders)
