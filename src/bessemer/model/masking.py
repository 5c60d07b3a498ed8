"""Which values are secrets, and what is shown in their place."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

MASK = "******"
MASK_ON_THE_WIRE = b'"******"'

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
    if isinstance(new, list) and isinstance(old, list):
        return _restored_items(new, old)
    return new


def _restored_items(new: list[Any], old: list[Any]) -> list[Any]:
    """Restore each item that has a mask from the one it was shown for; items may have moved, and each serves once."""
    looks = {place: look for place, item in enumerate(new) if MASK_ON_THE_WIRE in (look := _look(item))}
    sources = _paired(looks, [_look(masked(item)) for item in old] if looks else [])
    return [restored(item, old[sources[place]]) if place in sources else item for place, item in enumerate(new)]


def _paired(looks: Mapping[int, bytes], shown: list[bytes]) -> dict[int, int]:
    """Tell which shown item each place stems from: its own if it looks alike, else another that does, else its own."""
    pairs = {place: place for place, look in looks.items() if place < len(shown) and shown[place] == look}
    free: dict[bytes, list[int]] = {}
    for place in range(len(shown) - 1, -1, -1):
        if place not in pairs:
            free.setdefault(shown[place], []).append(place)
    pairs |= {place: free[look].pop() for place, look in looks.items() if place not in pairs and free.get(look)}
    taken = set(pairs.values())
    return pairs | {place: place for place in looks if place < len(shown) and place not in taken | pairs.keys()}


def _look(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
