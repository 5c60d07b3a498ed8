"""Says whether a machine could have the logical disks that somebody wants of it."""

from bessemer.drivers.contract.raid import RaidInterface
from bessemer.engine.bench import Bench
from bessemer.model.errors import Unsupported
from bessemer.model.question import Question


async def raid_faults(bench: Bench, question: Question) -> list[str]:
    """Tell what is wrong with a RAID configuration, as sentences."""
    machine = await bench.machine(str(question.node))
    raid = machine.driver.raid
    if raid is None:
        raise Unsupported(machine.why_missing(RaidInterface.kind))
    wanted = question.arguments["raid_config"]
    label = machine.label(raid, "check a RAID configuration")
    return [str(fault) for fault in await bench.ask(label, lambda: raid.validate_raid_config(machine.view, wanted))]
