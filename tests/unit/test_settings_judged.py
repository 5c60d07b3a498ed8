"""Which names are errors, which are warnings, and which settings contradict each other."""

from pathlib import Path

import pytest

from bessemer.model.errors import ConfigurationError
from bessemer.settings import Key, Loaded, Value, load
from bessemer.settings.names import options_of_ironic
from bessemer.settings.options import ValueType
from bessemer.settings.table import BY_KEY, GROUPS, OPTIONS
from tools.settings_page import OURS


def load_text(folder: Path, text: str) -> Loaded:
    file = folder / "bessemer.conf"
    file.write_text(text)
    return load([file], {})


@pytest.mark.parametrize(
    ("group", "name"),
    [("api", "api_workers"), ("pxe", "tftp_server"), ("DEFAULT", "transport_url"), ("glance", "of_a_plug_in")],
)
def test_an_option_of_ironic_alone_is_a_warning(tmp_path: Path, group: str, name: str) -> None:
    loaded = load_text(tmp_path, f"[{group}]\n{name} = 1\n{name} = 2\n")
    assert len(loaded.warnings) == 2
    assert loaded.warnings[0].endswith(
        f"bessemer.conf:2: [{group}] {name} is an option of Ironic that has no effect here."
    )


def test_variables_of_other_programs_are_left_alone() -> None:
    environ = {"OS_AUTH_URL": "x", "OS_CLOUD": "x", "OS_SOMETHING__ELSE": "x", "OS__": "x", "OS_API": "x"}
    assert load([], environ).warnings == ()


def test_a_misspelt_variable_is_a_warning() -> None:
    assert load([], {"OS_API__PROT": "1"}).warnings == (
        "environment variable OS_API__PROT: there is no option 'prot' in [api]. Did you mean 'port'? It was ignored.",
    )


def test_every_name_is_ironics_unless_listed_as_ours() -> None:
    ironic = options_of_ironic()
    assert {key for key in BY_KEY if key[1] not in ironic[key[0]]} == OURS


def test_the_table_is_sound() -> None:
    assert len(BY_KEY) == len(OPTIONS)
    assert len({option.place for option in OPTIONS}) == len(OPTIONS)
    assert all(option.group == option.group.lower() or option.group == "DEFAULT" for option in OPTIONS)
    assert all(option.meaning.endswith(".") for option in OPTIONS)
    numbers = [option for option in OPTIONS if option.type is ValueType.WHOLE_NUMBER]
    assert all(option.minimum is not None and option.maximum is not None for option in numbers)
    texts = [option for option in OPTIONS if option.type is ValueType.TEXT and not option.choices]
    assert all(option.maximum is not None for option in texts)
    assert len(GROUPS) == len({option.group for option in OPTIONS})


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({("api", "host_ip"): "0.0.0.0"}, "[api] host_ip (command line) = 0.0.0.0 lets other machines in"),
        ({("metrics", "host_ip"): "0.0.0.0", ("metrics", "port"): 9100}, "or allow that with [metrics] public = true"),
        ({("api", "host_ip"): "bmc-gateway"}, "allow_public_bind_without_auth = true"),
        ({("DEFAULT", "auth_strategy"): "http_basic"}, "set [DEFAULT] http_basic_auth_user_file"),
        ({("api", "enable_ssl_api"): True}, "set [api] cert_file"),
        (
            {("DEFAULT", "enabled_power_interfaces"): ("ipmitool",), ("DEFAULT", "default_power_interface"): "fake"},
            "default_power_interface (command line) = fake is not among [DEFAULT] enabled_power_interfaces",
        ),
    ],
)
def test_settings_that_cannot_work_together_are_refused(overrides: dict[Key, Value], problem: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load([], {}, overrides)
    assert problem in caught.value.message


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LocalHost"])
def test_loopback_needs_no_password(address: str) -> None:
    assert load([], {}, {("api", "host_ip"): address}).warnings == ()


def test_a_socket_in_the_file_system_needs_no_password() -> None:
    overrides: dict[Key, Value] = {("api", "host_ip"): "0.0.0.0", ("api", "unix_socket"): "/run/bessemer.sock"}
    assert load([], {}, overrides).settings.api.is_private


def test_an_open_server_that_was_asked_for_is_warned_of() -> None:
    overrides: dict[Key, Value] = {("api", "host_ip"): "::", ("DEFAULT", "allow_public_bind_without_auth"): True}
    assert load([], {}, overrides).warnings == (
        "[api] host_ip = :: lets everybody who can reach it do everything: nobody is asked for a password.",
    )
