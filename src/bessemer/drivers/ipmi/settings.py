"""What interfaces that talk to a BMC by IPMI have to be told."""

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.handless import Settings
from bessemer.drivers.ipmi import parse

MACHINES = "machines whose BMC speaks IPMI"


def bmc_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the way to the BMC."""
    found = parse.parse(node.driver_info)
    return found if isinstance(found, list) else []


def console_faults(node: NodeView) -> list[str]:
    """Say what is wrong with the console, or with the way to the BMC."""
    found = parse.parse_terminal(node.driver_info)
    return found if isinstance(found, list) else []


def bmc_settings(module: str) -> Settings:
    """Tell the settings of an interface that needs to reach the BMC and nothing else."""
    return Settings(
        module=module, machines=MACHINES, required_names=parse.REQUIRED, optional_names=parse.NAMES, faults=bmc_faults
    )


def console_settings(module: str) -> Settings:
    """Tell the settings of an interface that serves consoles."""
    return Settings(
        module=module,
        machines=MACHINES,
        required_names=parse.REQUIRED,
        optional_names={**parse.NAMES, **parse.CONSOLE_NAMES},
        faults=console_faults,
    )
