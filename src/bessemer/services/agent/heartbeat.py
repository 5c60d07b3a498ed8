"""Take note that a ramdisk is alive, and let go on what waited for that."""

import logging
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model import ramdisk as keys
from bessemer.model.errors import Invalid
from bessemer.model.fleet import Host
from bessemer.model.node import NODE
from bessemer.model.ramdisk import Ramdisk
from bessemer.model.states import ProvisionState
from bessemer.rules.callback_addresses import CallbackRules, Place, callback_fault
from bessemer.rules.certificates import certificate_fault
from bessemer.rules.ramdisk_states import HEARD, PUT_OFF
from bessemer.services.agent.lookup import note_of_ramdisk
from bessemer.services.asking import Asking
from bessemer.services.find import column_for
from bessemer.services.visibility import no_such
from bessemer.store import operations, ramdisks
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

RULE = "baremetal:node:ipa_heartbeat"
STATUSES = ("start", "end", "error")
LONGEST_VERSION = 64
LONGEST_MESSAGE = 4096


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a ramdisk tells of itself."""

    callback_url: str
    """Where it can be called; empty where it cannot."""
    token: str | None = None
    version: str | None = None
    certificate: str | None = None
    """What its own certificate is verified by."""
    status: str | None = None
    message: str | None = None
    source: str | None = None
    """The address that the request came from."""
    door: Place | None = None
    """Where it came to this server."""
    is_old: bool = False
    """Whether it came the way that agents took before there were tokens."""


def beat(tx: Transaction, asking: Asking, ident: str, told: Heartbeat) -> Host | None:
    """Take note of a heartbeat, or refuse it with nothing changed; gives the conductor that has to be woken.

    Work that goes on is never in its way: nothing is locked, and what was heard is kept for whoever is at work.
    """
    asking.caller.require(RULE)
    ramdisk = ramdisks.ramdisk_of(tx, column_for(NODE, ident, asking.minor), ident)
    if ramdisk is None:
        raise no_such("node", ident)
    rules = asking.rules.ramdisks.callback
    if told.door is not None:
        rules = msgspec.structs.replace(rules, own=rules.own | {told.door})
    _check_url(ramdisk, told, rules)
    if told.is_old:
        _check_age(ramdisk)
    else:
        _check_token(ramdisk, told)
    _check_way_back(ramdisk, told, rules)
    if ProvisionState(ramdisk.provision_state) not in HEARD:
        log.warning(
            "A heartbeat from %s for the node %s counts for nothing, as no ramdisk is expected in the state %r.",
            told.source or "a socket",
            ramdisk.uuid,
            ramdisk.provision_state,
        )
        return None
    return _taken(tx, asking, ramdisk, told)


def _check_url(ramdisk: Ramdisk, told: Heartbeat, rules: CallbackRules) -> None:
    fault = callback_fault(told.callback_url, rules) if told.callback_url else None
    if fault:
        raise Invalid(f"The callback_url cannot be used: {fault}.")
    known = ramdisk.remembered(keys.URL)
    if known is not None and known != told.callback_url:
        log.warning(
            "A heartbeat from %s for the node %s was refused, as its callback_url is not the one known since the boot.",
            told.source or "a socket",
            ramdisk.uuid,
        )
        raise Invalid("The callback_url may not change before the machine is restarted by this server.")


def _check_token(ramdisk: Ramdisk, told: Heartbeat) -> None:
    if not told.token:
        raise Invalid("The heartbeat needs agent_token, which lookup gives out from API version 1.62 on.")
    if told.status is not None and told.status not in STATUSES:
        raise Invalid(f"agent_status must be one of {', '.join(STATUSES)}.")
    if not told.version:
        raise Invalid("The heartbeat needs agent_version.")
    token = ramdisk.remembered(keys.TOKEN)
    if token is None or not secrets.compare_digest(token.encode(), told.token.encode("utf-8", "replace")):
        log.warning(
            "A heartbeat from %s for the node %s was refused, as its token is not the one that was given out.",
            told.source or "a socket",
            ramdisk.uuid,
        )
        raise Invalid("The agent_token is not the one that was given out for this node.")


def _check_age(ramdisk: Ramdisk) -> None:
    """Refuse an old heartbeat where a token was given out, lest anybody could do without it."""
    if keys.TOKEN in ramdisk.memory:
        raise Invalid("The ramdisk of this node has a token, so it says that it is alive at /v1/heartbeat.")


def _check_way_back(ramdisk: Ramdisk, told: Heartbeat, rules: CallbackRules) -> None:
    """See to it that what is sent to the ramdisk can be read by nobody else."""
    if rules.require_tls and told.callback_url and not told.callback_url.lower().startswith("https://"):
        raise Invalid("The callback_url must begin with https://, as [agent]require_tls is on.")
    known = ramdisk.remembered(keys.CERTIFICATE)
    if told.certificate is None or told.certificate == known:
        return
    if known is not None:
        raise Invalid("The agent_verify_ca may not change before the machine is restarted by this server.")
    fault = certificate_fault(told.certificate)
    if fault:
        raise Invalid(f"The agent_verify_ca cannot be used: {fault}.")


def _taken(tx: Transaction, asking: Asking, ramdisk: Ramdisk, told: Heartbeat) -> Host | None:
    is_first = keys.URL not in ramdisk.memory
    state = ProvisionState(ramdisk.provision_state)
    # The operation before the node, as the engine writes them: who takes two rows in turn must not wait for each other.
    goes_on = not ramdisk.maintenance and operations.wake(tx, ramdisk.id)
    ramdisks.remember(tx, ramdisk, _news(tx, told), put_off=state in PUT_OFF)
    if is_first:
        note_of_ramdisk(tx, ramdisk.uuid, "ramdisk called", source=told.source, callback_url=told.callback_url)
    if ramdisk.maintenance:
        log.warning("The ramdisk of the node %s waits, as the node is in maintenance.", ramdisk.uuid)
    return asking.fleet.now(tx).reached([ramdisk.worker])[0] if goes_on and ramdisk.worker else None


def _news(tx: Transaction, told: Heartbeat) -> Mapping[str, Any]:
    found = {
        keys.URL: told.callback_url,
        keys.LAST_HEARTBEAT: tx.now,
        keys.VERSION: told.version,
        keys.CERTIFICATE: told.certificate,
        keys.STATUS: told.status,
        keys.STATUS_MESSAGE: told.message,
    }
    return {name: value for name, value in found.items() if value is not None}
