"""How much work may go on at the same time, and how long it may take to be begun."""

from collections.abc import Mapping

import msgspec

from bessemer.model.errors import Unavailable
from bessemer.model.operation import OperationKind

K = OperationKind


class WorkLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What the configuration allows."""

    most_deploys: int = 250
    """Nodes that may be deployed at the same time."""
    most_cleans: int = 50
    """Nodes that may be cleaned, or undeployed and then cleaned, at the same time."""
    working_timeout_s: int = 3600
    """How long a node may be worked on without any progress."""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """One limit: of which work there may be how much."""

    kinds: tuple[OperationKind, ...]
    option: str
    most: int


GROUPS: Mapping[str, tuple[OperationKind, ...]] = {
    "max_concurrent_deploy": (K.DEPLOY, K.REBUILD),
    "max_concurrent_clean": (K.CLEAN, K.MANUAL_CLEAN, K.UNDEPLOY),
}
"""The work that counts against each option of the group conductor."""


def limit_for(kind: OperationKind, limits: WorkLimits) -> Limit | None:
    """Tell what limits a kind of work; None where nothing does."""
    most = {"max_concurrent_deploy": limits.most_deploys, "max_concurrent_clean": limits.most_cleans}
    for option, kinds in GROUPS.items():
        if kind in kinds:
            return Limit(kinds=kinds, option=option, most=most[option])
    return None


def check_limit(limit: Limit, going_on: int) -> None:
    """Refuse more work when as much goes on as may."""
    if going_on >= limit.most:
        raise Unavailable(
            f"{going_on} operations of this sort ({', '.join(limit.kinds)}) are going on, and conductor.{limit.option} "
            f"allows {limit.most}. Try again when some of them have ended."
        )
