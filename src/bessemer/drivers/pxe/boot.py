"""The boot interfaces of machines that boot over the network."""

from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Settings, handless
from bessemer.drivers.pxe import parse

NO_PORT = (
    "The node {node} has no port with pxe_enabled, so it would not be known when it boots over the network. Add its "
    "port with POST /v1/ports, or switch pxe_enabled of one on."
)


def boot_faults(node: NodeView) -> list[str]:
    """Say what is wrong with what the machine boots, and whether it could ask for it at all."""
    found = parse.parse(node.driver_info)
    faults = found if isinstance(found, list) else []
    if not any(port.pxe_enabled for port in node.ports):
        faults += [NO_PORT.format(node=node.label)]
    return faults


def rescue_faults(node: NodeView) -> list[str]:
    """Say what keeps the machine from booting the rescue ramdisk."""
    found = parse.parse_rescue(node.driver_info)
    return found if isinstance(found, list) else []


SETTINGS = Settings(
    module=__name__,
    machines="machines that boot over the network",
    required_names=parse.REQUIRED,
    optional_names=parse.NAMES,
    faults=boot_faults,
)
RESCUE = {"validate_rescue": rescue_faults}

IpxeBoot = handless("IpxeBoot", BootInterface, SETTINGS, RESCUE)
"""By TFTP to iPXE, and on by HTTP."""
PxeBoot = handless("PxeBoot", BootInterface, SETTINGS, RESCUE)
"""By TFTP to GRUB."""
HttpIpxeBoot = handless("HttpIpxeBoot", BootInterface, SETTINGS, RESCUE)
"""By HTTP to iPXE, on machines whose UEFI boots over HTTP."""
HttpBoot = handless("HttpBoot", BootInterface, SETTINGS, RESCUE)
"""By HTTP to GRUB, on machines whose UEFI boots over HTTP."""
