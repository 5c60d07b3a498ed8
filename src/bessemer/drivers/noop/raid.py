"""The RAID interface of machines whose disks are left as they are."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.drivers.noop.dummy import Dummy
from bessemer.model.errors import Unsupported


class NoRaid(Dummy, RaidInterface):
    """Makes no logical disks."""

    feature: ClassVar[str] = "RAID configuration"

    @override
    def create_configuration(
        self,
        node: NodeView,
        turn: Turn,
        *,
        create_root_volume: bool = True,
        create_nonroot_volumes: bool = True,
        delete_existing: bool = True,
    ) -> Outcome:
        return self.refused(node)

    @override
    def delete_configuration(self, node: NodeView, turn: Turn) -> Outcome:
        return self.refused(node)

    @override
    def get_logical_disk_properties(self) -> Mapping[str, str]:
        raise Unsupported(
            f"The RAID interface {self.name!r} makes no logical disks, so there is nothing to say of them."
        )

    @override
    def validate_raid_config(self, node: NodeView, raid_config: Mapping[str, Any]) -> list[str]:
        return self.validate(node)
