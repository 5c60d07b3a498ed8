"""The console interface of machines whose BMC speaks IPMI: the serial line, served by socat."""

from bessemer.drivers.contract.console import ConsoleInterface
from bessemer.drivers.handless import handless
from bessemer.drivers.ipmi.settings import console_settings

IpmitoolSocatConsole = handless("IpmitoolSocatConsole", ConsoleInterface, console_settings(__name__))
