"""The vendor interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings

RedfishVendor = handless("RedfishVendor", VendorInterface, bmc_settings(__name__))
