"""The vendor interface of machines whose BMC speaks IPMI."""

from bessemer.drivers.contract.vendor import VendorInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.ipmi.settings import bmc_settings

IpmitoolVendor = handless("IpmitoolVendor", VendorInterface, bmc_settings(__name__))
