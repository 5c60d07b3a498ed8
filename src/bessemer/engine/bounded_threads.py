"""Threads for work that may never come back: whoever waits has a time limit, and a thread that hangs is left behind."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Condition, Thread
from time import monotonic
from typing import Any, TypeVar

from bessemer.model.errors import HardwareFailed, Unavailable

T = TypeVar("T")


class NoAnswer(HardwareFailed):
    """The time limit is over; what was begun may still be going on."""


class Job:
    """A piece of work that was handed in."""

    __slots__ = ("asked_at", "future", "has_ended", "is_left_behind", "label", "work")

    def __init__(self, label: str, work: Callable[[], Any]) -> None:
        """Wait for a thread."""
        self.label = label
        self.work = work
        self.future: Future[Any] = Future()
        self.asked_at = monotonic()
        self.has_ended = False
        self.is_left_behind = False


class BoundedThreads:
    """A bounded number of threads, started as they are needed.

    A thread cannot be stopped from outside. One whose work outlasts its limit is left behind: it is no longer counted
    as one of these, another takes its place, and it ends when its work does. How many may be left behind is bounded.
    """

    def __init__(self, name: str, most: int = 64, most_left_behind: int = 64) -> None:
        """Start without threads."""
        self._name = name
        self._most = most
        self._most_left_behind = most_left_behind
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._state = Condition()
        self._alive = 0
        self._busy = 0
        self._left_behind: list[Job] = []

    @property
    def left_behind(self) -> tuple[str, ...]:
        """Name the work that has outlasted its limit and still goes on."""
        with self._state:
            return tuple(job.label for job in self._left_behind)

    async def run(self, label: str, work: Callable[[], T], limit_s: float) -> T:
        """Do some work, giving what it gives; the label, the subject of a sentence, says in texts what it is."""
        job = self.take(label, work)
        waited = asyncio.wrap_future(job.future)
        try:
            done, _ = await asyncio.wait({waited}, timeout=limit_s)
        except asyncio.CancelledError:
            self.give_up(job)
            waited.cancel()
            raise
        if done:
            return waited.result()  # type: ignore[no-any-return]
        was_begun = self.give_up(job)
        waited.cancel()
        if was_begun:
            raise NoAnswer(f"{label} did not answer within {limit_s:g} s.")
        raise Unavailable(
            f"{label} could not be asked within {limit_s:g} s: all {self._most} threads for this were busy. "
            "Try again when there is less to do."
        )

    def start(self, label: str, work: Callable[[], object]) -> Callable[[], bool]:
        """Do some work that nobody waits for; refuse it when it could not begin at once.

        Calling what is returned leaves the work behind, should it hang.
        """
        return partial(self.give_up, self._taken(label, work, at_once=True))

    def take(self, label: str, work: Callable[[], object]) -> Job:
        """Do some work as soon as a thread is free; whoever handed it in looks at its future, or gives it up."""
        return self._taken(label, work)

    def close(self, patience_s: float) -> None:
        """Let what is running finish, for a while; threads left behind are not waited for."""
        with self._state:
            for _ in range(self._alive):
                self._queue.put(None)
            self._state.wait_for(lambda: self._alive == 0, patience_s)

    def _taken(self, label: str, work: Callable[[], Any], *, at_once: bool = False) -> Job:
        job = Job(label, work)
        with self._state:
            self._refuse_repetition(label)
            if len(self._left_behind) >= self._most_left_behind:
                raise Unavailable(self._stuck())
            if at_once and self._busy >= self._most:
                raise Unavailable(f"{label} cannot begin: all {self._most} threads for this are busy. Try again later.")
            self._busy += 1
            self._staff()
        self._queue.put(job)
        return job

    def _refuse_repetition(self, label: str) -> None:
        """Refuse what is already being waited for in vain: asking again would only cost one more thread."""
        for job in self._left_behind:
            if job.label == label:
                raise NoAnswer(
                    f"{label} has not answered since it was asked {monotonic() - job.asked_at:.0f} s ago, so it is not "
                    "asked again. See whether the machine's BMC can be reached; a restart of the conductor gives it up."
                )

    def _stuck(self) -> str:
        return (
            f"{len(self._left_behind)} pieces of work with hardware have not come back, which is as many as are borne; "
            f"the first of them: {self._left_behind[0].label}. See whether the BMCs can be reached; a restart of this "
            "conductor gives them up."
        )

    def _staff(self) -> None:
        while self._busy > self._alive and self._alive < self._most:
            self._alive += 1
            # A daemon thread, as one that hangs must not keep the process from ending.
            Thread(target=self._serve, name=self._name, daemon=True).start()

    def give_up(self, job: Job) -> bool:
        """Stop waiting for a job; tell whether it had been begun."""
        if job.future.cancel():
            return False
        with self._state:
            if not job.has_ended:
                job.is_left_behind = True
                self._left_behind.append(job)
                self._busy -= 1
                self._alive -= 1
                self._staff()
                self._state.notify_all()
        return True

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            if job.future.set_running_or_notify_cancel():
                _do(job)
            with self._state:
                job.has_ended = True
                if job.is_left_behind:
                    self._left_behind.remove(job)
                    return
                self._busy -= 1
        with self._state:
            self._alive -= 1
            self._state.notify_all()


def _do(job: Job) -> None:
    try:
        job.future.set_result(job.work())
    except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
        job.future.set_exception(error)
