"""What the settings of a pretended BIOS may be."""

from collections.abc import Mapping
from typing import Any

from bessemer.drivers.driver_info import shown
from bessemer.drivers.fake.new import BIOS


def settings_with(changed: Mapping[str, str]) -> tuple[Mapping[str, Any], ...]:
    """List all settings, those that were changed or added with their values."""
    known = [{**told, "value": changed.get(name, told["value"])} for name, told in BIOS.items()]
    added = [{"name": name, "value": value} for name, value in changed.items() if name not in BIOS]
    return (*known, *added)


def faults_of(settings: Any) -> list[str]:
    """Say what is wrong with settings that somebody wants; settings that are not known are added, as in Ironic."""
    if not isinstance(settings, list | tuple):
        return ["They must be a list of objects."]
    return [fault for each in settings if (fault := _fault_of(each)) is not None]


def _fault_of(setting: Any) -> str | None:
    if not isinstance(setting, Mapping) or not isinstance(setting.get("name"), str) or "value" not in setting:
        return f"Each of them must be an object with name and value; {shown(setting)} is not."
    name, value = setting["name"], setting["value"]
    if not isinstance(value, str | int | bool):
        return f"{shown(name)} must be a text, a whole number, or true or false, not {shown(value)}."
    told = BIOS.get(name)
    if told is None:
        return None
    if told["read_only"]:
        return f"{name} cannot be set."
    return _CHECKS[told["attribute_type"]](told, name, str(value))


def _of_list(told: Mapping[str, Any], name: str, value: str) -> str | None:
    allowed = told["allowable_values"]
    return None if value in allowed else f"{name} must be one of {', '.join(allowed)}, not {shown(value)}."


def _number(told: Mapping[str, Any], name: str, value: str) -> str | None:
    least, most = told["lower_bound"], told["upper_bound"]
    fits = value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most
    return None if fits else f"{name} must be a whole number from {least} to {most}, not {shown(value)}."


def _text(told: Mapping[str, Any], name: str, value: str) -> str | None:
    fits = told["min_length"] <= len(value) <= told["max_length"]
    return None if fits else f"{name} must have {told['min_length']} to {told['max_length']} characters."


_CHECKS = {"Enumeration": _of_list, "Integer": _number, "String": _text}
