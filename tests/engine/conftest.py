"""Lends each test one house on an SQLite file that was made once; templates do not outlast their test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bessemer.store.upgrading import upgrade
from tests.engine.house import House


@pytest.fixture(scope="session")
def house_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database whose tables exist."""
    url = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.sqlite"
    upgrade(url)
    return url


@pytest.fixture
def house(house_url: str) -> Iterator[House]:
    """An engine with the doors in front of it."""
    house = House(house_url)
    yield house
    house.forget_templates()
    house.close()


@pytest.fixture
def pinned_house(house_url: str) -> Iterator[House]:
    """A house in the middle of an upgrade."""
    house = House(house_url, is_pinned=True)
    yield house
    house.forget_templates()
    house.close()


@pytest.fixture
def new_house(tmp_path: Path) -> Iterator[House]:
    """A house in which nothing has ever happened."""
    url = f"sqlite:///{tmp_path}/new.sqlite"
    upgrade(url)
    house = House(url)
    yield house
    house.close()
