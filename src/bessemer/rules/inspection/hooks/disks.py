"""Which disk of a machine is its root device, and how large that is."""

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.draft import Draft
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.report import amount, objects, word
from bessemer.rules.root_device import first_matching

GIB = 1024**3


def root_device(draft: Draft, options: HookOptions) -> None:
    """Note the size of the root disk: the one that the hints of the node name, or else the ramdisk's choice."""
    hints = draft.properties.get("root_device")
    if hints:
        disks = objects(draft.inventory.get("disks"))
        skipped = objects(draft.properties.get("skip_block_devices"))
        left = [disk for disk in disks if not any(first_matching([disk], hint) for hint in skipped)]
        found = first_matching(left, hints)
        if found is None:
            raise Invalid(f"None of the {len(disks)} disks fits the root device hints of the node: {hints}.")
        draft.plugin_data["root_disk"] = dict(found)
    told = draft.plugin_data.get("root_disk")
    size = amount(told.get("size")) if isinstance(told, dict) else None
    whole_gib = (size or 0) // GIB
    if whole_gib and options.disk_partitioning_spacing:
        whole_gib -= 1
    if not whole_gib:
        draft.tell("No root disk of 1 GiB or more was reported: the machine counts as one without disks.", "warning")
    draft.plugin_data["local_gb"] = whole_gib
    draft.set_property("local_gb", whole_gib)


def raid_device(draft: Draft, _: HookOptions) -> None:
    """Take the one disk that was not there at the last inspection for the root device."""
    if "root_device" in draft.properties or draft.earlier is None:
        return
    before = {word(disk.get("serial")) for disk in objects(draft.earlier.get("disks"))}
    present = [word(disk.get("serial")) for disk in objects(draft.inventory.get("disks"))]
    new = [serial for serial in present if serial is not None and serial not in before]
    if len(new) == 1:
        draft.set_property("root_device", {"serial": new[0]})
    else:
        draft.tell(f"{len(new)} new disks were found, so none of them is taken for the root device.", "warning")


def extra_hardware(draft: Draft, _: HookOptions) -> None:
    """Bring what the collector extra-hardware found into a form that rules can look into."""
    data = draft.plugin_data.get("data")
    if not isinstance(data, list) or not all(isinstance(item, list) for item in data):
        return
    found: dict[str, dict[str, dict[str, object]]] = {}
    for item in data:
        match item:
            case [str(kind), str(which), str(name), value]:
                is_number = isinstance(value, str) and value.isascii() and value.isdigit()
                found.setdefault(kind, {}).setdefault(which, {})[name] = _number(value) if is_number else value
            case _:
                draft.tell("A part of what the collector extra-hardware found has no form that is known.", "debug")
    draft.plugin_data["extra"] = found
    del draft.plugin_data["data"]


def _number(text: str) -> object:
    longest = 18  # what every reader of JSON takes for the same number
    return int(text) if len(text) <= longest else text
