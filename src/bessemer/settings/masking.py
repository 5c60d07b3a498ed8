"""Hides the passwords inside values before they are shown."""

import re

HIDDEN = "***"
_PASSWORD_ARGUMENT = re.compile(r"([?&][^=&]*(?:passw|passphrase|secret)[^=&]*=)[^&]*", re.IGNORECASE)


def masked_url(url: str) -> str:
    """Hide the password of a URL, wherever it stands in it."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return HIDDEN if url else ""
    # A password may hold an unescaped @ or /, so the last @ ends it and not the first.
    account, at, place = rest.rpartition("@")
    user, colon, _password = account.partition(":")
    shown = f"{user}{colon}{HIDDEN if colon else ''}{at}"
    arguments_hidden = _PASSWORD_ARGUMENT.sub(rf"\g<1>{HIDDEN}", place)
    return f"{scheme}://{shown}{arguments_hidden}"
