"""Leaves tests with the real agent out where they cannot run, loudly."""

from collections.abc import Callable
from typing import NoReturn, TypeVar

import pytest

from tests.acceptance.real_agent.debian import CannotBuild
from tests.acceptance.real_agent.parts import missing

T = TypeVar("T")
NOT_RUN = pytest.StashKey[set[str]]()


def built(config: pytest.Config, build: Callable[[], T]) -> T:
    """Build something, or leave the test out if this machine is not made for it."""
    why = missing()
    if why:
        leave_out(config, why)
    try:
        return build()
    except CannotBuild as error:
        leave_out(config, f"its parts could not be built: {error}")


def leave_out(config: pytest.Config, reason: str) -> NoReturn:
    """Leave a test out, and say so at the end of the run."""
    config.stash.setdefault(NOT_RUN, set()).add(reason.splitlines()[0][:300])
    pytest.skip(reason)
