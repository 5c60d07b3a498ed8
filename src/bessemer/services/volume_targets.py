"""Add, change and delete the remote volumes of machines."""

from collections.abc import Sequence
from typing import Any

from bessemer.model.volume import VOLUME_TARGET
from bessemer.rules.json_patch import Operation
from bessemer.services.asking import Asking
from bessemer.services.volumes import create_volume, delete_volume, edit_volume
from bessemer.store.transaction import Transaction


def create_target(tx: Transaction, asking: Asking, body: Any) -> str:
    """Add a volume target to a node, returning its UUID."""
    return create_volume(tx, asking, VOLUME_TARGET, body)


def edit_target(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a volume target, returning its UUID."""
    return edit_volume(tx, asking, VOLUME_TARGET, ident, operations)


def delete_target(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a volume target."""
    delete_volume(tx, asking, VOLUME_TARGET, ("boot_index", "volume_id"), ident)
