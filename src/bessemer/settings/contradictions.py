"""Finds options that are each right and together wrong."""

import ipaddress
from collections.abc import Mapping

from bessemer.settings.options import Key
from bessemer.settings.records import Settings
from bessemer.settings.table import BY_KEY, INTERFACE_KINDS

_PUBLIC = (
    "lets other machines in while [DEFAULT] auth_strategy = noauth asks nobody for a password. "
    "Listen on 127.0.0.1, set auth_strategy = http_basic, or allow it with "
    "[DEFAULT] allow_public_bind_without_auth = true."
)
_OLD_AGENTS = (
    "is deprecated: it lets everybody on the network of the ramdisks pass for one. Build the ramdisks anew with a "
    "present ironic-python-agent, and switch it off."
)
_PUBLIC_ALLOWED = "lets everybody who can reach it do everything: nobody is asked for a password."


def contradictions(settings: Settings, sources: Mapping[Key, str]) -> list[str]:
    """Say what cannot work together."""
    return [
        f"{BY_KEY[key].title} ({sources[key]}) {problem}"
        for key, problem in (
            *_open_doors(settings),
            *_open_metrics(settings),
            *_missing_files(settings),
            *_unreadable_addresses(settings),
            *_unusable_for_images(settings),
            *_defaults_not_enabled(settings),
            *_short_leases(settings),
        )
    ]


def risks(settings: Settings) -> list[str]:
    """Say what works, was explicitly allowed, and is dangerous."""
    found = []
    if _is_open(settings) and settings.default.allow_public_bind_without_auth:
        found.append(f"[api] host_ip = {settings.api.host_ip} {_PUBLIC_ALLOWED}")
    if settings.api.enable_legacy_agent_passthru:
        found.append(f"[api] enable_legacy_agent_passthru = true {_OLD_AGENTS}")
    return found


def _is_open(settings: Settings) -> bool:
    return settings.default.auth_strategy == "noauth" and not settings.api.is_private


def _open_doors(settings: Settings) -> list[tuple[Key, str]]:
    if _is_open(settings) and not settings.default.allow_public_bind_without_auth:
        return [(("api", "host_ip"), f"= {settings.api.host_ip} {_PUBLIC}")]
    return []


def _open_metrics(settings: Settings) -> list[tuple[Key, str]]:
    metrics = settings.metrics
    if not metrics.is_open or metrics.public:
        return []
    problem = (
        f"= {metrics.host_ip} shows the measurements to other machines without a log-in. Set it to 127.0.0.1, or allow "
        "that with [metrics] public = true."
    )
    return [(("metrics", "host_ip"), problem)]


def _missing_files(settings: Settings) -> list[tuple[Key, str]]:
    default, api = settings.default, settings.api
    needs = (
        (
            default.auth_strategy == "http_basic" and default.http_basic_auth_user_file is None,
            ("DEFAULT", "auth_strategy"),
            "= http_basic needs a file of users: set [DEFAULT] http_basic_auth_user_file.",
        ),
        (
            api.enable_ssl_api and api.cert_file is None,
            ("api", "enable_ssl_api"),
            "= true needs a certificate: set [api] cert_file.",
        ),
        (
            api.enable_ssl_api and api.key_file is None,
            ("api", "enable_ssl_api"),
            "= true needs a private key: set [api] key_file.",
        ),
    )
    return [(key, problem) for is_missing, key, problem in needs if is_missing]


def _unreadable_addresses(settings: Settings) -> list[tuple[Key, str]]:
    found: list[tuple[Key, str]] = []
    try:
        place = settings.api.ramdisk_place
    except ValueError:
        place = None
        found.append((("api", "ramdisk_listen"), "must be an address and a port, as in 192.0.2.1:6386."))
    for network in settings.agent.allowed_callback_networks:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            key = ("agent", "allowed_callback_networks")
            found.append((key, f"has {network!r}, which is no network; write them as 192.0.2.0/24."))
    if place is None and not found and not settings.api.enable_ramdisk_endpoints:
        key = ("api", "enable_ramdisk_endpoints")
        found.append((key, "= false leaves ramdisks without a place to call: set [api] ramdisk_listen."))
    return found


def _unusable_for_images(settings: Settings) -> list[tuple[Key, str]]:
    found: list[tuple[Key, str]] = []
    try:
        _ = settings.images.listen_place
    except ValueError:
        found.append((("deploy", "http_listen"), "must be an address and a port, as in 192.0.2.1:8080."))
    for folder in settings.images.file_url_allowed_paths:
        if not folder.startswith("/") or not folder.strip("/"):
            key = ("conductor", "file_url_allowed_paths")
            found.append((key, f"has {folder!r}, and only whole paths of folders below / can be allowed."))
    return found


def _short_leases(settings: Settings) -> list[tuple[Key, str]]:
    conductor = settings.conductor
    least = 2 * conductor.heartbeat_interval
    if conductor.heartbeat_timeout >= least:
        return []
    problem = f"= {conductor.heartbeat_timeout} is less than twice [conductor] heartbeat_interval; set it to {least}."
    return [(("conductor", "heartbeat_timeout"), problem)]


def _defaults_not_enabled(settings: Settings) -> list[tuple[Key, str]]:
    found: list[tuple[Key, str]] = []
    for kind in INTERFACE_KINDS:
        chosen = settings.hardware.default_interfaces[kind]
        enabled = settings.hardware.enabled_interfaces[kind]
        if chosen and enabled and chosen not in enabled:
            key = ("DEFAULT", f"default_{kind}_interface")
            found.append((key, f"= {chosen} is not among [DEFAULT] enabled_{kind}_interfaces; add it there."))
    return found
