"""Servers for a block, or for one module after another."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from tests.browser.server import POSTGRES, Server, Site
from tests.browser.spare import SPARE, Spare

DICE = "tests.browser.faces:application"
"""The site with dice that the tests set."""


class serving:
    """A server for as long as the block lasts."""

    def __init__(self, site: Site, app: str = "") -> None:
        self.server = Server(site, app=app)

    def __enter__(self) -> Server:
        self.server.start()
        return self.server

    def __exit__(self, *problem: object) -> None:
        _leave(self.server)
        self.server.stop()
        if problem[0] is None:
            assert not self.server.complaints(), _said(self.server)


class Lent:
    """Running servers on SQLite that go from module to module, by the site with which the modules begin: to start one
    takes as long as some tests."""

    def __init__(self) -> None:
        self.servers: dict[str, Server] = {}

    def lend(self, base: Site) -> Iterator[Server]:
        yield from self._lend(base.folder.name, base, "", lambda site: None)

    @contextlib.contextmanager
    def dice(self, base: Site, set_up: Callable[[Site], None]) -> Iterator[Server]:
        """One with dice that the tests set, of a site that goes on from where `base` stands and `set_up` leads it. On
        PostgreSQL a server and a site of its own."""
        if not POSTGRES:
            yield from self._lend("dice", base, DICE, set_up)
            return
        site = base.copy("dice")
        try:
            set_up(site)
            with serving(site, DICE) as server:
                yield server
        finally:
            site.drop()

    def _lend(self, name: str, base: Site, app: str, set_up: Callable[[Site], None]) -> Iterator[Server]:
        server = self.servers.get(name)
        if server is None:
            server = self.servers[name] = Server(base.copy(f"{name}-lent"), app=app)
        else:
            server.put_back(base)
        set_up(server.site)
        if not server.is_running():
            server.start()
        yield server
        _leave(server)
        if server.complaints():  # the next module begins with another
            said = _said(server)
            self._end(name)
            raise AssertionError(said)

    def close(self) -> None:
        for name in list(self.servers):
            self._end(name)

    def _end(self, name: str) -> None:
        server = self.servers.pop(name)
        server.stop()
        server.site.drop()


def _leave(server: Server) -> None:
    """Nobody plays on it any more."""
    SPARE.pop(server.port, Spare()).close()


def _said(server: Server) -> str:
    return "the server's log:\n" + server.said()[-6000:]
