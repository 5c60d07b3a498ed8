"""The table of every option."""

from bessemer.rules.releases import RELEASES
from bessemer.settings import surroundings
from bessemer.settings.evidence_options import EVIDENCE_OPTIONS
from bessemer.settings.image_options import IMAGE_OPTIONS
from bessemer.settings.inspection_options import INSPECTION_OPTIONS
from bessemer.settings.options import Key, Option, ValueType
from bessemer.settings.upkeep_options import CONDUCTOR_UPKEEP, DATABASE_UPKEEP, METRICS
from bessemer.settings.work_options import WORK_OPTIONS

INTERFACE_KINDS = (
    "bios",
    "boot",
    "console",
    "deploy",
    "firmware",
    "inspect",
    "management",
    "network",
    "power",
    "raid",
    "rescue",
    "storage",
    "vendor",
)

_VERSION_HEADERS = (
    "X-OpenStack-Ironic-API-Maximum-Version",
    "X-OpenStack-Ironic-API-Minimum-Version",
    "X-OpenStack-Ironic-API-Version",
)


def _enabled(kind: str) -> Option:
    return Option(
        group="DEFAULT",
        name=f"enabled_{kind}_interfaces",
        type=ValueType.LIST,
        default=(),
        meaning=f"The {kind} interfaces that nodes may use; empty: all that the enabled hardware types support.",
        fills=("hardware", "enabled_interfaces", kind),
    )


DISALLOWED = (("clean", "cleaning"), ("deploy", "deployment"), ("service", "servicing"))


def _disallowed(kind: str, work: str) -> Option:
    return Option(
        group="api",
        name=f"disallow_{kind}_steps",
        type=ValueType.LIST,
        default=(),
        meaning=f"Steps that nobody may ask for in a {work}, as interface.step.",
    )


PREFERRED = {"storage": "noop"}
"""Kinds whose default does not follow from the hardware type: few machines boot from remote volumes."""


def _default(kind: str) -> Option:
    return Option(
        group="DEFAULT",
        name=f"default_{kind}_interface",
        type=ValueType.TEXT,
        default=PREFERRED.get(kind),
        maximum=255,
        meaning=f"The {kind} interface of new nodes; unset: their hardware type's.",
        fills=("hardware", "default_interfaces", kind),
    )


ALWAYS_AT_ONCE = {"console", "network"}
"""Kinds whose deeds take no time on pretended machines."""


def _delay(kind: str) -> Option:
    return Option(
        group="fake",
        name=f"{kind}_delay",
        type=ValueType.TEXT,
        default="0",
        maximum=64,
        meaning=f"How many seconds the {kind} deeds of pretended machines take; two numbers, as in 1,10: between them.",
        fills=("hardware", "fake_delays", f"{kind}_delay"),
    )


# fmt: off
OPTIONS: tuple[Option, ...] = (
    Option(group="DEFAULT", name="auth_strategy", type=ValueType.TEXT,
           default="noauth", choices=("noauth", "http_basic"),
           meaning="How callers prove who they are: not at all, or with a user name and a password."),
    Option(group="DEFAULT", name="http_basic_auth_user_file", type=ValueType.FILE,
           meaning="The htpasswd file (bcrypt) with the users of http_basic; read again when it changes."),
    Option(group="DEFAULT", name="http_basic_roles_file", type=ValueType.FILE,
           meaning="The file that gives users of http_basic a role; without it each one is an administrator."),
    Option(group="DEFAULT", name="allow_public_bind_without_auth", type=ValueType.SWITCH, default=False,
           meaning="Let other machines reach the API although nobody is asked for a password."),
    Option(group="DEFAULT", name="host", type=ValueType.TEXT, maximum=255,
           computed=surroundings.host_name,
           computed_meaning="the machine's host name",
           meaning="The name of this conductor; it must stay the same over restarts and differ from all others."),
    Option(group="DEFAULT", name="state_path", type=ValueType.PATH,
           computed=surroundings.data_folder,
           computed_meaning="/var/lib/bessemer for root, else ~/.local/share/bessemer",
           meaning="The data folder; the SQLite file lies in it."),
    Option(group="DEFAULT", name="graceful_shutdown_timeout", type=ValueType.WHOLE_NUMBER,
           default=60, minimum=0, maximum=86_400,
           meaning="How many seconds a stop waits for what is being done to machines this moment; SIGTERM stops."),
    Option(group="DEFAULT", name="drain_shutdown_timeout", type=ValueType.WHOLE_NUMBER,
           default=1800, minimum=0, maximum=604_800,
           meaning="The same for a stop that takes its time; SIGUSR2 begins it."),
    Option(group="DEFAULT", name="debug", type=ValueType.SWITCH, default=False,
           meaning="Write more into the log."),
    Option(group="DEFAULT", name="debug_tracebacks_in_api", type=ValueType.SWITCH, default=False,
           meaning="Show callers where in the program an error arose; for developers only."),
    Option(group="DEFAULT", name="pin_release_version", type=ValueType.TEXT, maximum=16,
           choices=tuple(RELEASES),
           meaning="The Ironic release whose API version is offered as the highest, while an upgrade is under way."),
    Option(group="DEFAULT", name="default_resource_class", type=ValueType.TEXT, maximum=80,
           meaning="The resource class of new nodes that name none."),
    Option(group="DEFAULT", name="default_conductor_group", type=ValueType.TEXT, default="", maximum=255,
           meaning="The conductor group of new nodes that name none."),
    Option(group="DEFAULT", name="enabled_hardware_types", type=ValueType.LIST,
           default=("fake-hardware", "manual-management", "ipmi", "redfish"),
           meaning="The hardware types (the `driver` of a node) that nodes may have.",
           fills=("hardware", "enabled_types")),
    Option(group="DEFAULT", name="enabled_drivers", type=ValueType.LIST, default=(),
           meaning="The classic drivers, whose interfaces cannot be chosen, that nodes may have.",
           fills=("hardware", "enabled_classic")),
    *IMAGE_OPTIONS["DEFAULT"],
    *(_enabled(kind) for kind in INTERFACE_KINDS),
    *(_default(kind) for kind in INTERFACE_KINDS),

    Option(group="api", name="host_ip", type=ValueType.ADDRESS, default="127.0.0.1",
           meaning="The address that the API listens on; 0.0.0.0 or :: for all."),
    Option(group="api", name="port", type=ValueType.WHOLE_NUMBER,
           default=6385, minimum=0, maximum=65535,
           meaning="The TCP port that the API listens on; 0 takes any free one."),
    Option(group="api", name="unix_socket", type=ValueType.PATH,
           meaning="A unix socket to listen on instead of an address and a port."),
    Option(group="api", name="public_endpoint", type=ValueType.WEB_ADDRESS,
           meaning="The URL that links in answers begin with; unset takes it from each request."),
    Option(group="api", name="enable_ssl_api", type=ValueType.SWITCH, default=False,
           meaning="Speak HTTPS; needs cert_file and key_file."),
    Option(group="api", name="cert_file", type=ValueType.FILE,
           meaning="The certificate of the API, with its chain, in PEM form."),
    Option(group="api", name="key_file", type=ValueType.FILE,
           meaning="The private key of the certificate, in PEM form."),
    Option(group="api", name="server_tls_minimum_version", type=ValueType.TEXT, default="1.3", choices=("1.2", "1.3"),
           meaning="The oldest version of TLS that is spoken."),
    Option(group="api", name="server_tls_ciphers", type=ValueType.TEXT, maximum=4096,
           meaning="The ciphers allowed with TLS 1.2, as an OpenSSL list; unset takes OpenSSL's choice."),
    Option(group="api", name="max_limit", type=ValueType.WHOLE_NUMBER,
           default=1000, minimum=1, maximum=100_000,
           meaning="The most items in one page of a list; a larger `limit` is cut to it."),
    Option(group="api", name="max_json_body_size", type=ValueType.WHOLE_NUMBER,
           default=1024, minimum=4, maximum=1_048_576,
           meaning="The largest request body, in KiB."),
    Option(group="api", name="max_json_body_size_provision", type=ValueType.WHOLE_NUMBER,
           default=65536, minimum=4, maximum=1_048_576,
           meaning="The largest request body for states/provision, in KiB: it may carry a config drive."),
    Option(group="api", name="max_json_body_size_inspection", type=ValueType.WHOLE_NUMBER,
           default=16384, minimum=4, maximum=1_048_576,
           meaning="The largest request body for continue_inspection, in KiB: it may carry logs."),
    Option(group="api", name="max_json_body_depth", type=ValueType.WHOLE_NUMBER,
           default=25, minimum=8, maximum=200,
           meaning="How deep the JSON of a request body may be nested."),
    Option(group="api", name="restrict_lookup", type=ValueType.SWITCH, default=True,
           meaning="Whether a ramdisk is told which node it runs on only while one is expected there."),
    Option(group="api", name="ramdisk_heartbeat_timeout", type=ValueType.WHOLE_NUMBER,
           default=300, minimum=5, maximum=86_400,
           meaning="How many seconds may pass between two heartbeats of a ramdisk."),
    Option(group="api", name="ramdisk_requests_per_minute", type=ValueType.WHOLE_NUMBER,
           default=600, minimum=0, maximum=1_000_000,
           meaning="How many requests of ramdisks one address may send in a minute; 0 is for any number. "
                   "Addresses of this machine are not counted."),
    Option(group="api", name="ramdisk_listen", type=ValueType.TEXT, maximum=300,
           meaning="A second place to listen at, as address:port, for a network of ramdisks: "
                   "there is nothing but what they need."),
    Option(group="api", name="enable_ramdisk_endpoints", type=ValueType.SWITCH, default=True,
           meaning="Whether ramdisks are also answered where everybody else is."),
    Option(group="api", name="enable_legacy_agent_passthru", type=ValueType.SWITCH, default=False,
           meaning="Whether agents are answered that know nothing of tokens, and so prove nothing."),
    *(_disallowed(kind, work) for kind, work in DISALLOWED),
    Option(group="api", name="network_data_schema", type=ValueType.FILE,
           meaning="A JSON schema for `network_data` of nodes; unset takes the built-in one."),

    Option(group="oslo_middleware", name="enable_proxy_headers_parsing", type=ValueType.SWITCH, default=False,
           meaning="Believe the Forwarded and X-Forwarded headers; only behind a proxy that sets them."),

    *CONDUCTOR_UPKEEP,
    *IMAGE_OPTIONS["conductor"],
    *WORK_OPTIONS,
    *IMAGE_OPTIONS["deploy"],
    *IMAGE_OPTIONS["pxe"],

    *INSPECTION_OPTIONS,
    Option(group="agent", name="require_tls", type=ValueType.SWITCH, default=True,
           meaning="Whether agents have to speak TLS when they are called."),
    Option(group="agent", name="allowed_callback_networks", type=ValueType.LIST, default=(),
           meaning="The networks that agents are in, as address/bits; empty: all but those that lead back to servers."),
    Option(group="agent", name="command_timeout", type=ValueType.WHOLE_NUMBER,
           default=60, minimum=1, maximum=3600,
           meaning="How many seconds an agent may take to answer a call."),
    Option(group="agent", name="look_again_interval", type=ValueType.WHOLE_NUMBER,
           default=10, minimum=1, maximum=3600,
           meaning="After how many seconds an agent that was silent or busy is asked again, at most 30 times."),
    Option(group="agent", name="allow_md5_checksum", type=ValueType.SWITCH, default=False,
           meaning="Whether the checksum of an image may be an MD5 one."),
    *IMAGE_OPTIONS["agent"],

    *EVIDENCE_OPTIONS,

    Option(group="json_rpc", name="host_ip", type=ValueType.ADDRESS, default="127.0.0.1",
           meaning="The address at which the API's other processes ask this conductor; 0.0.0.0 or :: for all."),
    Option(group="json_rpc", name="port", type=ValueType.WHOLE_NUMBER,
           default=8089, minimum=0, maximum=65535,
           meaning="The TCP port for that; 0 takes any free one."),
    Option(group="json_rpc", name="url", type=ValueType.WEB_ADDRESS,
           computed_meaning="http:// with host_ip, or with the conductor's host where that is all addresses, and port",
           meaning="Where other processes reach this conductor."),
    Option(group="json_rpc", name="shared_key_file", type=ValueType.FILE,
           meaning="The file with the key that all processes of an installation share, of 32 characters or more; "
                   "unset, this conductor cannot be asked from other processes."),

    Option(group="database", name="connection", type=ValueType.DATABASE, secret=True,
           computed_meaning="a SQLite file in the data folder",
           meaning="The database: sqlite, postgresql or mysql as an SQLAlchemy URL."),
    Option(group="database", name="max_pool_size", type=ValueType.WHOLE_NUMBER,
           default=5, minimum=1, maximum=1000,
           meaning="The database connections that each process keeps open."),
    Option(group="database", name="max_overflow", type=ValueType.WHOLE_NUMBER,
           default=50, minimum=0, maximum=1000,
           meaning="The database connections that may be opened beyond those for a while."),
    Option(group="database", name="pool_timeout", type=ValueType.WHOLE_NUMBER,
           default=30, minimum=1, maximum=3600,
           meaning="How many seconds a request waits for a free database connection."),
    Option(group="database", name="connection_recycle_time", type=ValueType.WHOLE_NUMBER,
           default=3600, minimum=1, maximum=315_576_000,
           meaning="After how many seconds a database connection is replaced by a new one."),
    *DATABASE_UPKEEP,

    Option(group="cors", name="allowed_origin", type=ValueType.LIST, default=(),
           meaning="The origins (https://host[:port]) whose web pages may call the API; * for all."),
    Option(group="cors", name="allow_credentials", type=ValueType.SWITCH, default=True,
           meaning="Whether such pages may send the user's credentials."),
    Option(group="cors", name="expose_headers", type=ValueType.LIST, default=_VERSION_HEADERS,
           meaning="The headers of an answer that such pages may read."),
    Option(group="cors", name="allow_headers", type=ValueType.LIST, default=(),
           meaning="The headers that such pages may send, besides the usual ones."),
    Option(group="cors", name="allow_methods", type=ValueType.LIST, default=("GET", "PUT", "POST", "DELETE", "PATCH"),
           meaning="The methods that such pages may use."),
    Option(group="cors", name="max_age", type=ValueType.WHOLE_NUMBER,
           default=3600, minimum=0, maximum=86_400,
           meaning="For how many seconds a browser may remember these permissions."),

    Option(group="oslo_policy", name="policy_file", type=ValueType.FILE,
           computed=surroundings.policy_file,
           computed_meaning="policy.yaml beside a configuration file, if it exists",
           meaning="The file with rules that replace the built-in ones."),
    Option(group="oslo_policy", name="policy_dirs", type=ValueType.FOLDERS,
           computed=surroundings.policy_folders,
           computed_meaning="policy.d beside each configuration file, if it exists",
           meaning="Folders with more such files; may be given several times."),

    Option(group="healthcheck", name="enabled", type=ValueType.SWITCH, default=False,
           meaning="Answer at /healthcheck, to anybody."),

    *METRICS,

    *(_delay(kind) for kind in INTERFACE_KINDS if kind not in ALWAYS_AT_ONCE),
)
# fmt: on

BY_KEY: dict[Key, Option] = {option.key: option for option in OPTIONS}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(option.group for option in OPTIONS))
