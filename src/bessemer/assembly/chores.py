"""Gather what a conductor does again and again without being asked."""

from collections.abc import Callable
from time import monotonic

from bessemer.drivers.loading import Loaded
from bessemer.engine.chores import Chore
from bessemer.engine.metering import EngineMeters
from bessemer.engine.power_watch import PowerWatch, PowerWatchSettings
from bessemer.engine.pruning import Pruning, PruningSettings
from bessemer.rules.power_watch import PowerRules
from bessemer.settings.records import Settings
from bessemer.store.database import Database

EVERY_S = 1.0


def make_power_watch(
    settings: Settings, database: Database, loaded: Loaded, wake: Callable[[], None], meters: EngineMeters
) -> PowerWatch:
    """Watch the power of machines as the settings say."""
    conductor = settings.conductor
    watching = PowerWatchSettings(
        host=settings.default.host,
        interval_s=conductor.sync_power_state_interval,
        recovery_interval_s=conductor.power_failure_recovery_interval,
        workers=conductor.sync_power_state_workers,
        rules=PowerRules(force=conductor.force_power_state_during_sync, retries=conductor.power_state_sync_max_retries),
        working_timeout_s=settings.engine.timeouts_s["conductor.working_timeout"],
    )
    return PowerWatch(database, loaded, watching, wake, meters)


def power_chore(watch: PowerWatch, may_act: Callable[[], bool]) -> Chore:
    """Look after the power, while no other conductor can be doing it."""

    def look() -> None:
        if may_act():
            watch.look(monotonic())

    return Chore(name="Watching the power", every_s=EVERY_S, do=look)


def pruning_chore(settings: Settings, database: Database) -> Chore:
    """Delete what is too old."""
    conductor = settings.conductor
    pruning = Pruning(
        database,
        PruningSettings(
            host=settings.default.host,
            every_s=conductor.node_history_cleanup_interval,
            most_at_once=conductor.node_history_cleanup_batch_count,
            history_entries=conductor.node_history_max_entries,
            history_days=conductor.node_history_minimum_days,
            operations_days=settings.database.keep_operations_days,
            changes_days=settings.database.keep_changes_days,
        ),
    )
    return Chore(name="Pruning", every_s=EVERY_S, do=lambda: pruning.look(monotonic()))
