"""What two conductors and an API on one PostgreSQL tell each other of their drivers.

R-DCR-36 and 46 to 51, each with processes of their own.
"""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from bessemer.store import schema as s
from bessemer.testing.builders import add_conductor
from tests.acceptance.site import Running, Site
from tests.api.enrolled import change, enrol
from tests.api.wire import Wire
from tests.databases import Databases

OFFERED = s.conductor_hardware_interfaces


@pytest.fixture
def database_on_a_server(databases: Databases, pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL of an empty database on PostgreSQL."""
    chosen = pytestconfig.getoption("--engine")
    if (chosen and "postgresql" not in chosen) or not databases.is_here("postgresql"):
        pytest.skip("this test is for PostgreSQL")
    name, url = databases.create("postgresql")
    yield url
    databases.drop("postgresql", name)


@pytest.fixture
def site(database_on_a_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """No process yet, on that database."""
    site = Site(tmp_path_factory.mktemp("site"), database_on_a_server, OS_CONDUCTOR__HEARTBEAT_TIMEOUT="60")
    yield site
    site.close()


@pytest.fixture
def wire(site: Site) -> Iterator[Wire]:
    """An API of that database."""
    wire = Wire(site.start_api().url)
    yield wire
    wire.close()


def conductor(site: Site, name: str, types: str, boot: str = "") -> Running:
    """Start a conductor that has some hardware types, and perhaps some boot interfaces only, switched on."""
    chosen = {"OS_DEFAULT__ENABLED_BOOT_INTERFACES": boot} if boot else {}
    return site.start_conductor(name, OS_DEFAULT__ENABLED_HARDWARE_TYPES=types, **chosen)


def disagreements_told(conductor: Running) -> list[str]:
    """Read the warnings of a conductor about others that offer something else."""
    return [line for line in conductor.log().splitlines() if " WARNING " in line and "offers the hardware type" in line]


def offered(site: Site) -> set[tuple[str, str, str, str, bool]]:
    """Read who offers what: conductor, type, kind, name, and whether it is the default."""
    rows = site.database.read(
        lambda tx: tx.rows(
            "offered in a test",
            lambda: select(
                s.conductors.c.hostname,
                OFFERED.c.hardware_type,
                OFFERED.c.interface_type,
                OFFERED.c.interface_name,
                OFFERED.c.default,
            ).join_from(s.conductors, OFFERED, OFFERED.c.conductor_id == s.conductors.c.id),
            {},
        )
    )
    return {(host, driver, kind, name, bool(default)) for host, driver, kind, name, default in rows}


def test_a_conductor_writes_down_what_it_offers_and_takes_it_away_when_it_stops(site: Site) -> None:
    """R-DCR-46, R-DCR-49: refilled on each start; one default for each type and kind."""
    first = conductor(site, "one", "ipmi", "ipxe,pxe")
    boots = {row for row in offered(site) if row[2] == "boot"}
    assert boots == {("one", "ipmi", "boot", "ipxe", True), ("one", "ipmi", "boot", "pxe", False)}
    defaults = [row[1:3] for row in offered(site) if row[4]]
    assert len(defaults) == len(set(defaults)) == 13
    assert first.stop() == 0
    assert offered(site) == set()
    again = conductor(site, "one", "ipmi", "http")
    assert {row for row in offered(site) if row[2] == "boot"} == {("one", "ipmi", "boot", "http", True)}
    again.kill()
    conductor(site, "one", "redfish")
    assert {row[1] for row in offered(site)} == {"redfish"}


def test_conductors_that_disagree_about_a_type_are_warned_of_and_both_serve(site: Site, wire: Wire) -> None:
    """R-DCR-47: the second to start says where, with the two sets and what to do; it is no error."""
    first = conductor(site, "one", "ipmi,redfish", "ipxe,pxe")
    second = conductor(site, "two", "ipmi", "pxe,http")
    [warning] = disagreements_told(second)
    assert all(word in warning for word in ("one", "'ipmi'", "boot", "ipxe, pxe", "http, pxe", "enabled_"))
    assert disagreements_told(first) == []
    shown = wire.get("/v1/drivers/ipmi").json
    assert shown["hosts"] == ["one", "two"]
    assert sorted(shown["enabled_boot_interfaces"]) == ["http", "ipxe", "pxe"]


def test_conductors_that_agree_say_nothing(site: Site, wire: Wire) -> None:
    """R-DCR-47, R-DCR-48: other hardware types are no disagreement; the same set in another order is none either."""
    members = [
        conductor(site, "one", "ipmi,redfish", "ipxe,pxe"),
        conductor(site, "two", "ipmi", "pxe,ipxe"),
        conductor(site, "three", "manual-management"),
    ]
    assert [disagreements_told(member) for member in members] == [[], [], []]
    found = wire.get("/v1/drivers").json["drivers"]
    assert {each["name"]: each["hosts"] for each in found} == {
        "ipmi": ["one", "two"],
        "manual-management": ["three"],
        "redfish": ["one"],
    }


def test_a_question_about_a_node_goes_to_a_conductor_that_has_its_driver(site: Site, wire: Wire) -> None:
    """R-DCR-48, R-DCR-51: nodes are spread over those that serve their driver, and over no others."""
    conductor(site, "one", "fake-hardware")
    conductor(site, "two", "manual-management")
    for _ in range(5):
        for driver, host in (("fake-hardware", "one"), ("manual-management", "two")):
            node = enrol(wire, driver=driver)
            assert node["conductor"] == host
            assert wire.get(f"/v1/nodes/{node['uuid']}/validate").json["power"] == {"result": True}
    assert wire.get("/v1/drivers/manual-management/properties").status == 200


def test_a_driver_goes_with_the_last_conductor_that_serves_it(site: Site, wire: Wire) -> None:
    """R-DCR-46: nodes stay and can be read; what nobody serves is not listed and cannot be given to a node."""
    conductor(site, "one", "fake-hardware")
    second = conductor(site, "two", "ipmi")
    node = enrol(wire, driver="ipmi")
    assert second.stop() == 0
    assert [each["name"] for each in wire.get("/v1/drivers").json["drivers"]] == ["fake-hardware"]
    assert wire.get(f"/v1/nodes/{node['uuid']}").json["driver"] == "ipmi"


def test_interfaces_are_settled_without_asking_a_conductor(site: Site, wire: Wire) -> None:
    """R-DCR-36, R-DCR-50: rows of the table are enough; the conductor that wrote them cannot even be reached."""
    add_conductor(site.database, "mute", types=("ipmi", "redfish"))
    uuid = enrol(wire, driver="ipmi", raid_interface="agent")["uuid"]
    assert change(wire, uuid, raid_interface="redfish").status == 400
    assert change(wire, uuid, raid_interface="no-raid").status == 200
    answer = wire.patch(
        f"/v1/nodes/{uuid}?reset_interfaces=true", [{"op": "replace", "path": "/driver", "value": "redfish"}]
    )
    assert (answer.status, answer.json["raid_interface"]) == (200, "redfish")
    assert wire.get("/v1/drivers/redfish").json["default_raid_interface"] == "redfish"
