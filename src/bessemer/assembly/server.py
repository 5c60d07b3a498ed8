"""Join the rooms into a server that answers HTTP."""

from collections.abc import Callable

import os_traits
from starlette.middleware.cors import CORSMiddleware

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
from bessemer.assembly.database import opened_database
from bessemer.assembly.listening import answer_until_stopped, open_socket, shown_address
from bessemer.drivers.catalogue import HARDWARE_TYPES
from bessemer.engine.lease import Lease, LeaseSettings
from bessemer.rules.offers import offered_interfaces
from bessemer.services.asking import HouseRules
from bessemer.services.desk import Desk
from bessemer.services.fleet_watch import FleetWatch
from bessemer.settings.records import Settings
from bessemer.store.database import Database


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


def serve(settings: Settings, *, conductor: bool, announce: Callable[[str], None]) -> None:
    """Answer until told to stop; with `conductor`, serve nodes as well."""
    with open_socket(settings.api) as listener, opened_database(settings) as database:
        lease = make_lease(settings, database) if conductor else None
        edge = make_edge(settings, database, FleetWatch())
        if lease is not None:
            lease.begin()
        try:
            app = with_cors(settings, edge)
            answer_until_stopped(settings.api, app, listener, lambda: announce(shown_address(settings.api, listener)))
        finally:
            if lease is not None:
                lease.end()
            edge.desk.close()
