"""Machines that a person switches on and off and tells how to boot."""

from collections.abc import Sequence

from typing_extensions import override

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.management import ManagementInterface
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.fake.management import FakeManagement
from bessemer.drivers.fake.power import FakePower
from bessemer.drivers.hardware_types.generic import GenericHardware
from bessemer.drivers.noop.deploy import NoopDeploy
from bessemer.drivers.noop.management import NoopManagement


class ManualManagementHardware(GenericHardware):
    """Machines without a BMC that could be used, whose power is what was last said of it."""

    @property
    @override
    def supported_deploy_interfaces(self) -> Sequence[type[DeployInterface]]:
        return [*super().supported_deploy_interfaces, NoopDeploy]

    @property
    @override
    def supported_management_interfaces(self) -> Sequence[type[ManagementInterface]]:
        return [NoopManagement, FakeManagement]

    @property
    @override
    def supported_power_interfaces(self) -> Sequence[type[PowerInterface]]:
        return [FakePower]
