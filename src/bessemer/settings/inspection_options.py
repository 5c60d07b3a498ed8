"""The options about inspections."""

from bessemer.settings.options import Option, ValueType

# fmt: off
INSPECTION_OPTIONS: tuple[Option, ...] = (
    Option(group="inspector", name="default_hooks", type=ValueType.LIST,
           default=("ramdisk-error", "validate-interfaces", "ports", "architecture"),
           meaning="The hooks that look at the reports of machines where `hooks` names none."),
    Option(group="inspector", name="hooks", type=ValueType.LIST, default=(),
           meaning="The hooks that look at the reports of machines, in this order; empty: those of default_hooks."),
    Option(group="inspector", name="add_ports", type=ValueType.TEXT,
           default="pxe", choices=("all", "active", "pxe", "disabled"),
           meaning="Which network interfaces the hook `ports` makes ports of: all, those with an address, the one the "
                   "machine booted from, or none."),
    Option(group="inspector", name="keep_ports", type=ValueType.TEXT,
           default="all", choices=("all", "present", "added"),
           meaning="Which ports the hook `ports` leaves: all, those the machine has, or those add_ports names."),
    Option(group="inspector", name="update_pxe_enabled", type=ValueType.SWITCH, default=True,
           meaning="Whether the hook `ports` notes of each port whether the machine booted from it."),
    Option(group="inspector", name="disk_partitioning_spacing", type=ValueType.SWITCH, default=True,
           meaning="Whether the hook `root-device` leaves 1 GiB of the disk uncounted."),
    Option(group="inspector", name="cpu_capabilities", type=ValueType.LIST,
           default=("vmx:cpu_vt", "svm:cpu_vt", "aes:cpu_aes", "pse:cpu_hugepages", "pdpe1gb:cpu_hugepages_1g",
                    "smx:cpu_txt"),
           meaning="CPU flags with the capabilities that the hook `cpu-capabilities` makes of them, as flag:name."),
    Option(group="inspector", name="pci_device_alias", type=ValueType.TEXT, maximum=65_536,
           meaning="PCI devices that the hook `pci-devices` counts: a JSON list of objects with vendor_id, product_id "
                   "and name."),
    Option(group="inspector", name="physical_network_cidr_map", type=ValueType.LIST, default=(),
           meaning="IP networks and the physical networks that the hook `physical-network` takes them for, as "
                   "192.0.2.0/24:name."),
    Option(group="inspector", name="extra_kernel_params", type=ValueType.TEXT, default="", maximum=2048,
           meaning="Further kernel arguments for the ramdisk of an inspection, as key=value with spaces between."),
    Option(group="inspector", name="callback_endpoint_override", type=ValueType.WEB_ADDRESS,
           computed_meaning="[api] public_endpoint",
           meaning="The URL of this API that machines under inspection report to."),
    Option(group="inspector", name="power_off", type=ValueType.SWITCH, default=True,
           meaning="Whether machines are switched off when they have been inspected."),

    Option(group="inspection_rules", name="mask_secrets", type=ValueType.TEXT,
           default="always", choices=("always", "never", "sensitive"),
           meaning="Whether secrets are hidden from inspection rules: always, never, or from all but sensitive rules."),

    Option(group="auto_discovery", name="enabled", type=ValueType.SWITCH, default=False,
           meaning="Enrol machines that report themselves and that nobody knows: whoever reaches the API can do so."),
    Option(group="auto_discovery", name="driver", type=ValueType.TEXT, maximum=255,
           meaning="The driver of machines that are enrolled in this way."),

    Option(group="inventory", name="data_backend", type=ValueType.TEXT,
           default="database", choices=("database", "none"),
           meaning="Where the inventories that inspections find are kept."),
)
# fmt: on
