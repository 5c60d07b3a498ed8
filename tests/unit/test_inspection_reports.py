"""What machines report is understood where it can be, and refused where it can be no report at all."""

from typing import Any

import pytest

from bessemer.model.errors import Invalid, TooLarge
from bessemer.rules.inspection.report import MOST_INTERFACES, boot_mac_of, interfaces_of, report_from_body
from tests.unit.inspected import MAC, OTHER, report


def of(*macs: Any, **inventory: Any) -> dict[str, Any]:
    return {"inventory": {"interfaces": [{"mac_address": mac} for mac in macs], **inventory}}


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "text",
        {},
        {"inventory": None},
        {"inventory": []},
        {"inventory": {}},
        {"inventory": {"interfaces": {}}},
        {"inventory": {"interfaces": [3]}},
        {"inventory": {"interfaces": [{}]}},
        of(None),
        of(["52:54:00:77:00:10"]),
        of(MAC, bmc_address=3),
        of(MAC, bmc_v6address={}),
        of(*[MAC] * (MOST_INTERFACES + 1)),
    ],
)
def test_what_can_be_no_report(body: Any) -> None:
    with pytest.raises(Invalid):
        report_from_body(body)


def test_a_report_is_not_kept_beyond_all_measure() -> None:
    report_from_body(of(MAC, text="x" * 1000))
    assert report_from_body({**of(MAC), "logs": "x" * 5_000_000}).plugin_data == {}
    with pytest.raises(TooLarge):
        report_from_body(of(MAC, text="x" * 5_000_000))


def test_addresses_are_read_in_all_their_spellings() -> None:
    found = report_from_body(of(MAC.upper(), MAC, OTHER, "nonsense", "", bmc_address="198.51.100.7"))
    assert found.macs == (MAC, OTHER)
    assert found.bmc_addresses == ("198.51.100.7",)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2001:DB8::1", ("2001:db8::1",)),
        ("[2001:db8::1]", ("2001:db8::1",)),
        ("fe80::1%eth0", ("fe80::1",)),
        ("0.0.0.0", ()),
        ("::", ()),
        ("127.0.0.1", ()),
        ("a-name", ()),
        ("'; DROP TABLE nodes", ()),
        ("", ()),
    ],
)
def test_bmc_addresses_identify_only_where_they_are_addresses(given: str, expected: tuple[str, ...]) -> None:
    assert report_from_body(of(MAC, bmc_address=given, bmc_v6address=None)).bmc_addresses == expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [(f"01-{MAC.replace(':', '-')}", MAC), (MAC.upper(), MAC), ("eth0", None), (None, None), (3, None)],
)
def test_the_interface_that_booted(told: Any, expected: str | None) -> None:
    assert boot_mac_of(report_from_body(of(MAC, boot={"pxe_interface": told}))) == expected


def test_interfaces_with_names_and_addresses() -> None:
    first, second, _ = interfaces_of(report_from_body(report()))
    assert (first.name, first.mac, first.address) == ("eth0", MAC, "192.0.2.9")
    assert (second.ipv6, second.client_id) == ("fe80::1", "ff:01")
