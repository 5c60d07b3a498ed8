"""What ramdisks are to know and may say, and the place that is for them alone."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

from bessemer.assembly.listening import tcp_socket
from bessemer.drivers.agent.options import AgentOptions, LogOptions
from bessemer.rules.callback_addresses import DEFAULT_PORTS, CallbackRules, Place
from bessemer.rules.ramdisk_rules import RamdiskRules
from bessemer.settings.records import Settings

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - how an operator says it, not a place we listen at


def ramdisk_rules(settings: Settings) -> RamdiskRules:
    """Gather what the operator decided."""
    return RamdiskRules(
        restrict_lookup=settings.api.restrict_lookup,
        heartbeat_timeout_s=settings.api.ramdisk_heartbeat_timeout,
        allow_md5=settings.agent.allow_md5_checksum,
        callback=CallbackRules(
            require_tls=settings.agent.require_tls,
            networks=settings.agent.allowed_callback_networks,
            own=own_places(settings),
        ),
    )


def own_places(settings: Settings) -> frozenset[Place]:
    """List where this server listens, as far as the settings say; where else it does shows with each request."""
    places = {(settings.api.host_ip, settings.api.port), (settings.json_rpc.host_ip, settings.json_rpc.port)}
    if settings.api.ramdisk_place is not None:
        places.add(settings.api.ramdisk_place)
    for url in (settings.api.public_endpoint, settings.json_rpc.url, settings.deploy.external_callback_url):
        if url:
            parts = urlsplit(url)
            places.add(((parts.hostname or "").lower(), parts.port or DEFAULT_PORTS.get(parts.scheme.lower(), 0)))
    return frozenset(places)


def url_for_ramdisks(settings: Settings) -> str:
    """Tell under which URL ramdisks reach this server."""
    api = settings.api
    told = settings.deploy.external_callback_url or api.public_endpoint
    if told:
        return told.rstrip("/")
    host, port = api.ramdisk_place or (api.host_ip, api.port)
    if host in EVERYWHERE:
        host = settings.default.host
    return f"{'https' if api.enable_ssl_api else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"


def agent_options(settings: Settings) -> AgentOptions:
    """Say what the operator decided about agents in the words of the drivers."""
    return AgentOptions(
        api_url=url_for_ramdisks(settings),
        networks=settings.agent.allowed_callback_networks,
        command_limit_s=settings.agent.command_timeout,
        look_again_s=settings.agent.look_again_interval,
        allow_md5=settings.agent.allow_md5_checksum,
        logs=LogOptions(
            limit_s=settings.evidence.timeout,
            most_bytes=settings.evidence.file_bytes,
            when_all_is_well=settings.evidence.collect == "always",
        ),
        fetches_images=settings.images.image_download_source == "local",
        unpacks_images=settings.images.force_raw_images,
        image_folders=tuple(map(Path, settings.images.file_url_allowed_paths)),
    )


def open_ramdisk_socket(settings: Settings) -> socket.socket | None:
    """Take the address for ramdisks, where there is one."""
    place = settings.api.ramdisk_place
    return None if place is None else tcp_socket("api", *place, options="[api]ramdisk_listen")
