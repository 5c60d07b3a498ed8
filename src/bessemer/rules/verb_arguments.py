"""What may be said along with a verb of provisioning."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.model.field import Field, Flag, Text
from bessemer.model.secret import Secret
from bessemer.model.step import StepKind
from bessemer.model.verbs import Target
from bessemer.rules.config_drive import checked_config_drive
from bessemer.rules.field_values import checked_value
from bessemer.rules.step_requests import requested_steps

T = Target

Disallowed = Mapping[StepKind, frozenset[str]]


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """The occasion on which an argument is given."""

    minor: int
    disallowed: Disallowed


class ArgumentRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of arguments."""

    since: Mapping[Target, int]
    """The verbs that take it, each with the microversion from which it does."""
    too_early: type[Invalid | NotAcceptable] = NotAcceptable
    """How it is refused before that version."""
    becomes: str
    """The field of the plan that it fills."""
    read: Callable[[Any, Said], Any]
    doc: str


def _steps_for(kind: StepKind) -> Callable[[Any, Said], Any]:
    return lambda value, said: requested_steps(kind, value, said.disallowed.get(kind, frozenset()))


def _config_drive(value: Any, said: Said) -> Any:
    return checked_config_drive(value, said.minor)


def _runbook(value: Any, _: Said) -> str:
    field = Field(kind=Text(shortest=1), nullable=False, doc="The runbook.")
    return str(checked_value("runbook", field, value))


def _disable_ramdisk(value: Any, _: Said) -> bool:
    field = Field(kind=Flag(), nullable=False, doc="Whether the ramdisk is done without.")
    return bool(checked_value("disable_ramdisk", field, value))


def _rescue_password(value: Any, _: Said) -> Secret[str]:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise Invalid("rescue_password must be a string that is not blank.")
    return Secret(value)


ARGUMENTS: Mapping[str, ArgumentRow] = {
    "configdrive": ArgumentRow(
        since={T.ACTIVE: 1, T.REBUILD: 35},
        too_early=Invalid,
        becomes="configdrive",
        read=_config_drive,
        doc="The configuration of the instance: gzip in base64, a URL, or (1.56) its parts as an object.",
    ),
    "deploy_steps": ArgumentRow(
        since={T.ACTIVE: 69, T.REBUILD: 69},
        becomes="steps",
        read=_steps_for(StepKind.DEPLOY),
        doc="Steps that are added to the deployment, or replace those it would have.",
    ),
    "clean_steps": ArgumentRow(
        since={T.CLEAN: 15}, becomes="steps", read=_steps_for(StepKind.CLEAN), doc="The steps, in their order."
    ),
    "service_steps": ArgumentRow(
        since={T.SERVICE: 87}, becomes="steps", read=_steps_for(StepKind.SERVICE), doc="The steps, in their order."
    ),
    "runbook": ArgumentRow(
        since={T.CLEAN: 92, T.SERVICE: 92}, becomes="runbook", read=_runbook, doc="The runbook that has the steps."
    ),
    "disable_ramdisk": ArgumentRow(
        since={T.CLEAN: 70, T.SERVICE: 108},
        becomes="disable_ramdisk",
        read=_disable_ramdisk,
        doc="Whether the steps do without the ramdisk.",
    ),
    "rescue_password": ArgumentRow(
        since={T.RESCUE: 38},
        becomes="rescue_password",
        read=_rescue_password,
        doc="The password with which people log in to the rescue system.",
    ),
}
"""Every argument there is."""

NEEDED: Mapping[Target, tuple[str, ...]] = {
    T.CLEAN: ("clean_steps", "runbook"),
    T.SERVICE: ("service_steps", "runbook"),
    T.RESCUE: ("rescue_password",),
}
"""Of these a verb needs one, and takes one only."""


def checked_arguments(target: Target, arguments: Mapping[str, Any], said: Said) -> dict[str, Any]:
    """Return what the plan keeps of the arguments, or refuse them; empty ones count as not given."""
    for name in arguments:
        if name not in ARGUMENTS:
            raise Invalid(f"Provisioning has no argument {name[:80]!r}; it has {', '.join(ARGUMENTS)}.")
    given = {name: value for name, value in arguments.items() if not _is_empty(value)}
    for name in given:
        _check_place(target, name, said.minor)
    _check_needed(target, given)
    return {ARGUMENTS[name].becomes: ARGUMENTS[name].read(value, said) for name, value in given.items()}


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def _check_place(target: Target, name: str, minor: int) -> None:
    row = ARGUMENTS[name]
    since = row.since.get(target)
    if since is None:
        raise Invalid(f"{name} is not taken with {str(target)!r}, only with {' and '.join(row.since)}.")
    if minor < since:
        raise row.too_early(
            f"{name} is taken with {str(target)!r} from API version 1.{since} on; 1.{minor} was asked for."
        )


def _check_needed(target: Target, given: Mapping[str, Any]) -> None:
    needed = NEEDED.get(target, ())
    chosen = [name for name in needed if name in given]
    if needed and not chosen:
        raise Invalid(f"{str(target)!r} needs {' or '.join(needed)}.")
    if len(chosen) > 1:
        raise Invalid(f"{' and '.join(chosen)} exclude each other: give one of them.")
