"""The firmware interface of machines whose BMC speaks Redfish."""

from bessemer.drivers.contract.firmware import FirmwareInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.redfish.settings import firmware_settings

RedfishFirmware = handless("RedfishFirmware", FirmwareInterface, firmware_settings(__name__))
