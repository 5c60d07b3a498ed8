"""What the implementations of all kinds of interface have in common."""

from abc import ABC
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.steps import declarations_of
from bessemer.model.errors import Unsupported
from bessemer.model.step import Step, StepKind


class Interface(ABC):
    """One implementation of one kind of interface; a single object serves all nodes."""

    kind: ClassVar[str]
    """The kind of interface, such as power."""
    steps: ClassVar[tuple[Step, ...]] = ()
    """The steps it declares, of every kind."""
    required_names: ClassVar[Mapping[str, str]] = {}
    """Keys of driver_info that it cannot do without, each with what it is."""
    optional_names: ClassVar[Mapping[str, str]] = {}
    """Further keys of driver_info that it understands, each with what it is."""
    needs_ramdisk: ClassVar[bool] = False
    """Whether it works through the ramdisk, so that steps may be unknown until that has reported."""
    name: str = ""
    """The name it was registered under; given by the registry."""

    @override
    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Collect the steps that the class and those above it declare."""
        super().__init_subclass__(**kwargs)
        if not hasattr(cls, "kind"):
            return
        cls.steps = tuple(
            Step(
                kind=kind,
                interface=cls.kind,
                step=name,
                priority=told.priority,
                abortable=told.abortable,
                requires_ramdisk=told.requires_ramdisk,
                on_takeover=told.on_takeover,
                arguments=told.arguments,
            )
            for name in dir(cls)
            for kind, told in declarations_of(getattr(cls, name, None)).items()
        )

    def get_properties(self) -> Mapping[str, str]:
        """Tell the keys of driver_info it understands, each with what it is."""
        return {
            **{name: f"{told} Required." for name, told in self.required_names.items()},
            **{name: f"{told} Optional." for name, told in self.optional_names.items()},
        }

    def validate(self, node: NodeView) -> list[str]:
        """Say what is missing or wrong, as sentences; empty when it could begin. No hardware is touched."""
        missing = [name for name in self.required_names if node.driver_info.get(name) in (None, "")]
        return [f"driver_info needs {', '.join(missing)}."] if missing else []

    def get_steps(self, kind: StepKind, node: NodeView) -> tuple[Step, ...]:
        """Tell the steps of one kind that it can run on a node."""
        return tuple(step for step in self.steps if step.kind is kind)

    def step_named(self, name: str) -> Callable[..., Any] | None:
        """Give what runs the step of a name, to be called with the node, the turn and the arguments of the step."""
        found: Callable[..., Any] | None = None if name.startswith("_") else getattr(self, name, None)
        return found

    def unsupported(self, node: NodeView, what: str) -> Unsupported:
        """Make the refusal of something that it cannot do."""
        return Unsupported(
            f"The {self.kind} interface {self.name or type(self).__name__!r} of the node {node.uuid} does not "
            f"support {what}."
        )
