"""What the operator decided about work on machines, in the words of the rooms that heed it."""

from collections.abc import Mapping

from bessemer.engine.settings import EngineSettings
from bessemer.model.step import StepKind
from bessemer.settings.records import Settings


def disallowed_steps(settings: Settings) -> Mapping[StepKind, frozenset[str]]:
    """Tell the steps that nobody may ask for."""
    return {
        StepKind.CLEAN: frozenset(settings.api.disallow_clean_steps),
        StepKind.DEPLOY: frozenset(settings.api.disallow_deploy_steps),
        StepKind.SERVICE: frozenset(settings.api.disallow_service_steps),
    }


def work_settings(settings: Settings) -> EngineSettings:
    """Tell a conductor how it works."""
    return EngineSettings(
        host=settings.default.host,
        disallowed=disallowed_steps(settings),
        is_pinned=settings.default.pin_release_version is not None,
    )
