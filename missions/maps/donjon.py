"""donjon's dungeons: JSON, whose cells are bits that its own `cell_bit` explains, and TSV, one cell a field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from . import cave, limits, plain
from .draft import Choices, Draft, Files, Note, Report, Unreadable, text
from .ground import finish

BITS = {
    "block": 1, "room": 2, "corridor": 4, "perimeter": 16, "aperture": 32, "arch": 0x10000, "door": 0x20000,
    "locked": 0x40000, "trapped": 0x80000, "secret": 0x100000, "portcullis": 0x200000, "stair_down": 0x400000,
    "stair_up": 0x800000, "label": 0xFF000000,
}  # fmt: skip
DOORS = {"door": "door", "locked": "locked", "trapped": "door", "secret": "secret", "portcullis": "locked"}
SHAPES = {"": "door", "S": "secret", "P": "portcullis", "L": "locked", "T": "trapped"}
TOWARDS = {"T": (0, -1), "B": (0, 1), "L": (-1, 0), "R": (1, 0)}


class _Plan:
    """Cells as they are found, whichever way they were written."""

    def __init__(self, width: int, height: int) -> None:
        plain.size(width, height)
        self.width, self.height = width, height
        self.floor: set[cave.Cell] = set()
        self.stairs: dict[cave.Cell, str] = {}
        self.doors: list[tuple[cave.Cell, cave.Cell | None, str]] = []
        self.labels: dict[cave.Cell, str] = {}
        self.rooms: tuple[Note, ...] = ()
        self.report = Report()

    def draft(self, title: str) -> Draft:
        report, width, height = self.report, self.width, self.height
        if not self.floor:
            raise Unreadable("no_cells")
        if len(self.doors) > limits.DOORS:
            raise Unreadable("too_many_doors", most=limits.DOORS)
        cells = [cave.NUMBER["rock"]] * (width * height)
        for x, y in self.floor:
            cells[y * width + x] = cave.NUMBER["floor"]
        for x, y in self.stairs:
            cells[y * width + x] = cave.NUMBER["stairs"]
        sides = []
        for cell, towards, kind in self.doors:
            side = cave.side(cell, towards or self._through(cell), DOORS[kind])
            if cave.inside(side, width, height):
                sides.append(side)
            else:
                report.count("clipped", "doors_outside")
        counts = Counter(kind for _, _, kind in self.doors)
        report.count("read", "doors", len(self.doors))
        report.count("guessed", "locked_doors", counts["locked"] + counts["portcullis"])
        report.count("guessed", "secret_doors", counts["secret"])
        report.count("left_out", "traps", counts["trapped"])
        labels = tuple(Note(x, y, words) for (x, y), words in sorted(self.labels.items()))
        stairs = Counter(self.stairs.values())
        return finish(
            Draft(
                format="donjon",
                title=title,
                width=width,
                height=height,
                kinds=cave.KINDS,
                cells=tuple(cells),
                sides=tuple(sides),
                notes=(self.rooms or labels)[: limits.NOTES],
                measures={
                    "floor": len(self.floor),
                    "border": cave.border(self.floor),
                    **{f"door_{kind}": n for kind, n in sorted(counts.items())},
                    **{f"stairs_{kind}": n for kind, n in sorted(stairs.items())},
                    "labels": len(labels),
                    "rooms": len(self.rooms),
                },
            ),
            report,
        )

    def _through(self, cell: cave.Cell) -> cave.Cell:
        """Where a door without a letter looks: along the way that leads through it, to the right or down."""
        x, y = cell
        return (1, 0) if (x - 1, y) in self.floor or (x + 1, y) in self.floor else (0, 1)


def read_json(name: str, files: Files, choices: Choices) -> Draft:
    data = plain.table(plain.decode(files[name]))
    rows = [plain.items(row) for row in plain.items(data.get("cells"))]
    if not rows:
        raise Unreadable("no_cells")
    plan = _Plan(max(len(row) for row in rows), len(rows))
    bits = dict(BITS)
    for key, value in plain.table(data.get("cell_bit")).items():
        if key in bits and 0 < plain.whole(value) < 2**33:
            bits[key] = plain.whole(value)
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            _cell(plan, (x, y), plain.whole(value), bits)
    settings = plain.table(data.get("settings"))
    plan.rooms = _rooms(plain.items(data.get("rooms")), plan)
    for key in ("wandering_monsters", "corridor_features"):
        if data.get(key):
            plan.report.count("left_out", key)
    return plan.draft(text(settings.get("name")) or name.rsplit(".", 1)[0])


def _cell(plan: _Plan, at: cave.Cell, value: int, bits: Mapping[str, int]) -> None:
    """One cell: several bits may be set, so each is looked at by itself."""
    kinds = [kind for kind in ("portcullis", "secret", "locked", "trapped", "door") if value & bits[kind]]
    arch = value & bits["arch"]
    if not (value & (bits["room"] | bits["corridor"]) or kinds or arch):
        return
    plan.floor.add(at)
    if kinds:
        plan.doors.append((at, None, kinds[0]))
    for key, words in (("stair_down", "down"), ("stair_up", "up")):
        if value & bits[key]:
            plan.stairs[at] = words
    label = value >> 24 & 0xFF
    if bits["label"] == BITS["label"] and 32 < label < 127:
        plan.labels[at] = chr(label)


def _rooms(rooms: list[object], plan: _Plan) -> tuple[Note, ...]:
    """Each room's name and summary at its label, or in its left upper corner. The list may begin with null."""
    out = []
    for each in rooms:
        room = plain.table(each)
        if not room:
            continue
        number = text(room.get("id"), 20)
        x, y = plain.whole(room.get("col"), -1), plain.whole(room.get("row"), -1)
        at = next((cell for cell, label in plan.labels.items() if label == number), (x, y))
        if not (0 <= at[0] < plan.width and 0 <= at[1] < plan.height):
            plan.report.count("left_out", "bad_notes")
            continue
        words = text(plain.table(room.get("contents")).get("summary"), limits.TEXT)
        out.append(Note(*at, f"{number}. {words}" if words else number))
    return tuple(out)


def read_tsv(name: str, files: Files, choices: Choices) -> Draft:
    try:
        written = files[name].decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unreadable("not_text") from problem
    rows = [line.split("\t") for line in written.replace("\r\n", "\n").rstrip("\n").split("\n")]
    plan = _Plan(max(len(row) for row in rows), len(rows))
    for y, row in enumerate(rows):
        for x, field in enumerate(row):
            _field(plan, (x, y), field.strip().upper())
    return plan.draft(name.rsplit(".", 1)[0])


def _field(plan: _Plan, at: cave.Cell, field: str) -> None:
    if not field:
        return
    if field == "F":
        plan.floor.add(at)
    elif field in ("SU", "SUU", "SD", "SDD"):
        plan.floor.add(at)
        plan.stairs[at] = "up" if field[1] == "U" else "down"
    elif field[0] == "D" and len(field) > 1 and field[-1] in TOWARDS and field[1:-1] in SHAPES:
        plan.floor.add(at)
        plan.doors.append((at, TOWARDS[field[-1]], SHAPES[field[1:-1]]))
    else:
        plan.report.count("left_out", "unknown_fields")


def is_tsv(data: bytes) -> bool:
    """Whether a text is such a table: tabs, and of its first fields none that is not known."""
    head = data[:4000].decode("utf-8-sig", errors="replace")
    fields = [f for line in head.split("\n")[:-1] or [head] for f in line.strip("\r").split("\t")]
    words = [f.strip().upper() for f in fields if f.strip()]
    known = [w for w in words if w in ("F", "SU", "SUU", "SD", "SDD") or (w[0] == "D" and 1 < len(w) < 4)]
    return "\t" in head and bool(words) and len(known) == len(words)
