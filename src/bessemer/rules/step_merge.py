"""Which steps a deployment consists of, given what the driver has and what templates and requests ask for."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from bessemer.model.plan import LeftOut, Origin, OriginKind, PlannedStep, StepPlan, StepRequest
from bessemer.model.step import Step, StepKind
from bessemer.rules.planned_steps import Known, Name, faults_of, known_steps, left_out, planned_by_request, refuse
from bessemer.rules.reserved_steps import Identity, identity_of
from bessemer.rules.step_lists import CORE_STEPS
from bessemer.rules.step_order import Override, in_order
from bessemer.rules.step_plans import SWITCHED_OFF, default_steps
from bessemer.rules.step_requests import forbidden

KIND = StepKind.DEPLOY
BY_REQUEST = Origin(kind=OriginKind.REQUEST)


class DeploySources(msgspec.Struct, frozen=True, kw_only=True):
    """What the list of a deployment is made from; later ones go before earlier ones."""

    known: Sequence[Step]
    """The steps that the node is known to have."""
    overrides: Mapping[str, Override] = {}
    """Priorities from the configuration, by interface.step."""
    templates: Mapping[str, Sequence[StepRequest]] = {}
    """Deploy templates by name; those of which the instance does not ask for the trait do not count."""
    traits: Collection[str] = ()
    """The traits that the instance asks for."""
    requested: Sequence[StepRequest] = ()
    ramdisk_brings_more: bool = True
    """Whether a ramdisk that has not reported yet may bring steps that are unknown now."""
    disallowed: frozenset[str] = frozenset()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asks for, said once however many ask for it."""

    asked: StepRequest
    priority: int
    origin: Origin

    @property
    def name(self) -> Name:
        """Name the step."""
        return self.asked.interface, self.asked.step


def deploy_plan(sources: DeploySources) -> StepPlan:
    """Make the list of a deployment; a step that a request names is the request's alone, else the templates'."""
    known = known_steps(KIND, sources.known, more_to_come=sources.ramdisk_brings_more)
    requested = _merged((BY_REQUEST, each) for each in sources.requested)
    by_request = {entry.name for entry in requested}
    templated = _merged(_of_templates(sources))
    entries = [*requested, *(entry for entry in templated if entry.name not in by_request)]
    refuse([fault for entry in entries for fault in _faults(known, entry, sources.disallowed)])
    order, skipped = _driver_steps(known, sources, {entry.name for entry in entries})
    skipped += [_replaced(known, entry) for entry in templated if entry.name in by_request]
    for entry in entries:
        planned = _planned(known, entry)
        ban = forbidden(entry.asked, KIND, sources.disallowed)
        if entry.priority and not ban:
            order.append(planned)
        else:
            skipped.append(left_out(planned, ban or SWITCHED_OFF))
    return StepPlan(kind=KIND, order=tuple(in_order(KIND, order)), left_out=tuple(skipped))


def _of_templates(sources: DeploySources) -> Iterator[tuple[Origin, StepRequest]]:
    """Give the steps of the templates asked for, by their names, so that nobody's order of listing them matters."""
    for name in sorted(sources.templates.keys() & set(sources.traits)):
        origin = Origin(kind=OriginKind.TEMPLATE, names=(name,))
        yield from ((origin, each) for each in sources.templates[name])


def _merged(asked: Iterable[tuple[Origin, StepRequest]]) -> list[Entry]:
    """Say once what is asked for with the same arguments; the highest priority asked for counts."""
    entries: dict[Identity, Entry] = {}
    for origin, each in asked:
        identity = identity_of(each.interface, each.step, each.args, each.priority)
        found = entries.get(identity)
        if found is None:
            entries[identity] = Entry(asked=each, priority=each.priority, origin=origin)
        else:
            names = tuple(dict.fromkeys((*found.origin.names, *origin.names)))
            entries[identity] = Entry(
                asked=found.asked,
                priority=max(found.priority, each.priority),
                origin=Origin(kind=origin.kind, names=names),
            )
    return list(entries.values())


def _faults(known: Known, entry: Entry, disallowed: frozenset[str]) -> Iterator[str]:
    ban = forbidden(entry.asked, KIND, disallowed)
    if ban and entry.origin.kind is OriginKind.REQUEST:
        yield ban
    elif entry.name in CORE_STEPS and entry.priority:
        yield (
            f"{entry.asked.title} is a core step, whose place is fixed: give it priority 0 to leave it out, or do not "
            f"name it ({entry.origin.words})."
        )
    elif not ban:
        yield from faults_of(known, entry.asked, entry.origin, runs=entry.priority > 0)


def _driver_steps(known: Known, sources: DeploySources, taken: set[Name]) -> tuple[list[PlannedStep], list[LeftOut]]:
    """Choose those of the driver's steps that run by default and that nobody else speaks of."""
    order, skipped = default_steps(known, sources.overrides, sources.disallowed)
    replaced = [step for step in order if (step.interface, step.step) in taken]
    kept = [step for step in order if (step.interface, step.step) not in taken]
    return kept, skipped + [left_out(step, "A template or the request says how it runs.") for step in replaced]


def _replaced(known: Known, entry: Entry) -> LeftOut:
    return left_out(_planned(known, entry), "The request says how it runs.")


def _planned(known: Known, entry: Entry) -> PlannedStep:
    why = f"It has the priority {entry.priority} from {entry.origin.words}."
    return planned_by_request(known, entry.asked, entry.priority, entry.origin, why)
