"""JSON of states, events and commands: canonical (sorted keys, integers only), typed by the ruleset's table.

`codec(code)` is made once for each ruleset. Decoding refuses unknown fields and types with
`msgspec.ValidationError`, whose text names the path.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Union

import msgspec

from tactics.kernel.commands import Command
from tactics.kernel.events import Event
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState, State

_ENCODER = msgspec.json.Encoder(order="sorted")


def encode(value: Any) -> bytes:
    """Canonical JSON of any value of the kernel."""
    return _ENCODER.encode(value)


class Codec:
    """Decoders of one ruleset."""

    def __init__(self, code: Ruleset) -> None:
        self._upcasters = code.upcasters
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
        return tuple(self._events.decode(data))

    def _upcast(self, event: dict[str, Any]) -> dict[str, Any]:
        while event["event"] in self._upcasters:
            upcast = self._upcasters[event["event"]](event)
            if upcast == event:
                break
            event = upcast
        return event

    def command(self, data: bytes | str) -> Command:
        """A command from JSON text; raises msgspec.ValidationError or DecodeError."""
        command: Command = self._command.decode(data)
        return command

    def command_of(self, plain: dict[str, Any]) -> Command:
        """A command from plain data."""
        command: Command = msgspec.convert(plain, self._commands)
        return command


@cache
def codec(code: Ruleset) -> Codec:
    return Codec(code)
