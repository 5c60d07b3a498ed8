"""Who asks, at which API version, under which house rules: what every use case is handed."""

import msgspec

from bessemer.model.caller import Caller
from bessemer.rules.inspection.processing import InspectionOptions
from bessemer.rules.provision_verbs import VerbOptions
from bessemer.rules.ramdisk_rules import RamdiskRules
from bessemer.rules.work_limits import WorkLimits
from bessemer.services.fleet_watch import FleetWatch


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator decided about requests."""

    default_resource_class: str | None = None
    """The resource class of nodes that are enrolled without one."""
    default_conductor_group: str = ""
    """The conductor group of nodes that are enrolled without one."""
    allow_deleting_available_nodes: bool = True
    """Whether a node in the state available may be deleted."""
    standard_traits: frozenset[str] = frozenset()
    """The traits of the os-traits library."""
    verbs: VerbOptions = VerbOptions()
    """What stands in the way of verbs."""
    limits: WorkLimits = WorkLimits()
    """How much work may go on."""
    inspection: InspectionOptions = InspectionOptions()
    """What is made of the reports of machines."""
    ramdisks: RamdiskRules = RamdiskRules()
    """What ramdisks may, and what they are told."""
    public_metrics: bool = False
    """Whether the measurements are shown to anybody."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """The circumstances of one request."""

    caller: Caller
    minor: int
    """The microversion: the N of 1.N."""
    rules: HouseRules
    fleet: FleetWatch
