"""Runs the steps of the flow itself that touch the machine: switching it on and off, and rebooting it."""

from collections.abc import Callable, Mapping

from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.contract.power import PowerInterface
from bessemer.engine.forgetting import with_ramdisk_forgotten
from bessemer.engine.work import Work
from bessemer.model.power import PowerState


def _power_on(work: Work) -> Outcome:
    return work.need(PowerInterface).set_power_state(work.view, work.turn, PowerState.ON)


def _power_off(work: Work) -> Outcome:
    if work.node.disable_power_off:
        return Done(message="The machine is left on, as its disable_power_off is true.")
    power = work.need(PowerInterface)
    return with_ramdisk_forgotten(work, lambda turn: power.set_power_state(work.view, turn, PowerState.OFF))


def _reboot(work: Work) -> Outcome:
    power = work.need(PowerInterface)
    return with_ramdisk_forgotten(work, lambda turn: power.reboot(work.view, turn))


RESERVED: Mapping[str, Callable[[Work], Outcome]] = {
    "power_on": _power_on,
    "power_off": _power_off,
    "reboot": _reboot,
}
"""By name; hold and wait do not touch the machine, so they are settled at the desk."""

power_off = _power_off
