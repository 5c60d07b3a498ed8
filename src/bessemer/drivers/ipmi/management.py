"""The management interface of machines whose BMC speaks IPMI."""

from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.ipmi.settings import bmc_settings

IpmitoolManagement = handless("IpmitoolManagement", ManagementInterface, bmc_settings(__name__))
