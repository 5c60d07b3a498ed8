"""The way from a request to the conductor that has work now; assembly says what it is made of."""

from typing import Protocol

from bessemer.model.fleet import Host


class Waking(Protocol):
    """Tells conductors that there is something to do."""

    def wake(self, host: Host) -> None:
        """Have a conductor look for work now; it returns at once, and nothing is lost if nobody hears it.

        Work is written down before, and conductors look for it by themselves as well, only later.
        """
