"""Reads the operator's policy files."""

from collections.abc import Iterable
from pathlib import Path

from oslo_policy import policy

from bessemer.api.policy.settings import PolicySettings
from bessemer.model.errors import ConfigurationError

_ENDINGS = (".yaml", ".yml", ".json")


def override_paths(settings: PolicySettings) -> tuple[str, ...]:
    """Name the files that hold overrides at this moment, later ones winning."""
    named = (settings.policy_file,) if settings.policy_file is not None else ()
    return (*named, *(path for folder in settings.policy_dirs for path in _files_in(folder)))


def read_overrides(paths: Iterable[str]) -> dict[str, str]:
    """Read rule names and check strings from the files."""
    overrides: dict[str, str] = {}
    for path in paths:
        overrides.update(_read_file(path))
    return overrides


def _files_in(folder: str) -> list[str]:
    """List the policy files of a folder, leaving out those whose name begins with a dot."""
    try:
        inside = sorted(Path(folder).iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ConfigurationError(
            f"The policy folder {folder} cannot be listed: {error.strerror}. Make it readable for this server."
        ) from error
    return [str(path) for path in inside if path.suffix in _ENDINGS and not path.name.startswith(".")]


def _read_file(path: str) -> dict[str, str]:
    """Read one file, which must be a map from rule names to check strings."""
    try:
        parsed: object = policy.parse_file_contents(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(
            f"The policy file {path} cannot be read: {error.strerror}. Create it, make it readable for this server, "
            "or take it out of the configuration ([oslo_policy]policy_file)."
        ) from error
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(
            f'The policy file {path} is not YAML: {error}. Correct it; each line is "rule name": "check".'
        ) from error
    if not isinstance(parsed, dict):
        raise ConfigurationError(
            f"The policy file {path} holds a {type(parsed).__name__} where a map is expected. "
            'Write each line as "rule name": "check".'
        )
    for name, check in parsed.items():
        if not (isinstance(name, str) and isinstance(check, str)):
            raise ConfigurationError(
                f"The policy file {path} says {name!r}: {check!r}, but both must be text. "
                'Put the check in quotes: "" lets everybody in, "!" nobody.'
            )
    return parsed
