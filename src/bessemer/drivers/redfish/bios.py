"""The BIOS interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.bios import BiosInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings

RedfishBios = handless("RedfishBios", BiosInterface, bmc_settings(__name__))
