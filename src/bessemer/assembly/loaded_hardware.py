"""Load the drivers that the operator switched on."""

from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.model.errors import ConfigurationError
from bessemer.settings.records import HardwareSettings, Settings


def loaded_hardware(settings: Settings) -> Loaded:
    """Load the drivers that are switched on, or refuse with everything that is wrong with them."""
    loaded = load_hardware(read_catalogue(), switched_on(settings.hardware))
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
