"""R-DCR-37: what becomes of a node whose interface the operator has switched off since."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.api.conftest import skip_unless_sqlite
from tests.api.enrolled import change, clear, enrol, names, show
from tests.api.serving import Server
from tests.api.wire import Wire

LATER = {"OS_DEFAULT__ENABLED_RAID_INTERFACES": "no-raid", "OS_DEFAULT__ENABLED_VENDOR_INTERFACES": "no-vendor"}
"""What the operator sets after the node was enrolled."""
GONE = {"raid", "vendor"}


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[Server]:
    """Run a server on the data in a folder, whatever it did before."""
    server = Server(folder, settings)
    try:
        yield server
        assert server.faults() == []
    finally:
        assert server.stop() == 0


@pytest.fixture(scope="module")
def wire(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server that came back with fewer interfaces than its nodes use."""
    skip_unless_sqlite(pytestconfig)
    folder = tmp_path_factory.mktemp("kept")
    with running(folder) as before:
        for name in ("old", "repaired", "moved"):
            enrol(before.wire, name=name)
        assert before.wire.get("/v1/nodes/old/validate").json["raid"] == {"result": True}
    with running(folder, **LATER) as server:
        yield server.wire


def test_validation_blames_that_kind_only(wire: Wire) -> None:
    """R-DCR-37: with the name of what is missing, and of what would do."""
    found = wire.get("/v1/nodes/old/validate").json
    assert {kind for kind, line in found.items() if not line["result"]} == GONE & found.keys()
    reason = found["raid"]["reason"]
    assert all(word in reason for word in ("raid", "'fake'", "fake-hardware", "no-raid", "enabled_raid_interfaces"))


def test_what_the_other_interfaces_are_asked_is_answered(wire: Wire) -> None:
    """R-DCR-37: the machine can still be looked after."""
    assert wire.get("/v1/nodes/old/management/boot_device").status == 200
    assert wire.put("/v1/nodes/old/management/boot_device", {"boot_device": "disk"}).status == 204
    assert wire.put("/v1/nodes/old/states/boot_mode", {"target": "uefi"}).status == 202


def test_what_the_missing_interface_is_asked_is_refused_with_the_reason(wire: Wire) -> None:
    """R-DCR-37: and with what to do about it; a RAID configuration with 404, as wherever there is no RAID."""
    disks = {"logical_disks": [{"size_gb": 1, "raid_level": "1"}]}
    refusals = (wire.get("/v1/nodes/old/vendor_passthru/methods"), wire.put("/v1/nodes/old/states/raid", disks))
    assert [answer.status for answer in refusals] == [400, 404]
    assert all("'fake'" in answer.text and "enabled_" in answer.text for answer in refusals)


def test_the_node_is_shown_found_and_edited_as_before(wire: Wire) -> None:
    """R-DCR-20, R-DCR-37: what was stored stays; nothing is moved behind anybody's back."""
    assert show(wire, "old")["raid_interface"] == "fake"
    assert "old" in names(wire.get("/v1/nodes?raid_interface=fake").json["nodes"])
    assert change(wire, "old", extra={"rack": "B"}, description="third from the top").status == 200


def test_a_patch_of_the_missing_interface_repairs_the_node(wire: Wire) -> None:
    """R-DCR-31, R-DCR-37: each by itself is refused while the other is missing, both together are taken."""
    answer = change(wire, "repaired", raid_interface="no-raid")
    assert (answer.status, "vendor" in answer.text) == (400, True)
    patch = [{"op": "remove", "path": f"/{kind}_interface"} for kind in sorted(GONE)]
    answer = wire.patch("/v1/nodes/repaired", patch)
    assert (answer.status, answer.json["raid_interface"], answer.json["vendor_interface"]) == (
        200,
        "no-raid",
        "no-vendor",
    )
    found = wire.get("/v1/nodes/repaired/validate").json
    assert (found["raid"]["result"], "RAID" in found["raid"]["reason"]) == (False, True)
    assert clear(wire, "repaired", "raid_interface").status == 200


def test_a_new_driver_with_its_own_interfaces_repairs_the_node(wire: Wire) -> None:
    """R-DCR-35, R-DCR-37: all at once."""
    patch = [{"op": "replace", "path": "/driver", "value": "manual-management"}]
    assert wire.patch("/v1/nodes/moved", patch).status == 400
    answer = wire.patch("/v1/nodes/moved?reset_interfaces=true", patch)
    assert (answer.status, answer.json["raid_interface"]) == (200, "no-raid")
