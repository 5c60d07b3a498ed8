"""Say in the words of the engine what the operator decided about work on machines."""

from bessemer.assembly.inspection import make_inspection_options
from bessemer.engine.settings import CollectLogs, EngineSettings
from bessemer.model.step import StepKind
from bessemer.rules.releases import applies_templates
from bessemer.rules.step_order import Override, overrides_from_entries, overrides_from_options
from bessemer.settings.records import Settings


def disallowed_steps(settings: Settings) -> dict[StepKind, frozenset[str]]:
    """Name the steps that nobody may ask for."""
    return {
        StepKind.CLEAN: frozenset(settings.api.disallow_clean_steps),
        StepKind.DEPLOY: frozenset(settings.api.disallow_deploy_steps),
        StepKind.SERVICE: frozenset(settings.api.disallow_service_steps),
    }


def make_engine_settings(settings: Settings) -> EngineSettings:
    """Gather how machines are worked on."""
    work = settings.engine
    return EngineSettings(
        host=settings.default.host,
        timeouts_s=work.timeouts_s,
        automated_clean=work.automated_clean,
        power_off_after_deploy_failure=work.power_off_after_deploy_failure,
        poweroff_in_cleanfail=work.poweroff_in_cleanfail,
        poweroff_in_servicefail=work.poweroff_in_servicefail,
        clean_overrides=_clean_overrides(settings),
        verify_overrides=overrides_from_entries(
            "conductor.verify_step_priority_override", work.verify_step_priority_override
        ),
        disallowed=disallowed_steps(settings),
        inspection=make_inspection_options(settings),
        collects_logs=CollectLogs(settings.evidence.collect),
        is_pinned=not applies_templates(settings.default.pin_release_version),
    )


def _clean_overrides(settings: Settings) -> dict[str, Override]:
    """Of two that speak of one step, the general option counts, as it names the step itself."""
    work = settings.engine
    entries = overrides_from_entries("conductor.clean_step_priority_override", work.clean_step_priority_override)
    return {**overrides_from_options(work.step_priorities), **entries}
