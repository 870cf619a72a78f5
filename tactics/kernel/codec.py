"""JSON of states, events and commands: canonical (sorted keys, integers only), typed by the ruleset's table.

`codec(code)` is made once for each ruleset. Decoding refuses unknown fields and types with
`msgspec.ValidationError`, whose text names the path.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from tactics.kernel.commands import Command, Join
from tactics.kernel.events import Event, UnitJoined
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, State

_ENCODER = msgspec.json.Encoder(order="sorted")


def encode(value: Any) -> bytes:
    """Canonical JSON of any value of the kernel."""
    return _ENCODER.encode(value)


class Codec:
    """Decoders of one ruleset."""

    def __init__(self, code: Ruleset) -> None:
        self._upcasters = code.upcasters
        self._parts = code.unit_part, code.body_part
        state: Any = State
        self._state = msgspec.json.Decoder(state[code.unit_part, code.body_part, code.mission_part])
        union: Any = Union
        events: Any = list[union[code.events]]
        self._events = msgspec.json.Decoder(events)
        self._commands: Any = union[code.commands]
        self._command = msgspec.json.Decoder(self._commands)

    def state(self, data: bytes | str) -> AnyState:
        """The state of a canonical text."""
        state: AnyState = self._state.decode(data)
        return state

    def events(self, data: bytes | str) -> tuple[Event, ...]:
        """The events of a row; those of earlier releases are upcast first."""
        if self._upcasters:
            raw = msgspec.json.decode(data)
            old = [e for e in raw if e.get("event") in self._upcasters]
            if old:
                data = msgspec.json.encode([self._upcast(e) for e in raw])
        return tuple(
            replace(event, unit=self._unit(event.unit), bodies=self._bodies(event.bodies))
            if isinstance(event, UnitJoined)
            else event
            for event in self._events.decode(data)
        )

    def _upcast(self, event: dict[str, Any]) -> dict[str, Any]:
        while event["event"] in self._upcasters:
            upcast = self._upcasters[event["event"]](event)
            if upcast == event:
                break
            event = upcast
        return event

    def command(self, data: bytes | str) -> Command:
        """A command from JSON text; raises msgspec.ValidationError or DecodeError."""
        return self._typed(self._command.decode(data))

    def command_of(self, plain: dict[str, Any]) -> Command:
        """A command from plain data."""
        return self._typed(msgspec.convert(plain, self._commands))

    # The shared types that bring a unit along cannot name the type of its part; this table can.

    def _typed(self, command: Command) -> Command:
        if isinstance(command, Join):
            return replace(command, unit=self._unit(command.unit), bodies=self._bodies(command.bodies))
        return command

    def _unit(self, unit: AnyUnit) -> AnyUnit:
        return replace(unit, part=_part(unit.part, self._parts[0]))

    def _bodies(self, bodies: tuple[AnyBody, ...]) -> tuple[AnyBody, ...]:
        return tuple(replace(body, part=_part(body.part, self._parts[1])) for body in bodies)


def _part(plain: Any, kind: Any) -> Any:
    return msgspec.convert(plain, kind) if isinstance(plain, dict) else plain


@cache
def codec(code: Ruleset) -> Codec:
    return Codec(code)
