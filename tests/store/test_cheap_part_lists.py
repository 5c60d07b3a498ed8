"""However many ports, port groups and volumes there are, a list of them costs three statements at the most."""

from collections.abc import Callable, Iterator

import pytest

from bessemer.model.caller import Caller, Identity
from bessemer.model.listing import Wanted
from bessemer.model.node import NODE
from bessemer.model.port import PORT
from bessemer.model.portgroup import PORTGROUP
from bessemer.model.resource import Resource, fields_of
from bessemer.model.volume import VOLUME_CONNECTOR, VOLUME_TARGET
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.chassis import create_chassis, list_nodes_in_chassis
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.part_lists import list_parts, list_parts_below
from bessemer.services.portgroups import create_portgroup
from bessemer.services.ports import create_port
from bessemer.services.volume_connectors import create_connector
from bessemer.services.volume_targets import create_target
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import chassis as chassis_table
from bessemer.store.schema import metadata
from bessemer.store.transaction import Transaction
from bessemer.testing.builders import add_conductor, add_node, change_node, row_id

HERE = "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11"
CHASSIS = "1d1d6a1c-5f3e-4d0e-9a55-6f1f2d2c7b21"
MOST = 3
MANY = 12


def asking() -> Asking:
    caller = Caller(Identity(user="anybody", system=True), lambda *_: True)
    return Asking(caller=caller, minor=115, rules=HouseRules(), fleet=FleetWatch())


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with several of everything on several nodes."""
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    metadata.create_all(database.engine)
    add_conductor(database)
    database.write(create_chassis, asking(), {"uuid": CHASSIS})
    inside = row_id(database, chassis_table, CHASSIS)
    for number in range(MANY):
        node = add_node(database, name="n1", uuid=HERE) if number == 0 else add_node(database)
        change_node(database, node, chassis_id=inside)
        database.write(create_portgroup, asking(), {"node_uuid": node, "name": f"bond{number}"})
        _furnish(database, number)
    yield database
    database.close()


def _furnish(database: Database, number: int) -> None:
    address = f"52:54:00:00:00:{number:02x}"
    database.write(create_port, asking(), {"node_uuid": HERE, "address": address})
    connector = {"node_uuid": HERE, "type": "ip", "connector_id": f"c{number}"}
    database.write(create_connector, asking(), connector)
    target = {"node_uuid": HERE, "volume_type": "iscsi", "volume_id": "v", "boot_index": number}
    database.write(create_target, asking(), target)


def wanted(resource: Resource, **filters: str) -> Wanted:
    return Wanted(columns=tuple(fields_of(resource.record)), filters=tuple(filters.items()))


Read = Callable[[Transaction], object]


def all_of(resource: Resource) -> Read:
    return lambda tx: list_parts(tx, asking(), resource, wanted(resource))


def all_of_a_node(resource: Resource) -> Read:
    return lambda tx: list_parts_below(tx, asking(), resource, wanted(resource), NODE, "n1")


READS: dict[str, Read] = {
    **{f"all of {each.plural}": all_of(each) for each in (PORT, PORTGROUP, VOLUME_CONNECTOR, VOLUME_TARGET)},
    **{f"{each.plural} of a node": all_of_a_node(each) for each in (PORT, PORTGROUP, VOLUME_CONNECTOR, VOLUME_TARGET)},
    "ports of a group": lambda tx: list_parts_below(tx, asking(), PORT, wanted(PORT), PORTGROUP, "bond0"),
    "ports by node": lambda tx: list_parts(tx, asking(), PORT, wanted(PORT, node="n1")),
    "ports by group": lambda tx: list_parts(tx, asking(), PORT, wanted(PORT, portgroup="bond0")),
    "nodes in a chassis": lambda tx: list_nodes_in_chassis(tx, asking(), CHASSIS, wanted(NODE)),
}


def test_every_list_costs_three_statements_at_the_most(database: Database) -> None:
    costs = {}
    for name, read in READS.items():
        with database.reading() as transaction:
            read(transaction)
            costs[name] = transaction.statements
    assert {name: cost for name, cost in costs.items() if cost > MOST} == {}
