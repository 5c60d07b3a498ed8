"""Join a conductor: the drivers it loads, its place in the fleet, and its answers to questions."""

import logging
from typing import Self

from bessemer.assembly.ramdisk_calls import agent_options
from bessemer.drivers.agent.interface import configure_agents
from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.engine.answering import Answering
from bessemer.engine.bench import BenchSettings
from bessemer.engine.lease import Lease, LeaseSettings
from bessemer.model.errors import ConfigurationError
from bessemer.rules.offers import disagreements, offered_rows
from bessemer.settings.records import HardwareSettings, Settings
from bessemer.store.database import Database
from bessemer.store.fleet import offers_of_others

log = logging.getLogger(__name__)


class Conductor:
    """One conductor, which serves nodes for as long as it is entered."""

    def __init__(self, settings: Settings, database: Database, loaded: Loaded, url: str | None) -> None:
        """Prepare; others learn of it when it begins."""
        self.host = settings.default.host
        self.answering = Answering(BenchSettings(host=self.host), database, loaded)
        self._database = database
        self._offered = offered_rows(loaded.types, loaded.defaults, loaded.classic)
        self._lease = Lease(
            LeaseSettings(host=self.host, group=settings.conductor.conductor_group, url=url), database, self._offered
        )

    def __enter__(self) -> Self:
        """Register, and say where this conductor and others do not offer the same."""
        for disagreement in disagreements(self._offered, self._database.read(offers_of_others, self.host)):
            log.warning(
                "%s Nodes that move between the two may lose an interface: give both the same enabled_*_interfaces.",
                disagreement,
            )
        self._lease.begin()
        return self

    def __exit__(self, *_: object) -> None:
        """Withdraw, then let what is going on finish."""
        self._lease.end()
        self.answering.close()


def loaded_hardware(settings: Settings) -> Loaded:
    """Load the drivers that are switched on, or refuse with everything that is wrong with them."""
    loaded = load_hardware(read_catalogue(), switched_on(settings.hardware))
    configure_agents(agent_options(settings))
    problems = [*loaded.problems, *fake_problems(loaded, settings.hardware)]
    if problems:
        listed = "\n".join(f"  {problem}" for problem in problems)
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise ConfigurationError(
            f"The drivers have {count}:\n{listed}\nCorrect this and start again; `bessemer drivers` shows them all."
        )
    return loaded


def switched_on(hardware: HardwareSettings) -> SwitchedOn:
    """Say what the operator switched on in the words of the drivers."""
    return SwitchedOn(
        types=hardware.enabled_types,
        interfaces=hardware.enabled_interfaces,
        defaults=hardware.default_interfaces,
        classic=hardware.enabled_classic,
    )


def fake_problems(loaded: Loaded, hardware: HardwareSettings) -> list[str]:
    """Tell pretended machines how long their deeds take; give what is wrong with that."""
    problems: list[str] = []
    for interface in loaded.interfaces():
        if isinstance(interface, FakeInterface):
            try:
                interface.configure(hardware.fake_delays)
            except ConfigurationError as error:
                problems.append(error.message)
    return problems
