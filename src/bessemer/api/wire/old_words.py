"""Values that older versions know under another word."""

from collections.abc import Mapping

OLD_WORDS: Mapping[tuple[str, str], tuple[tuple[int, Mapping[str, str | None]], ...]] = {
    ("node", "provision_state"): (
        (2, {"available": None}),
        (39, {"inspect wait": "inspecting"}),
    ),
}
"""By noun and field: below which version, which words are written how."""
