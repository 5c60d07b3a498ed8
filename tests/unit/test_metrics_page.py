"""The reference names every metric with its type and labels, and no other."""

import re
from pathlib import Path

from bessemer.api.metering import families_from_measures
from bessemer.assembly.metering import make_meters
from bessemer.model.measures import Measures

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "metrics.md"
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (.+?) \| .+ \|$", re.MULTILINE)
MOMENT = "2026-01-01T00:00:00.000000+00:00"


def test_the_page_names_what_there_is() -> None:
    told = {
        (name, kind, frozenset(re.findall(r"`(\w+)`", labels)))
        for name, kind, labels in ROW.findall(PAGE.read_text(encoding="utf-8"))
    }
    assert told == {*_counted(), *_read()}


def _counted() -> set[tuple[str, str, frozenset[str]]]:
    """List what the process counts, each measured once so that it shows its labels."""
    meters = make_meters()
    meters.api.note("GET", "/v1/nodes", 200, 0.1)
    meters.engine.measure_step("deploy", "deploy.deploy", "done", 1.0)
    meters.engine.measure_operation("deploy", "done", 1.0)
    meters.engine.silent("power_watch", 1.0)
    written = meters.api.written(Measures(now=MOMENT, active=[], due_since={}, renewed_at={})).decode()
    found = {}
    for name in re.findall(r"^# TYPE (bessemer_\w+) histogram$", written, re.MULTILINE):
        (labels,) = re.findall(rf"^{name}_count{{(.*)}} 1.0$", written, re.MULTILINE)
        found[name] = frozenset(re.findall(r'(\w+)="', labels))
    return {(name, "histogram", labels) for name, labels in found.items()}


def _read() -> set[tuple[str, str, frozenset[str]]]:
    """List what is read from the database."""
    measures = Measures(
        now=MOMENT, active=[("deploy", "running", 1)], due_since={"a": MOMENT}, renewed_at={"a": MOMENT}
    )
    return {
        (family.name, family.type, frozenset(family.samples[0].labels)) for family in families_from_measures(measures)
    }
