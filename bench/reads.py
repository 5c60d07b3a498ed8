"""Measures of reading: one node, pages of them, all of them."""

import os
from collections.abc import Iterator

import msgspec

from bench.client import Client
from bench.machines import uuid_of
from bench.rounds import Subject, spent_in_turns
from bench.subjects import Stage
from bench.verdicts import Line

PAGE = "/v1/nodes/detail?limit=1000"
TRAITS = "/v1/nodes?fields=uuid,traits&limit=1000"
REQUESTS = 1000
PAGES = 5


def reads(stage: Stage) -> Iterator[Line]:
    """Measure all of them."""
    with stage.server.client() as client, stage.echo.client() as echo:
        yield from one_node(stage, client, echo)
        yield from page(stage, client, PAGE, "list detail, 1000 rows", allowed_cpu_ms=35)
        yield from page(stage, client, TRAITS, "list uuid,traits, 1000 rows", allowed_cpu_ms=15)
        yield walk(stage, client)


def one_node(stage: Stage, client: Client, echo: Client) -> Iterator[Line]:
    """Show single nodes, against sending the path back."""
    targets = [f"/v1/nodes/{uuid_of(number * 7 % stage.count)}" for number in range(REQUESTS)]

    def all_of(asked: Client) -> Subject:
        requests = [asked.request("GET", target) for target in targets]
        pid = stage.server.pid if asked is client else stage.echo.pid
        return Subject(pid=pid, work=lambda: len([asked.demand(each) for each in requests]))

    spent = spent_in_turns({"floor": all_of(echo), "ours": all_of(client)}, stage.rounds)
    ours, floor = spent["ours"], spent["floor"]
    yield Line(measure="show one node, CPU", ours=ours.cpu * 1e3, floor=floor.cpu * 1e3, allowed=4)
    yield Line(measure="show one node, CPU in itself", ours=ours.cpu * 1e3, allowed=0.25)
    yield Line(measure="show one node, wall", ours=ours.wall * 1e3, floor=floor.wall * 1e3)


def page(stage: Stage, client: Client, target: str, name: str, allowed_cpu_ms: float) -> Iterator[Line]:
    """Fetch one page, against the same SQL and one encoding of the rows it gives."""
    statements = stage.inside.record("GET", target)
    request = client.request("GET", target)

    def floor() -> int:
        for _ in range(PAGES):
            msgspec.json.encode(stage.plain.read(statements))
        return PAGES

    spent = spent_in_turns(
        {
            "floor": Subject(pid=os.getpid(), work=floor),
            "ours": Subject(pid=stage.server.pid, work=lambda: len([client.demand(request) for _ in range(PAGES)])),
        },
        stage.rounds,
    )
    ours, plain = spent["ours"], spent["floor"]
    if stage.embedded:  # elsewhere the engine does its share in a process of its own
        yield Line(measure=f"{name}, CPU", ours=ours.cpu * 1e3, floor=plain.cpu * 1e3, allowed=2)
    yield Line(measure=f"{name}, wall", ours=ours.wall * 1e3, floor=plain.wall * 1e3, allowed=2)
    yield Line(measure=f"{name}, CPU in itself", ours=ours.cpu * 1e3, allowed=allowed_cpu_ms)
    yield Line(measure=f"{name}, SQL statements", ours=len(statements), allowed=3, unit="", wide=True)


def walk(stage: Stage, client: Client) -> Line:
    """Follow the links from page to page through all nodes."""
    walked = Subject(pid=stage.server.pid, work=lambda: walk_once(client, PAGE, stage.count))
    spent = spent_in_turns({"ours": walked}, max(2, stage.rounds // 3))["ours"]
    rate = f"walk {stage.count:,} nodes in detail".replace(",", " ")
    return Line(measure=rate, ours=1 / spent.wall, allowed=30000, unit="nodes/s", more_is_better=True)


def walk_once(client: Client, target: str, count: int) -> int:
    """Follow `next` to the end, which has to come after so many nodes, and tell how many that were."""
    for _ in range(-(-count // 1000)):
        body = client.get(target)
        _, found, link = body[-1000:].partition(b'"next":"')
        if not found:
            return count
        target = "/v1/" + link.partition(b'"')[0].decode().split("/v1/", 1)[1]
    rest = client.get(target)
    assert rest.startswith(b'{"nodes":[]'), rest[:80]  # the last page was full, so a link led to an empty one
    return count
