"""The boot interfaces of machines that boot what their BMC hands them."""

from bessemer.drivers.contract.boot import BootInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import boot_settings, rescue_faults

RESCUE = {"validate_rescue": rescue_faults}

RedfishVirtualMediaBoot = handless("RedfishVirtualMediaBoot", BootInterface, boot_settings(__name__), RESCUE)
"""From a CD that the BMC pretends."""
RedfishHttpsBoot = handless("RedfishHttpsBoot", BootInterface, boot_settings(__name__), RESCUE)
"""From a URL that the BMC hands to the firmware of the machine."""
