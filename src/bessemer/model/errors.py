"""Every way a request can be refused, free of any transport.

BessemerError
 ├─ Invalid             the request itself is wrong
 ├─ Unauthenticated     nobody is known to be asking
 ├─ Forbidden           the caller may not do this
 ├─ NotFound            the thing does not exist, or the caller may not know that it does
 ├─ WrongMethod         the thing exists and cannot be asked this way
 ├─ NotAcceptable       the requested API version does not have this
 ├─ Conflict            the present state forbids it; another time it may work
 ├─ TooLarge            the body exceeds the limit of its route
 ├─ Unavailable         no capacity now; asking again later is right
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


class TooLarge(BessemerError):
    """The request is bigger than its route accepts."""


class Unavailable(BessemerError):
    """There is no capacity now; the same request may succeed later."""


class ConfigurationError(BessemerError):
    """The server cannot start as it was set up."""
