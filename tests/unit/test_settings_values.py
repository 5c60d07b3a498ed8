"""How the texts of options become values, and where a value comes from."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bessemer.model.errors import ConfigurationError
from bessemer.settings import Key, Loaded, Value, load
from bessemer.settings.options import Surroundings
from bessemer.settings.surroundings import data_folder
from bessemer.settings.table import BY_KEY, OPTIONS

NOTHING: Mapping[Key, Value] = {}


class Folder:
    """A folder in which configuration files are written."""

    def __init__(self, path: Path) -> None:
        """Begin with an empty folder."""
        self.path = path

    def file(self, text: str, name: str = "bessemer.conf") -> Path:
        file = self.path / name
        file.write_text(text)
        return file

    def load(
        self,
        text: str,
        environ: Mapping[str, str] | None = None,
        overrides: Mapping[Key, Value] = NOTHING,
    ) -> Loaded:
        return load([self.file(text)], environ or {}, overrides)

    def refusal(self, text: str, environ: Mapping[str, str] | None = None) -> str:
        with pytest.raises(ConfigurationError) as caught:
            self.load(text, environ)
        return caught.value.message.replace(f"{self.path}/", "")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_without_any_file_the_server_is_private_and_embedded() -> None:
    settings = load([], {}).settings
    assert settings.api.port == 6385
    assert settings.api.is_private
    assert settings.database.connection is None
    assert settings.default.auth_strategy == "noauth"
    assert settings.hardware.enabled_interfaces["power"] == ()
    assert settings.hardware.default_interfaces["power"] is None


def test_every_option_knows_its_source_and_has_its_default() -> None:
    loaded = load([], {})
    assert set(loaded.sources) == set(loaded.values) == set(BY_KEY)
    assert set(loaded.sources.values()) == {"default"}
    fixed = [option for option in OPTIONS if option.computed is None]
    assert [loaded.values[option.key] for option in fixed] == [option.default for option in fixed]


def test_command_line_wins_over_environment_over_later_file_over_earlier_file(folder: Folder) -> None:
    earlier = folder.file("[api]\nport = 1\nmax_limit = 1\nmax_json_body_depth = 11\nhost_ip = ::1\n", "a.conf")
    later = folder.file("[api]\nport = 2\nmax_limit = 2\nmax_json_body_depth = 12\n", "b.conf")
    environ = {"OS_API__PORT": "3", "OS_API__MAX_LIMIT": "3"}
    loaded = load([earlier, later], environ, {("api", "port"): 4, ("api", "host_ip"): None})
    api = loaded.settings.api
    assert (api.port, api.max_limit, api.max_json_body_depth, api.host_ip) == (4, 3, 12, "::1")
    names = ("port", "max_limit", "max_json_body_depth", "host_ip", "cert_file")
    assert [loaded.sources["api", name] for name in names] == [
        "command line",
        "environment OS_API__MAX_LIMIT",
        f"file {later}:4",
        f"file {earlier}:5",
        "default",
    ]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("[DEFAULT]\ndebug = Yes", True),
        ("[DEFAULT]\ndebug = off", False),
        ("[DEFAULT]\ndefault_conductor_group =", ""),
        ("[DEFAULT]\ndefault_resource_class =", None),
        ("[DEFAULT]\ndefault_resource_class = 'a b'", "a b"),
        ("[DEFAULT]\nenabled_boot_interfaces = ipxe,\n  pxe", ("ipxe", "pxe")),
        ("[DEFAULT]\nenabled_hardware_types =", ()),
        ("[api]\nport = 0", 0),
        ("[api]\nhost_ip = ::1", "::1"),
        ("[api]\npublic_endpoint = https://api.example/baremetal", "https://api.example/baremetal"),
        ("[database]\nconnection = sqlite:////srv/b.sqlite", "sqlite:////srv/b.sqlite"),
        ("[database]\nconnection = mysql+pymysql://u:a$$b@h/d", "mysql+pymysql://u:a$b@h/d"),
        ("[database]\nconnection = mysql+pymysql://u:a\\$b@h/d", "mysql+pymysql://u:a$b@h/d"),
    ],
)
def test_a_good_text_becomes_a_value(folder: Folder, line: str, value: Value) -> None:
    loaded = folder.load(line)
    [key] = [key for key, source in loaded.sources.items() if source != "default"]
    assert loaded.values[key] == value


@pytest.mark.parametrize(
    ("group", "line", "problem"),
    [
        ("api", "port = abc", "[api] port = abc is not a whole number from 0 to 65535."),
        ("api", "port = 65536", "[api] port = 65536 is not a whole number from 0 to 65535."),
        ("api", "port =", "[api] port is empty and should be a whole number from 0 to 65535."),
        ("api", "port = 1\n 2", "[api] port = 1 2 must stand on one line."),
        ("DEFAULT", "debug = maybe", "[DEFAULT] debug = maybe is not yes or no"),
        ("DEFAULT", "auth_strategy = keystone", "= keystone is not one of noauth, http_basic."),
        ("DEFAULT", f"default_resource_class = {'x' * 81}", "… is not a text of at most 80 characters."),
        ("api", "host_ip = not a host", "= not a host is not an IP address or a host name."),
        ("api", "public_endpoint = ftp://x", "is not a URL that begins with http:// or https://."),
        ("api", "cert_file = gone.pem", "names a file that cannot be read: No such file or directory."),
        ("api", "cert_file = .", "names a file that cannot be read: it is a folder."),
        ("oslo_policy", "policy_dirs = .\npolicy_dirs = gone", "names a folder that does not exist: "),
        ("DEFAULT", "host = a\x1b[31m", "= a\ufffd[31m contains a character that cannot be printed."),
        ("api", "public_endpoint = http://$my_ip/", "refers to $my_ip, which is no option for that"),
        ("DEFAULT", "host = ${database.connection}", "refers to $database.connection, which is no option"),
        ("DEFAULT", "host = $host", "refers to itself"),
        ("api", "prot = 1", "there is no option 'prot' in [api]. Did you mean 'port'?"),
        (
            "DEFAULT",
            "port = 1",
            "there is no option 'port' in [DEFAULT]. Did you mean [api] port or [json_rpc] port or [metrics] port?",
        ),
        ("api", "port = 1\nport = 2", ":3: [api] port is already set at "),
        ("databse", "connection = x", ":1: there is no group [databse]. Did you mean [database]?"),
    ],
)
def test_a_bad_line_is_refused_in_words_that_help(folder: Folder, group: str, line: str, problem: str) -> None:
    message = folder.refusal(f"[{group}]\n{line}\n")
    assert "bessemer.conf:" in message
    assert problem in message


def test_all_problems_are_told_at_once(folder: Folder) -> None:
    message = folder.refusal("x = 1\n[api]\nport = a\nnothing = 1\n[none]\n", {"OS_API__MAX_LIMIT": "b"})
    assert message.startswith("The configuration has 5 problems:\n")
    assert len(message.splitlines()) == 7


def test_a_password_is_in_no_refusal(folder: Folder) -> None:
    assert "hunter2" not in folder.refusal("[database]\nconnection = oracle://u:hunter2@h/d")


def test_one_option_may_name_another(folder: Folder) -> None:
    text = "[DEFAULT]\nhost = one\n[api]\nport = 7\npublic_endpoint = http://$host:${api.port}/${port}$\n"
    assert folder.load(text).settings.api.public_endpoint == "http://one:7/7$"


def test_relative_paths_start_at_the_file_that_names_them(folder: Folder, tmp_path: Path) -> None:
    folder.file("", "users")
    (tmp_path / "a").mkdir()
    loaded = folder.load(
        "[DEFAULT]\nhttp_basic_auth_user_file = users\n[oslo_policy]\npolicy_dirs = a\npolicy_dirs = /\n",
        {"OS_DEFAULT__STATE_PATH": "data"},
    )
    assert loaded.settings.default.http_basic_auth_user_file == tmp_path / "users"
    assert loaded.settings.oslo_policy.policy_dirs == (tmp_path / "a", Path("/"))
    assert loaded.settings.default.state_path == Path("data")


def test_a_policy_beside_the_configuration_is_found(folder: Folder) -> None:
    policy = folder.file("", "policy.yaml")
    assert folder.load("").settings.oslo_policy.policy_file == policy
    assert load([], {}).settings.oslo_policy.policy_file is None


def test_the_data_folder_follows_the_users_home() -> None:
    surroundings = Surroundings(environ={"HOME": "/home/ann"})
    assert data_folder(surroundings) in {
        Path("/var/lib/bessemer"),
        Path("/home/ann/.local/share/bessemer"),
    }


def test_body_limits_are_kib_as_in_ironic() -> None:
    api = load([], {}).settings.api
    assert (api.max_body_bytes, api.max_provision_body_bytes, api.max_inspection_body_bytes) == (
        1 << 20,
        64 << 20,
        16 << 20,
    )
