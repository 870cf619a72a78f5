"""From the first visit of an empty site to a campaign with a link, a map and a plan, and the admin."""

from __future__ import annotations

from typing import Any

from missions.management.shooting.studio import SIZES, Studio

PASSWORD = "a long enough word 7"  # noqa: S105  (of a site that is thrown away)


def pose(studio: Studio, server: Any) -> None:
    contexts = {size: studio.context(size, base_url=server.url) for size in SIZES}
    pages = {size: context.new_page() for size, context in contexts.items()}

    def both(name: str, path: str) -> None:
        for size, page in pages.items():
            page.goto(path)
            studio.take(name, size, page)

    both("first-run", "/")
    desk = pages["1280x800"]
    desk.locator("input[name=username]").fill("olga")
    for field in desk.locator("input[type=password]").all():
        field.fill(PASSWORD)
    desk.get_by_role("button", name="Begin").click()
    desk.wait_for_selector("text=No campaign yet")
    pages["390x844"].goto("/accounts/login/")
    pages["390x844"].locator("input[name=login]").fill("olga")
    pages["390x844"].locator("input[name=password]").fill(PASSWORD)
    pages["390x844"].locator("main form button").first.click()
    both("home-empty", "/")
    both("campaign-bring", "/campaigns/bring/")
    both("campaign-new", "/campaigns/new/")
    desk.locator("input[name=name]").fill("The Harrow Valley")
    desk.get_by_role("button", name="Make it").click()
    desk.get_by_role("button", name="Make a link").click()
    studio.take("campaign-link", "1280x800", desk)
    invitation = "/join/" + desk.locator("#fresh").input_value().split("/join/")[1]
    both("campaign-empty", "/campaigns/1/")
    both("map-empty", "/campaigns/1/maps/empty/")
    both("map-shelf", "/campaigns/1/maps/shelf/")
    _drawn(desk)
    both("map-editor", "/campaigns/1/maps/1/edit/")
    both("map", "/campaigns/1/maps/1/")
    both("mission-new", "/missions/new/1/?map=1")
    desk.get_by_role("button", name="Keep the plan").last.click()
    desk.wait_for_selector("#checks")
    both("mission-plan", "/missions/plans/1/1/")
    both("admin", "/admin/")
    both("admin-entries", "/admin/rulebook/entry/?kind__exact=skill")
    entry = desk.locator("#result_list tbody th a", has_text="claw").first.get_attribute("href")
    both("admin-entry", entry)
    for context in contexts.values():
        context.close()
    for size in SIZES:
        context = studio.context(size, base_url=server.url)
        page = context.new_page()
        for name, path in {
            "home": "/",
            "sign-up": "/accounts/signup/",
            "sign-in": "/accounts/login/",
            "password-reset": "/accounts/password/reset/",
            "join": invitation,
            "not-found": "/nowhere/",
        }.items():
            page.goto(path)
            studio.take(name, size, page)
        context.close()


def _drawn(desk: Any) -> None:
    """A small map by hand: a house with a door and a stream."""
    from tests.browser.drawing import Editor

    desk.goto("/campaigns/1/maps/empty/")
    desk.get_by_label("Name").fill("The ford")
    desk.get_by_label("All of it is").select_option("grass")
    desk.get_by_role("button", name="Make it and draw").click()
    editor = Editor(desk)
    editor.saved()
    for tool, layer, kind, points in (
        ("brush", "ground", "water", ((2.5, 0.5), (4.5, 6.5), (3.5, 12.5), (6.5, 17.5))),
        ("rect", "ground", "floor", ((12.5, 4.5), (18.5, 10.5))),
        ("rect", "edge", "wall", ((12.5, 4.5), (18.5, 10.5))),
        ("brush", "edge", "door", ((12.04, 7.5),)),
        ("rect", "zone", "", ((0.5, 1.5), (1.5, 6.5))),
        ("brush", "start", "", ((16.5, 6.5),)),
    ):
        editor.draw(tool, layer, *points, kind=kind)
    editor.choose("layer", "ground")
    editor.saved()
