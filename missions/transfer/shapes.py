"""What stands in a campaign's file. Times are UTC in ISO 8601; characters are named by their number, people by their
seat key, Missions and maps by the order in which they were made.

A sheet, a map's body and a Mission's beginning are JSON within, in the shapes of the ruleset; `inward` reads them with
the ruleset's own checks. A field that a record does not know makes the file unreadable.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

from campaigns.models import KEY_PATTERN
from tactics.kernel.state import Value

Key = Annotated[str, Meta(pattern=rf"^{KEY_PATTERN}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Title = Annotated[str, Meta(min_length=1, max_length=120)]
Why = Annotated[str, Meta(max_length=120)]
About = Annotated[str, Meta(max_length=4_000)]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Small = Annotated[int, Meta(ge=0, le=32_767)]
Whole = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Points = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Piece = Annotated[str, Meta(max_length=80)]
Media = Literal["", "image/png", "image/jpeg", "image/webp"]
Order = Annotated[int, Meta(ge=0, le=10_000)]
"""Place in the list of Missions."""


class Manifest(Value, frozen=True):
    format: str
    version: Annotated[int, Meta(ge=1)]
    files: dict[Piece, Hash]


class Person(Value, frozen=True, kw_only=True):
    key: Key
    name: Name
    role: Literal["gm", "player", "spectator"]
    active: bool
    co_gm: bool = False


class Change(Value, frozen=True, kw_only=True):
    """A line of a sheet's history."""

    at: datetime
    why: Why
    before: dict[str, Any]
    changes: list[Any]
    mission: Order | None = None
    by: Key | None = None


class Gain(Value, frozen=True, kw_only=True):
    """A line of the ledger of experience."""

    at: datetime
    points: Points
    why: Why
    mission: Order | None = None


class Hero(Value, frozen=True, kw_only=True):
    number: Number
    name: Name
    sheet: dict[str, Any]
    xp: Whole
    level: Small
    member: Key | None = None
    about: About = ""
    free: bool = False
    portrait: Piece = ""
    history: list[Change] = []
    ledger: list[Gain] = []


class Mob(Value, frozen=True, kw_only=True):
    name: Name
    count: Annotated[int, Meta(ge=1, le=1_000)]
    sheet: dict[str, Any]
    about: About = ""
    portrait: Piece = ""
    history: list[Change] = []


class Post(Value, frozen=True, kw_only=True):
    """A post of a thread, by a seat."""

    member: Key
    key: Annotated[str, Meta(min_length=1, max_length=40)]
    at: datetime
    voice: Annotated[str, Meta(max_length=60)] = ""
    text: Annotated[str, Meta(max_length=20_000)] = ""
    roll: dict[str, Any] | None = None
    whisper: bool = False
    struck: bool = False


class Talk(Value, frozen=True, kw_only=True):
    """A thread."""

    title: Title
    created: datetime
    stirred: datetime
    closed: bool = False
    posts: list[Post] = []


class Told(Value, frozen=True, kw_only=True):
    """To whom a handout is shown: a seat's key, `all` players or `public`."""

    to: Key
    at: datetime


class Sheet(Value, frozen=True, kw_only=True):
    """A handout. picture: the piece that holds it."""

    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,24}\Z")]
    title: Title
    created: datetime
    text: Annotated[str, Meta(max_length=20_000)] = ""
    picture: Piece = ""
    shown: list[Told] = []


class Draft(Value, frozen=True, kw_only=True):
    """A plan of a Mission. body: what was typed, by field; of `mob:1`, `map:1` and `mission:1` the numbers count
    within the file."""

    name: Title
    body: dict[str, list[str]]


class Rule(Value, frozen=True, kw_only=True):
    """A house rule: the body of an entry of the library as JSON, or nothing for one that is left out."""

    kind: Annotated[str, Meta(pattern=r"^[a-z_]{1,20}\Z")]
    key: Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_.]{0,63}\Z")]
    body: Annotated[str, Meta(max_length=20_000)] = ""


class Chart(Value, frozen=True, kw_only=True):
    """A map. picture: the piece that holds it."""

    name: Title
    body: str
    origin: str
    created: datetime
    picture: Piece = ""
    media_type: Media = ""


class Chair(Value, frozen=True, kw_only=True):
    """A seat of a Mission."""

    key: Key
    role: Literal["gm", "player", "spectator"]


class Image(Value, frozen=True, kw_only=True):
    """A picture of a Mission."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: Literal["board", "token"]
    picture: Piece
    media_type: Literal["image/png", "image/jpeg", "image/webp"]


class Play(Value, frozen=True, kw_only=True):
    """A Mission. log: the piece with its rows, one a line; chain: of the last of them (`outward.linked`)."""

    name: Title
    genesis: str
    rules: Hash
    created: datetime
    log: Piece
    chain: Hash
    closed: datetime | None = None
    plan: Order | None = None
    seats: list[Chair] = []
    pictures: list[Image] = []


class Line(Value, frozen=True, kw_only=True):
    """A row of a Mission's log."""

    seq: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    seat: Annotated[str, Meta(min_length=1, max_length=24)]
    role: Annotated[str, Meta(min_length=1, max_length=10)]
    key: Annotated[str, Meta(min_length=1, max_length=80)]
    command: str
    now: Annotated[int, Meta(ge=0, le=2**53)]
    events: str
    answer: str


class Table(Value, frozen=True, kw_only=True):
    """All of a campaign but its logs, pictures and rules, which are pieces of their own."""

    name: Title
    ruleset: Annotated[str, Meta(min_length=1, max_length=40)]
    created: datetime
    members: list[Person]
    characters: list[Hero] = []
    mobs: list[Mob] = []
    house: list[Rule] = []
    maps: list[Chart] = []
    missions: list[Play] = []
    plans: list[Draft] = []
    threads: list[Talk] = []
    handouts: list[Sheet] = []
    ready_heroes: bool = True
