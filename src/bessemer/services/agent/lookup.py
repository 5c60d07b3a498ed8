"""Tell a ramdisk which node it runs on, and give it its token, once."""

import logging
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

import msgspec

from bessemer.model.errors import NotFound
from bessemer.model.masking import MASK
from bessemer.model.ramdisk import TOKEN, TOKEN_WAS_BUILT_IN, URL, Ramdisk
from bessemer.rules.ramdisk_rules import RamdiskRules
from bessemer.rules.ramdisk_states import LOOKED_UP
from bessemer.services.asking import Asking
from bessemer.store import change_log, ramdisks
from bessemer.store.transaction import Transaction

log = logging.getLogger(__name__)

RULE = "baremetal:driver:ipa_lookup"
TOKEN_SINCE = 62
"""From this microversion on a ramdisk knows what to do with a token."""
TOKEN_BYTES = 32
NOT_FOUND = "There is no node for this ramdisk, or none is expected on it now."


class LookedFor(msgspec.Struct, frozen=True, kw_only=True):
    """By what a ramdisk looks for its node."""

    uuid: str | None
    addresses: Sequence[str]
    """MAC addresses, which count only without the UUID."""
    source: str | None
    """The address that the request came from."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The node, with what is said of its token."""

    ramdisk: Ramdisk
    token: str | None
    """The token itself, once; later the mask, and nothing where there is none."""


def look_up(tx: Transaction, asking: Asking, wanted: LookedFor) -> Found | None:
    """Find the node of a ramdisk that needs no token now; None when it does, for the same is to be asked of `hand_out`.

    Reading waits for nobody, and a ramdisk looks itself up again while it is at work.
    """
    asking.caller.require(RULE)
    ramdisk = _found(tx, asking.rules.ramdisks, wanted)
    if TOKEN in ramdisk.memory:
        # An agent that has been heard of looks itself up again while it writes an image. One that has not been should
        # have been given the token itself: somebody else was.
        if asking.minor >= TOKEN_SINCE and URL not in ramdisk.memory and TOKEN_WAS_BUILT_IN not in ramdisk.memory:
            log.warning(
                "The node %s was looked up from %s and its token was not shown, as it has been given out already.",
                ramdisk.uuid,
                wanted.source or "a socket",
            )
        return Found(ramdisk=ramdisk, token=MASK)
    return Found(ramdisk=ramdisk, token=None) if asking.minor < TOKEN_SINCE else None


def look_up_without_token(tx: Transaction, asking: Asking, wanted: LookedFor) -> Ramdisk:
    """Find the node of a ramdisk that knows nothing of tokens."""
    asking.caller.require(RULE)
    return _found(tx, asking.rules.ramdisks, wanted)


def hand_out(tx: Transaction, asking: Asking, wanted: LookedFor) -> Found:
    """Make the token of a ramdisk and give it out, unless somebody else was faster."""
    ramdisk = _found(tx, asking.rules.ramdisks, wanted)
    if TOKEN in ramdisk.memory:
        return Found(ramdisk=ramdisk, token=MASK)
    token = token_urlsafe(TOKEN_BYTES)
    told = ramdisks.remember(tx, ramdisk, {TOKEN: token})
    note_of_ramdisk(tx, ramdisk.uuid, "token given to a ramdisk", source=wanted.source)
    return Found(ramdisk=told, token=token)


def _found(tx: Transaction, rules: RamdiskRules, wanted: LookedFor) -> Ramdisk:
    states = LOOKED_UP if rules.restrict_lookup else ramdisks.EVERY
    if wanted.uuid is not None:
        ramdisk = ramdisks.ramdisk_of(tx, "uuid", wanted.uuid, states)
    else:
        ramdisk = ramdisks.ramdisk_at(tx, wanted.addresses, states)
    if ramdisk is None:
        raise NotFound(NOT_FOUND)
    return ramdisk


def note_of_ramdisk(tx: Transaction, uuid: str, kind: str, **after: Any) -> None:
    """Write down what happened between a ramdisk, whom nobody knows by name, and its node."""
    change = {"uuid": str(uuid4()), "subject": "node", "subject_uuid": uuid, "kind": kind, "before": None}
    change_log.append(tx, {**change, "after": after, "by": None, "project": None})
