"""What this process knows of the machines it pretends."""

import threading
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.outcome import Learned
from bessemer.drivers.fake.new import BOOT_DEVICES, BOOT_MODES
from bessemer.model.power import PowerState

KEY = "fake_machine"
"""The key of driver_internal_info that keeps what has to outlive the process."""
CALLS_KEPT = 100


class Lasting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a machine is like, apart from what fields of the node tell; it outlives the process."""

    revision: int = 0
    """How often anything of the machine has changed, so that of two processes the later one is believed."""
    boot_device: str = BOOT_DEVICES[0]
    boot_persistent: bool = False
    boot_mode: str = BOOT_MODES[0]
    secure_boot: bool = False
    indicators: Mapping[str, str] = {}
    """Lights that were switched: their states, by component and name with a slash between them."""
    bios: Mapping[str, str] = {}
    """BIOS settings that were changed or added."""
    firmware: Mapping[str, str] = {}
    """Versions that were written to components."""
    networks: tuple[str, ...] = ()
    """The networks it is attached to."""
    media: Mapping[str, str] = {}
    """The images in its virtual drives."""
    is_console_served: bool = False
    failures: Mapping[str, int] = {}
    """How often something failed that was told to fail a number of times."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was asked of a machine."""

    at: datetime
    what: str
    arguments: Mapping[str, Any]


class Machine:
    """One machine; whoever reads or changes it holds its lock."""

    def __init__(self, node: NodeView) -> None:
        """Begin with what was remembered of it."""
        self.lock = threading.RLock()
        self.calls: deque[Call] = deque(maxlen=CALLS_KEPT)
        """What was asked of it lately, the oldest first."""
        self.is_poked = False
        """Whether what waits may go on."""
        self.released = threading.Event()
        """Lets what hangs come back, once it is set."""
        self.recall(node)

    def recall(self, node: NodeView) -> None:
        """Become what was remembered of it."""
        self.lasting = remembered(node)
        self.power = PowerState.ON if node.power_state is PowerState.ON else PowerState.OFF
        disks = node.raid_config.get("logical_disks")
        self.disks: tuple[Mapping[str, Any], ...] = tuple(disks) if isinstance(disks, list | tuple) else ()

    def note(self, what: str, arguments: Mapping[str, Any]) -> None:
        """Write down what is asked of it."""
        self.calls.append(Call(at=datetime.now(UTC), what=what, arguments=arguments))

    def change(self, **lasting: Any) -> None:
        """Give some of what lasts a new value."""
        changed = msgspec.structs.replace(self.lasting, **lasting)
        if changed != self.lasting:
            self.lasting = changed
            self._count()

    def switch(self, power: PowerState) -> None:
        """Switch it on or off."""
        if power is not self.power:
            self.power = power
            self._count()

    def put_disks(self, disks: tuple[Mapping[str, Any], ...]) -> None:
        """Give it other logical disks."""
        if disks != self.disks:
            self.disks = disks
            self._count()

    def news(self, node: NodeView, learned: Learned) -> Learned:
        """Add what has to be remembered, if it is not known yet."""
        kept = msgspec.to_builtins(self.lasting)
        if kept == node.driver_internal_info.get(KEY, {}):
            return learned
        return msgspec.structs.replace(learned, remembered={**learned.remembered, KEY: kept})

    def _count(self) -> None:
        self.lasting = msgspec.structs.replace(self.lasting, revision=self.lasting.revision + 1)


def remembered(node: NodeView) -> Lasting:
    """Read what was remembered of a machine; one that cannot be read is new."""
    try:
        return msgspec.convert(node.driver_internal_info.get(KEY, {}), Lasting)
    except msgspec.ValidationError:
        # Another release may have written it otherwise. A pretended machine may forget; it must not be stuck.
        return Lasting()


class Machines:
    """The machines that this process has met."""

    def __init__(self) -> None:
        """Begin without any."""
        self._lock = threading.Lock()
        self._known: dict[str, Machine] = {}

    def meet(self, node: NodeView) -> Machine:
        """Give the machine of a node, as this process left it unless another one has served it since."""
        with self._lock:
            machine = self._known.get(node.uuid)
            if machine is None:
                machine = self._known[node.uuid] = Machine(node)
        with machine.lock:
            if remembered(node).revision > machine.lasting.revision:
                machine.recall(node)
        return machine


MACHINES = Machines()
