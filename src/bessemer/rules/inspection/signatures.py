"""The operators and actions of inspection rules: the arguments of each, by name and kind."""

import ipaddress
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Invalid
from bessemer.rules.field_values import shown
from bessemer.rules.inspection.changeable import NODE_FIELDS, PORT_FIELDS
from bessemer.rules.inspection.paths import Keys, keys_from_path
from bessemer.rules.inspection.patterns import pattern_from_text
from bessemer.rules.inspection.templates import fault_in_template

Check = Callable[[Any], None]
LEVELS = ("debug", "info", "warning", "error", "critical")
LONGEST_WAIT_S = 60
MOST_RETRIES = 10
HEADER_BREAKS = frozenset("\r\n\0")


def needs(kind: type | tuple[type, ...], words: str) -> Check:
    """Make the check that a value is of a kind."""

    def check(value: Any) -> None:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise Invalid(f"must be {words}; {shown(value)} was given.")

    return check


def anything(_: Any) -> None:
    """Take any value."""


text = needs(str, "a text")
flag = needs(bool, "true or false")
items = needs(list, "a list")
number = needs((int, float), "a number")


def is_plain(value: Any) -> bool:
    """Tell whether a value is what it says, and not a text that is filled in later."""
    return not (isinstance(value, str) and "{" in value)


def some_text(value: Any) -> None:
    """Take a text that is not empty."""
    text(value)
    if not value:
        raise Invalid("must not be empty.")


def regex(value: Any) -> None:
    """Take a regular expression that can be matched in bounded time."""
    some_text(value)
    if "{item" not in value:
        pattern_from_text(value)


def subnet(value: Any) -> None:
    """Take a network such as 192.0.2.0/24."""
    text(value)
    if is_plain(value):
        network_from(value)


def network_from(value: Any) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Read a network, or say that it is none."""
    try:
        return ipaddress.ip_network(str(value), strict=False)
    except ValueError as error:
        raise Invalid(f"must be a network such as 192.0.2.0/24; {shown(value)} was given.") from error


def level(value: Any) -> None:
    """Take a level of the log."""
    text(value)
    if is_plain(value) and value.lower() not in LEVELS:
        raise Invalid(f"must be one of {', '.join(LEVELS)}; {shown(value)} was given.")


def keys_in(path: Any, fields: frozenset[str]) -> Keys:
    """Take a path apart whose first word must be a field that rules may change."""
    keys = keys_from_path(path)
    if keys[0] not in fields:
        raise Invalid(f"{path[:80]!r} must begin with a field that rules may change: {', '.join(sorted(fields))}.")
    return keys


def path_in(fields: frozenset[str]) -> Check:
    """Make the check of a path; one that is filled in later is checked then."""

    def check(value: Any) -> None:
        if is_plain(value):
            keys_in(value, fields)
        else:
            keys_from_path(value)

    return check


def data_path(value: Any) -> None:
    """Take any path."""
    keys_from_path(value)


node_path, port_path = path_in(NODE_FIELDS), path_in(PORT_FIELDS)


def address(value: Any) -> None:
    """Take a web address whose host does not depend on what a machine says."""
    some_text(value)
    scheme, _, rest = value.partition("://")
    host = rest.partition("/")[0]
    if scheme not in {"http", "https"} or not host or "{" in host:
        raise Invalid(f"must be a URL such as https://example.org/…, its host spelled out; {shown(value)} was given.")


def headers(value: Any) -> None:
    """Take headers of a request."""
    if value is None:
        return
    needs(dict, "an object")(value)
    if not all(isinstance(each, str) and not HEADER_BREAKS & set(name + each) for name, each in value.items()):
        raise Invalid("must be an object whose values are texts without line ends.")


def no_proxies(value: Any) -> None:
    """Take nothing: calls go to their host directly."""
    if value:
        raise Invalid("cannot be given here: calls go to their host directly.")


def seconds(value: Any) -> None:
    """Take a number of seconds."""
    number(value)
    if not 0 < value <= LONGEST_WAIT_S:
        raise Invalid(f"must be over 0 and at most {LONGEST_WAIT_S} seconds.")


def retries(value: Any) -> None:
    """Take a small whole number."""
    needs(int, "a whole number")(value)
    if not 0 <= value <= MOST_RETRIES:
        raise Invalid(f"must be from 0 to {MOST_RETRIES}.")


class Signature(msgspec.Struct, frozen=True):
    """What one operator or action takes, in the order in which a list gives it."""

    required: Mapping[str, Check]
    optional: Mapping[str, Check] = {}
    as_is: frozenset[str] = frozenset()
    """Arguments that are filled in within a loop only."""

    def arguments(self, given: Any) -> dict[str, Any]:
        """Give arguments by their names, whether they came as an object or as a list; refuse wrong ones."""
        checks = {**self.required, **self.optional}
        if isinstance(given, list):
            if len(given) > len(checks):
                raise Invalid(f"takes {len(checks)} arguments at most ({', '.join(checks)}); {len(given)} were given.")
            given = dict(zip(checks, given, strict=False))
        if not isinstance(given, dict):
            raise Invalid("must have args that are an object, or a list.")
        _check_names(given, self.required, checks)
        for name, value in given.items():
            _check(name, checks[name], value)
        return dict(given)

    def check(self, filled: Mapping[str, Any]) -> None:
        """Refuse arguments that are wrong now that they have been filled in."""
        checks = {**self.required, **self.optional}
        for name, value in filled.items():
            _check(name, checks[name], value, is_filled=True)


def _check_names(given: Mapping[str, Any], required: Mapping[str, Check], known: Mapping[str, Check]) -> None:
    missing = [name for name in required if name not in given]
    if missing:
        raise Invalid(f"needs {' and '.join(missing)} in args.")
    unknown = [name for name in given if name not in known]
    if unknown:
        raise Invalid(f"has the unknown argument {unknown[0][:80]!r}; known are {', '.join(known)}.")


def _check(name: str, check: Check, value: Any, *, is_filled: bool = False) -> None:
    try:
        check(value)
    except Invalid as fault:
        raise Invalid(f"has a wrong argument: {name} {fault.message}") from fault
    for inner in () if is_filled else _texts(value):
        wrong = fault_in_template(inner)
        if wrong:
            raise Invalid(f"has a wrong argument: in {name}, {wrong}")


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [each for one in inner for each in _texts(one)]


COMPARED = Signature({"values": items}, {"force_strings": flag})
ONE_VALUE = Signature({"value": anything})
SEARCHED = Signature({"value": anything, "regex": regex}, as_is=frozenset({"regex"}))

CONDITIONS: Mapping[str, Signature] = {
    "eq": COMPARED,
    "lt": COMPARED,
    "gt": COMPARED,
    "is-empty": ONE_VALUE,
    "in-net": Signature({"address": text, "subnet": subnet}),
    "matches": SEARCHED,
    "contains": SEARCHED,
    "one-of": Signature({"value": anything}, {"values": items}, as_is=frozenset({"values"})),
    "is-none": ONE_VALUE,
    "is-true": ONE_VALUE,
    "is-false": ONE_VALUE,
}
"""What can be asked; each can also be asked with a ! before it."""

PATH_ONLY = frozenset({"path"})
PORT_ID: Mapping[str, Check] = {"port_id": some_text}

ACTIONS: Mapping[str, Signature] = {
    "fail": Signature({"msg": text}),
    "log": Signature({"msg": text}, {"level": level}),
    "set-attribute": Signature({"path": node_path, "value": anything}, as_is=PATH_ONLY),
    "extend-attribute": Signature({"path": node_path, "value": anything}, {"unique": flag}, PATH_ONLY),
    "del-attribute": Signature({"path": node_path}, as_is=PATH_ONLY),
    "set-capability": Signature({"name": some_text, "value": anything}, as_is=frozenset({"name"})),
    "unset-capability": Signature({"name": some_text}, as_is=frozenset({"name"})),
    "add-trait": Signature({"name": some_text}, as_is=frozenset({"name"})),
    "remove-trait": Signature({"name": some_text}, as_is=frozenset({"name"})),
    "set-plugin-data": Signature({"path": data_path, "value": anything}, as_is=PATH_ONLY),
    "extend-plugin-data": Signature({"path": data_path, "value": anything}, {"unique": flag}, PATH_ONLY),
    "unset-plugin-data": Signature({"path": data_path}, as_is=PATH_ONLY),
    "set-port-attribute": Signature({**PORT_ID, "path": port_path, "value": anything}, as_is=PATH_ONLY),
    "extend-port-attribute": Signature({**PORT_ID, "path": port_path, "value": anything}, {"unique": flag}, PATH_ONLY),
    "del-port-attribute": Signature({**PORT_ID, "path": port_path}, as_is=PATH_ONLY),
    "api-call": Signature(
        {"url": address},
        {"headers": headers, "proxies": no_proxies, "timeout": seconds, "retries": retries, "backoff_factor": number},
    ),
}
"""What can be done."""
