"""Which releases of Ironic a server can pretend to be, while others of its installation still are older."""

from collections.abc import Mapping

NUMBERED: Mapping[str, int] = {
    "9.2": 35, "10.0": 36, "10.1": 38, "11.0": 43, "11.1": 46, "12.0": 49, "12.1": 56, "12.2": 58, "13.0": 58,
    "14.0": 61, "15.0": 65, "15.1": 67, "16.0": 68, "16.1": 68, "16.2": 69, "17.0": 72, "18.0": 74, "18.1": 75,
    "18.2": 78, "19.0": 78, "20.0": 78, "20.1": 78, "20.2": 78, "21.0": 79, "21.1": 80, "21.2": 80, "21.3": 81,
    "21.4": 82, "22.0": 83, "22.1": 86, "23.0": 87, "23.1": 88, "24.0": 89, "24.1": 90, "25.0": 91, "26.0": 91,
    "26.1": 93, "27.0": 94, "28.0": 95, "29.0": 96, "30.0": 99, "31.0": 99, "32.0": 101, "33.0": 104, "34.0": 109,
    "35.0": 111, "36.0": 112, "37.0": 112, "38.0": 113, "39.0": 115,
}  # fmt: skip
"""The highest microversion of each release: the N of 1.N."""

NAMED: Mapping[str, str] = {
    "yoga": "20.1",
    "zed": "21.1",
    "antelope": "21.4",
    "2023.1": "21.4",
    "2023.2": "23.0",
    "2024.1": "24.1",
    "2024.2": "26.1",
    "2025.1": "29.0",
    "2025.2": "32.0",
    "2026.1": "35.0",
    "2026.2": "39.0",
}
"""The releases of OpenStack that have each brought one of these."""

RELEASES: Mapping[str, int] = {**{name: NUMBERED[number] for name, number in NAMED.items()}, **NUMBERED}
"""The highest microversion of everything that can be pinned, by its name."""


def highest_version(pinned: str | None, highest: int) -> int:
    """Tell the highest microversion that is offered, which a release that is pinned may lower."""
    return highest if pinned is None else min(highest, RELEASES[pinned])


def applies_templates(pinned: str | None) -> bool:
    """Tell whether deploy templates are applied: not while others may work who do not know them."""
    return pinned is None
