"""What is tested of management interfaces."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.management import BootDevice, ManagementInterface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.model.errors import BessemerError
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance, Question
from bessemer.testing.conformance.leading import answer_or_refusal

HEALTH = ("OK", "Warning", "Critical", None)
BOOT_MODES = {"uefi", "bios"}


class ManagementConformance(InterfaceConformance):
    """Telling a machine how to boot, and what else a BMC can do."""

    contract: ClassVar[type[Interface]] = ManagementInterface
    questions: ClassVar[Mapping[str, Question]] = {
        "get_supported_boot_devices": Question(answer=(tuple, list)),
        "get_boot_device": Question(answer=(BootDevice,)),
        "get_supported_boot_modes": Question(answer=(tuple, list)),
        "get_boot_mode": Question(answer=(str,)),
        "get_secure_boot_state": Question(answer=(bool,)),
        "get_supported_indicators": Question(answer=(Mapping,)),
        "get_sensors_data": Question(answer=(Mapping,)),
        "get_health": Question(answer=(str, type(None))),
        "get_virtual_media": Question(answer=(tuple, list)),
        "inject_nmi": Question(answer=(type(None),)),
        "detach_virtual_media": Question(arguments={"device_types": ()}, answer=(type(None),)),
    }

    def test_what_a_machine_was_told_to_boot_from_can_be_asked_for(self) -> None:
        """A device that is told to be supported can be set, unless setting is refused in words."""
        made, node = self.made(), self.node()
        for device in supported(made.get_supported_boot_devices, node):
            if answer_or_refusal(made.set_boot_device, node, device, persistent=True) is None:
                assert isinstance(made.get_boot_device(node), BootDevice)

    def test_a_device_that_there_is_not_is_refused(self) -> None:
        """Whatever is asked for, the machine is not told to boot from what nobody knows."""
        for device in (*(value for value in HOSTILE if isinstance(value, str)), "no-such-device"):
            refusal = answer_or_refusal(self.made().set_boot_device, self.node(), device, persistent=False)
            assert isinstance(refusal, BessemerError), f"the machine was told to boot from {device!r:.60}"
            assert refusal.message.strip()

    def test_boot_modes_are_those_of_the_wire(self) -> None:
        """The words are uefi and bios."""
        assert set(supported(self.made().get_supported_boot_modes, self.node())) <= BOOT_MODES

    def test_a_boot_mode_that_was_set_is_read_back(self) -> None:
        """What a machine accepted holds."""
        made, node = self.made(), self.node()
        for mode in supported(made.get_supported_boot_modes, node):
            if answer_or_refusal(made.set_boot_mode, node, mode) is None:
                assert made.get_boot_mode(node) == mode

    def test_health_is_told_in_the_words_of_the_wire(self) -> None:
        """OK, Warning, Critical, or nothing."""
        found = answer_or_refusal(self.made().get_health, self.node())
        assert isinstance(found, BessemerError) or found in HEALTH


def supported(ask: Callable[[NodeView], Iterable[str]], node: NodeView) -> tuple[str, ...]:
    """Ask what is supported; nothing is where the question itself is refused."""
    found = answer_or_refusal(ask, node)
    return () if isinstance(found, BessemerError) else tuple(found)
