"""Things for the routes of the surface to be tried on: for each open place what fits it, for each body a right one."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import msgspec

from bessemer.testing.builders import (
    add_allocation,
    add_bios_setting,
    add_firmware,
    add_history,
    add_inventory,
    await_report,
    change_node,
)
from tests.api.enrolled import MISSING, set_to
from tests.api.ramdisks import have_worker
from tests.api.serving import Server

TOKEN = "t" * 43
STEP = {"interface": "bios", "step": "apply", "args": {}}


class World:
    """Makes what requests need, anew each time, as some requests remove or use up what they are tried on."""

    def __init__(self, server: Server) -> None:
        """Begin with nothing made."""
        self.wire, self.database = server.wire, server.database
        self._numbers = count(1)

    def number(self) -> int:
        """Give a number that was not given before."""
        return next(self._numbers)

    def mac(self) -> str:
        """Give a MAC address that was not given before."""
        digits = f"{self.number():08x}"
        return f"52:54:{digits[:2]}:{digits[2:4]}:{digits[4:6]}:{digits[6:]}"

    def create(self, path: str, body: Mapping[str, Any]) -> str:
        """Create a thing and give its UUID."""
        answer = self.wire.post(path, body)
        assert answer.status == 201, answer.body
        return str(answer.json["uuid"])

    def node(self) -> str:
        """A node that is powered off and has everything that can be read below a node."""
        uuid = self.create("/v1/nodes", {"driver": "fake-hardware"})
        change_node(self.database, uuid, power_state="power off")
        add_inventory(self.database, uuid, {"cpu": {"count": 8}})
        add_firmware(self.database, uuid, "bmc")
        return uuid

    def port(self) -> str:
        """A port."""
        return self.create("/v1/ports", new_port(self))

    def portgroup(self) -> str:
        """A port group without ports."""
        return self.create("/v1/portgroups", new_portgroup(self))

    def chassis(self) -> str:
        """An empty chassis."""
        return self.create("/v1/chassis", {})

    def connector(self) -> str:
        """A volume connector of a node that is powered off."""
        return self.create("/v1/volume/connectors", new_connector(self))

    def target(self) -> str:
        """A volume target of a node that is powered off."""
        return self.create("/v1/volume/targets", new_target(self))

    def conductor(self) -> str:
        """The server's own conductor."""
        return str(self.wire.get("/v1/conductors").json["conductors"][0]["hostname"])

    def template(self) -> str:
        """A deploy template."""
        return self.create("/v1/deploy_templates", new_template(self))

    def runbook(self) -> str:
        """A runbook with a trait."""
        uuid = self.create("/v1/runbooks", new_runbook(self))
        assert self.wire.put(f"/v1/runbooks/{uuid}/traits/CUSTOM_HAD").status == 204
        return uuid

    def allocation(self) -> str:
        """An allocation for which there was no node."""
        return add_allocation(self.database, resource_class="none")

    def inspection_rule(self) -> str:
        """An inspection rule."""
        return self.create("/v1/inspection_rules", new_inspection_rule(self))

    def bios_setting(self, node: str) -> str:
        """A BIOS setting of a node."""
        add_bios_setting(self.database, node, "boot", "uefi")
        return "boot"

    def history_entry(self, node: str) -> str:
        """An entry in the history of a node."""
        return str(add_history(self.database, node, "it was moved"))

    def vif(self, node: str) -> str:
        """A virtual interface that is attached to a node."""
        ident = f"vif-{self.number()}"
        add_port(self, node)
        assert self.wire.post(f"/v1/nodes/{node}/vifs", {"id": ident}).status == 204
        return ident

    def node_trait(self, node: str) -> str:
        """A trait that a node has."""
        assert self.wire.put(f"/v1/nodes/{node}/traits/CUSTOM_HAD").status == 204
        return "CUSTOM_HAD"

    def awaited(self) -> str:
        """A node whose ramdisk has its token and is awaited."""
        uuid = self.create("/v1/nodes", {"driver": "fake-hardware"})
        have_worker(self.database)
        memory = msgspec.json.encode({"agent_secret_token": TOKEN}).decode()
        change_node(self.database, uuid, provision_state="clean wait", driver_internal_info=memory)
        return uuid


def add_port(world: World, node: str) -> None:
    """Give a node a port that is free."""
    world.create("/v1/ports", {"node_uuid": node, "address": world.mac()})


def make_available(world: World, node: str) -> None:
    """Make a node one that can be deployed."""
    change_node(world.database, node, provision_state="available")


def allocate(world: World, node: str) -> None:
    """Give a node to an allocation."""
    add_allocation(world.database, node, resource_class="some")


def new_port(world: World) -> dict[str, Any]:
    """Describe a port."""
    return {"node_uuid": world.node(), "address": world.mac()}


def new_portgroup(world: World) -> dict[str, Any]:
    """Describe a port group."""
    return {"node_uuid": world.node()}


def new_connector(world: World) -> dict[str, Any]:
    """Describe a volume connector."""
    return {"node_uuid": world.node(), "type": "iqn", "connector_id": f"iqn.2026-11:{world.number()}"}


def new_target(world: World) -> dict[str, Any]:
    """Describe a volume target."""
    return {"node_uuid": world.node(), "volume_type": "iscsi", "volume_id": str(world.number()), "boot_index": 0}


def new_template(world: World) -> dict[str, Any]:
    """Describe a deploy template."""
    return {"name": f"CUSTOM_T{world.number()}", "steps": [{**STEP, "priority": 10}]}


def new_runbook(world: World) -> dict[str, Any]:
    """Describe a runbook, under a name that all versions take."""
    return {"name": f"CUSTOM_R{world.number()}", "steps": [{**STEP, "order": 1}]}


def new_event(world: World) -> dict[str, Any]:
    """Describe what happened to a network port."""
    return {"event": "network.bind_port", "port_id": MISSING, "mac_address": world.mac(), "status": "ACTIVE"}


def new_inspection_rule(_: World) -> dict[str, Any]:
    """Describe an inspection rule."""
    return {"actions": [{"op": "log", "args": {"msg": "seen"}}]}


def new_report(world: World) -> dict[str, Any]:
    """Describe what a machine reports whose node waits for it."""
    mac = world.mac()
    node = world.create("/v1/nodes", {"driver": "fake-hardware"})
    world.create("/v1/ports", {"node_uuid": node, "address": mac})
    await_report(world.database, node)
    return {"inventory": {"interfaces": [{"name": "eth0", "mac_address": mac}]}}


Maker = Callable[..., str]

MAKERS: Mapping[str, Maker] = {
    "/nodes": World.node,
    "/ports": World.port,
    "/portgroups": World.portgroup,
    "/chassis": World.chassis,
    "/volume/connectors": World.connector,
    "/volume/targets": World.target,
    "/conductors": World.conductor,
    "/deploy_templates": World.template,
    "/runbooks": World.runbook,
    "/allocations": World.allocation,
    "/inspection_rules": World.inspection_rule,
    "/nodes/{}/bios": World.bios_setting,
    "/nodes/{}/history": World.history_entry,
    "/nodes/{}/traits": World.node_trait,
    "/nodes/{}/management/indicators": lambda *_: "led@system",
    "/nodes/{}/vifs": World.vif,
    "/runbooks/{}/traits": lambda *_: "CUSTOM_HAD",
    "/drivers": lambda _: "fake-hardware",
    "/nodes/{}/vendor_passthru": lambda *_: "first_method",
    "/drivers/{}/vendor_passthru": lambda *_: "first_method",
    "/heartbeat": World.awaited,
}
"""What goes into the open place at the end of a path."""

BODIES: Mapping[tuple[str, str], Callable[[World], Any]] = {
    ("POST", "/nodes"): lambda _: {"driver": "fake-hardware"},
    ("PATCH", "/nodes/{}"): lambda _: set_to(extra={"rack": "r1"}),
    ("PUT", "/nodes/{}/maintenance"): lambda _: {"reason": "a new fan"},
    ("PUT", "/nodes/{}/traits"): lambda _: {"traits": ["CUSTOM_RED"]},
    **{
        (method, path): lambda _: {"bar": "baz"}
        for method in ("POST", "PUT", "PATCH")
        for owner in ("nodes", "drivers")
        for path in (f"/{owner}/{{}}/vendor_passthru", f"/{owner}/{{}}/vendor_passthru/{{}}")
    },
    ("PUT", "/nodes/{}/states/power"): lambda _: {"target": "power on"},
    ("PUT", "/nodes/{}/states/provision"): lambda _: {"target": "active"},
    ("PUT", "/nodes/{}/states/raid"): lambda _: {"logical_disks": [{"size_gb": 100, "raid_level": "1"}]},
    ("PUT", "/nodes/{}/states/boot_mode"): lambda _: {"target": "uefi"},
    ("PUT", "/nodes/{}/states/secure_boot"): lambda _: {"target": False},
    ("PUT", "/nodes/{}/states/console"): lambda _: {"enabled": True},
    ("PUT", "/nodes/{}/management/boot_device"): lambda _: {"boot_device": "pxe"},
    ("PUT", "/nodes/{}/management/inject_nmi"): lambda _: {},
    ("PUT", "/nodes/{}/management/indicators/{}"): lambda _: {"state": "on"},
    ("POST", "/nodes/{}/vifs"): lambda world: {"id": f"vif-{world.number()}"},
    ("POST", "/nodes/{}/vmedia"): lambda _: {"device_type": "cdrom", "image_url": "http://192.0.2.1/boot.iso"},
    ("POST", "/inspection_rules"): new_inspection_rule,
    ("PATCH", "/inspection_rules/{}"): lambda _: set_to(priority=7),
    ("POST", "/continue_inspection"): new_report,
    ("POST", "/ports"): new_port,
    ("PATCH", "/ports/{}"): lambda world: set_to(address=world.mac()),
    ("POST", "/portgroups"): new_portgroup,
    ("PATCH", "/portgroups/{}"): lambda world: set_to(address=world.mac()),
    ("POST", "/chassis"): lambda _: {"description": "row 3"},
    ("PATCH", "/chassis/{}"): lambda _: set_to(description="row 4"),
    ("POST", "/volume/connectors"): new_connector,
    ("PATCH", "/volume/connectors/{}"): lambda world: set_to(connector_id=f"iqn.2027-01:{world.number()}"),
    ("POST", "/volume/targets"): new_target,
    ("PATCH", "/volume/targets/{}"): lambda _: set_to(boot_index=3),
    ("POST", "/deploy_templates"): new_template,
    ("PATCH", "/deploy_templates/{}"): lambda world: set_to(name=f"CUSTOM_T{world.number()}"),
    ("POST", "/allocations"): lambda _: {"resource_class": "baremetal.small", "traits": ["CUSTOM_RED"]},
    ("PATCH", "/allocations/{}"): lambda world: set_to(name=f"a{world.number()}"),
    ("POST", "/events"): lambda world: {"events": [new_event(world)]},
    ("POST", "/runbooks"): new_runbook,
    ("PATCH", "/runbooks/{}"): lambda _: set_to(public=True),
    ("PUT", "/runbooks/{}/traits"): lambda _: {"traits": ["CUSTOM_RED"]},
    ("POST", "/heartbeat/{}"): lambda _: {
        "callback_url": "https://192.0.2.9:9999",
        "agent_token": TOKEN,
        "agent_version": "13.0.0",
    },
}
"""A right body for each route that takes one, in words that its first version knows."""

RIGHT_SINCE = {("POST", "/heartbeat/{}"): 62}
"""Routes on which no body is right before a later version."""

UNSERVED = frozenset(
    (method, f"{place}{below}")
    for place, methods in {
        "/nodes/{}/vendor_passthru": ("GET", "PUT", "PATCH", "DELETE"),
        "/drivers/{}/vendor_passthru": ("GET", "POST", "PUT", "PATCH", "DELETE"),
    }.items()
    for method in methods
    for below in ("", "/{}")
)
"""Calls that no vendor's method of pretended machines takes, so they are refused as wrong."""

PREPARED: Mapping[str, Callable[[World, str], None]] = {
    "/nodes/{}/states/provision": make_available,
    "/nodes/{}/vifs": add_port,
    "/nodes/{}/allocation": allocate,
}
"""What a node needs for a path to be asked."""

QUERIES: Mapping[str, Callable[[World], str]] = {
    "/lookup": lambda world: f"node_uuid={world.awaited()}",
    "/nodes/validate": lambda world: f"node={world.node()}",
    "/nodes/{}/vendor_passthru": lambda _: "method=first_method",
    "/drivers/{}/vendor_passthru": lambda _: "method=first_method",
}
"""The arguments without which a path cannot be asked."""


def right_path(world: World, path: str) -> str:
    """Fill the open places with what is there."""
    filled, pattern = "", ""
    owner: list[str] = []
    prepared = PREPARED.get(path)
    for segment in path.strip("/").split("/") if path != "/" else ():
        if segment == "{}":
            ident = MAKERS[pattern](world, *owner)
            owner = [ident]
            if prepared is not None:
                prepared(world, ident)
            filled, pattern = f"{filled}/{ident}", f"{pattern}/{{}}"
        else:
            filled, pattern = f"{filled}/{segment}", f"{pattern}/{segment}"
    return with_query(f"/v1{filled}", QUERIES[path](world)) if path in QUERIES else f"/v1{filled}"


def unknown_path(world: World, path: str) -> str:
    """Fill the open places with what is not there."""
    bare = f"/v1{path.replace('{}', MISSING)}".rstrip("/")
    return with_query(bare, QUERIES[path](world)) if path in QUERIES else bare


def with_query(path: str, query: str) -> str:
    """Add arguments to a path that may have some."""
    return f"{path}{'&' if '?' in path else '?'}{query}"


def wrongly_typed(right: Any) -> list[Any]:
    """Give bodies that are not what is asked for: other types as a whole, and with each value of another type."""
    whole: list[Any] = [3, "text", True, [1], [[]], [{}], {"no_such_thing": 1}]
    if isinstance(right, dict):
        return [*whole, *({**right, key: _other_type(value)} for key, value in right.items())]
    return [*whole, *([{**operation, "value": _other_type(operation["value"])}] for operation in right)]


def _other_type(value: Any) -> Any:
    return 3 if isinstance(value, list | dict) else [{}]
