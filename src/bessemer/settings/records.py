"""What the server was told to be: one frozen record per group of options."""

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from typing_extensions import override

from bessemer.settings.evidence_options import EvidenceSettings
from bessemer.settings.image_records import ImageSettings, place_from_text
from bessemer.settings.masking import masked_url

KIB = 1024


def is_this_machine(host: str) -> bool:
    """Tell whether what listens at an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


class DefaultSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns the server as a whole: the group DEFAULT."""

    auth_strategy: Literal["noauth", "http_basic"]
    http_basic_auth_user_file: Path | None
    http_basic_roles_file: Path | None
    allow_public_bind_without_auth: bool
    host: str
    state_path: Path
    graceful_shutdown_timeout: int
    drain_shutdown_timeout: int
    debug: bool
    debug_tracebacks_in_api: bool
    pin_release_version: str | None
    default_resource_class: str | None
    default_conductor_group: str


class HardwareSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which hardware types and interfaces are switched on: the enabled_ and default_ options of DEFAULT."""

    enabled_types: tuple[str, ...]
    enabled_classic: tuple[str, ...]
    """Drivers whose interfaces are wired into them."""
    enabled_interfaces: Mapping[str, tuple[str, ...]]
    """For each kind of interface the names switched on; none means every one the enabled types know."""
    default_interfaces: Mapping[str, str | None]
    """For each kind of interface the name that a new node gets; None leaves it to its hardware type."""
    fake_delays: Mapping[str, str]
    """How long the deeds of pretended machines take, by the names of the options."""


class ApiSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the API listens and what it accepts."""

    host_ip: str
    port: int
    unix_socket: Path | None
    public_endpoint: str | None
    enable_ssl_api: bool
    cert_file: Path | None
    key_file: Path | None
    server_tls_minimum_version: Literal["1.2", "1.3"]
    server_tls_ciphers: str | None
    max_limit: int
    max_json_body_size: int
    max_json_body_size_provision: int
    max_json_body_size_inspection: int
    max_json_body_depth: int
    restrict_lookup: bool
    ramdisk_heartbeat_timeout: int
    ramdisk_requests_per_minute: int
    ramdisk_listen: str | None
    enable_ramdisk_endpoints: bool
    enable_legacy_agent_passthru: bool
    disallow_clean_steps: tuple[str, ...]
    disallow_deploy_steps: tuple[str, ...]
    disallow_service_steps: tuple[str, ...]
    network_data_schema: Path | None

    @property
    def ramdisk_place(self) -> tuple[str, int] | None:
        """The address and the port for ramdisks; a ValueError where what is set is neither."""
        return None if self.ramdisk_listen is None else place_from_text(self.ramdisk_listen)

    @property
    def max_body_bytes(self) -> int:
        """The limit of an ordinary body in bytes; the option counts KiB, as Ironic's does."""
        return self.max_json_body_size * KIB

    @property
    def max_provision_body_bytes(self) -> int:
        """The limit of a body for states/provision in bytes."""
        return self.max_json_body_size_provision * KIB

    @property
    def max_inspection_body_bytes(self) -> int:
        """The limit of a body for continue_inspection in bytes."""
        return self.max_json_body_size_inspection * KIB

    @property
    def is_private(self) -> bool:
        """Whether only programs on this machine can reach the API."""
        return self.unix_socket is not None or is_this_machine(self.host_ip)


class ProxySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a proxy in front of the API is believed: the group oslo_middleware."""

    enable_proxy_headers_parsing: bool


class ConductorSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which machines this conductor looks after and when it counts as dead."""

    conductor_group: str
    heartbeat_interval: int
    heartbeat_timeout: int
    allow_deleting_available_nodes: bool
    allow_provisioning_in_maintenance: bool
    max_concurrent_deploy: int
    max_concurrent_clean: int
    sync_power_state_interval: int
    sync_power_state_workers: int
    power_state_sync_max_retries: int
    force_power_state_during_sync: bool
    power_failure_recovery_interval: int
    node_history_max_entries: int
    node_history_minimum_days: int
    node_history_cleanup_interval: int
    node_history_cleanup_batch_count: int


class AgentSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How agents are called: the group agent."""

    require_tls: bool
    allowed_callback_networks: tuple[str, ...]
    command_timeout: int
    look_again_interval: int
    allow_md5_checksum: bool


class DeploySettings(msgspec.Struct, frozen=True, kw_only=True):
    """How instances get onto machines: the group deploy."""

    external_callback_url: str | None


class WorkSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How machines are worked on: options of the groups conductor and deploy."""

    workers: int
    timeouts_s: Mapping[str, int]
    """For how long nodes may stay in states, by option."""
    automated_clean: bool
    poweroff_in_cleanfail: bool
    poweroff_in_servicefail: bool
    power_off_after_deploy_failure: bool
    clean_step_priority_override: tuple[str, ...]
    verify_step_priority_override: tuple[str, ...]
    step_priorities: Mapping[str, int | None]
    """Of single steps of cleaning, by option."""


class InspectorSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is made of the reports of machines: the group inspector."""

    default_hooks: tuple[str, ...]
    hooks: tuple[str, ...]
    add_ports: str
    keep_ports: str
    update_pxe_enabled: bool
    disk_partitioning_spacing: bool
    cpu_capabilities: tuple[str, ...]
    pci_device_alias: str | None
    physical_network_cidr_map: tuple[str, ...]
    extra_kernel_params: str
    callback_endpoint_override: str | None
    power_off: bool


class InspectionRulesSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What inspection rules get to see: the group inspection_rules."""

    mask_secrets: str


class DiscoverySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whether unknown machines are enrolled: the group auto_discovery."""

    enabled: bool
    driver: str | None


class InventorySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where inventories are kept: the group inventory."""

    data_backend: str


class RpcSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How processes of one installation ask each other: the group json_rpc."""

    host_ip: str
    port: int
    url: str | None
    shared_key_file: Path | None


class DatabaseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where facts are kept."""

    connection: str | None
    """The database's URL, password included; None means a SQLite file in the data folder."""
    max_pool_size: int
    max_overflow: int
    pool_timeout: int
    connection_recycle_time: int
    keep_operations_days: int
    keep_changes_days: int

    @override
    def __repr__(self) -> str:
        """Show the record without the password, because a record ends up in logs."""
        return f"DatabaseSettings(connection={masked_url(self.connection or '')!r}, …)"


class CorsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which web pages of other origins may call the API."""

    allowed_origin: tuple[str, ...]
    allow_credentials: bool
    expose_headers: tuple[str, ...]
    allow_headers: tuple[str, ...]
    allow_methods: tuple[str, ...]
    max_age: int


class PolicySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which files change the built-in rules: the group oslo_policy."""

    policy_file: Path | None
    policy_dirs: tuple[Path, ...]


class HealthcheckSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whether /healthcheck answers."""

    enabled: bool


class MetricsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who may read the measurements of this process: the group metrics."""

    public: bool
    host_ip: str
    port: int | None

    @property
    def is_open(self) -> bool:
        """Whether a conductor that is no API shows them to other machines."""
        return self.port is not None and not is_this_machine(self.host_ip)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the server was told to be."""

    default: DefaultSettings
    hardware: HardwareSettings
    api: ApiSettings
    oslo_middleware: ProxySettings
    conductor: ConductorSettings
    agent: AgentSettings
    evidence: EvidenceSettings
    deploy: DeploySettings
    images: ImageSettings
    engine: WorkSettings
    inspector: InspectorSettings
    inspection_rules: InspectionRulesSettings
    auto_discovery: DiscoverySettings
    inventory: InventorySettings
    json_rpc: RpcSettings
    database: DatabaseSettings
    cors: CorsSettings
    oslo_policy: PolicySettings
    healthcheck: HealthcheckSettings
    metrics: MetricsSettings
