"""What is tested of RAID interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.raid import RaidInterface
from bessemer.model.errors import BessemerError
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance, assert_sentences
from bessemer.testing.conformance.leading import answer_or_refusal, is_done, lead_or_refusal

MIRROR = {"logical_disks": [{"size_gb": 100, "raid_level": "1"}]}


class RaidConformance(InterfaceConformance):
    """Making logical disks."""

    contract: ClassVar[type[Interface]] = RaidInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"create_configuration": {}, "delete_configuration": {}}

    def test_logical_disks_are_described_in_sentences(self) -> None:
        """What GET /v1/drivers/<driver>/raid/logical_disk_properties tells is for people."""
        told = answer_or_refusal(self.made().get_logical_disk_properties)
        assert_sentences([told.message] if isinstance(told, BessemerError) else list(told.values()))

    def test_no_configuration_breaks_its_check(self) -> None:
        """What is wrong with a configuration is told, whatever somebody wrote into it."""
        made, node = self.made(), self.node()
        for value in HOSTILE:
            for config in (
                {"logical_disks": value},
                {"logical_disks": [value]},
                {"logical_disks": [{"size_gb": value}]},
            ):
                found = made.validate_raid_config(node, config)
                assert_sentences(found, about=f"{config!r:.60}")
                assert found or config == {"logical_disks": []}

    def test_nothing_is_made_of_a_configuration_that_is_wrong(self) -> None:
        """A machine keeps its disks when nobody could say what they should be."""
        node = self.node(target_raid_config={"logical_disks": [{"size_gb": -1, "raid_level": "1"}]})
        assert not is_done(lead_or_refusal(self.made(), node, "create_configuration", {}))

    def test_a_configuration_that_can_be_made_can_be_made_again(self) -> None:
        """Old logical disks make room for the new ones."""
        made, node = self.made(), self.node(target_raid_config=MIRROR)
        if is_done(lead_or_refusal(made, node, "create_configuration", {})):
            assert is_done(lead_or_refusal(made, node, "create_configuration", {}))
