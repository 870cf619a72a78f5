"""The fragments: the law of the difference, the one escape, nothing hidden, and the budgets."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from missions.live import draw, fragments, ground, people
from missions.live.again import Again
from missions.live.fragments import parts
from missions.live.markup import esc, fill, safe_id
from missions.live.shown import Parts, digest
from missions.live.swaps import difference, snapshot
from tactics.kernel.view import BreakdownView, EdgeView, LogLine, MissionView, OptionView, TermView
from tactics.secrecy import cards
from tests.rules.table import shipped
from tests.ui import fixtures
from tests.ui.model import Page

replace = msgspec.structs.replace
Look = tuple[MissionView, tuple[LogLine, ...]]
NODES = 10_000
BYTES = 30_000
EVENT_BYTES = 6_000
HOSTILE = '<img src=x onerror="alert(1)">&\'"</svg></template>\x00\x1b{name}'


def whole(shown: Parts) -> ET.Element:
    return ET.fromstring("<r>" + "".join(shown.values()) + "</r>")


@st.composite
def looks(draw_from: st.DrawFn) -> tuple[MissionView, tuple[LogLine, ...]]:
    """What a page shows, with some tokens, units, prompts and lines left out, moved or put in another order."""
    seat = draw_from(st.sampled_from(["ann", "gil", "sam"]))
    view = fixtures.view(seat)
    some = st.sampled_from

    def part(items: tuple[object, ...]) -> tuple[object, ...]:
        if draw_from(st.booleans()):
            return items
        return tuple(draw_from(st.lists(some(items), unique_by=id, max_size=len(items)))) if items else ()

    tokens = tuple(
        replace(t, x=draw_from(st.integers(0, 23)), down=draw_from(st.booleans())) if draw_from(st.booleans()) else t
        for t in part(view.tokens)
    )
    letters = list(view.boards[0].terrain)
    if draw_from(st.booleans()):
        letters[draw_from(st.integers(0, len(letters) - 1))] = "?"
    board = replace(
        view.boards[0],
        terrain="".join(letters),
        edges=part(view.boards[0].edges),
        lit=draw_from(some(["", "ff", "ffff00000000"])),
    )
    view = replace(
        view,
        tokens=tokens,
        boards=(board,),
        order=part(view.order),
        units=tuple(
            replace(u, name=draw_from(some([u.name, "Nemo"])), pools=part(u.pools), bodies=part(u.bodies))
            if draw_from(st.booleans())
            else u
            for u in part(view.units)
        ),
        prompts=part(view.prompts),
        options=part(view.options),
        round=draw_from(st.integers(1, 3)),
        reach=part(view.reach),
        end_turn=draw_from(some([None, view.end_turn])),
    )
    return view, part(fixtures.lines(seat))


@settings(max_examples=60, deadline=None)
@given(looks(), looks())
def test_the_difference_makes_the_new_page(before: Look, after: Look) -> None:
    old, new = parts(*before), parts(*after)
    page = Page(old)
    page.apply(difference(old, new))
    assert page == Page(new)
    fresh = Page(old)
    fresh.apply(snapshot(new))
    assert fresh == Page(new)
    assert (digest(old) == digest(new)) == (dict(old) == dict(new) and list(old) == list(new))


@settings(max_examples=60, deadline=None)
@given(st.lists(looks(), min_size=2, max_size=4))
def test_what_is_taken_from_the_page_before_is_what_would_be_made_anew(seen: list[Look]) -> None:
    shown: Parts | None = None
    for look in seen:
        shown, anew = parts(*look, before=shown), parts(*look)
        assert list(shown.items()) == list(anew.items())
        assert digest(shown) == digest(anew)


def test_a_part_of_which_nothing_changed_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who walks changes nothing of the line on top, which reads the names of units."""
    view = fixtures.view("ann")
    shown = parts(view, ())
    monkeypatch.setattr(fragments, "_mark", lambda view: fill("<p>made again</p>"))
    walks = replace(view, units=tuple(replace(u, bodies=()) for u in view.units))
    assert "made again" not in parts(walks, (), shown)["head"]
    named = replace(view, units=tuple(replace(u, name="Nemo") for u in view.units))
    assert "made again" in parts(named, (), shown)["head"]


def test_before_round_1_the_head_says_what_its_reader_is_asked_for() -> None:
    view = replace(fixtures.view("ann"), phase="initiative", turn="", waiting="initiative still to roll: A, B, Mara")
    mine = view.units[0]
    ask = OptionView("roll", "", "roll_initiative", "Roll initiative", command={"units": [mine.key]})
    assert f"Roll for initiative: <b>{mine.name}</b>" in parts(replace(view, options=(ask,)), ())["head"]
    assert "initiative still to roll: A, B, Mara" in parts(replace(view, options=()), ())["head"]


def test_a_unit_may_not_be_compared_or_packed_as_a_whole() -> None:
    """Nothing would be noted of it, and the part would not be made again when it changes."""
    view = fixtures.view("ann")
    for wrong in (
        lambda view: str(view.units[0] == view.units[1]),
        lambda view: people.unit(view.units[0], "gm"),
        lambda view: str({view.units[0]: 1}),
    ):
        with pytest.raises(TypeError):
            Again().made("x", wrong, view)


def test_nothing_changed_is_no_content() -> None:
    shown = parts(fixtures.view(), fixtures.lines())
    again = parts(fixtures.view(), fixtures.lines())
    assert difference(shown, again) == ""
    assert digest(shown) == digest(again)


def test_a_prompt_is_never_morphed() -> None:
    view = fixtures.view("gil")
    asked = replace(view, prompts=(replace(view.prompts[0], text="Another text"), view.prompts[1]))
    sent = difference(parts(view, ()), parts(asked, ()))
    assert '<div id="q-p7" hx-swap-oob="delete"></div>' in sent
    assert 'hx-swap-oob="beforeend:#prompts"' in sent
    assert "q-p8" not in sent


def test_a_clock_that_is_stopped_leaves_the_question_as_it_is() -> None:
    """Whoever begins to type stops the clock; that must not take away what was typed."""
    view = fixtures.view("gil")
    timed, later, paused = (
        replace(view, prompts=(replace(view.prompts[0], deadline=at, touched=bool(at)), view.prompts[1]))
        for at in (90_000, 120_000, None)
    )
    for after in (later, paused):
        sent = difference(parts(timed, ()), parts(after, ()))
        assert 'id="timing"' in sent
        assert "q-p7" not in sent


def test_the_one_escape() -> None:
    assert esc('<a href="x">&\'') == "&lt;a href=&quot;x&quot;&gt;&amp;&#x27;"
    assert esc("a\x00b\x1bc\ud800d") == "abcd"
    assert fill("<p>{a}{b}</p>", a="<i>", b=fill("<b>{c}</b>", c="&")) == "<p>&lt;i&gt;<b>&amp;</b></p>"


def _hostile(value: object) -> object:
    """`value` with every text in it hostile, but for what has a form of its own."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, tuple):
        return tuple(_hostile(v) for v in value)
    if isinstance(value, msgspec.Struct):
        kept = {"terrain", "board", "lit", "known", "letter", "phase", "role"}
        changed = {f: _hostile(getattr(value, f)) for f in value.__struct_fields__ if f not in kept}
        return replace(value, **changed)
    return value


@pytest.mark.parametrize("seat", ["ann", "gil"])
def test_hostile_texts_stay_texts(seat: str) -> None:
    view = fixtures.view(seat)
    view = replace(_hostile(view), boards=(replace(_hostile(view.boards[0]), key="keep"),))
    view = replace(view, role="gm" if seat == "gil" else "player")
    lines = tuple(_hostile(line) for line in fixtures.lines(seat))
    root = whole(parts(view, lines))
    allowed = (
        "r g path rect image text img button b i li span svg use div h1 h2 h3 p ul details summary em small kbd "
        "dl dt dd input label select option sup a"
    )
    assert {e.tag for e in root.iter()} <= set(allowed.split())
    assert all(e.get("href", "").startswith(("rules/#", "see/")) for e in root.iter("a"))
    assert not [a for e in root.iter() for a in e.attrib if a.startswith("on") or a in ("style", "srcdoc")]
    assert "onerror" in ET.tostring(root, "unicode")
    pictures = [e.get("src", e.get("href", "")) for e in root.iter() if e.tag in ("img", "image")]
    assert pictures
    assert all(re.fullmatch(r"(picture|tile)/[A-Za-z0-9%_.-]+/", p) for p in pictures)
    for element in root.iter():
        assert re.fullmatch(r"[a-z]{1,9}|[a-z]-[A-Za-z0-9_-]+|f-[A-Za-z0-9_-]+", element.get("id", "x"))


def test_ids_are_one_to_one() -> None:
    keys = ["goblins.1", "goblins-1", "goblins_1", "goblins 1", "goblins.11", "é", "_e9_", "A.b", "a.b"]
    assert len({safe_id(k) for k in keys}) == len(keys)
    assert safe_id("goblins.1") == "goblins-1"


@pytest.mark.parametrize("seat", ["ann", "ben", "sam"])
def test_a_hidden_mob_is_nowhere_in_the_page(seat: str) -> None:
    html = "".join(parts(fixtures.view(seat), fixtures.lines(seat)).values()).lower()
    assert "lurker" not in html
    assert "lurker" in "".join(parts(fixtures.view("gil"), fixtures.lines("gil")).values()).lower()


def test_regions_hold_nothing_of_htmx_and_no_style() -> None:
    html = "".join(parts(fixtures.view("gil"), fixtures.lines("gil")).values())
    assert not re.search(r"\s(hx-|style=|on[a-z]+=)", html)


def test_every_region_is_always_there() -> None:
    empty = MissionView(name="", ruleset="toy", seat="sam", role="spectator", phase="scenario", phase_label="", round=0)
    regions = {k for k in parts(empty, ()) if k[1:2] != "-"}
    assert regions == {k for k in parts(fixtures.view("gil"), fixtures.lines("gil")) if k[1:2] != "-"}


def test_what_many_options_lack_is_said_once() -> None:
    view = fixtures.view()
    barred = tuple(replace(o, targets=(), why_not="it is Brok's turn") for o in view.options)
    html = parts(replace(view, options=barred), ())["barred"]
    assert html.count("Brok&#x27;s turn") == 1
    assert 'class="later"' in html
    few = (*view.options[:2], *(replace(o, why_not=f"reason {i % 2}") for i, o in enumerate(barred[2:6])))
    html = parts(replace(view, options=few), ())["barred"]
    assert (html.count("reason 0"), html.count("reason 1"), html.count('class="later"')) == (1, 1, 1)


def test_no_fold_opens_upon_nothing_and_a_number_says_of_what() -> None:
    view = fixtures.view("ann")
    own = next(o for o in view.options if o.unit)
    other = next(unit.key for unit in view.units if unit.key != own.unit)
    barred = [replace(own, unit=other, key=f"k{n}", targets=(), why_not=f"reason {n}") for n in range(3)]
    found = parts(replace(view, turn=own.unit, options=(own, *barred)), ())
    fold = re.search(rf'<details id="v-{other}" class="later"( hidden="hidden")?>', found["options"])
    assert fold is not None
    assert fold[1]
    assert "not now" in found["barred"].lower()
    assert ": 3 actions</summary>" in found["barred"]
    able = replace(view, turn=own.unit, options=(own, *barred, replace(own, unit=other)))
    assert f'<details id="v-{other}" class="later"><summary>' in parts(able, ())["options"]


@pytest.mark.parametrize("n", [2, 3])
def test_of_many_others_one_fold_tells_what_they_cannot_do_now(n: int) -> None:
    view = fixtures.view("gil")
    own = next(o for o in view.options if o.unit)
    who = [own.unit, *[unit.key for unit in view.units if unit.key != own.unit][:n]]
    assert len(who) == n + 1
    barred = tuple(replace(own, unit=key, key=f"k-{key}", targets=(), why_not="not its turn") for key in who)
    html = parts(replace(view, turn=own.unit, options=(own, *barred)), ())["barred"]
    first = whole({"barred": html})[0]
    folds = [fold.get("id") for fold in first if fold.tag.endswith("details")]
    assert f"l-{own.unit}" in folds
    if n == 2:
        assert folds == [f"l-{key}" for key in who]
        return
    assert folds == [f"l-{own.unit}", "barred-others"]
    assert "The others, not now: 3 units</summary>" in html
    assert [fold.get("id") for fold in first[1] if fold.tag == "details"] == [f"l-{key}" for key in who[1:]]


def test_cover_is_told_by_what_it_is_made_of_without_its_colour() -> None:
    """Materials that cover as much have lines of another beat each: on the table, and in the list of who draws maps."""
    found = shipped("outerah").entries["material"]
    table, editor = (Path("static/css", name).read_text(encoding="utf-8") for name in ("mission/map.css", "editor.css"))
    for style in ("half", "full"):
        looks = [spec.look for spec in found.values() if spec.style == style]
        assert len(set(looks)) == len(looks) > 2
        for look in looks:
            html = "".join(draw.edges(0, (EdgeView(0, 0, 1, 0, "cover", label="x", style=style, look=look),)).values())
            assert f'class="cover {style} {look}"' in html
            assert 'class="shield"' in html
            assert f"#edges .cover.{look} {{ stroke-" in table
            assert f".kinds i.cover.{look} {{" in editor
    beats = re.findall(r"#edges \.cover\.(?:planks|courses|bags|plate|earth) \{.*?(stroke-dasharray: [^;]*)", table)
    assert len(set(beats)) == 5


@pytest.mark.parametrize("n", [2, 3])
def test_of_many_others_one_fold_holds_what_they_can_do(n: int) -> None:
    """Those who can do nothing are not counted: of three others, of whom two can, each has a line."""
    view = fixtures.view("gil")
    own = next(o for o in view.options if o.unit)
    others = [unit.key for unit in view.units if unit.key != own.unit][:3]
    assert len(others) == 3
    options = [replace(own, unit=key, targets=(), why_not="" if at < n else "no") for at, key in enumerate(others)]
    html = parts(replace(view, turn=own.unit, options=(own, *options)), ())["options"]
    folds = [fold.get("id") for fold in whole({"options": html})[0] if fold.tag == "details"]
    assert folds == (["v-others"] if n == 3 else [f"v-{safe_id(key)}" for key in others])
    assert ("<summary>What the others can do: 3 units</summary>" in html) is (n == 3)
    assert all(f'id="v-{safe_id(key)}"' in html for key in others)


def test_the_largest_board_keeps_its_budget() -> None:
    shown = parts(fixtures.big(), fixtures.lines("gil") * 15)
    assert sum(1 for _ in whole(shown).iter()) < NODES
    assert len(zlib.compress("".join(shown.values()).encode(), 6)) < BYTES


def test_an_ordinary_change_keeps_its_budget() -> None:
    """The end of a turn: another acts, other options, a few lines."""
    view = fixtures.view("ann")
    old = parts(replace(view, options=(), reach=(), end_turn=None, turn="goblins"), fixtures.lines()[:-2])
    sent = difference(old, parts(view, fixtures.lines()))
    assert len(zlib.compress(sent.encode(), 6)) < EVENT_BYTES


def test_terrain_is_drawn_once_for_each_board_value() -> None:
    ground._terrain.cache_clear()
    for _ in range(3):
        parts(fixtures.view(), ())
    info = ground._terrain.cache_info()
    assert (info.misses, info.hits) == (1, 2)


def test_one_more_known_cell_draws_one_chunk_again() -> None:
    board = replace(fixtures.view().boards[0], width=30, height=30, terrain="?" * 900, elevation=())
    ground.terrain(0, board)
    before = ground._chunk.cache_info().misses
    ground.terrain(0, replace(board, terrain="?" * 465 + board.palette[0].letter + "?" * 434))
    assert ground._chunk.cache_info().misses == before + 1


def test_unknown_cells_are_fog_and_nothing_else() -> None:
    view = fixtures.view()
    board = view.boards[0]
    dark = replace(board, terrain="?" * len(board.terrain), elevation=(), edges=(), foggy=True)
    shown = parts(replace(view, boards=(dark,)), ())
    assert 'class="unknown b0"' in shown["fog"]
    assert not re.search(r"<path", shown["k-0-0-0"])


def test_remembered_cells_are_dim_and_a_side_with_nothing_in_sight_sees_nothing_lit() -> None:
    board = replace(fixtures.view().boards[0], foggy=True, known="3", lit="")
    fog = ground.fog((board,), "player")
    assert '<path class="dim b0" d="M0 0h2v1h-2z"/>' in fog
    assert "gm" not in fog
    assert 'class="dim gm b0"' in ground.fog((board,), "gm")


def test_rectangles_of_fog_go_over_rows() -> None:
    assert ground.blocks(0b011_011_100, 3, 3) == "M2 0h1v1h-1zM0 1h2v2h-2z"


def test_lines_are_joined() -> None:
    assert draw.lines([(0, 1, False), (1, 1, False), (3, 1, False), (3, 0, True), (3, 1, True)]) == "M0 1h2M3 1h1M3 0v2"
    assert draw.runs([(1, 0), (2, 0), (4, 0), (1, 1)]) == "M1 0h2v1h-2zM4 0h1v1h-1zM1 1h1v1h-1z"
    wall = draw.edges(0, (EdgeView(0, 0, 1, 0, "wall"), EdgeView(0, 1, 1, 1, "wall")))
    assert 'd="M1 0v2"' in wall["w-0-0-0"]


def test_only_the_newest_lines_are_shown() -> None:
    lines = [LogLine(f"l{i}", i, "system", f"line {i}") for i in range(500)]
    shown = [k for k in parts(fixtures.view(), lines) if k.startswith("e-")]
    assert shown[-1] == "e-l499"
    assert len(shown) == 200


def test_whose_turn_it_is_reads_who_is_waited_for_when_a_question_holds_it() -> None:
    view = replace(fixtures.view("ann"), paused=False, outcome="", waiting="the GM is deciding")
    mine = replace(view, turn=next(u.key for u in view.units if u.seat == "ann"))
    assert "Your turn:" in parts(mine, ())["head"]
    held = parts(replace(mine, held=True), ())["head"]
    assert "Your turn:" not in held
    assert "the GM is deciding" in held


def test_the_gm_reads_the_names_of_those_who_know_an_objective() -> None:
    view = fixtures.view("gil")
    secret = next(o for o in view.objectives if o.recipients)
    names = {seat.key: seat.name for seat in view.seats}
    html = people.goals(view)
    assert all(f">{', '.join(names[key] for key in o.recipients)}<" in html for o in view.objectives if o.recipients)
    assert f">{', '.join(secret.recipients)}<" not in html


def test_a_way_back_says_what_happened_last_before_it() -> None:
    html = "".join(parts(fixtures.view("gil"), ()).values())
    assert "Rewind to just after …" in html
    assert 'aria-label="Rewind to just after: Brok moves to F11"' in html


def _keys(view: MissionView) -> dict[str, str]:
    """{label: key} of the actions that have one."""
    html = "".join(parts(view, ()).values())
    found = re.findall(r'data-key="(.)"[^>]*>(?:<summary>)?<kbd>.</kbd><span class="nm">([^<]+)', html)
    return {label.strip(): key for key, label in found}


def test_an_action_keeps_its_key_whatever_else_is_there() -> None:
    """Beside a door, and when another cannot be paid, Move is still 1 and the rest what they were."""
    view = fixtures.view("ann")
    keys = _keys(view)
    assert keys["Move"] == "1"
    first = view.options[0]
    door = replace(first, key="door:A1-B1", do="door", label="Open door", targets=(), fields=(), why_not="")
    assert _keys(replace(view, options=(door, *view.options))) == keys
    dear = tuple(replace(o, why_not="needs 9") if o.key == first.key else o for o in view.options)
    assert _keys(replace(view, options=dear)) == {label: key for label, key in keys.items() if label != "Move"}


def test_who_lies_down_is_marked_among_the_targets() -> None:
    view = fixtures.view("ann")
    struck = next(o for o in view.options if o.targets)
    down = replace(struck, targets=(replace(struck.targets[0], down=True), *struck.targets[1:]))
    options = tuple(down if o is struck else o for o in view.options)
    html = fragments.panel.options(replace(view, options=options))
    assert html.count('<em class="tag down">down</em>') == 1
    assert f"{struck.targets[0].name} (down)" in html


def test_targets_stand_as_one_looks_for_them() -> None:
    """Foes before friends, and last who has fallen; who is nearer changes nothing here."""
    view = fixtures.view("ann")
    struck = next(o for o in view.options if o.unit and len(o.targets) >= 3)
    mine = [(t.x, t.y) for t in view.tokens if t.unit == struck.unit]
    side = {unit.key: unit.side for unit in view.units}
    friend = next(t.key for t in view.tokens if side[t.unit] == side[struck.unit])
    (x, y), one = mine[0], struck.targets[0]
    wanted = (
        replace(one, body="fallen", x=x + 1, y=y, down=True),
        replace(one, body=friend, x=x + 1, y=y),
        replace(one, body="far", x=x + 9, y=y),
        replace(one, body="near", x=x, y=y + 1),
    )
    only = replace(struck, targets=wanted)
    html = fragments.panel.options(replace(view, options=(only,)))
    assert re.findall(r'data-target="([^"]+)"', html) == ["far", "near", friend, "fallen"]
    moved = replace(only, targets=tuple(reversed(wanted)))
    assert fragments.panel.options(replace(view, options=(moved,))) == html


def test_what_does_not_count_is_struck_and_what_a_term_comes_from_opens() -> None:
    again = TermView("d10", 1, counts=False, why="rolled again")
    stat = TermView("DEX", 3, "stat:DEX", help="stat:DEX")
    html = fragments.log.breakdowns((BreakdownView("Attempt", 9, (stat, again, TermView("d10", 6))),), "../rules/")
    assert "<s>+1</s> d10 <i>(rolled again)</i>" in html
    assert '<a href="../rules/#stat:DEX" target="rules">DEX</a>' in html
    assert "<b>+6</b> d10" in html


def test_why_nothing_is_taken_back_stands_where_the_button_would_be() -> None:
    view = replace(fixtures.view("ann"), can_take_back=False)
    assert fragments.take_back(view) == '<div id="back"></div>'
    html = fragments.take_back(replace(view, no_take_back="A die was rolled."))
    assert 'data-why="A die was rolled."' in html
    assert 'name="go"' not in html


def test_the_gm_changes_points_and_health_of_who_acts_where_they_stand() -> None:
    unit = fixtures.view("gil").turn
    html = fragments.panel.acting(fixtures.view("gil"))
    body = next(u for u in fixtures.view("gil").units if u.key == unit).bodies[0].key
    assert f'data-set="{body}.hp"' in html
    assert re.findall(rf'data-set="{unit}\.\w+"', html)
    assert "data-set" not in fragments.panel.acting(fixtures.view("ann"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Rifleman 1", "Ri1"), ("Grey wolf 2", "GW2"), ("Goblin 12", "G12"), ("Brenn", "Bre"), ("Iron Petrel", "IP"),
     ("Al", "Al"), ("7", "7"), ("Elf 1234", "234"), ("", "")],
)  # fmt: skip
def test_a_token_is_told_from_others_by_three_characters(name: str, shown: str) -> None:
    assert cards.short(name) == shown
