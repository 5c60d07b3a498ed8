"""The power states of a machine, in the words of the wire."""

from enum import StrEnum


class PowerState(StrEnum):
    """How a machine is powered, or what is to be done about it."""

    ON = "power on"
    OFF = "power off"
    REBOOT = "rebooting"
    SOFT_REBOOT = "soft rebooting"
    SOFT_OFF = "soft power off"
    ERROR = "error"
