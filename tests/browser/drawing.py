"""The map editor as a person uses it: tools, strokes, keys."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

PASSWORD = "a long enough word 7"


class Editor:
    """One page of the editor. Points are in cells of the map."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, x: float, y: float) -> tuple[float, float]:
        box = self.page.locator("#bare").bounding_box()
        assert box is not None
        wide, high = self.size
        return box["x"] + x * box["width"] / wide, box["y"] + y * box["height"] / high

    @property
    def size(self) -> tuple[int, int]:
        numbers = self.page.locator("#map").get_attribute("viewBox").split()  # type: ignore[union-attr]
        return int(numbers[2]), int(numbers[3])

    def choose(self, name: str, value: str) -> None:
        button = self.page.locator(f"[name={name}][value='{value}']")
        self.page.locator("label", has=button).click()
        expect(button).to_be_checked()

    def draw(self, tool: str, layer: str, *points: tuple[float, float], kind: str = "") -> None:
        """A stroke over these points, with the mouse."""
        self.choose("layer", layer)
        if kind:
            self.choose(layer, kind)
        self.choose("tool", tool)
        self.stroke(*points)

    def stroke(self, *points: tuple[float, float]) -> None:
        self.page.mouse.move(*self.at(*points[0]))
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*self.at(*point), steps=6)
        self.page.mouse.up()

    def words(self, cell: str) -> str:
        """What the editor says of a cell, by its keys."""
        self.go(cell)
        self.page.keyboard.press("o")
        said = self.page.locator("#say")
        expect(said).to_contain_text(cell)
        return said.inner_text().replace("\u00a0", "")

    def go(self, cell: str) -> None:
        """The cursor to a cell, by arrows alone."""
        self.page.locator("#view").focus()
        for _ in range(25):
            self.page.keyboard.press("Control+ArrowLeft")
            self.page.keyboard.press("Control+ArrowUp")
            if self.page.locator("#where").inner_text().startswith("A1,"):
                break
        for _ in range(ord(cell[0]) - ord("A")):
            self.page.keyboard.press("ArrowRight")
        for _ in range(int(cell[1:]) - 1):
            self.page.keyboard.press("ArrowDown")

    def saved(self) -> None:
        expect(self.page.locator("#saved")).to_have_text("Saved")


def campaign(page: Page, campaign_name: str = "The Keep", ruleset: str = "") -> None:
    """To the owner's campaign of this name, which whichever test comes first makes."""
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    if page.locator("input[name=username]").count() == 0:
        page.goto("/accounts/login/")
        page.locator("input[name=login]").fill("olga")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("form").get_by_role("button", name="Sign In").click()
        expect(page.locator("h1")).to_have_text(re.compile("campaign", re.IGNORECASE))
        made = page.get_by_role("link", name=campaign_name)
        if made.count():
            made.click()
            return
    else:
        page.locator("input[name=username]").fill("olga")
        for field in page.locator("input[type=password]").all():
            field.fill(PASSWORD)
        page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name=re.compile("^(New|Make a) campaign$")).first.click()
    page.locator("input[name=name]").fill(campaign_name)
    if ruleset:
        page.locator("[name=ruleset]").select_option(ruleset)
    page.get_by_role("button", name="Make it").click()


def new_map(page: Page, name: str, width: int = 12, height: int = 8, ground: str = "grass", **of: str) -> Editor:
    campaign(page, **of)
    return another_map(page, name, width, height, ground)


def another_map(page: Page, name: str, width: int, height: int, ground: str) -> Editor:
    """From the page of the campaign."""
    page.get_by_role("link", name="Draw a map").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Columns").fill(str(width))
    page.get_by_label("Rows").fill(str(height))
    page.get_by_label("All of it is").select_option(ground)
    page.get_by_role("button", name="Make it and draw").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    return Editor(page)
