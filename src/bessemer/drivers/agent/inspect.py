"""The inspect interface that works through the agent, which finds out what the machine is made of."""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

import msgspec
from typing_extensions import override

from bessemer.clients.web_call import NotNow, fetch
from bessemer.drivers.agent import parse
from bessemer.drivers.agent.settings import agent_faults
from bessemer.drivers.contract.inspect import InspectInterface
from bessemer.drivers.contract.network import Network
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, Failed, First, Learned, Outcome, Waiting
from bessemer.model.errors import BessemerError
from bessemer.model.inspection import AWAITED, BMC_ADDRESSES, BOOTED, REPORTED_AT
from bessemer.model.power import PowerState

CALLBACK_WORD = "ipa-inspection-callback-url"
"""The kernel argument by which the agent knows where its report goes."""
AT, AWAITING, LEAVING = "at", "awaiting", "leaving"
CALLBACK_PATH = "/v1/continue_inspection"


class InspectSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator decided about inspections by the agent: the group inspector."""

    server_url: str | None = None
    """Where machines reach this server."""
    kernel_params: Mapping[str, str] = {}
    """Further kernel arguments."""
    power_off: bool = True
    """Whether machines are switched off afterwards."""


class AgentInspect(InspectInterface):
    """Boots the ramdisk and waits for what the agent in it reports."""

    optional_names: ClassVar[Mapping[str, str]] = parse.NAMES
    needs_ramdisk: ClassVar[bool] = True

    def __init__(self) -> None:
        """Begin with what holds when nobody says anything."""
        self.settings = InspectSettings()

    def configure(self, settings: InspectSettings) -> None:
        """Take over what the operator decided."""
        self.settings = settings

    @override
    def validate(self, node: NodeView) -> list[str]:
        return agent_faults(node)

    @override
    def inspect_hardware(self, node: NodeView, turn: Turn) -> Outcome:
        memo = turn.memo or {}
        if memo.get(AT) == LEAVING:
            return Done(learned=Learned(remembered={BOOTED: None}))
        if memo.get(AT) != AWAITING:
            return self._begin(node)
        if node.driver_internal_info.get(REPORTED_AT) is None:
            return Waiting(memo=memo, message="Waiting for the agent's report.")
        return First(calls=self._leaving(node), memo={AT: LEAVING}, message="The agent has reported.")

    def _begin(self, node: NodeView) -> Outcome:
        if self.settings.server_url is None:
            return Failed(
                reason="The agent cannot be told where its report goes, as nobody says under which URL machines reach "
                "this server",
                remedy="Set [inspector] callback_endpoint_override or [api] public_endpoint, and restart the "
                "conductors.",
            )
        remembered = {AWAITED: True, BOOTED: True, REPORTED_AT: None, BMC_ADDRESSES: bmc_addresses(node)}
        return First(calls=self._booting(node), memo={AT: AWAITING}, learned=Learned(remembered=remembered))

    def _booting(self, node: NodeView) -> tuple[Call, ...]:
        url = f"{str(self.settings.server_url).rstrip('/').removesuffix('/v1')}{CALLBACK_PATH}"
        words = {**self.settings.kernel_params, CALLBACK_WORD: url}
        off = () if node.disable_power_off else (power(PowerState.OFF),)
        return (
            *off,
            Call(kind="network", method="attach", arguments={"network": Network.INSPECTION}),
            Call(kind="boot", method="prepare_ramdisk", arguments={"ramdisk_params": words}),
            Call(kind="power", method="reboot"),
        )

    def _leaving(self, node: NodeView) -> tuple[Call, ...]:
        leave = Call(kind="power", method="reboot") if node.disable_power_off else power(PowerState.OFF)
        return (
            Call(kind="boot", method="clean_up_ramdisk"),
            Call(kind="network", method="detach", arguments={"network": Network.INSPECTION}),
            *((leave,) if self.settings.power_off else ()),
        )

    @override
    def abort(self, node: NodeView) -> None:
        """Leave it at that: what was prepared is taken away by clean_up."""

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        if (turn.memo or {}).get(AT) == LEAVING or not node.driver_internal_info.get(BOOTED):
            return Done(learned=Learned(remembered={BOOTED: None}))
        return First(calls=self._leaving(node), memo={AT: LEAVING})

    @override
    def call_outside(self, node: NodeView, turn: Turn, calls: Sequence[Mapping[str, Any]]) -> Outcome:
        place, tries = turn.memo or (0, 0)
        for at, call in enumerate(calls[place:], place):
            tried = tries if at == place else 0
            try:
                fetch(call["url"], call["headers"], call["timeout_s"])
            except NotNow as error:
                if tried < call["retries"]:
                    pause_s = call["backoff_s"] * 2**tried
                    return Waiting(memo=(at, tried + 1), look_again_after_s=pause_s, message=error.message)
                return _not_called(error)
            except BessemerError as error:
                return _not_called(error)
        return Done()


def _not_called(error: BessemerError) -> Failed:
    return Failed(
        reason=f"An inspection rule's api-call failed: {error.message}",
        remedy="What the inspection found has been kept. See that the address answers, then inspect the node again.",
    )


def power(target: PowerState) -> Call:
    """Ask for the power of the machine to be changed."""
    return Call(kind="power", method="set_power_state", arguments={"target": target})


def bmc_addresses(node: NodeView) -> list[str]:
    """List the addresses that driver_info has of the BMC, as far as they are addresses and not names."""
    bridged = node.driver_info.get("ipmi_bridging") not in {None, "", "no"}
    found: dict[str, None] = {}
    for name, value in node.driver_info.items():
        if not name.endswith("_address") or not isinstance(value, str) or (bridged and name.startswith("ipmi_")):
            continue
        try:
            host = (urlsplit(value).hostname if "//" in value else value) or ""
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            continue
        if not address.is_loopback:
            found[str(address)] = None
    return list(found)
