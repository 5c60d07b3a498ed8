"""Which values are secrets, and what is shown in their place."""

import re
from collections.abc import Mapping
from typing import Any

MASK = "******"

SECRET_WORDS = (
    "passw",
    "passphrase",
    "admin_?pass",
    "secret",
    "token",
    "credential",
    "priv(ate)?_?key",
    "ssh_key",
    "(auth|api|access|fernet|encryption)_?key",
    "community",
    "ipmi_hex_kg_key",
    "hmac",
)
SECRET = re.compile("|".join(SECRET_WORDS), re.IGNORECASE)

ALSO_HIDDEN: Mapping[str, frozenset[str]] = {"instance_info": frozenset({"configdrive", "image_url"})}
"""Keys of one field that are hidden whatever they are called."""


def masked(value: Any) -> Any:
    """Copy a JSON value with the secrets in it hidden, however deep they lie."""
    if isinstance(value, dict):
        return {key: MASK if _is_secret(key, inner) else masked(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [masked(item) for item in value]
    return value


def masked_document(field: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Copy the JSON object of a field with its secrets hidden."""
    hidden = ALSO_HIDDEN.get(field, frozenset())
    shown: dict[str, Any] = masked(dict(document))
    shown.update((key, MASK) for key in hidden & shown.keys())
    return shown


def _is_secret(key: str, value: Any) -> bool:
    """Tell by its name whether a value is a secret; flags such as agent_token_required are not."""
    return value is not None and not isinstance(value, bool) and SECRET.search(key) is not None


def restored(new: Any, old: Any) -> Any:
    """Put secrets back where a client returned the mask it was shown, so that none is overwritten by it."""
    if new == MASK and old is not None:
        return old
    if isinstance(new, dict) and isinstance(old, dict):
        return {key: restored(value, old.get(key)) for key, value in new.items()}
    return new
