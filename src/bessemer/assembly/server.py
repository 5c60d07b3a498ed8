"""Join the rooms into a server that answers HTTP."""

import asyncio
import logging
import signal
import ssl
import sys
from collections.abc import Callable
from socket import socket

import os_traits
import uvicorn
from starlette.middleware.cors import CORSMiddleware
from typing_extensions import override

from bessemer.api.call import Limits
from bessemer.api.edge import Edge, EdgeSettings
from bessemer.api.identity.authenticator import Authenticator, NoAuth
from bessemer.api.identity.http_basic import HttpBasic
from bessemer.api.identity.settings import HttpBasicSettings
from bessemer.api.policy.enforcer import PolicyEnforcer
from bessemer.api.policy.settings import PolicySettings
from bessemer.api.route_table import root_routes, v1_routes
from bessemer.api.routes import RouteTree
from bessemer.api.versions import LEGACY, Versions
from bessemer.drivers.catalogue import HARDWARE_TYPES
from bessemer.engine.lease import Lease, LeaseSettings
from bessemer.rules.offers import offered_interfaces
from bessemer.services.asking import HouseRules
from bessemer.services.desk import Desk
from bessemer.services.fleet_watch import FleetWatch
from bessemer.settings.records import Settings
from bessemer.store.database import Database

log = logging.getLogger(__name__)


def make_authenticator(settings: Settings) -> Authenticator:
    """Choose how callers are told apart."""
    if settings.default.auth_strategy == "noauth":
        return NoAuth()
    roles = settings.default.http_basic_roles_file
    return HttpBasic(
        HttpBasicSettings(
            user_file=str(settings.default.http_basic_auth_user_file),
            roles_file=None if roles is None else str(roles),
        )
    )


def make_enforcer(settings: Settings) -> PolicyEnforcer:
    """Read the policy."""
    file = settings.oslo_policy.policy_file
    return PolicyEnforcer(
        PolicySettings(
            policy_file=None if file is None else str(file),
            policy_dirs=tuple(str(folder) for folder in settings.oslo_policy.policy_dirs),
        )
    )


def make_edge(settings: Settings, database: Database, fleet: FleetWatch) -> Edge:
    """Join the API to the store."""
    versions = Versions()
    return Edge(
        settings=EdgeSettings(
            max_body_bytes=settings.api.max_body_bytes,
            limits=Limits(page=settings.api.max_limit, depth=settings.api.max_json_body_depth),
            public_endpoint=settings.api.public_endpoint,
            trust_forwarded=settings.oslo_middleware.enable_proxy_headers_parsing,
        ),
        versions=versions,
        root=RouteTree(root_routes(versions.maximum)),
        tree=RouteTree(v1_routes(versions.maximum)),
        authenticator=make_authenticator(settings),
        decide=make_enforcer(settings).decide,
        desk=Desk(database, settings.database.max_pool_size),
        rules=HouseRules(
            default_resource_class=settings.default.default_resource_class,
            default_conductor_group=settings.default.default_conductor_group,
            allow_deleting_available_nodes=settings.conductor.allow_deleting_available_nodes,
            standard_traits=frozenset(os_traits.get_traits()),
        ),
        fleet=fleet,
    )


def make_lease(settings: Settings, database: Database) -> Lease:
    """Prepare the conductor's place in the fleet."""
    offered = offered_interfaces(
        HARDWARE_TYPES,
        settings.hardware.enabled_types,
        settings.hardware.enabled_interfaces,
        settings.hardware.default_interfaces,
    )
    return Lease(LeaseSettings(host=settings.default.host, group=settings.conductor.conductor_group), database, offered)


def with_cors(settings: Settings, app: Edge) -> Edge | CORSMiddleware:
    """Let web pages of other origins call the API, where the operator allows it."""
    cors = settings.cors
    if not cors.allowed_origin:
        return app
    return CORSMiddleware(
        app,
        allow_origins=cors.allowed_origin,
        allow_credentials=cors.allow_credentials and "*" not in cors.allowed_origin,
        allow_methods=cors.allow_methods,
        allow_headers=(*cors.allow_headers, LEGACY),
        expose_headers=cors.expose_headers,
        max_age=cors.max_age,
    )


def make_uvicorn(settings: Settings, app: Edge, announce: Callable[[str], None]) -> uvicorn.Server:
    """Prepare the HTTP server."""
    api = settings.api
    config = uvicorn.Config(
        with_cors(settings, app),
        host=api.host_ip,
        port=api.port,
        uds=None if api.unix_socket is None else str(api.unix_socket),
        http="httptools",
        loop="uvloop",
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=60,
        ssl_certfile=str(api.cert_file) if api.enable_ssl_api else None,
        ssl_keyfile=str(api.key_file) if api.enable_ssl_api and api.key_file else None,
    )
    config.load()
    if config.ssl is not None:
        oldest = ssl.TLSVersion.TLSv1_3 if api.server_tls_minimum_version == "1.3" else ssl.TLSVersion.TLSv1_2
        config.ssl.minimum_version = oldest
    return AnnouncingServer(config, lambda: announce(shown_address(settings)))


def shown_address(settings: Settings) -> str:
    """Write where the server answers, for people."""
    api = settings.api
    if api.unix_socket is not None:
        return f"unix:{api.unix_socket}"
    host = f"[{api.host_ip}]" if ":" in api.host_ip else api.host_ip
    return f"{'https' if api.enable_ssl_api else 'http'}://{host}:{api.port}"


def serve(settings: Settings, database: Database, *, conductor: bool, announce: Callable[[str], None]) -> None:
    """Answer until told to stop; with `conductor`, serve nodes as well."""
    lease = make_lease(settings, database) if conductor else None
    edge = make_edge(settings, database, FleetWatch())
    server = make_uvicorn(settings, edge, announce)
    if lease is not None:
        lease.begin()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again once it has stopped
    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(server.serve())
    finally:
        if lease is not None:
            lease.end()
        edge.desk.close()
        database.close()


class AnnouncingServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        """Remember what to do once requests are taken."""
        super().__init__(config)
        self._announce = announce

    @override
    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()
