"""What is remembered in driver_internal_info while an inspection waits for its machine."""

AWAITED = "inspection_awaited"
"""True for as long as a report of the machine is taken."""
REPORTED_AT = "inspection_reported_at"
"""When the report came."""
BMC_ADDRESSES = "lookup_bmc_addresses"
"""The addresses by which the machine may be recognized besides those of its ports."""
BOOTED = "inspection_booted"
"""True for as long as there may be something to clear up after the ramdisk."""

MEMORY = (AWAITED, REPORTED_AT, BMC_ADDRESSES, BOOTED)
"""All of it, which ends with the inspection."""
