"""What a configuration file may say, and how it is told what is wrong with it."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oslo_config import iniparser
from typing_extensions import override

from bessemer.model.errors import ConfigurationError
from bessemer.settings import load
from bessemer.settings.ini import LARGEST_FILE, read_bytes

FILE = Path("/etc/bessemer/bessemer.conf")


def problems_of(text: str | bytes) -> list[str]:
    content = text.encode() if isinstance(text, str) else text
    return read_bytes(content, FILE).problems


def entries_of(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    return {entry.key: (entry.text, entry.where) for entry in read_bytes(text.encode(), FILE).entries}


def test_an_entry_knows_its_line() -> None:
    text = "# a comment\n[api]\n\nport = 1\nhost_ip : ::1\n\n[cors]\nallowed_origin = a,\n  b\nmax_age=5"
    assert entries_of(text) == {
        ("api", "port"): ("1", f"{FILE}:4"),
        ("api", "host_ip"): ("::1", f"{FILE}:5"),
        ("cors", "allowed_origin"): ("a,\nb", f"{FILE}:8"),
        ("cors", "max_age"): ("5", f"{FILE}:10"),
    }


def test_windows_line_ends_and_byte_order_marks_are_no_matter() -> None:
    assert entries_of("\ufeff[api]\r\nport = 1\r\n") == {("api", "port"): ("1", f"{FILE}:2")}


def test_the_case_of_a_group_is_no_matter_save_that_of_default() -> None:
    assert set(entries_of("[API]\nport=1\n[Default]\nx=1")) == {("api", "port"), ("default", "x")}


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        ("port = 1", 1, "'port' stands before any [group]"),
        ("[api]\nport", 2, "is neither [group]"),
        ("[api\nport = x\nother", 1, "a group is written [name]"),
        ("[]", 1, "a group is written [name]"),
        ("[api]\n\n  port = 1", 3, "begins with a space"),
        ("[api]\n= 1", 2, "is neither [group]"),
        ("[api]\n[cors]\n[API]", 3, "the group [api] began on line 1"),
        (b"[api]\n\n\xff\xfe\x00", 3, "is not UTF-8"),
        (b"[api]\nport = \x00", 2, "contains a NUL byte"),
    ],
)
def test_a_fault_is_told_with_its_line(content: str | bytes, line: int, what: str) -> None:
    assert problems_of(content)[0].startswith(f"{FILE}:{line}: {what}")


def test_every_fault_of_a_file_is_told() -> None:
    assert len(problems_of("a = 1\n[api]\nfirst\nport = 1\nsecond\n[cors\nignored\n[api]")) == 6


def test_a_line_that_may_be_a_password_is_not_repeated() -> None:
    assert "hunter2" not in "".join(problems_of("[database]\nhunter2"))


def test_a_huge_file_is_refused_unread() -> None:
    assert problems_of(b"#" * (LARGEST_FILE + 1)) == [
        f"{FILE}: is larger than 1024 KiB, so it is no configuration file.",
    ]


@pytest.mark.parametrize("name", ["missing.conf", ".", "x" * 5000, "nul\0"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load([tmp_path / name], {})


class Oracle(iniparser.BaseParser):
    """The reading of oslo.config itself."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.group = ""
        self.found: dict[tuple[str, str], str] = {}

    @override
    def new_section(self, section: str) -> None:
        self.group = section

    @override
    def assignment(self, key: str, value: list[str]) -> None:
        self.found[self.group, key] = "\n".join(value)


LINES = st.sampled_from(
    ["[api]", "[cors]", "a = 1", "b: 'x y'", "c =", "  more", "# note", "; note", "", "d=e=f", 'e = "', "f"],
)


@given(st.lists(LINES, max_size=12))
def test_a_sound_file_reads_as_oslo_config_reads_it(lines: list[str]) -> None:
    oracle = Oracle()
    try:
        oracle.parse(["[x]", *lines])
    except iniparser.ParseError:
        assert problems_of("\n".join(["[x]", *lines]))
    else:
        read = entries_of("\n".join(["[x]", *lines]))
        assert {key: text for key, (text, _) in read.items()} == oracle.found


def outcome(files: list[Path], environ: Mapping[str, str]) -> str:
    try:
        load(files, environ)
    except ConfigurationError as error:
        return error.message
    return "loaded"


NAMES = st.sampled_from(["port", "host_ip", "connection", "debug", "policy_dirs", "max_limit", "cert_file", "no"])
VALUES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["$port", "$$", "${api.port}", "$debug$debug$debug", "9" * 5000, "a" * 9000, "\\$", "${", "[", "::"]
    ),
)
HOSTILE = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(
        st.one_of(
            st.sampled_from(["[api]", "[DEFAULT]", "[database]", "[oslo_policy]", "[pxe]", "[none]"]),
            st.builds("{} = {}".format, NAMES, VALUES),
            st.builds("  {}".format, VALUES),
        ),
        max_size=20,
    ).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")),
)


@settings(deadline=None)
@given(content=HOSTILE)
@example(content=b"[api]\ncert_file = " + b"x" * 5000)
@example(content=b"[DEFAULT]\nhost = $state_path\nstate_path = $host")
def test_whatever_a_file_holds_only_a_configuration_error_comes_of_it(
    tmp_path_factory: pytest.TempPathFactory,
    content: bytes,
) -> None:
    file = tmp_path_factory.getbasetemp() / "hostile.conf"
    file.write_bytes(content)
    assert outcome([file], {"HOME": "/"}).startswith(("loaded", "The configuration has"))


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["OS_API__PORT", "OS_DEFAULT__HOST", "OS_API__", "OS___X", "OS_API__NO"]), VALUES)
)
def test_whatever_the_environment_holds_only_a_configuration_error_comes_of_it(environ: dict[str, str]) -> None:
    message = outcome([], environ)
    assert message == "loaded" or "environment variable OS_" in message
