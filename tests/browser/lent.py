"""Servers for a block, or for one module after another."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.server import Server, Site
from tests.browser.spare import SPARE, Spare


class serving:
    """A server for as long as the block lasts."""

    def __init__(self, site: Site) -> None:
        self.server = Server(site)

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
        name = base.folder.name
        server = self.servers.get(name)
        if server is None:
            server = self.servers[name] = Server(base.copy(f"{name}-lent"))
        else:
            server.put_back(base)
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
