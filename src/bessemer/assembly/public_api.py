"""Join the API to the store."""

from collections.abc import Sequence

import msgspec
import os_traits
from starlette.middleware.cors import CORSMiddleware

from bessemer.api.call import Limits
from bessemer.api.edge import Edge, EdgeSettings
from bessemer.api.identity.authenticator import Authenticator, NoAuth
from bessemer.api.identity.http_basic import HttpBasic
from bessemer.api.identity.settings import HttpBasicSettings
from bessemer.api.metering import ApiMeters
from bessemer.api.policy.enforcer import PolicyEnforcer
from bessemer.api.policy.settings import PolicySettings
from bessemer.api.rate_limit import RateLimit
from bessemer.api.resources import agent_legacy
from bessemer.api.resources.changes import event_from_change
from bessemer.api.route_table import FOR_OTHERS, FOR_RAMDISKS, RESOURCES, root_routes, v1_routes
from bessemer.api.routes import Route, RouteTree
from bessemer.api.versions import LEGACY, MAXIMUM, MODERN, Versions
from bessemer.assembly.engine_settings import disallowed_steps
from bessemer.assembly.inspection import make_inspection_options
from bessemer.assembly.ramdisk_calls import ramdisk_rules
from bessemer.rules.provision_verbs import VerbOptions
from bessemer.rules.releases import highest_version
from bessemer.rules.work_limits import WorkLimits
from bessemer.services.asking import HouseRules
from bessemer.services.change_stream import ChangeFeed
from bessemer.services.desk import Desk
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.hardware import Hardware
from bessemer.services.waking import Waking
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


def make_verb_options(settings: Settings) -> VerbOptions:
    """Gather what stands in the way of verbs."""
    return VerbOptions(
        allow_provisioning_in_maintenance=settings.conductor.allow_provisioning_in_maintenance,
        disallowed=disallowed_steps(settings),
    )


def make_house_rules(settings: Settings) -> HouseRules:
    """Gather what the operator decided about requests."""
    return HouseRules(
        default_resource_class=settings.default.default_resource_class,
        default_conductor_group=settings.default.default_conductor_group,
        allow_deleting_available_nodes=settings.conductor.allow_deleting_available_nodes,
        standard_traits=frozenset(os_traits.get_traits()),
        verbs=make_verb_options(settings),
        public_metrics=settings.metrics.public,
        limits=WorkLimits(
            most_deploys=settings.conductor.max_concurrent_deploy,
            most_cleans=settings.conductor.max_concurrent_clean,
            working_timeout_s=settings.engine.timeouts_s["conductor.working_timeout"],
        ),
        ramdisks=ramdisk_rules(settings),
        inspection=make_inspection_options(settings),
    )


def make_edge(settings: Settings, database: Database, hardware: Hardware, waking: Waking, meters: ApiMeters) -> Edge:
    """Join the API to the store."""
    versions = Versions(highest_version(settings.default.pin_release_version, MAXIMUM))
    desk = Desk(database, settings.database.max_pool_size)
    return Edge(
        settings=EdgeSettings(
            max_body_bytes=settings.api.max_body_bytes,
            max_provision_body_bytes=settings.api.max_provision_body_bytes,
            max_inspection_body_bytes=settings.api.max_inspection_body_bytes,
            limits=Limits(page=settings.api.max_limit, depth=settings.api.max_json_body_depth),
            public_endpoint=settings.api.public_endpoint,
            trust_forwarded=settings.oslo_middleware.enable_proxy_headers_parsing,
        ),
        versions=versions,
        root=RouteTree(root_routes(versions.maximum, public_metrics=settings.metrics.public)),
        tree=RouteTree(v1_routes(versions.maximum, offered_routes(settings))),
        authenticator=make_authenticator(settings),
        decide=make_enforcer(settings).decide,
        desk=desk,
        hardware=hardware,
        waking=waking,
        rules=make_house_rules(settings),
        fleet=FleetWatch(),
        meters=meters,
        feed=ChangeFeed(database, desk, event_from_change),
        ramdisk_rate=RateLimit(settings.api.ramdisk_requests_per_minute),
    )


def offered_routes(settings: Settings) -> Sequence[Route]:
    """Choose what is answered where everybody asks."""
    if not settings.api.enable_ramdisk_endpoints:
        return FOR_OTHERS
    return (*RESOURCES, *_for_old_agents(settings))


def _for_old_agents(settings: Settings) -> Sequence[Route]:
    return agent_legacy.ROUTES if settings.api.enable_legacy_agent_passthru else ()


def for_ramdisks(settings: Settings, edge: Edge) -> Edge:
    """Give the same API with what ramdisks need and nothing else."""
    maximum = edge.versions.maximum
    root = [route for route in root_routes(maximum) if not route.path]
    tree = RouteTree(v1_routes(maximum, (*FOR_RAMDISKS, *_for_old_agents(settings))))
    return msgspec.structs.replace(edge, root=RouteTree(root), tree=tree)


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
        allow_headers=(*cors.allow_headers, LEGACY, MODERN),
        expose_headers=cors.expose_headers,
        max_age=cors.max_age,
    )
