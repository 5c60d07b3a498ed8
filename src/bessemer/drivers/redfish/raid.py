"""The RAID interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings

RedfishRaid = handless("RedfishRaid", RaidInterface, bmc_settings(__name__))
