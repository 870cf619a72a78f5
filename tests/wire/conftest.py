"""The same table as in tests/missions, with sockets."""

from tests.missions.conftest import table, toy

__all__ = ["table", "toy"]
