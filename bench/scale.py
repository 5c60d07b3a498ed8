"""Measures of size: whether a page costs the same wherever it lies, and what filters by traits cost."""

from collections.abc import Iterator, Mapping

from bench.client import Client
from bench.machines import LAST_FEW, rack_trait, uuid_of
from bench.rounds import Subject, spent_in_turns
from bench.subjects import Stage
from bench.verdicts import Line

LIMITS = (1000, 100)
AT_ONCE = 2000
"""Requests are repeated within a round until they have asked for so many rows."""


def scale(stage: Stage) -> Iterator[Line]:
    """Measure all of it."""
    with stage.server.client() as client:
        for limit in LIMITS:
            yield from pages(stage, client, limit)
        for limit in LIMITS:
            yield from filters(stage, client, limit)


def pages(stage: Stage, client: Client, limit: int) -> Iterator[Line]:
    """Fetch pages from three places of the list, and of the list sorted by name."""
    for order in ("", "&sort_key=name"):
        start = f"/v1/nodes/detail?limit={limit}{order}"
        targets = {
            "first": start,
            "middle": f"{start}&marker={uuid_of(stage.count // 2)}",
            "last": f"{start}&marker={uuid_of(stage.count - limit - 1)}",
        }
        spent = _spent(stage, client, targets, limit)
        for place in ("middle", "last"):
            allowed = 1.5 if not order else None
            name = f"{place} page of {limit}{', sorted by name' if order else ''}, against the first"
            yield Line(measure=name, ours=spent[place], floor=spent["first"], allowed=allowed, wide=True)


def filters(stage: Stage, client: Client, limit: int) -> Iterator[Line]:
    """Fetch pages narrowed by three traits in every way, for traits that match many, few and no nodes."""
    start = f"/v1/nodes/detail?limit={limit}"
    targets = {name: f"{start}&{words}" for name, words in filter_words(stage.count).items()}
    for name, target in targets.items():
        spent = _spent(stage, client, {"unfiltered": start, "filtered": target}, limit)
        measure = f"{name}, page of {limit}, against unfiltered"
        yield Line(measure=measure, ours=spent["filtered"], floor=spent["unfiltered"], allowed=10)


def filter_words(count: int) -> Mapping[str, str]:
    """Write filters by three traits, named by how many nodes they match; machines.traits_of says who has what."""
    racks = ",".join(rack_trait(place) for place in (1, count // 2, count - 1))
    unknown = "CUSTOM_NOBODY,CUSTOM_NOT_ONE,CUSTOM_NOWHERE"
    return {
        "all of 3: nearly every node": "traits=CUSTOM_X86,CUSTOM_VMX,CUSTOM_UEFI",
        "all of 3: one rack": f"traits=CUSTOM_X86,CUSTOM_VMX,{rack_trait(count - 1)}",
        "all of 3: none, each common": "traits=CUSTOM_X86,CUSTOM_GPU,CUSTOM_FPGA",
        "all of 3: none, one unknown": "traits=CUSTOM_X86,CUSTOM_VMX,CUSTOM_NOBODY",
        "any of 3: half of the nodes": f"traits-any=CUSTOM_GPU,CUSTOM_FPGA,{rack_trait(1)}",
        "any of 3: three racks": f"traits-any={racks}",
        "any of 3: none": f"traits-any={unknown}",
        "not all of 3: every node": "not-traits=CUSTOM_X86,CUSTOM_GPU,CUSTOM_FPGA",
        f"not all of 3: the last {LAST_FEW}": "not-traits=CUSTOM_X86,CUSTOM_VMX,CUSTOM_UEFI",
        "not all of 3: none": "not-traits=CUSTOM_X86,CUSTOM_VMX,CUSTOM_RAID",
        "not any of 3: nearly every node": f"not-traits-any={racks}",
        f"not any of 3: the last {LAST_FEW}": "not-traits-any=CUSTOM_UEFI,CUSTOM_NOBODY,CUSTOM_NOT_ONE",
        "not any of 3: none": "not-traits-any=CUSTOM_X86,CUSTOM_VMX,CUSTOM_RAID",
        "all, any and not at once": (
            f"traits=CUSTOM_X86&traits-any=CUSTOM_FPGA,CUSTOM_GPU&not-traits-any=CUSTOM_GPU,{rack_trait(1)}"
        ),
    }


def _spent(stage: Stage, client: Client, targets: Mapping[str, str], limit: int) -> dict[str, float]:
    """Tell the milliseconds each target takes: of the server's CPU, or on the clock where the engine is apart."""

    def subject(target: str) -> Subject:
        request, times = client.request("GET", target), max(1, AT_ONCE // limit)
        return Subject(pid=stage.server.pid, work=lambda: len([client.demand(request) for _ in range(times)]))

    spent = spent_in_turns({name: subject(target) for name, target in targets.items()}, stage.rounds)
    return {name: (each.cpu if stage.embedded else each.wall) * 1e3 for name, each in spent.items()}
