"""A Mission as its page may show it, made by hand: a keep of 24 x 18 cells, heroes, two Mobs, prompts, a log.

`view(seat)` is what a GM, a player or a spectator sees; `big()` is the largest board with fifty tokens.
The numbers need not follow any rules: these tests are about pages.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import cos, sin

import msgspec

from tactics.kernel.view import (
    BadgeView,
    BoardView,
    BodyView,
    BreakdownView,
    EdgeView,
    EndTurnView,
    FieldView,
    LaidView,
    LogLine,
    MissionView,
    NumberView,
    ObjectiveView,
    OptionView,
    OrderRow,
    PoolView,
    PromptView,
    ReachCell,
    ReachView,
    SeatView,
    TargetView,
    TermView,
    TerrainView,
    TokenView,
    UnitView,
    ZoneView,
)

ROWS = """\
........................
..,,....................
.,,,,......=====........
..,,.......=====...~~...
...........=====..~~~~..
....................~~..
........^^..............
.......^^^^.............
.......^^^^......,,.....
........^^......,,,,....
..............#..,,.....
..............#.........
..:::.........#.........
.:::::........#....:::..
..:::..............:::..
........................
........................
........................
""".splitlines()
WIDTH, HEIGHT = 24, 18
PALETTE = (
    TerrainView(".", "ground", "open ground", "ground"),
    TerrainView(",", "brush", "brush", "brush", "difficult: 2 steps"),
    TerrainView("=", "floor", "stone floor", "floor"),
    TerrainView("~", "water", "water", "water", "blocks"),
    TerrainView("^", "rise", "grass", "grass"),
    TerrainView(":", "rubble", "rubble", "rough", "difficult: 2 steps"),
    TerrainView("#", "wall", "wall", "wall", "blocks"),
)


def _edges() -> tuple[EdgeView, ...]:
    found = [EdgeView(x, 1, x, 2, "wall") for x in range(11, 16)]
    found += [EdgeView(x, 4, x, 5, "wall") for x in range(11, 16) if x != 13]
    found += [EdgeView(10, y, 11, y, "wall") for y in range(2, 5) if y != 3]
    found += [EdgeView(15, y, 16, y, "wall") for y in range(2, 5)]
    found.append(EdgeView(13, 4, 13, 5, "door", closed=True, locked=False))
    found.append(EdgeView(10, 3, 11, 3, "door", closed=False))
    found += [EdgeView(x, 11, x, 12, "cover") for x in range(5, 9)]
    return tuple(found)


def keep() -> BoardView:
    letters = "".join(ROWS)
    height = tuple(
        (1 if 6 <= y <= 9 else 0) + (1 if (x, y) in {(8, 7), (9, 7), (8, 8), (9, 8)} else 0)
        if letters[y * WIDTH + x] == "^"
        else 0
        for y in range(HEIGHT)
        for x in range(WIDTH)
    )
    return BoardView("keep", "The old keep", WIDTH, HEIGHT, letters, height, PALETTE, _edges())


PEOPLE: Mapping[str, tuple[str, str, str, str, tuple[int, int], int, int]] = {
    # body: name, short, relation to the heroes' seat, unit, cell, hp, max hp
    "mara": ("Mara", "Ma", "mine", "mara", (7, 12), 17, 20),
    "brok": ("Brok", "Br", "ally", "brok", (5, 10), 9, 24),
    "sefa": ("Sefa", "Se", "ally", "sefa", (9, 13), 14, 14),
    "guard.1": ("Guard 1", "G1", "ally", "guard", (4, 14), 8, 8),
    "guard.2": ("Guard 2", "G2", "ally", "guard", (5, 15), 8, 8),
    "guard.3": ("Guard 3", "G3", "ally", "guard", (6, 15), 0, 8),
    "goblins.1": ("Goblin 1", "g1", "enemy", "goblins", (12, 9), 6, 6),
    "goblins.2": ("Goblin 2", "g2", "enemy", "goblins", (13, 8), 2, 6),
    "goblins.3": ("Goblin 3", "g3", "enemy", "goblins", (15, 7), 6, 6),
    "goblins.4": ("Goblin 4", "g4", "enemy", "goblins", (12, 3), 6, 6),
    "goblins.5": ("Goblin 5", "g5", "enemy", "goblins", (10, 12), 5, 6),
    "lurkers.1": ("Lurker 1", "L1", "enemy", "lurkers", (18, 12), 10, 10),
}
UNITS = {
    "mara": ("Mara", "Ma", "character", "heroes", "ann", "Ann"),
    "brok": ("Brok", "Br", "character", "heroes", "ben", "Ben"),
    "goblins": ("Goblins", "go", "mob", "foes", "gil", "Gil"),
    "sefa": ("Sefa", "Se", "character", "heroes", "cleo", "Cleo"),
    "guard": ("Town guard", "Gu", "mob", "heroes", "ann", "Ann"),
    "lurkers": ("Lurkers", "Lu", "mob", "foes", "gil", "Gil"),
}
HIDDEN = "lurkers"
INITIATIVE = {"mara": 17, "goblins": 14, "brok": 12, "sefa": 9, "guard": 6, "lurkers": 4}


def cell(x: int, y: int) -> str:
    return f"{chr(65 + x)}{y + 1}"


def _health(hp: int, of: int) -> str:
    return "down" if hp <= 0 else "unhurt" if hp == of else "badly hurt" if hp * 3 <= of else "hurt"


def _token(key: str, gm: bool) -> TokenView:
    name, short, relation, unit, (x, y), hp, of = PEOPLE[key]
    relation = "ally" if gm else relation
    relation = "enemy" if UNITS[unit][3] == "foes" else relation
    down = hp <= 0
    words = [name, relation, f"{hp} of {of} HP", cell(x, y)]
    words += ["acting now"] * (unit == "mara") + ["hidden from players"] * (unit == HIDDEN)
    return TokenView(
        key=key,
        unit=unit,
        name=name,
        short=short,
        relation=relation,
        board="keep",
        x=x,
        y=y,
        health=_health(hp, of),
        health_step=-(-10 * hp // of),
        hp=hp,
        max_hp=of,
        active=unit == "mara",
        down=down,
        hidden=unit == HIDDEN,
        badges=(BadgeView("running", "Running", "info"),) if key == "goblins.5" else (),
        label=", ".join(words),
    )


def _body(key: str, known: bool, gm: bool) -> BodyView:
    name, _short, _relation, unit, (x, y), hp, of = PEOPLE[key]
    return BodyView(
        key=key,
        name=name,
        at=("keep", x, y),
        cell=cell(x, y),
        hp=hp if known else None,
        max_hp=of if known else None,
        health=_health(hp, of),
        down=hp <= 0,
        hidden=unit == HIDDEN,
        statuses=("running",) if key == "goblins.5" else (),
        seen_by=(() if unit == HIDDEN else ("Ann", "Ben", "Cleo")) if gm else None,
    )


def _unit(key: str, seat: str) -> UnitView:
    name, short, kind, side, owner, owner_name = UNITS[key]
    gm = seat == "gil"
    mine = owner == seat
    known = gm or side == "heroes"
    relation = "mine" if mine and not gm else "ally" if side == "heroes" else "enemy"
    left = {"mara": (4, 2), "goblins": (5, 1)}.get(key, (0, 1))
    return UnitView(
        key=key,
        name=name,
        short=short,
        kind=kind,
        side=side,
        relation=relation,
        seat=owner,
        seat_name=owner_name,
        initiative=INITIATIVE[key],
        pools=(PoolView("alpha", "Physical", left[0], 5), PoolView("beta", "Mental", left[1], 3)) if known else (),
        numbers=(
            NumberView("def", "DEF", "4", f"{key}.def", "4 + 0"),
            NumberView("initiative", "Initiative", str(INITIATIVE[key]), f"{key}.initiative"),
            NumberView("speed", "Speed", "4", f"{key}.speed"),
        )
        if known
        else (NumberView("def", "DEF", "2"),),
        badges=(BadgeView("active", "acting", "info"),) if key == "mara" else (),
        bodies=tuple(_body(k, known, gm) for k, p in PEOPLE.items() if p[3] == key),
    )


def _reach(body: str, unit: str, steps: int = 8) -> ReachView:
    board = keep()
    x0, y0 = PEOPLE[body][4]
    taken = {p[4] for p in PEOPLE.values()}
    walls = {
        frozenset(((e.ax, e.ay), (e.bx, e.by)))
        for e in board.edges
        if e.kind == "wall" or (e.closed and e.kind == "door")
    }
    found: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {(x0, y0): (0, (x0, y0))}
    queue = deque([(x0, y0)])
    while queue:
        x, y = queue.popleft()
        cost = found[x, y][0]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            a, b = x + dx, y + dy
            if not (0 <= a < WIDTH and 0 <= b < HEIGHT) or (a, b) in found or (a, b) in taken:
                continue
            if board.terrain[b * WIDTH + a] in "#~" or frozenset(((x, y), (a, b))) in walls or cost == steps:
                continue
            if dx and dy and (frozenset(((x, y), (a, y))) in walls or frozenset(((x, y), (x, b))) in walls):
                continue
            found[a, b] = (cost + 1, (x, y))
            queue.append((a, b))
    cells = tuple(ReachCell(x, y, (n + 3) // 4, px, py, (n + 3) // 4) for (x, y), (n, (px, py)) in found.items() if n)
    return ReachView(unit, body, "keep", x0, y0, "move", "alpha", cells, f"move-{body}")


def _odds(name: str, chance: str) -> tuple[BreakdownView, ...]:
    mine = BreakdownView(
        "Attempt",
        None,
        (
            TermView("Claw", 2, "skill:claw"),
            TermView("DEX", 3, "stat:dex"),
            TermView("d10", 5, "die"),
            TermView("high ground", 1, "terrain", house=True),
            TermView("blessed", 1, counts=False, why="does not stack"),
        ),
        "2 + 3 + d10",
    )
    return (mine, BreakdownView(f"{name}'s defence", 7, (TermView("DEF", 2), TermView("running", 5)), chance))


def _targets(attack: str) -> tuple[TargetView, ...]:
    out = []
    for body, chance, permille in (
        ("goblins.5", "55 %", 550),
        ("goblins.1", "34 %", 340),
        ("goblins.2", "34 %", 340),
        ("sefa", "80 %", 800),
    ):
        name, _s, _r, _u, (x, y), _hp, _of = PEOPLE[body]
        out.append(
            TargetView(
                body,
                name,
                cell(x, y),
                x,
                y,
                chance,
                permille,
                _odds(name, chance),
                "about 4, at best 13, at worst 0",
                f"{attack}-{body}",
            )
        )
    return tuple(out)


def _options(unit: str) -> tuple[OptionView, ...]:
    name = f"{unit}-"
    return (
        OptionView("move", unit, "move", "Move", "", "1 Physical per 4 cells", basis=name + "move"),
        OptionView(
            "claw",
            unit,
            "act",
            "Claw",
            "Attack",
            "2 Physical",
            {"alpha": 2},
            command={"action": "claw"},
            targets=_targets("claw")[:3],
            basis=name + "claw",
            title="A quick blow at one target in reach",
        ),
        OptionView(
            "bow",
            unit,
            "act",
            "Short bow",
            "Attack",
            "3 Physical",
            {"alpha": 3},
            command={"action": "shoot", "with": "bow"},
            targets=_targets("bow")[1:],
            basis=name + "bow",
        ),
        OptionView("run", unit, "act", "Run", "Stance", "1 Physical", command={"action": "run"}, basis=name + "run"),
        OptionView(
            "study",
            unit,
            "act",
            "Study the enemy",
            "Skills",
            "3 Mental",
            why_not="needs 3 Mental, 2 left",
            why_code="cost",
        ),
        OptionView(
            "rest",
            unit,
            "act",
            "Catch your breath",
            "Skills",
            "all points",
            why_not="an enemy is within 3 cells",
            why_code="phase",
            house=True,
        ),
        OptionView(
            "talk",
            unit,
            "talk",
            "Talk",
            "",
            "1 Mental per 10 words",
            fields=(
                FieldView("text", "What do you say?", "text", limit=400),
                FieldView(
                    "volume",
                    "How loud?",
                    "choice",
                    (("whisper", "Whisper"), ("speak", "Speak"), ("yell", "Yell")),
                    "speak",
                ),
            ),
            basis=name + "talk",
        ),
    )


def _order(seat: str) -> tuple[OrderRow, ...]:
    states = {"mara": "acting", "goblins": "next", "brok": "acted"}
    rows = []
    for key, initiative in INITIATIVE.items():
        if key == HIDDEN and seat != "gil":
            continue
        name, short, _kind, side, owner, _owner_name = UNITS[key]
        relation = "mine" if owner == seat != "gil" else "ally" if side == "heroes" else "enemy"
        focus = next(k for k, p in PEOPLE.items() if p[3] == key)
        rows.append(
            OrderRow(
                key,
                name,
                short,
                relation,
                initiative,
                states.get(key, "waiting"),
                focus,
                hidden=key == HIDDEN,
            )
        )
    return tuple(rows)


OBJECTIVES = (
    ObjectiveView(
        "gate",
        "Open the gate",
        "main",
        "The gate must stand open when the bell rings.",
        "open",
        10,
        True,
        ("ann", "ben", "cleo"),
        True,
    ),
    ObjectiveView("quiet", "Nobody dies", "secondary", "", "open", 5, True, ("ann", "ben", "cleo"), True),
    ObjectiveView("letter", "Burn the letter", "personal", "Nobody may read it.", "completed", 10, False, ("ann",)),
    ObjectiveView("steal", "Steal the letter", "personal", "Bring it to the duke.", "open", 10, False, ("cleo",)),
)


def _prompts(seat: str) -> tuple[PromptView, ...]:
    if seat != "gil":
        return (PromptView("p7", "difficulty", "gil", "Gil", False, "deciding"),) if seat == "ben" else ()
    return (
        PromptView(
            "p7",
            "difficulty",
            "gil",
            "Gil",
            True,
            "How hard is it?",
            "Mara: Claw at Goblin 5. Suggested difficulty 7.",
            "mara",
            (FieldView("value", "Difficulty", "number", value="7"),),
            (),
            "7",
            basis="p7",
        ),
        PromptView(
            "p8",
            "reveal",
            "gil",
            "Gil",
            True,
            "Reveal Lurker 1?",
            "Brok is about to walk into it.",
            "brok",
            (),
            (('"yes"', "Reveal"), ('"no"', "Keep hidden")),
            '"yes"',
            basis="p8",
        ),
    )


def view(seat: str = "ann") -> MissionView:
    """The keep as `ann` (Mara, who acts), `ben`, `gil` (the GM) or `sam` (a spectator) sees it."""
    gm = seat == "gil"
    mine = seat in ("ann", "gil")
    hidden = set() if gm else {HIDDEN}
    return MissionView(
        name="The gate of Harrow",
        ruleset="toy",
        seat=seat,
        role="gm" if gm else "spectator" if seat == "sam" else "player",
        phase="running",
        phase_label="Mission",
        round=2,
        turn="mara",
        waiting="Mara's turn",
        scenario="The duke's men hold the keep. Somebody in there has a letter that should not exist.",
        gm_notes="The lurkers wait in the shade by the east pond." if gm else "",
        boards=(keep(),),
        tokens=tuple(_token(k, gm) for k, p in PEOPLE.items() if p[3] not in hidden),
        units=tuple(_unit(k, seat) for k in UNITS if k not in hidden),
        order=_order(seat),
        acted=("brok",),
        seats=(
            SeatView("ann", "Ann", "player", ("mara", "guard")),
            SeatView("ben", "Ben", "player", ("brok",)),
            SeatView("cleo", "Cleo", "player", ("sefa",)),
            SeatView("gil", "Gil", "gm"),
        ),
        objectives=OBJECTIVES if gm else tuple(o for o in OBJECTIVES if o.public or seat in o.recipients),
        zones=(ZoneView("start", "keep", "Heroes start here", tuple((x, y) for y in (15, 16) for x in range(2, 9))),)
        if gm
        else (),
        laid=(LaidView("m1", "body:goblins.1", "slippery", -2, "attempt", True, "until the end of the round"),)
        if gm
        else (),
        prompts=_prompts(seat),
        options=_options("mara") if mine else (),
        reach=(_reach("mara", "mara"),) if mine else (),
        end_turn=EndTurnView(
            "mara", "keep 4 Physical: +4 DEF, 2 Mental", False, 2, 0, "Mental to initiative", "end-mara"
        )
        if mine
        else None,
        can_take_back=seat == "ann",
        rewind_to=((41, "Brok moves to F11"), (40, "Round 2 begins"), (38, "Goblins end their turn")) if gm else (),
    )


def lines(seat: str = "ann") -> tuple[LogLine, ...]:
    out = [
        LogLine("a1", 1, "system", "Round 1 begins."),
        LogLine(
            "a2",
            2,
            "move",
            "Goblin 5 moves to K13.",
            "goblins",
            record={"paths": {"goblins.5": [[11, 10], [11, 11], [10, 12]]}},
        ),
        LogLine("a3", 3, "talk", "Brok: “Hold the line, and keep away from the water!”", "brok"),
        LogLine(
            "a4",
            4,
            "roll",
            "Goblin 5 claws at Mara: hit, 3 damage.",
            "goblins",
            (
                BreakdownView("Attempt", 9, (TermView("Claw", 1), TermView("DEX", 2), TermView("d10", 6))),
                BreakdownView(
                    "Effect",
                    3,
                    (TermView("Claw", 1), TermView("STR", 1), TermView("d10", 4), TermView("soak", -3)),
                ),
            ),
        ),
        LogLine("a5", 5, "chat", "Ann: back in a minute", ""),
        LogLine("a6", 6, "move", "Brok moves to F11.", "brok", undone=True),
        LogLine("a7", 7, "narration", "The bell in the tower begins to swing, without a sound.", ""),
    ]
    if seat == "gil":
        out.append(LogLine("a8", 8, "gm", "Lurkers were placed.", "lurkers", secret=True))
    out.append(LogLine("a9", 9, "system", "Round 2 begins."))
    return tuple(out)


def big() -> MissionView:
    """100 x 100 cells, fifty tokens, every kind of ground: for the budget of nodes and bytes."""

    # Patches of five kinds in a third of the ground, as on a drawn map, with single rocks strewn over it.
    def letter(x: int, y: int) -> str:
        if (x * 31 + y * 17) % 61 == 0:
            return "#"
        height = sin(x / 6.1) + cos(y / 4.7) + sin((x + 2 * y) / 8.3)
        kind = ",=~:^"[int(x / 21 + y / 17) % 5]
        return kind if abs(height) > 1.25 else "."

    letters = "".join(letter(x, y) for y in range(100) for x in range(100))
    board = BoardView(
        "field",
        "Field",
        100,
        100,
        letters,
        tuple(((x // 12 + y // 9) % 5) // 3 for y in range(100) for x in range(100)),
        PALETTE,
        tuple(EdgeView(x, y, x + 1, y, "wall") for x in range(5, 95, 10) for y in range(0, 100) if y % 9),
    )
    base = view("gil")
    tokens = tuple(
        msgspec.structs.replace(
            base.tokens[i % 12], key=f"u{i}", unit=f"u{i}", board="field", x=(i * 37) % 100, y=(i * 53) % 100
        )
        for i in range(50)
    )
    units = tuple(msgspec.structs.replace(base.units[i % 5], key=f"u{i}") for i in range(30))
    order = tuple(msgspec.structs.replace(base.order[i % 5], unit=f"u{i}", focus=f"u{i}") for i in range(30))
    return msgspec.structs.replace(base, boards=(board,), tokens=tokens, units=units, order=order, zones=(), reach=())
