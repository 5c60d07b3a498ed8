"""What a ramdisk is told on its kernel line, at its first boot and when it is booted once more."""

from typing import Any

from bessemer.drivers.contract.node_view import NodeView
from bessemer.model import ramdisk as keys

KEPT = "agent_kernel_arguments"
"""The key of driver_internal_info that keeps what the ramdisk was booted with, but for its token."""
TOKEN = "ipa-agent-token"  # noqa: S105 - the name of an argument


def first_arguments(api_url: str) -> dict[str, str]:
    """Tell a ramdisk where the API is."""
    return {"ipa-api-url": api_url}


def arguments_again(node: NodeView) -> dict[str, str]:
    """Give what the ramdisk was booted with."""
    kept: Any = node.driver_internal_info.get(KEPT)
    params = {str(name): str(value) for name, value in kept.items()} if isinstance(kept, dict) else {}
    token = node.driver_internal_info.get(keys.TOKEN)
    if node.driver_internal_info.get(keys.TOKEN_WAS_BUILT_IN) and isinstance(token, str):
        params[TOKEN] = token
    return params
