"""What is tested of deploy interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.interface import Interface
from bessemer.model.step import StepKind
from bessemer.testing.conformance.interface import HOSTILE, InterfaceConformance, assert_sentences
from bessemer.testing.conformance.leading import faults_of, lead_or_refusal


class DeployConformance(InterfaceConformance):
    """Putting an instance onto a machine and taking it off."""

    contract: ClassVar[type[Interface]] = DeployInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "prepare": {},
        "clean_up": {},
        "tear_down": {},
        "take_over": {},
        "prepare_steps": {"kind": StepKind.CLEAN},
        "tear_down_steps": {"kind": StepKind.CLEAN},
    }

    def test_every_kind_of_steps_can_be_prepared_or_is_refused(self) -> None:
        """Cleaning and servicing are led by the same interface."""
        for kind in (StepKind.CLEAN, StepKind.SERVICE):
            for method in ("prepare_steps", "tear_down_steps"):
                assert not faults_of(lead_or_refusal(self.made(), self.node(), method, {"kind": kind}))

    def test_a_heartbeat_is_taken_note_of(self) -> None:
        """Whatever else the agent told."""
        told = {"agent_status": None, "agent_version": "10.0", "unknown": [1]}
        assert not faults_of(self.made().heartbeat(self.node(), told))

    def test_no_instance_breaks_validation(self) -> None:
        """What is to be deployed was written by the user of the machine."""
        for name in ("image_source", "image_checksum", "image_os_hash_value", "kernel", "ramdisk", "boot_iso"):
            for value in HOSTILE:
                assert_sentences(self.made().validate(self.node(instance_info={name: value})))
