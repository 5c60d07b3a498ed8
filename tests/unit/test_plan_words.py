"""What a plan says besides its steps: how long they take, what they destroy, how two plans differ."""

from typing import Any

import pytest

from bessemer.engine.plan_memory import MOST_LINES, PlanMemory
from bessemer.model.plan import Origin, OriginKind, PlannedStep
from bessemer.rules.destruction import is_destructive
from bessemer.rules.durations import durations_of
from bessemer.rules.plan_digest import differences, digest_of, is_digest, outline
from bessemer.rules.reserved_steps import RESERVED

MOMENT = "2026-01-01T00:00:{:09.6f}+00:00"


def planned(step: str, priority: int = 10, **args: Any) -> PlannedStep:
    return PlannedStep(
        interface="bios", step=step, priority=priority, args=args, origin=Origin(kind=OriginKind.DRIVER), why="So."
    )


def test_durations_are_summed_up_by_name() -> None:
    runs = [("a", MOMENT.format(0), MOMENT.format(seconds)) for seconds in range(1, 41)]
    told = durations_of([*runs, ("b", MOMENT.format(5), MOMENT.format(3))])
    assert (told["a"].runs, told["a"].median_s, told["a"].p95_s) == (40, 20.5, 38)
    assert (told["b"].runs, told["b"].median_s) == (1, 0)
    assert durations_of([]) == {}


@pytest.mark.parametrize(
    ("interface", "step", "verdict"),
    [
        ("deploy", "erase_devices", True),
        ("deploy", "write_image", True),
        ("raid", "create_configuration", True),
        ("bios", "apply_configuration", False),
        ("deploy", "boot_instance", False),
        ("vendor", "send_raw", None),
        ("deploy", "something_new", None),
        *(("deploy", step, False) for step in RESERVED),
    ],
)
def test_what_destroys_data_is_known_by_its_name(interface: str, step: str, verdict: bool | None) -> None:  # noqa: FBT001
    assert is_destructive(interface, step) is verdict


def test_the_same_steps_have_the_same_digest() -> None:
    lines = outline([planned("a", x=1, y=2), planned("b")])
    assert is_digest(digest_of("deploy", lines))
    assert digest_of("deploy", lines) == digest_of("deploy", outline([planned("a", y=2, x=1), planned("b")]))


@pytest.mark.parametrize(
    "others",
    [
        [planned("b"), planned("a", x=1)],
        [planned("a", x=1)],
        [planned("a", x=2), planned("b")],
        [planned("a", 11, x=1), planned("b")],
        [planned("a", x=1), planned("b"), planned("b")],
    ],
)
def test_other_steps_have_another_digest(others: list[PlannedStep]) -> None:
    lines = outline([planned("a", x=1), planned("b")])
    assert digest_of("deploy", lines) != digest_of("deploy", outline(others))
    assert digest_of("deploy", lines) != digest_of("rebuild", lines)
    assert differences(lines, outline(others)) != []


def test_a_digest_tells_nothing_of_secrets() -> None:
    assert outline([planned("a", password="one")]) == outline([planned("a", password="two")])


def test_the_difference_names_what_came_what_went_and_what_changed() -> None:
    before = outline([planned("a", x=1), planned("b"), planned("c", 5)])
    now = outline([planned("a", x=2), planned("c", 7), planned("d")])
    assert differences(before, now) == [
        "bios.a is run with other arguments.",
        "bios.b (priority 10) is no longer run.",
        "bios.c is run with priority 7 instead of 5.",
        "bios.d (priority 10) is run besides.",
    ]
    assert differences(before, before[::-1]) == ["The same steps are run in another order."]


def test_a_thousand_differences_are_not_told_one_by_one() -> None:
    told = differences(outline([planned(f"s{place}") for place in range(1000)]), ())
    assert (len(told), told[-1]) == (51, "And 950 more.")


def test_what_was_told_long_ago_is_forgotten() -> None:
    memory, lines = PlanMemory(), outline([planned("a")])
    memory.keep("first", lines)
    memory.keep("first", lines)
    assert memory.difference("first", ()) == ("bios.a (priority 10) is no longer run.",)
    memory.keep("huge", lines * MOST_LINES)
    assert memory.difference("first", ()) == memory.difference("never", ())
    memory.keep("huger", lines * (MOST_LINES + 1))
    assert memory.difference("huger", ()) == memory.difference("never", ())
    memory.keep("small", lines)
    assert memory.difference("small", lines * 2) == ("bios.a (priority 10) is run besides.",)
