"""Every way a request can be refused, free of any transport.

BessemerError
 ├─ Invalid             the request itself is wrong
 │   └─ Unsupported     the hardware, or its driver, cannot do it
 ├─ Unauthenticated     nobody is known to be asking
 ├─ Forbidden           the caller may not do this
 ├─ NotFound            the thing does not exist, or the caller may not know that it does
 ├─ WrongMethod         the thing exists and cannot be asked this way
 ├─ NotAcceptable       the requested API version does not have this
 ├─ Conflict            the present state forbids it; another time it may work
 │   └─ Busy            somebody is at work on it; asking again later is right
 ├─ TooLarge            the body exceeds the limit of its route
 ├─ TooOften            the same source asks too often
 ├─ Unavailable         no capacity now; asking again later is right
 │   └─ NotReached      nobody was there to be asked, so nothing was begun
 ├─ HardwareFailed      the machine, or the way to it, did not do what it was asked
 └─ ConfigurationError  the server was set up in a way that cannot work
"""


class BessemerError(Exception):
    """A refusal whose text is meant for the person who asked."""

    def __init__(self, message: str) -> None:
        """Keep the text that the person will read."""
        super().__init__(message)
        self.message = message


class Invalid(BessemerError):
    """The request itself is wrong: asking again unchanged cannot help."""


class Unsupported(Invalid):
    """The interface that serves the machine cannot do this."""


class Unauthenticated(BessemerError):
    """Credentials are missing or wrong."""


class Forbidden(BessemerError):
    """The caller is known and may not do this."""


class NotFound(BessemerError):
    """The thing does not exist, or the caller may not learn that it does."""


class WrongMethod(BessemerError):
    """The path exists and does not take this method."""


class NotAcceptable(BessemerError):
    """The requested API version does not have what was asked for."""


class Conflict(BessemerError):
    """The present state of the thing forbids the request."""


class Busy(Conflict):
    """Somebody is at work on the thing: the same request may succeed when that is done."""


class TooLarge(BessemerError):
    """The request is bigger than its route accepts."""


class TooOften(BessemerError):
    """The same source has asked too often lately: the same request may succeed in a moment."""


class Unavailable(BessemerError):
    """There is no capacity now; the same request may succeed later."""


class NotReached(Unavailable):
    """The connection was refused: nothing was begun, so another may be asked."""


class HardwareFailed(BessemerError):
    """The machine was asked and did not do it; the text says which, why, and what to do."""


class ConfigurationError(BessemerError):
    """The server cannot start as it was set up."""
