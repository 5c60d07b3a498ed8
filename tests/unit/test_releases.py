"""A server that is pinned offers what the release offered, and no more."""

from itertools import pairwise

import pytest

from bessemer.api.versions import MAXIMUM
from bessemer.model.errors import ConfigurationError
from bessemer.rules.releases import NAMED, NUMBERED, RELEASES, applies_templates, highest_version
from bessemer.settings import load

PIN = "OS_DEFAULT__PIN_RELEASE_VERSION"


@pytest.mark.parametrize(
    ("name", "minor"),
    [("yoga", 78), ("zed", 80), ("2023.1", 82), ("2024.1", 90), ("2025.1", 96), ("2026.2", 115), ("9.2", 35)],
)
def test_a_release_is_known_by_its_name(name: str, minor: int) -> None:
    assert highest_version(name, MAXIMUM) == minor


def test_no_release_offers_less_than_one_before_it() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in NUMBERED]
    assert all(older < newer for older, newer in pairwise(numbers))
    assert all(older <= newer for older, newer in pairwise(NUMBERED.values()))
    assert set(NAMED.values()) <= set(NUMBERED)


def test_the_newest_release_is_the_one_whose_api_is_spoken() -> None:
    assert max(RELEASES.values()) == MAXIMUM
    assert highest_version(None, MAXIMUM) == MAXIMUM
    assert highest_version("2026.2", 100) == 100


def test_templates_are_applied_by_a_server_that_is_not_pinned() -> None:
    """R-DT-34, R-DT-35."""
    assert applies_templates(None)
    assert not any(applies_templates(name) for name in RELEASES)


@pytest.mark.parametrize("name", ["master", "ocata", "1.115", "2026", "20.1 and more"])
def test_a_start_is_refused_where_the_release_is_unknown(name: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load([], {PIN: name})
    assert "pin_release_version" in refused.value.message
    assert all(known in refused.value.message for known in RELEASES)


def test_a_pinned_release_is_read_from_the_settings() -> None:
    assert load([], {PIN: "2024.1"}).settings.default.pin_release_version == "2024.1"
