"""Keep this conductor's rows: registered at the start, its lease renewed, withdrawn at the end."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from time import monotonic
from typing import Any

import msgspec

from bessemer.store.database import Database
from bessemer.store.fleet import register, renew_lease, withdraw
from bessemer.store.moments import text_from_moment
from bessemer.store.outages import is_outage

log = logging.getLogger(__name__)


class LeaseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who this conductor is and how long its word holds."""

    host: str
    group: str = ""
    url: str | None = None
    renew_s: float = 5.0
    good_for_s: float = 20.0
    """After how long others may take over what is done here."""
    trusted_for: float = 0.7
    """For which part of that machines are touched here: what is begun then still ends in time."""


class Lease:
    """The claim of one process to serve under one name."""

    def __init__(
        self,
        settings: LeaseSettings,
        database: Database,
        offered: Sequence[dict[str, Any]],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Prepare; nothing is written before `begin`."""
        self._settings = settings
        self._database = database
        self._offered = offered
        self._now = now
        self._ended = Event()
        self._trusted_until = 0.0
        self._thread = Thread(target=self._renew_until_ended, name="lease", daemon=True)
        self.generation = 0
        """The life that this process is of the conductor of its name."""

    def begin(self) -> None:
        """Register and keep renewing."""
        conductor = {
            "hostname": self._settings.host,
            "url": self._settings.url,
            "conductor_group": self._settings.group,
            "lease_until": self._until(),
        }
        begun_s = monotonic()
        self.generation = self._database.write(register, conductor, self._offered)
        self._trust(begun_s)
        self._thread.start()

    def may_act(self) -> bool:
        """Tell whether nobody else can have taken over what is done here."""
        return monotonic() < self._trusted_until

    def end(self) -> None:
        """Stop renewing and withdraw, so that others need not wait for the lease to run out."""
        if self._thread.is_alive():
            self._ended.set()
            self._thread.join()
            try:
                self._database.write(withdraw, self._settings.host, self.generation)
            except Exception as error:
                if not is_outage(self._database, error):
                    raise
                log.warning("The conductor could not be withdrawn, so others wait until its lease is over: %s", error)

    def _trust(self, renewed_s: float) -> None:
        """Count from before the renewal was asked for, as nobody knows how long it was under way."""
        self._trusted_until = renewed_s + self._settings.trusted_for * self._settings.good_for_s

    def _until(self) -> str:
        return text_from_moment(self._now() + timedelta(seconds=self._settings.good_for_s))

    def _renew_until_ended(self) -> None:
        while not self._ended.wait(self._settings.renew_s):
            begun_s = monotonic()
            try:
                held = self._database.write(renew_lease, self._settings.host, self.generation, self._until())
            except Exception as error:
                if is_outage(self._database, error):
                    log.warning("The lease of the conductor %s could not be renewed: %s", self._settings.host, error)
                else:
                    log.exception("The lease of the conductor %s could not be renewed.", self._settings.host)
                continue
            if held:
                self._trust(begun_s)
            else:
                self._trusted_until = 0.0
                log.error(
                    "Another process has registered as the conductor %s. This one no longer serves nodes; "
                    "give each process a [DEFAULT]host of its own and restart it.",
                    self._settings.host,
                )
                return
