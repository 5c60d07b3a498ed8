"""Which PCI devices are accelerators."""

from collections.abc import Mapping

NVIDIA = "10de"

KNOWN: Mapping[tuple[str, str], str] = {
    (NVIDIA, "1eb8"): "NVIDIA Corporation Tesla T4",
    (NVIDIA, "1df6"): "NVIDIA Corporation GV100GL",
    (NVIDIA, "2236"): "NVIDIA Corporation A10",
    (NVIDIA, "2235"): "NVIDIA Corporation A40",
    (NVIDIA, "26b9"): "NVIDIA Corporation L40S",
    (NVIDIA, "26ba"): "NVIDIA Corporation L20",
}
"""By vendor and product, as PCI has them: the ones that Ironic knows, under the names that it gives them."""


def known_accelerator(vendor: str, product: str) -> dict[str, str] | None:
    """Describe an accelerator; None for any other device."""
    name = KNOWN.get((vendor.lower(), product.lower()))
    return None if name is None else {"vendor_id": vendor, "device_id": product, "type": "GPU", "device_info": name}
