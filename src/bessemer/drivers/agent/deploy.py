"""The deploy interfaces that work through the agent."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from typing_extensions import override

from bessemer.drivers.agent import parse
from bessemer.drivers.agent.boot_loader import installed_boot_loader
from bessemer.drivers.agent.booting import booted, told_steps
from bessemer.drivers.agent.command_turns import Wanted, lead, learned_from
from bessemer.drivers.agent.commands import Status, step_params
from bessemer.drivers.agent.ending import OFF, ON, REBOOT, after_calls, attach, detach, switched_off
from bessemer.drivers.agent.evidence import evidence_from
from bessemer.drivers.agent.handed_out_image import handed_out_image
from bessemer.drivers.agent.images import image_info, written_image_faults
from bessemer.drivers.agent.in_band import failed_command
from bessemer.drivers.agent.interface import AgentInterface
from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.network import Network
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, Failed, Outcome, Waiting
from bessemer.drivers.contract.steps import deploy_step
from bessemer.model.step import OnTakeover, StepKind

CLEAN_UP = (
    Call(kind="boot", method="clean_up_ramdisk"),
    Call(kind="boot", method="clean_up_instance"),
    detach(Network.PROVISIONING),
)
PREPARE_INSTANCE = Call(kind="boot", method="prepare_instance")
NETWORK_FOR: Mapping[StepKind, Network] = {StepKind.CLEAN: Network.CLEANING, StepKind.SERVICE: Network.SERVICING}


class _RamdiskLed(AgentInterface, DeployInterface):
    """What all of them do alike: lead a machine into its ramdisk for cleaning and servicing, and out of it."""

    @override
    def prepare(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        return after_calls(turn, *CLEAN_UP)

    @override
    def tear_down(self, node: NodeView, turn: Turn) -> Outcome:
        off = () if node.disable_power_off else (OFF,)
        return after_calls(turn, *off, detach(Network.TENANT))

    @override
    def take_over(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def prepare_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        return self.into_ramdisk(node, turn, NETWORK_FOR.get(kind, Network.PROVISIONING), kind)

    @override
    def tear_down_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        leave = (Call(kind="boot", method="clean_up_ramdisk"), detach(NETWORK_FOR.get(kind, Network.PROVISIONING)))
        if kind is StepKind.SERVICE:
            return after_calls(turn, *leave, attach(Network.TENANT), PREPARE_INSTANCE, REBOOT)
        return after_calls(turn, *leave, *(() if node.disable_power_off else (OFF,)))

    @override
    def collect_evidence(self, node: NodeView) -> Outcome:
        place = self.place(node)
        return Done() if place is None else evidence_from(place, self.options.logs)

    @override
    def heartbeat(self, node: NodeView, told: Mapping[str, Any]) -> Outcome:
        return Done()

    def into_ramdisk(self, node: NodeView, turn: Turn, network: Network, kind: StepKind) -> Outcome:
        """Boot the ramdisk, and learn which steps its agent has."""
        line = self.line(node)
        waiting = booted(line, node, turn, network, self.options)
        if waiting is not None or line is None:
            return waiting or Done()
        return told_steps(line, node, turn, kind, self.options)

    @deploy_step(30, requires_ramdisk=False)
    def switch_to_tenant_network(self, node: NodeView, turn: Turn) -> Outcome:
        """Attach the machine to the network of its instance."""
        return after_calls(turn, detach(Network.PROVISIONING), attach(Network.TENANT))

    @deploy_step(20, requires_ramdisk=False)
    def boot_instance(self, node: NodeView, turn: Turn) -> Outcome:
        """Start the instance."""
        return after_calls(turn, REBOOT if node.disable_power_off else ON)


class CustomAgentDeploy(_RamdiskLed):
    """The agent does what its own steps say, and no image is needed."""

    @deploy_step(100, requires_ramdisk=False)
    def deploy(self, node: NodeView, turn: Turn) -> Outcome:
        """Boot the ramdisk, whose agent does the rest."""
        return self.into_ramdisk(node, turn, Network.PROVISIONING, StepKind.DEPLOY)

    @deploy_step(40)
    def tear_down_agent(self, node: NodeView, turn: Turn) -> Outcome:
        """Leave the ramdisk."""
        place = self.place(node) if turn.is_first and self.options.logs.when_all_is_well else None
        evidence = () if place is None else evidence_from(place, self.options.logs).learned.evidence
        outcome = switched_off(self.line(node), node, turn, self.options)
        learned = msgspec.structs.replace(outcome.learned, evidence=evidence)
        return msgspec.structs.replace(outcome, learned=learned)


class AgentDeploy(CustomAgentDeploy):
    """The agent fetches an image and writes it to a disk."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        info = node.instance_info
        beyond = written_image_faults(info, self.options)
        return [*super().validate(node), *parse.image_faults(info), *beyond]

    @deploy_step(80, on_takeover=OnTakeover.RECHECK)
    def write_image(self, node: NodeView, turn: Turn) -> Outcome:
        """Have the agent fetch the image, check it and write it to the disk."""
        handed_out = handed_out_image(node, turn, self.images, self.options)
        if isinstance(handed_out, Waiting | Failed):
            return handed_out
        info = image_info(node, handed_out)
        args = {"image_info": info, **({"configdrive": info["configdrive"]} if "configdrive" in info else {})}
        step = {"interface": "deploy", "step": "write_image", "args": args}
        title = f"Writing the image {info['id']}"
        wanted = Wanted(
            name="deploy.execute_deploy_step",
            params=lambda: step_params(StepKind.DEPLOY, node, step),
            title=title,
            step="write_image",
        )
        found = lead(self.line(node), node, turn, wanted, self.options)
        if isinstance(found, Waiting):
            return found
        self._withdraw(node)
        if isinstance(found, Failed):
            return found
        if found.status is not Status.SUCCEEDED:
            return failed_command(found, title)
        return Done(learned=learned_from(found))

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        self._withdraw(node)
        return super().clean_up(node, turn)

    def _withdraw(self, node: NodeView) -> None:
        if self.images is not None:
            self.images.withdraw(node.uuid)

    @deploy_step(60, on_takeover=OnTakeover.RECHECK)
    def prepare_instance_boot(self, node: NodeView, turn: Turn) -> Outcome:
        """See to it that the machine starts from its disk."""
        return installed_boot_loader(self.line(node), node, turn, self.options)


class RamdiskDeploy(_RamdiskLed):
    """The instance is a ramdisk itself, and nothing is written."""

    deploys_with_agent: ClassVar[bool] = False

    @override
    def validate(self, node: NodeView) -> list[str]:
        return [*super().validate(node), *parse.ramdisk_faults(node.instance_info)]

    @deploy_step(100, requires_ramdisk=False)
    def deploy(self, node: NodeView, turn: Turn) -> Outcome:
        """See to it that the next boot starts the instance."""
        return after_calls(turn, PREPARE_INSTANCE)

    @override
    def take_over(self, node: NodeView, turn: Turn) -> Outcome:
        return after_calls(turn, PREPARE_INSTANCE)
