"""The management interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import bmc_settings

RedfishManagement = handless("RedfishManagement", ManagementInterface, bmc_settings(__name__))
