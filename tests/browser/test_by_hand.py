"""Everything that the demo seeds can be made by hand: the mill is drawn, its people are invited, its Mission prepared,
rehearsed and made in the browser; what begins is then compared with what the demo begins with."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from missions import shelf
from tactics.board.cells import name as cell_name
from tests.browser.drawing import PASSWORD, Editor, campaign
from tests.browser.server import ROOT, Site
from tests.browser.table import Seat
from tests.browser.test_senses import violations

PLAN = yaml.safe_load((ROOT / "missions" / "demos" / "tempus.yaml").read_text(encoding="utf-8"))
PLAN["map"] = shelf.spec_of("tempus", PLAN["map"])
ROWS = PLAN["map"]["rows"].strip("\n").splitlines()
SIGNS = {"T": "tree", ",": "rough", "#": "wall", "_": "floor", ":": "road", "~": "water", "%": "rubble", "&": "thicket",
         "1": "hill", "2": "hill"}  # fmt: skip

BEGINS = """
import json
from missions import stored
from missions.models import Mission
mission = Mission.objects.order_by("-pk").first()
state = stored.History(mission).genesis()
people = {m.key: m.name for m in mission.campaign.members.all()}
who = lambda key: "GM" if people.get(key) == people.get("gm", "Gil") else people.get(key, key)
board = next(iter(state.boards.values()))
palette = dict(board.palette)
print("BEGINS" + json.dumps({
    "name": mission.name, "scenario": state.scenario, "notes": state.gm_notes, "phase": state.phase, "fog": state.fog,
    "options": state.options, "size": [board.width, board.height], "picture": bool(board.picture),
    "ground": [palette[letter] for letter in board.terrain], "levels": list(board.elevation),
    "edges": [[e.a, e.b, e.kind, e.closed, e.locked, e.material] for e in board.edges],
    "zones": [[z.name, z.side, z.seat, sorted(z.cells)] for z in state.zones],
    "goals": sorted([g.title, g.kind, g.text, sorted(who(k) for k in g.recipients), g.public, g.xp,
                     state.objectives[g.instead_of].title if g.instead_of else ""] for g in state.objectives.values()),
    "units": sorted([u.name, u.kind, u.side, who(u.seat), u.race, u.character, bool(u.sheet), len(u.bodies),
                     [place.cell for place in u.wish.values()],
                     [[b.name.replace(u.name, ""), bool(b.hidden_from), b.size] for b in
                      (state.bodies[k] for k in u.bodies)]] for u in state.units.values()),
}, default=list))
"""
PICTURE = """
import sys
from missions.models import Picture
open({path!r}, "wb").write(bytes(Picture.objects.get(kind="board").data))
"""


def begins(site: Site) -> dict[str, Any]:
    """What the newest Mission of a site begins with, people by their names."""
    said = site.manage("shell", "-c", BEGINS)
    line = next(line for line in said.splitlines() if line.startswith("BEGINS"))
    return dict(json.loads(line.removeprefix("BEGINS")))


def rectangles(cells: set[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """The cells as few rectangles: left, top, right, bottom."""
    left, found = set(cells), []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        right = x
        while (right + 1, y) in left:
            right += 1
        bottom = y
        while all((u, bottom + 1) in left for u in range(x, right + 1)):
            bottom += 1
        found.append((x, y, right, bottom))
        left -= {(u, v) for u in range(x, right + 1) for v in range(y, bottom + 1)}
    return found


def draw_the_mill(editor: Editor) -> None:
    page = editor.page
    editor.choose("layer", "ground")
    editor.choose("tool", "rect")
    for kind in dict.fromkeys(SIGNS.values()):
        cells = {(x, y) for y, row in enumerate(ROWS) for x, sign in enumerate(row) if SIGNS.get(sign) == kind}
        editor.choose("ground", kind)
        for left, top, right, bottom in rectangles(cells):
            editor.stroke((left + 0.5, top + 0.5), (right + 0.5, bottom + 0.5))
    editor.choose("layer", "level")
    for level in ("1", "2"):
        page.locator("#level").fill(level)
        cells = {(x, y) for y, row in enumerate(ROWS) for x, sign in enumerate(row) if sign == level}
        for left, top, right, bottom in rectangles(cells):
            editor.stroke((left + 0.5, top + 0.5), (right + 0.5, bottom + 0.5))
    for edge in PLAN["map"]["edges"]:
        (ax, ay), (bx, _by) = edge["between"]
        editor.draw("brush", "edge", (max(ax, bx) - 0.04, ay + 0.5), kind="locked" if edge.get("locked") else "door")
    (zone,) = PLAN["map"]["zones"]
    left, top, width, height = zone["rect"]
    editor.choose("layer", "zone")
    page.locator("#zone-name").fill(zone["name"])
    editor.draw("rect", "zone", (left + 0.5, top + 0.5), (left + width - 0.5, top + height - 0.5))
    editor.choose("layer", "start")
    page.locator("#start").fill("Lurkers")
    editor.choose("tool", "brush")
    for x, y in PLAN["units"]["lurkers"]["at"]:
        editor.stroke((x + 0.5, y + 0.5))
    editor.choose("layer", "fog")
    page.locator("#fogmode").select_option(PLAN["map"]["fog"])
    editor.saved()


def fill_the_plan(page: Page) -> None:
    """Everything but the board, by the labels that a person reads."""
    goals = {goal["key"]: goal for goal in PLAN["objectives"]}
    main = goals.pop("mill")
    for _ in range(2):  # two rows are there; the form is kept each time
        page.get_by_role("button", name="More objectives").click()
    page.locator("[name=name]").fill(PLAN["name"])
    page.locator("[name=scenario]").fill(PLAN["scenario"])
    page.locator("[name=notes]").fill(PLAN["notes"])
    page.locator("[name=goal]").fill(main["title"])
    page.locator("[name=goal_text]").fill(main["text"])
    for number, goal in enumerate(goals.values()):
        row = page.locator("details.aim").nth(number)
        row.locator("summary").click()
        row.get_by_label("Objective").fill(goal["title"])
        row.get_by_label("Kind").select_option(goal["kind"])
        row.get_by_label("What has to come true").fill(goal["text"])
        if "xp" in goal:
            row.get_by_label("XP").fill(str(goal["xp"]))
        for key in goal["recipients"]:
            row.get_by_label(PLAN["seats"][key]["name"]).check()
    for hero in ("mara", "gnash", "ilven"):
        label = f"{hero.capitalize()} (ready hero)"
        page.locator(f"[name=hero_{PLAN['units'][hero]['seat']}]").select_option(label=label)
    for number, key in enumerate(("guards", "goblins", "lurkers")):
        unit = PLAN["units"][key]
        row = page.get_by_role("group", name=f"Foe {number + 1}")
        row.get_by_label("Who", exact=True).select_option(f"ready:{unit['template']}")
        row.locator("summary").click()
        row.get_by_label("Side").select_option(unit["side"])
        if unit["seat"] != "gm":
            row.get_by_label("Who plays them").select_option(label=PLAN["seats"][unit["seat"]]["name"])
        if unit.get("hidden"):
            row.get_by_label("Hidden").check()
        if key == "goblins":
            row.get_by_label("Where they stand").fill(" ".join(cell_name((x, y)) for x, y in unit["at"]))
        if key == "lurkers":
            row.get_by_label("Where they stand").fill("Lurkers")
    page.locator("summary", has_text="Settings of this Mission").click()
    page.locator("[name='opt:tt.pace']").select_option('"post"')


def test_the_demo_is_made_by_hand(seed: Site, nobody: Any, tmp_path: Path) -> None:
    site = nobody.server.site
    context, proxy, watch = nobody.browser("gil")
    watch.expect("404", "WebSocket")
    page = context.new_page()
    page.goto("/")
    for name, value in (("username", "olga"), ("name", "Gil"), ("password", PASSWORD)):
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="campaign").first.click()
    page.locator("[name=name]").fill(PLAN["campaign"])
    page.get_by_role("button", name="Make it").click()
    home = page.url

    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#fresh").input_value()
    for person in ("Ana", "Ben", "Cleo"):
        other, _, _ = nobody.browser(person)
        guest = other.new_page()
        guest.goto(link[link.index("/join/") :])
        guest.locator("[name=name]").fill(person)
        guest.get_by_role("button", name="Join").click()
        expect(guest.locator("h1")).to_contain_text(PLAN["campaign"])

    page.goto(home)
    page.get_by_role("link", name="Draw a map").click()
    page.get_by_label("Name").fill(PLAN["name"])
    page.get_by_label("Columns").fill(str(len(ROWS[0])))
    page.get_by_label("Rows").fill(str(len(ROWS)))
    page.get_by_label("All of it is").select_option("grass")
    page.get_by_role("button", name="Make it and draw").click()
    editor = Editor(page)
    editor.saved()
    draw_the_mill(editor)
    painting = tmp_path / "mill.png"
    seed.manage("shell", "-c", PICTURE.format(path=str(painting)))
    editor.choose("layer", "picture")
    page.locator("#upload").set_input_files(painting)
    page.get_by_role("button", name="Lay it under the map").click()
    editor.saved()
    expect(page.locator("#background")).to_be_attached()

    page.get_by_role("link", name="Back to the map").click()
    page.get_by_role("link", name="New Mission on it").click()
    fill_the_plan(page)
    page.get_by_role("button", name="Keep the plan").last.click()
    expect(page.locator("h1")).to_have_text(PLAN["name"])
    expect(page.locator("#checks")).to_have_text("Everything is ready")

    # A rehearsal: the players find nothing, and nothing is left of it.
    page.get_by_role("button", name="Rehearse it").click()
    gil = Seat("gil", page, proxy, watch)
    gil.live()
    rehearsal = page.url
    guest.goto(home)
    expect(guest.locator("main")).not_to_contain_text(PLAN["name"])
    watching = context.new_page()
    watching.goto(rehearsal)
    Seat("gil", watching, proxy, watch).live()
    page.get_by_role("button", name="End it").click()
    expect(page.locator("main")).to_contain_text("nothing of it is left")
    expect(watching.locator("#net")).to_contain_text("This Mission is gone")  # the other page is told, and cut
    watching.close()

    page.get_by_role("button", name="Make it and go to the table").click()
    gil.live()
    made, meant = begins(site), begins(seed)
    for part, value in meant.items():
        assert made[part] == value, part


@pytest.mark.parametrize("touch", [False, True])
def test_axe_finds_nothing_in_a_plan(nobody: Any, *, touch: bool) -> None:
    """A plan with everything unfolded, at both sizes; one column on the phone."""
    context, _, watch = nobody.browser("owner", touch=touch, bypass_csp=True)
    watch.expect("status of 422")
    page = context.new_page()
    campaign(page)
    page.get_by_role("link", name="New Mission", exact=True).first.click()
    page.locator("[name=aim_0]").locator("xpath=ancestor::details/summary").click()
    page.locator("[name=aim_0]").fill("Save the ledger")
    page.get_by_role("group", name="Foe 1").locator("summary").click()
    page.locator("[name=at_0]").fill("Z99")
    page.locator("[name=foe_0]").select_option(label="Goblins")
    page.locator("summary", has_text="Settings of this Mission").click()
    page.get_by_role("button", name="Keep the plan").last.click()
    expect(page.locator("#checks")).to_contain_text("before it begins")
    expect(page.locator(".checks .must")).to_contain_text("no cell of this board")
    assert violations(SimpleNamespace(page=page)) == []  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    page.screenshot(path=f"/tmp/plan-{touch}.png")
    page.locator(".checks .must a").click()
    expect(page.locator("[name=at_0]")).to_be_in_viewport()
