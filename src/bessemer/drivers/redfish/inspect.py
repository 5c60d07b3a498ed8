"""The inspect interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings

RedfishInspect = handless("RedfishInspect", InspectInterface, bmc_settings(__name__))
