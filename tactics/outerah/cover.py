"""Cover: what stands between attacker and target, of what it is made, and what gets past it (O-188 to O-200).

A piece of cover is an edge of the kind `cover` with a material of the rules data, or a cell whose terrain has one. It
counts where the line between the two centres crosses it, not high above it, and not for whoever stands beside it and
fires out.
"""

from __future__ import annotations

from collections.abc import Iterator

from tactics.board.sight import crossed, crosses
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, Edge, Place, Value
from tactics.outerah import numbers
from tactics.outerah.attack_data import Attack
from tactics.outerah.heights import clears
from tactics.outerah.parts import constant
from tactics.outerah.specs import Ground, Material

NONE, CONCEALED, HALF, FULL = "none", "concealed", "half", "full"


class Cover(Value, frozen=True):
    """The best cover that counts. kind: none, concealed, half or full; label: what it is; past: why it does not count
    although it is there; edge: the piece, if it is an edge."""

    kind: str = NONE
    label: str = ""
    past: str = ""
    edge: Edge | None = None
    material: str = ""
    beside: bool = False
    """The attacker stands beside it: it is in nobody's way (O-189)."""

    @property
    def stops(self) -> bool:
        """Whether a second die is rolled or nothing gets through."""
        return self.kind in (HALF, FULL) and not self.past


def between(known: Known, attacker: AnyBody, target: AnyBody, attack: Attack) -> Cover:
    """What this attack has to get past; the best piece for the target, those that do not count named last."""
    if attacker.place is None or target.place is None:
        return Cover()
    found = [_weighed(known, attacker, target, attack, *piece) for piece in pieces(known, attacker.place, target.place)]
    return max(found, key=lambda c: (c.stops, c.kind == FULL, c.kind == HALF, c.label), default=Cover())


def pieces(known: Known, at: Place, target: Place) -> Iterator[tuple[str, Material, Edge | None, bool]]:
    """(material, entry, edge, whether the attacker stands beside it) for all that the line crosses."""
    board = known.state.boards[target.board]
    for edge in board.edges:
        side = (edge.a, edge.b)
        if edge.kind == "cover" and crosses(at.cell, target.cell, side):
            spec = known.rules.find("material", edge.material)
            if isinstance(spec, Material) and not clears(known, at, target, side, spec):
                yield edge.material, spec, edge, at.cell in (edge.a, edge.b)
    palette = dict(board.palette)
    for cell in crossed(at.cell, target.cell):
        if cell in (at.cell, target.cell) or not (0 <= cell[0] < board.width and 0 <= cell[1] < board.height):
            continue
        ground = known.rules.find("terrain", palette.get(board.terrain[cell[1] * board.width + cell[0]], ""))
        spec = known.rules.find("material", ground.material) if isinstance(ground, Ground) else None
        if isinstance(ground, Ground) and isinstance(spec, Material):
            beside = max(abs(at.x - cell[0]), abs(at.y - cell[1])) <= 1
            if not clears(known, at, target, (cell, cell), spec):
                yield ground.material, spec, None, beside


def _weighed(
    known: Known, attacker: AnyBody, target: AnyBody, attack: Attack, key: str, spec: Material, edge: Edge | None,
    beside: bool,
) -> Cover:  # fmt: skip
    kind = spec.style
    return Cover(kind, spec.label, _past(known, attacker, target, attack, spec, kind, beside), edge, key, beside)


def _past(
    known: Known, attacker: AnyBody, target: AnyBody, attack: Attack, spec: Material, kind: str, beside: bool
) -> str:
    """Why a piece of cover does not count against this attack, or empty."""
    if kind not in (HALF, FULL):
        return "conceals only" if kind == CONCEALED else ""
    if beside:
        return "fires out from beside it"
    if attack.armor_piercing:
        return "armor piercing"
    if attack.piercing_bullet and not spec.stops_piercing:
        return f"piercing bullets go through {spec.label.lower()}"
    if kind == HALF:
        if attack.ignores_half_cover:
            return f"{attack.label} ignores half cover"
        more = int(constant(known, "out.cover.bypass_charisma"))
        if numbers.stat(known, attacker, "CHA") >= numbers.stat(known, target, "AGI") + more:
            return f"Charisma {more} above Agility"
    return ""
