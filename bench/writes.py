"""Measures of writing: enrolment, patches, traits, each against its own statements in one plain transaction."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from bench.client import Client
from bench.machines import described, uuid_of
from bench.recording import Sent
from bench.rounds import Spent, Subject, spent_in_turns
from bench.subjects import Stage
from bench.verdicts import Line

EACH_ROUND = 60
TRAITS = ("CUSTOM_GOLD", "CUSTOM_LIQUID_COOLED", "CUSTOM_NVME", "CUSTOM_SGX", "CUSTOM_TPM2")


class Request(msgspec.Struct, frozen=True):
    """A request that writes."""

    method: str
    target: str
    body: Any = None


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of write; each of its requests touches a machine of its own."""

    measure: str
    request: Callable[[int], Request]
    allowed_cpu_ms: float | None = None


def _enrolment(number: int) -> Request:
    return Request("POST", "/v1/nodes", {**described(number), "name": f"new-{number}", "uuid": uuid_of(-number - 1)})


def _patch(number: int) -> Request:
    operation = {"op": "replace", "path": "/extra/asset", "value": f"B-{number:07}"}
    return Request("PATCH", f"/v1/nodes/{uuid_of(number)}", [operation])


def _traits(number: int) -> Request:
    return Request("PUT", f"/v1/nodes/{uuid_of(number)}/traits", {"traits": TRAITS})


def _trait(number: int) -> Request:
    return Request("PUT", f"/v1/nodes/{uuid_of(number)}/traits/CUSTOM_ONE_MORE")


KINDS = (
    Kind(measure="enrol a node", request=_enrolment),
    Kind(measure="patch one field", request=_patch, allowed_cpu_ms=1.5),
    Kind(measure="set five traits", request=_traits),
    Kind(measure="add one trait", request=_trait),
)


def writes(stage: Stage) -> Iterator[Line]:
    """Measure all of them."""
    with stage.server.client() as client:
        for place, kind in enumerate(KINDS):
            yield from _one_kind(stage, client, kind, range(place * stage.count // 4, stage.count))
        yield _enrolment_with_parts(stage, client)


def _one_kind(stage: Stage, client: Client, kind: Kind, numbers: Sequence[int]) -> Iterator[Line]:
    requests = [kind.request(number) for number in numbers[: EACH_ROUND * (stage.rounds + 1)]]
    recorded = iter([stage.inside.record(each.method, each.target, each.body) for each in requests])
    laid_out = iter([client.request(each.method, each.target, each.body) for each in requests])
    spent = spent_in_turns(
        {
            "floor": Subject(pid=os.getpid(), work=lambda: _replayed(stage, recorded)),
            "ours": Subject(pid=stage.server.pid, work=lambda: _asked(client, laid_out)),
        },
        stage.rounds,
    )
    yield from _lines(stage, kind, spent)


def _lines(stage: Stage, kind: Kind, spent: Mapping[str, Spent]) -> Iterator[Line]:
    ours, floor = spent["ours"], spent["floor"]
    if stage.embedded:
        yield Line(measure=f"{kind.measure}, CPU", ours=ours.cpu * 1e3, floor=floor.cpu * 1e3, allowed=3)
    allowed = 3 if stage.embedded else None
    yield Line(measure=f"{kind.measure}, wall", ours=ours.wall * 1e3, floor=floor.wall * 1e3, allowed=allowed)
    if kind.allowed_cpu_ms is not None:
        yield Line(measure=f"{kind.measure}, CPU in itself", ours=ours.cpu * 1e3, allowed=kind.allowed_cpu_ms)


def _replayed(stage: Stage, recorded: Iterator[list[Sent]]) -> int:
    for statements in (share := list(islice(recorded, EACH_ROUND))):
        stage.plain.write(statements)
    return len(share)


def _asked(client: Client, laid_out: Iterator[bytes]) -> int:
    for request in (share := list(islice(laid_out, EACH_ROUND))):
        client.demand(request, 200, 201, 204)
    return len(share)


def _enrolment_with_parts(stage: Stage, client: Client) -> Line:
    """Enrol a machine with its port and its traits, as the peer was measured to."""
    numbers = iter(range(stage.count, stage.count * 2))

    def enrolled() -> int:
        for number in islice(numbers, EACH_ROUND):
            enrol_with_parts(client, number)
        return EACH_ROUND

    spent = spent_in_turns({"ours": Subject(pid=stage.server.pid, work=enrolled)}, stage.rounds)["ours"]
    return Line(measure="enrol a node, a port, 5 traits, CPU in itself", ours=spent.cpu * 1e3, allowed=4)


def enrol_with_parts(client: Client, number: int) -> str:
    """Send the three requests; the UUID is left to the server."""
    body = {**described(number), "name": f"whole-{number}"}
    answer = client.demand(client.request("POST", "/v1/nodes", body), 201)
    uuid = str(msgspec.json.decode(answer)["uuid"])
    address = ":".join(f"{number >> shift & 255:02x}" for shift in (32, 24, 16, 8, 0))
    port = {"node_uuid": uuid, "address": f"52:{address}", "extra": {"slot": 1}}
    client.demand(client.request("POST", "/v1/ports", port), 201)
    client.demand(client.request("PUT", f"/v1/nodes/{uuid}/traits", {"traits": TRAITS}), 204)
    return uuid
