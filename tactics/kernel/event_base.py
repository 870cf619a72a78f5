"""What every event is made of; the events themselves are imported from `events`."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """Base of all events; the tag is the class name.

    reveals: the event told somebody something that cannot be untold, as the REVEALING ones do.
    """

    reveals: ClassVar[bool] = False
