"""However many rows a list has, it costs three statements at the most."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bessemer.model.caller import Caller, Identity
from bessemer.model.conductor import CONDUCTOR
from bessemer.model.listing import Wanted
from bessemer.model.node_facts import BIOS, FIRMWARE, HISTORY
from bessemer.model.resource import Resource, fields_of
from bessemer.model.step_lists import DEPLOY_TEMPLATE, RUNBOOK
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.deploy_templates import create_template
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.listing import list_page
from bessemer.services.nodes.bios import bios_of
from bessemer.services.nodes.children import children_of
from bessemer.services.nodes.firmware import firmware_of
from bessemer.services.nodes.history import history_of
from bessemer.services.nodes.inventory import inventory_of
from bessemer.services.runbook_traits import replace_traits
from bessemer.services.runbooks import create_runbook
from bessemer.services.seen_runbooks import list_runbooks
from bessemer.services.shards import list_shards
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import metadata
from bessemer.store.transaction import Transaction
from bessemer.testing.builders import (
    add_bios_setting,
    add_conductor,
    add_firmware,
    add_history,
    add_inventory,
    add_node,
)

NODE = "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11"
MOST = 3
STEP: dict[str, Any] = {"interface": "bios", "step": "apply", "args": {}}


def asking() -> Asking:
    caller = Caller(Identity(user="anybody", system=True), lambda *_: True)
    return Asking(caller=caller, minor=115, rules=HouseRules(), fleet=FleetWatch())


def columns(resource: Resource) -> tuple[str, ...]:
    return tuple(fields_of(resource.record))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database in which there are several of everything."""
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    metadata.create_all(database.engine)
    add_node(database, uuid=NODE, shard="s1")
    add_inventory(database, NODE, {})
    for number in range(12):
        add_node(database, parent_node=NODE, shard=f"s{number}")
        add_history(database, NODE, f"event {number}")
        add_bios_setting(database, NODE, f"setting {number}")
        add_firmware(database, NODE, f"component {number}")
        add_conductor(database, f"conductor-{number}")
        template = {"name": f"CUSTOM_{number}", "steps": [{**STEP, "priority": 1}]}
        database.write(create_template, asking(), template)
        runbook = {"name": f"r{number}", "steps": [{**STEP, "order": 1}]}
        uuid = database.write(create_runbook, asking(), runbook)
        database.write(replace_traits, asking(), uuid, ["CUSTOM_A", "CUSTOM_B"])
    yield database
    database.close()


READS: dict[str, Callable[[Transaction], Any]] = {
    "templates": lambda tx: list_page(tx, asking(), DEPLOY_TEMPLATE, Wanted(columns=columns(DEPLOY_TEMPLATE))),
    "runbooks": lambda tx: list_runbooks(tx, asking(), RUNBOOK, Wanted(columns=columns(RUNBOOK))),
    "conductors": lambda tx: list_page(tx, asking(), CONDUCTOR, Wanted(columns=columns(CONDUCTOR))),
    "shards": lambda tx: list_shards(tx, asking()),
    "history": lambda tx: history_of(tx, asking(), NODE, Wanted(columns=columns(HISTORY))),
    "bios": lambda tx: bios_of(tx, asking(), NODE, columns(BIOS)),
    "firmware": lambda tx: firmware_of(tx, asking(), NODE, columns(FIRMWARE)),
    "children": lambda tx: children_of(tx, asking(), NODE),
    "inventory": lambda tx: inventory_of(tx, asking(), NODE),
}


def test_every_list_costs_three_statements_at_the_most(database: Database) -> None:
    costs = {}
    for name, read in READS.items():
        with database.reading() as transaction:
            read(transaction)
            costs[name] = transaction.statements
    assert {name: cost for name, cost in costs.items() if cost > MOST} == {}
