"""Take what the network service tells of ports: it is kept in the log of changes, and nothing else follows."""

from typing import Any

from bessemer.rules.port_events import checked_events
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.store.transaction import Transaction

NETWORK_PORT = "network_port"
"""The noun of ports that the network service looks after; ours are other things."""


def take_events(tx: Transaction, asking: Asking, body: Any) -> None:
    """Keep all events of a body, or none."""
    asking.caller.require("baremetal:events:post")
    for event in checked_events(body):
        note(tx, asking, (NETWORK_PORT, event["port_id"]), event["event"], after=event)
