"""Write the tables of docs/reference/settings.md from the table of options."""

from itertools import groupby
from pathlib import Path

from bessemer.settings.options import Option, ValueType
from bessemer.settings.shown import default_in_words
from bessemer.settings.table import OPTIONS
from bessemer.settings.values import LONGEST_TEXT

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"

BEGIN = "<!-- options: written by tools/settings_page.py -->"
END = "<!-- end of options -->"
OURS = {
    ("DEFAULT", "http_basic_roles_file"),
    ("DEFAULT", "allow_public_bind_without_auth"),
    ("DEFAULT", "enabled_drivers"),
    ("conductor", "working_timeout"),
    ("api", "ramdisk_listen"),
    ("api", "ramdisk_requests_per_minute"),
    ("agent", "look_again_interval"),
    ("api", "enable_legacy_agent_passthru"),
    ("agent", "allowed_callback_networks"),
    ("deploy", "http_listen"),
    ("json_rpc", "url"),
    ("json_rpc", "shared_key_file"),
    ("database", "keep_operations_days"),
    ("agent", "deploy_logs_timeout"),
    ("agent", "deploy_logs_max_mib"),
    ("agent", "deploy_logs_keep_days"),
    ("agent", "deploy_logs_keep_mib"),
    ("database", "keep_changes_days"),
    ("metrics", "public"),
    ("metrics", "host_ip"),
    ("metrics", "port"),
}
"""Options that Ironic does not have."""


def page(present: str) -> str:
    """Give the page with its tables as they should be, and its sentences as they are."""
    before, _, rest = present.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


def tables() -> str:
    """Give a table for each group."""
    parts = []
    for group, members in groupby(OPTIONS, key=lambda option: option.group):
        parts.append(f"## [{group}]\n\n| option | type | default | meaning |\n| --- | --- | --- | --- |")
        parts.append("\n".join(_row(option) for option in members) + "\n")
    return "\n".join(parts)


def _row(option: Option) -> str:
    mark = " *ours*" if option.key in OURS else ""
    secret = " Its password is never shown." if option.secret else ""
    cells = (f"`{option.name}`{mark}", _type(option), _default(option), option.meaning + secret)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _type(option: Option) -> str:
    if option.choices:
        return " or ".join(f"`{choice}`" for choice in option.choices)
    if option.type is ValueType.WHOLE_NUMBER:
        return f"{option.type}, {option.minimum} to {option.maximum}"
    if option.type is ValueType.TEXT:
        return f"{option.type}, at most {option.maximum or LONGEST_TEXT} characters"
    return str(option.type)


def _default(option: Option) -> str:
    words = default_in_words(option)
    if words is None:
        return "unset"
    return words if option.computed_meaning else f"`{words}`" if words else "empty"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
