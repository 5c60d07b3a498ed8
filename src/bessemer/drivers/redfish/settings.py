"""What interfaces that talk to a BMC by Redfish have to be told."""

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Settings
from bessemer.drivers.redfish import parse

MACHINES = "machines whose BMC speaks Redfish"


def bmc_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the way to the BMC."""
    found = parse.parse(node.driver_info)
    return found if isinstance(found, list) else []


def boot_faults(node: NodeView) -> list[str]:
    """Say what is wrong with what the machine boots, or with the way to its BMC."""
    found = parse.parse_media(node.driver_info)
    return found if isinstance(found, list) else []


def rescue_faults(node: NodeView) -> list[str]:
    """Say what keeps the machine from booting the rescue ramdisk."""
    found = parse.parse_rescue(node.driver_info)
    return found if isinstance(found, list) else []


def bmc_settings(module: str) -> Settings:
    """Tell the settings of an interface that needs to reach the BMC and nothing else."""
    return Settings(
        module=module, machines=MACHINES, required_names=parse.REQUIRED, optional_names=parse.NAMES, faults=bmc_faults
    )


def firmware_settings(module: str) -> Settings:
    """Tell the settings of an interface that updates firmware."""
    return Settings(
        module=module,
        machines=MACHINES,
        required_names=parse.REQUIRED,
        optional_names={**parse.NAMES, **parse.FIRMWARE_NAMES},
        faults=bmc_faults,
    )


def boot_settings(module: str) -> Settings:
    """Tell the settings of an interface that boots what the BMC hands to the machine."""
    return Settings(
        module=module,
        machines=MACHINES,
        required_names=parse.REQUIRED,
        optional_names={**parse.NAMES, **parse.BOOT_NAMES},
        faults=boot_faults,
    )
