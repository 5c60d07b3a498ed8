"""A classic driver: a class whose interfaces are wired into it, as drivers were before there were hardware types."""

from bessemer.drivers.fake.boot import FakeBoot
from bessemer.drivers.fake.deploy import FakeDeploy
from bessemer.drivers.noop.management import NoopManagement

from .power import CrankPower
from .vendor import CrankVendor


class Windlass:
    """Machines that are lowered into a well."""

    def __init__(self) -> None:
        """Wire the interfaces."""
        self.boot = FakeBoot()
        self.deploy = FakeDeploy()
        self.management = NoopManagement()
        self.power = CrankPower()
        self.vendor = CrankVendor()
