"""Has images made ready beside everything else: each once, however many machines ask for it, and few at a time."""

import logging
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import msgspec

from bessemer.bootfiles.image_cache import ImageCache, ReadyImage, WantedImage
from bessemer.bootfiles.image_making import Orders, make_image
from bessemer.bootfiles.publishing import Publishing
from bessemer.clients.process import GivenUp
from bessemer.model.errors import BessemerError, HardwareFailed

log = logging.getLogger(__name__)

WORKERS = 4
"""Images that are made at the same time."""


class Making(msgspec.Struct, frozen=True, kw_only=True):
    """How far an image is that is not ready yet."""

    percent: int


class _Work:
    """One image that is being made, or could not be."""

    def __init__(self) -> None:
        self.percent = 0
        self.asking: set[str] = set()
        """Who has not been told yet that it failed, should it fail."""
        self.future: Future[ReadyImage]

    def tell(self, percent: int) -> None:
        self.percent = percent


class ImageWorks:
    """The images of one conductor: made, kept, and handed out under paths that nobody can guess."""

    def __init__(self, cache: ImageCache, publishing: Publishing, folders: Sequence[Path]) -> None:
        """Prepare; nothing is touched yet."""
        self._cache = cache
        self._publishing = publishing
        self._folders = folders
        self._works: dict[str, _Work] = {}
        self._lock = Lock()
        self._closing = Event()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="images")

    def begin(self) -> None:
        """Take the folders, and remove what a process that died has left."""
        self._cache.open()
        self._publishing.open()

    def close(self) -> None:
        """Give up what is being made: whoever asks again has it made anew."""
        self._closing.set()
        self._pool.shutdown(cancel_futures=True)
        self._cache.close()

    def ask(self, wanted: WantedImage, uuid: str) -> ReadyImage | Making:
        """Have an image made for a machine, or hear how far it is; what keeps it from that is raised to each once."""
        with self._lock:
            work = self._works.get(wanted.key)
            failed = work is not None and work.future.done() and work.future.exception() is not None
            if work is not None and failed and uuid in work.asking:
                return self._told_of_failure(wanted, work, uuid)
            if work is None or work.future.done():
                self._works.pop(wanted.key, None)
                found = self._cache.find(wanted)
                if found is not None:
                    return found
                work = self._begun(wanted)
            work.asking.add(uuid)
            return Making(percent=work.percent)

    def publish(self, wanted: WantedImage, uuid: str) -> str | None:
        """Let a machine fetch an image; gives the URL, or none where the image had to make room meanwhile."""
        return self._publishing.publish(self._cache.path_of(wanted), uuid)

    def withdraw(self, uuid: str) -> None:
        """Let a machine fetch nothing any more."""
        self._publishing.withdraw(uuid)

    def _begun(self, wanted: WantedImage) -> _Work:
        work = self._works[wanted.key] = _Work()
        orders = Orders(tell=work.tell, is_wanted=lambda: not self._closing.is_set())
        work.future = self._pool.submit(self._made, wanted, orders)
        return work

    def _made(self, wanted: WantedImage, orders: Orders) -> ReadyImage:
        try:
            return make_image(wanted, self._cache, self._folders, orders)
        except BessemerError:
            raise
        except GivenUp as error:
            raise HardwareFailed("The server was stopped while it made the image ready.") from error
        except OSError as error:
            raise HardwareFailed(f"The image cannot be kept: {error}.") from error
        except Exception:
            log.exception("Making the image from %s ready failed inside the server.", wanted.source)
            raise

    def _told_of_failure(self, wanted: WantedImage, work: _Work, uuid: str) -> ReadyImage:
        work.asking.discard(uuid)
        if not work.asking:
            del self._works[wanted.key]
        return work.future.result()
