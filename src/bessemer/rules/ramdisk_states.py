"""In which states of its node a ramdisk is expected to ask or to tell something."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.ramdisk import OF_ONE_BOOT, TOKEN, TOKEN_WAS_BUILT_IN
from bessemer.model.states import ProvisionState

S = ProvisionState

LOOKED_UP = frozenset(
    {
        S.DEPLOYING,
        S.DEPLOY_WAIT,
        S.CLEANING,
        S.CLEAN_WAIT,
        S.INSPECTING,
        S.INSPECT_WAIT,
        S.RESCUING,
        S.RESCUE_WAIT,
        S.SERVICE_WAIT,
    }
)
"""States in which a ramdisk may find out which node it runs on."""

HEARD = frozenset(
    {
        S.DEPLOYING,
        S.DEPLOY_WAIT,
        S.DEPLOY_HOLD,
        S.CLEANING,
        S.CLEAN_WAIT,
        S.CLEAN_HOLD,
        S.RESCUING,
        S.RESCUE_WAIT,
        S.SERVICING,
        S.SERVICE_WAIT,
        S.SERVICE_HOLD,
    }
)
"""States in which a heartbeat is taken note of."""

PUT_OFF = frozenset({S.DEPLOY_WAIT, S.CLEAN_WAIT, S.RESCUE_WAIT, S.SERVICE_WAIT})
"""States in which each heartbeat counts as a change of the state, from which its deadline is counted."""


def forgotten_with_ramdisk(memory: Mapping[str, Any]) -> dict[str, None]:
    """Tell which keys of driver_internal_info go with the ramdisk when its machine is switched off or restarted.

    A token that was built into what the machine boots is there again after the next boot, so it stays.
    """
    gone = OF_ONE_BOOT if memory.get(TOKEN_WAS_BUILT_IN) else (*OF_ONE_BOOT, TOKEN)
    return {name: None for name in gone if name in memory}


def forgotten_with_work(memory: Mapping[str, Any]) -> dict[str, None]:
    """Tell which keys of driver_internal_info go when the work ends for which a ramdisk was booted."""
    return {name: None for name in (*OF_ONE_BOOT, TOKEN, TOKEN_WAS_BUILT_IN) if name in memory}
