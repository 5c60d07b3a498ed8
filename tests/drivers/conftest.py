"""Keeps the tests that a package brings along to those who have it installed, and gives the machine with an agent."""

from tests.drivers.agent_rack import rack

__all__ = ["rack"]

collect_ignore = ["outside"]
