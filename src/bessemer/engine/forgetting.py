"""Forgets the ramdisk of a machine before the machine is switched off or restarted, and when its work is over."""

from collections.abc import Callable

import msgspec

from bessemer.drivers.contract.node_view import Turn
from bessemer.drivers.contract.outcome import First, Learned, Outcome
from bessemer.engine.flow import Refused, Written
from bessemer.engine.work import Work
from bessemer.rules.ramdisk_states import forgotten_with_ramdisk, forgotten_with_work
from bessemer.store.transaction import Transaction

FORGOTTEN = {"ramdisk": "forgotten"}


def with_ramdisk_forgotten(work: Work, deed: Callable[[Turn], Outcome]) -> Outcome:
    """Do something that ends the ramdisk, once it is written down that what was known of it holds no longer.

    The next ramdisk may ask for its token before the deed is known to be done.
    """
    gone = forgotten_with_ramdisk(work.node.driver_internal_info)
    if gone and work.turn.memo is None:
        return First(calls=(), memo=FORGOTTEN, learned=Learned(remembered=gone))
    return deed(msgspec.structs.replace(work.turn, memo=None) if work.turn.memo == FORGOTTEN else work.turn)


def forget_ramdisk(_: Transaction, work: Work) -> Written | Refused:
    """Forget it because the work is over for which it was booted."""
    return Written(remembered=forgotten_with_work(work.node.driver_internal_info))
