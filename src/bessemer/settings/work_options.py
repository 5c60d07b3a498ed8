"""The options about conductors and their work on machines."""

from bessemer.settings.options import Option, ValueType


def _timeout(name: str, meaning: str, default: int = 1800) -> Option:
    return Option(
        group="conductor",
        name=name,
        type=ValueType.WHOLE_NUMBER,
        default=default,
        minimum=0,
        maximum=315_576_000,
        meaning=f"{meaning}; 0 is for ever.",
        fills=("engine", "timeouts_s", f"conductor.{name}"),
    )


def _step_priority(name: str, step: str) -> Option:
    return Option(
        group="deploy",
        name=name,
        type=ValueType.WHOLE_NUMBER,
        minimum=0,
        maximum=2**31 - 1,
        meaning=f"The priority of the cleaning step {step}; 0 switches it off, unset leaves it to the step.",
        fills=("engine", "step_priorities", f"deploy.{name}"),
    )


# fmt: off
WORK_OPTIONS: tuple[Option, ...] = (
    Option(group="conductor", name="conductor_group", type=ValueType.TEXT, default="", maximum=255,
           meaning="The group of machines that this conductor looks after."),
    Option(group="conductor", name="heartbeat_interval", type=ValueType.WHOLE_NUMBER,
           default=5, minimum=1, maximum=3600,
           meaning="How often a conductor says that it is alive, in seconds."),
    Option(group="conductor", name="heartbeat_timeout", type=ValueType.WHOLE_NUMBER,
           default=20, minimum=2, maximum=315_576_000,
           meaning="After how many seconds of silence a conductor is not alive, and others take over its work."),
    Option(group="conductor", name="workers_pool_size", type=ValueType.WHOLE_NUMBER,
           default=300, minimum=3, maximum=10_000,
           meaning="The most machines that a conductor works on at the same moment; those that wait do not count.",
           fills=("engine", "workers")),
    _timeout("working_timeout", "For how many seconds a node may be worked on without any progress", 3600),
    _timeout("deploy_callback_timeout", "For how many seconds a deployment waits for the machine"),
    _timeout("clean_callback_timeout", "For how many seconds a cleaning waits for the machine"),
    _timeout("rescue_callback_timeout", "For how many seconds a rescue waits for the machine"),
    _timeout("service_callback_timeout", "For how many seconds servicing waits for the machine"),
    _timeout("inspect_wait_timeout", "For how many seconds an inspection waits for the machine"),
    Option(group="conductor", name="automated_clean", type=ValueType.SWITCH, default=True,
           meaning="Whether nodes are cleaned before they are available that do not say so themselves.",
           fills=("engine", "automated_clean")),
    Option(group="conductor", name="poweroff_in_cleanfail", type=ValueType.SWITCH, default=False,
           meaning="Whether a machine is switched off when its cleaning has failed.",
           fills=("engine", "poweroff_in_cleanfail")),
    Option(group="conductor", name="poweroff_in_servicefail", type=ValueType.SWITCH, default=False,
           meaning="Whether a machine is switched off when servicing it has failed.",
           fills=("engine", "poweroff_in_servicefail")),
    Option(group="conductor", name="clean_step_priority_override", type=ValueType.LIST, default=(),
           meaning="Priorities of cleaning steps, as interface.step:priority; 0 switches a step off.",
           fills=("engine", "clean_step_priority_override")),
    Option(group="conductor", name="verify_step_priority_override", type=ValueType.LIST, default=(),
           meaning="Priorities of verification steps, as interface.step:priority; 0 switches a step off.",
           fills=("engine", "verify_step_priority_override")),
    Option(group="conductor", name="allow_provisioning_in_maintenance", type=ValueType.SWITCH, default=True,
           meaning="Whether a node in maintenance may be made available."),
    Option(group="conductor", name="max_concurrent_deploy", type=ValueType.WHOLE_NUMBER,
           default=250, minimum=1, maximum=1_000_000,
           meaning="The most nodes that may be deployed at the same time."),
    Option(group="conductor", name="max_concurrent_clean", type=ValueType.WHOLE_NUMBER,
           default=50, minimum=1, maximum=1_000_000,
           meaning="The most nodes that may be cleaned, or undeployed and then cleaned, at the same time."),
    Option(group="conductor", name="allow_deleting_available_nodes", type=ValueType.SWITCH, default=True,
           meaning="Whether a node in the state `available` may be deleted."),

    Option(group="deploy", name="power_off_after_deploy_failure", type=ValueType.SWITCH, default=True,
           meaning="Whether a machine is switched off when its deployment has failed.",
           fills=("engine", "power_off_after_deploy_failure")),
    _step_priority("erase_devices_priority", "deploy.erase_devices"),
    _step_priority("erase_devices_metadata_priority", "deploy.erase_devices_metadata"),
    _step_priority("create_configuration_priority", "raid.create_configuration"),
    _step_priority("delete_configuration_priority", "raid.delete_configuration"),
)
# fmt: on
"""A part of the table of every option."""
