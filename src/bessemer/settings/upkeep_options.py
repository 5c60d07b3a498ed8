"""The options about what the server sees to without being asked: power, old facts, measurements."""

from bessemer.settings.options import Option, ValueType

# fmt: off
CONDUCTOR_UPKEEP: tuple[Option, ...] = (
    Option(group="conductor", name="sync_power_state_interval", type=ValueType.WHOLE_NUMBER,
           default=120, minimum=-1, maximum=315_576_000,
           meaning="In how many seconds the power of each node is compared once with that of its machine; "
                   "0 or -1: never."),
    Option(group="conductor", name="sync_power_state_workers", type=ValueType.WHOLE_NUMBER,
           default=8, minimum=1, maximum=1000,
           meaning="How many machines are asked for their power at the same time."),
    Option(group="conductor", name="power_state_sync_max_retries", type=ValueType.WHOLE_NUMBER,
           default=3, minimum=0, maximum=1_000_000,
           meaning="How often more a machine is asked for its power, or brought back to it, before its node goes into "
                   "maintenance."),
    Option(group="conductor", name="force_power_state_during_sync", type=ValueType.SWITCH, default=True,
           meaning="Bring a machine back whose power is not what its node says; if not, the node takes it over."),
    Option(group="conductor", name="power_failure_recovery_interval", type=ValueType.WHOLE_NUMBER,
           default=300, minimum=0, maximum=315_576_000,
           meaning="In how many seconds a machine is asked once whose node is in maintenance because its power could "
                   "not be read; 0: never."),
    Option(group="conductor", name="node_history_max_entries", type=ValueType.WHOLE_NUMBER,
           default=300, minimum=0, maximum=1_000_000,
           meaning="How many entries the history of a node keeps, the newest ones."),
    Option(group="conductor", name="node_history_minimum_days", type=ValueType.WHOLE_NUMBER,
           default=0, minimum=0, maximum=36_500,
           meaning="For how many days an entry is kept however many there are."),
    Option(group="conductor", name="node_history_cleanup_interval", type=ValueType.WHOLE_NUMBER,
           default=86_400, minimum=0, maximum=315_576_000,
           meaning="Every how many seconds histories, ended operations and changes are pruned; 0: never."),
    Option(group="conductor", name="node_history_cleanup_batch_count", type=ValueType.WHOLE_NUMBER,
           default=1000, minimum=0, maximum=10_000,
           meaning="How many rows are pruned in one transaction at the most; 0: nothing is pruned."),
)

DATABASE_UPKEEP: tuple[Option, ...] = (
    Option(group="database", name="keep_operations_days", type=ValueType.WHOLE_NUMBER,
           default=90, minimum=0, maximum=36_500,
           meaning="For how many days operations are kept after they have ended, with their timelines; 0: for ever."),
    Option(group="database", name="keep_changes_days", type=ValueType.WHOLE_NUMBER,
           default=90, minimum=0, maximum=36_500,
           meaning="For how many days changes are kept; 0: for ever."),
)

METRICS: tuple[Option, ...] = (
    Option(group="metrics", name="public", type=ValueType.SWITCH, default=False,
           meaning="Show the measurements at /metrics to anybody, without a log-in."),
    Option(group="metrics", name="host_ip", type=ValueType.ADDRESS, default="127.0.0.1",
           meaning="The address at which a conductor that is no API shows its measurements, without a log-in."),
    Option(group="metrics", name="port", type=ValueType.WHOLE_NUMBER, minimum=0, maximum=65535,
           meaning="The TCP port for that; 0 takes any free one, unset shows none."),
)
# fmt: on
