"""Missions: what happens at the table, live."""

from django.apps import AppConfig


class MissionsConfig(AppConfig):
    name = "missions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns import hooks
        from characters import hooks as characters
        from tactics.rulebook import uses

        from . import adopting, closing, demo, needs, receivers, selectors  # noqa: F401  (connects the receivers)

        uses.finders.append(adopting.holders)
        hooks.seat_url = selectors.address_of
        characters.busy = closing.busy_name
        characters.taken = closing.welcome
        hooks.demos = demo.titles
        hooks.mission_from = selectors.plan_from
        hooks.needs.append(needs.of_missions)
        hooks.missions_panel = lambda request, campaign, member: selectors.panel(campaign, member)
