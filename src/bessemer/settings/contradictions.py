"""Finds options that are each right and together wrong."""

from collections.abc import Mapping

from bessemer.settings.options import Key
from bessemer.settings.records import Settings
from bessemer.settings.table import BY_KEY, INTERFACE_KINDS

_PUBLIC = (
    "lets other machines in while [DEFAULT] auth_strategy = noauth asks nobody for a password. "
    "Listen on 127.0.0.1, set auth_strategy = http_basic, or allow it with "
    "[DEFAULT] allow_public_bind_without_auth = true."
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
            *_defaults_not_enabled(settings),
            *_short_leases(settings),
        )
    ]


def risks(settings: Settings) -> list[str]:
    """Say what works, was explicitly allowed, and is dangerous."""
    if _is_open(settings) and settings.default.allow_public_bind_without_auth:
        return [f"[api] host_ip = {settings.api.host_ip} {_PUBLIC_ALLOWED}"]
    return []


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
