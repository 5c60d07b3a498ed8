"""Add, change and delete the addresses under which machines reach storage."""

from collections.abc import Sequence
from typing import Any

from bessemer.model.volume import VOLUME_CONNECTOR
from bessemer.rules.json_patch import Operation
from bessemer.services.asking import Asking
from bessemer.services.volumes import create_volume, delete_volume, edit_volume
from bessemer.store.transaction import Transaction


def create_connector(tx: Transaction, asking: Asking, body: Any) -> str:
    """Add a volume connector to a node, returning its UUID."""
    return create_volume(tx, asking, VOLUME_CONNECTOR, body)


def edit_connector(tx: Transaction, asking: Asking, ident: str, operations: Sequence[Operation]) -> str:
    """Apply a patch to a volume connector, returning its UUID."""
    return edit_volume(tx, asking, VOLUME_CONNECTOR, ident, operations)


def delete_connector(tx: Transaction, asking: Asking, ident: str) -> None:
    """Delete a volume connector."""
    delete_volume(tx, asking, VOLUME_CONNECTOR, ("type", "connector_id"), ident)
