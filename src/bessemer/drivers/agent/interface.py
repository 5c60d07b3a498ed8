"""What the interfaces that work through the agent have in common: the way to it, and the steps that it brings."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import msgspec
from typing_extensions import override

from bessemer.bootfiles.image_works import ImageWorks
from bessemer.clients.agent_line import AgentLine, AgentPlace
from bessemer.drivers.agent import parse
from bessemer.drivers.agent.in_band import InBand, run_in_band
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.agent.steps_of_agent import cached_steps
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.model import ramdisk as keys
from bessemer.model.secret import Secret
from bessemer.model.step import Step, StepKind


class AgentInterface(Interface):
    """Drives machines through the agent in the ramdisk."""

    optional_names: ClassVar[Mapping[str, str]] = parse.NAMES
    needs_ramdisk: ClassVar[bool] = True
    options: ClassVar[AgentOptions] = AgentOptions()
    """What the operator decided, the same for all of them."""
    images: ClassVar[ImageWorks | None] = None
    """Where images are made ready here, if they are."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        """Say what is wrong with the way in which the agent is to work."""
        found = parse.parse(node.driver_info)
        return found if isinstance(found, list) else []

    @override
    def get_steps(self, kind: StepKind, node: NodeView) -> tuple[Step, ...]:
        """Tell its own steps, then those that the agent has for this kind of interface."""
        return (*super().get_steps(kind, node), *cached_steps(kind, self.kind, node))

    @override
    def step_named(self, name: str) -> Callable[..., Any] | None:
        """Give one of its own steps, or else one of the agent's: whatever name that has, it leads nowhere else."""
        own = super().step_named(name) if any(step.step == name for step in self.steps) else None
        return own or partial(self._in_band, name)

    def _in_band(self, name: str, node: NodeView, turn: Turn, **args: Any) -> Outcome:
        step = InBand(interface=self.kind, name=name, args=args)
        return run_in_band(self.line(node), node, turn, step, self.options)

    def line(self, node: NodeView) -> AgentLine | None:
        """Give the way to the agent; None while it has not been heard of."""
        place = self.place(node)
        return None if place is None else AgentLine(place)

    def place(self, node: NodeView) -> AgentPlace | None:
        """Tell where the agent is; None while it has not been heard of."""
        url = node.driver_internal_info.get(keys.URL)
        if not isinstance(url, str) or not url:
            return None
        told = parse.parse(node.driver_info)
        memory = node.driver_internal_info
        return AgentPlace(
            url=url,
            token=Secret(memory.get(keys.TOKEN)),
            certificate=memory.get(keys.CERTIFICATE),
            verify=True if isinstance(told, list) else told.verify,
            networks=self.options.networks,
            limit_s=self.options.command_limit_s,
        )


def configure_agents(options: AgentOptions) -> None:
    """Take what the operator decided."""
    AgentInterface.options = msgspec.structs.replace(options)


def configure_images(images: ImageWorks | None) -> None:
    """Take where images are made ready here."""
    AgentInterface.images = images
