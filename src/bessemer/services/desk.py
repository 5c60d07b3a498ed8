"""Where requests are taken: runs a use case in one transaction, off the event loop when it may wait."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from bessemer.model.errors import BessemerError, Unavailable
from bessemer.store.database import Database
from bessemer.store.outages import is_outage
from bessemer.store.transaction import Transaction

P = ParamSpec("P")
T = TypeVar("T")
Deed = Callable[Concatenate[Transaction, P], T]

log = logging.getLogger(__name__)


class Desk:
    """The threads in which use cases run against one database."""

    def __init__(self, database: Database, threads: int = 8) -> None:
        """Start without threads; they come with the work."""
        self._database = database
        self._readers = ThreadPoolExecutor(min(threads, 4) if database.is_embedded else threads, "reading")
        # One file has one writer: a second thread would only wait for the first.
        self._writers = ThreadPoolExecutor(1 if database.is_embedded else threads, "writing")

    async def read(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that only reads."""
        work = partial(self._database.read, deed, *args, **kwargs)
        with self._outages_told():
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def glance(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that reads a handful of rows.

        From an embedded file that takes less time than waking a thread would, so it happens at once.
        """
        if self._database.is_embedded:
            with self._outages_told():
                return self._database.glance(deed, *args, **kwargs)
        return await self.read(deed, *args, **kwargs)

    async def write(self, deed: Deed[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a use case that writes."""
        work = partial(self._database.write, deed, *args, **kwargs)
        with self._outages_told():
            return await asyncio.get_running_loop().run_in_executor(self._writers, work)

    @contextmanager
    def _outages_told(self) -> Iterator[None]:
        """Tell the caller that it is the database that cannot be used; nothing of the request was kept then."""
        try:
            yield
        except BessemerError:
            raise
        except Exception as error:
            if not is_outage(self._database, error):
                raise
            log.warning("A request was refused, as the database cannot be used: %s", error)
            raise Unavailable(
                "The database cannot be used at the moment, so nothing was changed. Ask again in a while; the server's "
                "log has what the database says."
            ) from error

    def close(self) -> None:
        """Let what is running finish, and stop."""
        self._writers.shutdown()
        self._readers.shutdown()
