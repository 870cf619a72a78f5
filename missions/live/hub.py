"""The hub: one object for each Mission and process, between the log and the browsers that look at it.

A hint makes it read the Mission again and render once for each audience (a seat, or all spectators); each browser
then gets the difference from what it shows, or everything. So a change costs as much as there are audiences,
not browsers; a hint that got lost costs only the seconds until a ping; and a reconnect, a rewind or another
process's command is the same case as any.

Whoever was removed or has another role is cut before anything of the new state is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from dataclasses import dataclass
from typing import Any

from campaigns import seats as held
from campaigns import workers
from missions import hints, looks, selectors, services, writer
from missions.live import frames, notes, reading, timers
from missions.live.outbox import Outbox, Send
from missions.live.swaps import difference, snapshot
from missions.models import Mission, MissionState

log = logging.getLogger("missions")

TICK = 1.0
RENEW = 5.0
"""Seconds between two looks at the database without a hint, and between two renewals of presence."""
THERE = 12_000
"""Milliseconds for which a presence row holds."""
QUIET = 75.0
"""Seconds without a word after which a browser is given up. Pings come every 5 s, but a tab in the background
may be allowed one timer a minute only; links that broke are found by the server's own pings within 40 s."""
SESSIONS = 60.0
"""Seconds after which sessions are asked again whether they still hold."""
STUCK_AT_END = 2.0
"""Seconds in which a browser must take the end."""
PER_SEAT = 12
"""Sockets of one seat in one process."""


@dataclass(eq=False)
class Connection:
    """One browser's socket. seat: who looks, and must go on holding it; audience: as whom."""

    seat: str
    role: str
    audience: reading.Audience
    holder: held.Holder
    outbox: Outbox
    heard: float
    v: str | None = None
    """Digest of what the page shows, as far as we know."""
    greeted: bool = False
    proof: reading.Sitter | None = None
    """What the database said when this browser was last found to hold its seat."""
    here: frozenset[str] | None = None
    """Whom a GM's page shows as connected."""
    offers: bool = False
    """Whether a GM's page shows what players' units can do. It costs more than all the rest of it."""

    def is_writing(self) -> bool:
        return self.audience[0] == looks.audience(self.seat, self.role)


class Hub:
    """See the module. Everything but `read`'s work happens in the event loop."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.connections: set[Connection] = set()
        self.looks: dict[reading.Audience, selectors.Look] = {}
        self.seen = reading.Seen()
        self.whole: frozenset[reading.Audience] = frozenset()
        """The GMs of whom some page shows what players' units can do: their other pages show it too."""
        self.loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._recheck = False
        self._sessions_at = 0.0
        self._looked = 0.0
        self._renewed = 0.0
        self._noticed: dict[str, int] = {}
        self._here: frozenset[str] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # --- coming and going --------------------------------------------------------------------------

    def start(self) -> None:
        self._spawn(self._run())
        self._spawn(self._tick())
        self._spawn(workers.listen(hints.group(self.mission.pk), self._hear, lambda: self._closed))

    def join(self, connection: Connection) -> bool:
        """False: this seat has too many sockets."""
        if sum(c.seat == connection.seat for c in self.connections) >= PER_SEAT:
            return False
        self.connections.add(connection)
        self._renewed = 0.0
        if connection.audience not in self.looks:
            self.poke()
        return True

    def leave(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        connection.outbox.drop()
        if connection.is_writing() and not any(
            c.seat == connection.seat and c.is_writing() for c in self.connections
        ):
            self._spawn(self._keep([connection.seat], services.now_ms()))
        if not any(c.audience == connection.audience for c in self.connections):
            self.looks.pop(connection.audience, None)
        if not self.connections:
            self._stop()

    def cut(self, connection: Connection, code: int) -> None:
        """Ends a socket from our side."""
        connection.outbox.close(code)
        queued = connection.outbox.waiting
        self.connections.discard(connection)
        if not queued:
            return
        # It may never take the end either; its task is not waited for.
        self.loop.call_later(STUCK_AT_END, connection.outbox.drop)

    def greet(self, connection: Connection, v: str) -> None:
        """The page says what it shows."""
        connection.heard = self.loop.time()
        connection.greeted = True
        connection.here = None
        self.loop.call_soon(lambda: self._say_who_is_here(self._here))
        look = self.looks.get(connection.audience)
        if look is None:
            connection.v = v
            self.poke()
        elif look.v == v:
            connection.v = v
            connection.outbox.put(frames.same(v))
        else:
            self._send_whole(connection, look)

    def offer(self, connection: Connection, on: bool) -> None:
        """The page asks for what players' units can do, or not any more."""
        connection.heard = self.loop.time()
        connection.offers = on
        self.poke()

    def heard(self, connection: Connection) -> None:
        """A ping: also a chance to see what no hint told."""
        now = self.loop.time()
        connection.heard = now
        connection.outbox.put(frames.PONG)
        if now - self._looked > RENEW / 2:
            self.poke()

    def poke(self, recheck: bool = False) -> None:
        """There may be something to see. recheck: somebody's right to look may have changed."""
        if recheck:
            self._sessions_at = 0.0
            # A sign-out is announced before its session is gone.
            self.loop.call_later(0.5, self._ask_sessions)
        self._wake.set()

    def note(self, message: Any) -> None:
        """Something that passes: said to whoever may know of it, by what their page shows."""
        ping = notes.of_message(message)
        if ping is None:
            return
        for connection in self.connections:
            look = self.looks.get(connection.audience)
            if look is None or not connection.greeted:
                continue
            shown = notes.shown_to(look.view, ping)
            if shown is not None:
                connection.outbox.put(frames.ping(shown))

    def _say_who_is_here(self, here: frozenset[str]) -> None:
        """Tells the GMs, when it is not what they know."""
        self._here = here
        for connection in self.connections:
            if connection.greeted and connection.role == "gm" and connection.is_writing() and connection.here != here:
                connection.here = here
                connection.outbox.put(frames.here(here))

    def _ask_sessions(self) -> None:
        self._sessions_at = 0.0
        self._wake.set()

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _stop(self) -> None:
        self._closed = True
        _forget(self)
        if self._timer is not None:
            self._timer.cancel()
        self._wake.set()

    # --- looking -----------------------------------------------------------------------------------

    async def _run(self) -> None:
        failures = 0
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            if self._closed:
                return
            try:
                await self._look()
                failures = 0
            except MissionState.DoesNotExist:  # a rehearsal that was ended
                for connection in list(self.connections):
                    self.cut(connection, frames.NOT_HERE)
            except Exception:
                # Outermost loop: one look that failed must not end what everybody sees.
                log.exception("mission %s could not be read", self.mission.pk)
                failures += 1
                await asyncio.sleep(min(15.0, TICK * 2**failures))
                self._wake.set()

    async def _look(self) -> None:
        """Reads, cuts whoever may not look any more, then sends each audience its difference."""
        now = self.loop.time()
        self._looked = now
        check = now - self._sessions_at > SESSIONS
        if check:
            self._sessions_at = now
        watching = list(self.connections)
        whole = frozenset(c.audience for c in watching if c.offers and c.audience[1] == "gm")
        shown = frozenset(self.looks) - (whole ^ self.whole)
        self.seen = await writer.read.run(self._read, watching, shown, whole, check)
        self.whole = whole
        clock = services.now_ms()
        open_prompts = {w.prompt for w in self.seen.waiting}
        self._noticed = {p: self._noticed.get(p, clock) for p in open_prompts}
        self._set_timer(clock)

    def _read(
        self,
        watching: list[Connection],
        shown: frozenset[reading.Audience],
        whole: frozenset[reading.Audience],
        check_sessions: bool,
    ) -> reading.Seen:
        """In a reader's thread."""
        people = reading.members(self.mission.campaign_id)
        cut: list[tuple[Connection, int]] = []
        for connection in watching:
            member = people.get(connection.seat)
            if member is not None and member == connection.proof and not check_sessions:
                continue
            code = verdict(connection, member, check_sessions)
            connection.proof = None if code else member
            if code:
                cut.append((connection, code))
        if cut:
            self.loop.call_soon_threadsafe(self._cut_all, cut)
            gone = {c for c, _ in cut}
            watching = [c for c in watching if c not in gone]
        acting = self._acting()
        audiences = sorted({c.audience for c in watching}, key=lambda audience: _most_urgent(audience, acting))

        def show(audience: reading.Audience, look: selectors.Look) -> None:
            self.loop.call_soon_threadsafe(self._show, audience, look)

        return reading.read(self.mission, self.seen, audiences, shown, show, whole)

    def _acting(self) -> str:
        """The seat whose unit acted last: it waits for what came of its own press."""
        state = self.seen.state
        unit = state.units.get(state.clock.active or "") if state is not None else None
        return unit.seat if unit is not None else ""

    def _cut_all(self, cut: list[tuple[Connection, int]]) -> None:
        for connection, code in cut:
            if connection in self.connections:
                self.cut(connection, code)

    def _show(self, audience: reading.Audience, look: selectors.Look) -> None:
        """Sends an audience's new look to each of its browsers."""
        old = self.looks.get(audience)
        viewers = [c for c in self.connections if c.audience == audience]
        if not viewers:
            return
        self.looks[audience] = look
        change = whole = ""
        for connection in viewers:
            if connection.v == look.v:
                if connection.greeted and old is None:
                    connection.outbox.put(frames.same(look.v))
            elif old is not None and connection.v == old.v:
                if not change:
                    known = {line.key for line in old.lines}
                    said = [line.text for line in look.lines if line.key not in known]
                    change = frames.change(look.v, difference(old.parts, look.parts), said)
                connection.outbox.put(change)
            else:
                if not whole:
                    whole = frames.whole(look.v, snapshot(look.parts))
                connection.outbox.put(whole)
            connection.v = look.v

    def _send_whole(self, connection: Connection, look: selectors.Look) -> None:
        connection.v = look.v
        connection.outbox.put(frames.whole(look.v, snapshot(look.parts)))

    # --- time --------------------------------------------------------------------------------------

    def _set_timer(self, now: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = timers.next_at(self.seen, self._noticed, now)
        if at is not None and not self._closed:
            self._timer = self.loop.call_later(max(0.05, (at - now) / 1000 + 0.01), self._due)

    def _due(self) -> None:
        self._timer = None
        self._spawn(self._settle())

    async def _settle(self) -> None:
        """Time is up somewhere: the defaults are taken, by whichever process comes first."""
        away = timers.absent(self.seen, self._noticed, services.now_ms())
        try:
            await writer.write.run(services.settle, self.mission.pk, absent=away)
        except services.NotHere:
            pass
        except Exception:
            log.exception("mission %s: time is up and nothing could be settled", self.mission.pk)
        await asyncio.sleep(0.2)
        self.poke()

    async def _tick(self) -> None:
        while not self._closed:
            await asyncio.sleep(TICK)
            now = self.loop.time()
            for connection in list(self.connections):
                if connection.outbox.is_stuck(now) or now - connection.heard > QUIET:
                    self.cut(connection, frames.SLOW)
                elif connection.outbox.closed:
                    self.leave(connection)
            if not self.connections:
                self._stop()
                return
            if now - self._renewed >= RENEW:
                self._renewed = now
                seats = {c.seat for c in self.connections if c.is_writing()}
                await self._keep(seats, services.now_ms() + THERE)
                self.poke()

    async def _keep(self, seats: Any, until: int) -> None:
        try:
            await writer.write.run(services.keep_present, self.mission.pk, workers.PROCESS, seats, until)
        except Exception:
            log.exception("mission %s: presence could not be written", self.mission.pk)
        else:
            if until <= services.now_ms():
                self.poke()
            if any(c.role == "gm" for c in self.connections):
                here = await writer.read.run(services.present, self.mission.pk, services.now_ms())
                self._say_who_is_here(here)

    def _hear(self, message: dict[str, Any]) -> None:
        """Another process's hint."""
        if "note" in message:
            self.note(message["note"])
        else:
            self.poke(bool(message.get("recheck")))


def _most_urgent(audience: reading.Audience, acting: str) -> tuple[bool, int, str]:
    """Who acts first, then those who play before those who watch."""
    return (audience[0] != acting, {"player": 0, "gm": 1}.get(audience[1], 2), audience[0])


def verdict(connection: Connection, member: reading.Sitter | None, check_session: bool) -> int:
    """0: may go on looking; else the code to close with."""
    if member is None or member.role != connection.role or not _holds(connection.holder, member):
        return frames.FORBIDDEN
    if check_session:
        fresh = held.holder_of(connection.holder.session.session_key)
        if fresh is None or not _holds(fresh, member):
            return frames.LOGGED_OUT
    return 0


def _holds(holder: held.Holder, member: reading.Sitter) -> bool:
    return held.may_hold(holder, member)  # type: ignore[arg-type]  # it asks for nothing else of a member


# --- the process's hubs -----------------------------------------------------------------------------

_hubs: dict[tuple[int, int], Hub] = {}


def hub_of(mission: Mission) -> Hub:
    """The hub of a Mission in this event loop; made when there is none."""
    key = (id(asyncio.get_running_loop()), mission.pk)
    hub = _hubs.get(key)
    if hub is None or hub.loop.is_closed() or hub.loop is not asyncio.get_running_loop():
        hints.listen(_heard)
        hints.listen_to_notes(_heard_note)
        workers.remember_loop()
        _calm()
        hub = _hubs[key] = Hub(mission)
        hub.start()
    return hub


_calmed = False


def _calm() -> None:
    """Once in a process: what was loaded stays, so the collector need not look at it again and again. A full look
    cost as much as three audiences' pages, and views make thousands of small objects each. More than this at once
    was measured too: a look then holds everybody up for tens of milliseconds, and all looks together cost the same."""
    global _calmed
    if not _calmed:
        _calmed = True
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)


def _forget(hub: Hub) -> None:
    for key, each in list(_hubs.items()):
        if each is hub:
            del _hubs[key]


def _heard(mission_id: int, recheck: bool) -> None:
    """A hint of this process, in any thread."""
    for (_, pk), hub in list(_hubs.items()):
        if pk == mission_id:
            with contextlib.suppress(RuntimeError):  # that loop has ended
                hub.loop.call_soon_threadsafe(hub.poke, recheck)


def _heard_note(mission_id: int, message: dict[str, Any]) -> None:
    """Something that passes, of this process, in any thread."""
    for (_, pk), hub in list(_hubs.items()):
        if pk == mission_id:
            with contextlib.suppress(RuntimeError):  # that loop has ended
                hub.loop.call_soon_threadsafe(hub.note, message)


def connect(
    hub: Hub, *, seat: str, role: str, audience: reading.Audience, holder: held.Holder, send: Send
) -> Connection | None:
    """Joins a socket to a hub; None if the seat has too many."""
    connection: Connection

    def full() -> None:
        hub.cut(connection, frames.SLOW)

    connection = Connection(
        seat=seat,
        role=role,
        audience=audience,
        holder=holder,
        outbox=Outbox(send, full),
        heard=hub.loop.time(),
    )
    return connection if hub.join(connection) else None
