"""Reads from driver_info what a machine boots over the network."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.drivers import images
from bessemer.drivers.driver_info import Reader
from bessemer.drivers.images import DEPLOY_PAIR, RESCUE_PAIR, Lasting, RamdiskPair, read_lasting, read_pair

REQUIRED: Mapping[str, str] = {name: images.NAMES[name] for name in DEPLOY_PAIR}
"""What has to be given."""
NAMES: Mapping[str, str] = {name: told for name, told in images.NAMES.items() if name not in REQUIRED}
"""What may be given."""


class NetworkBoot(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine boots over the network."""

    deploy: RamdiskPair
    rescue: RamdiskPair | None
    kernel_append_params: str | None
    lasting: Lasting


def parse(info: Mapping[str, Any]) -> NetworkBoot | list[str]:
    """Read what the machine boots, or tell everything that is wrong with that."""
    reader = Reader(info)
    reader.need(*REQUIRED)
    deploy = read_pair(reader, DEPLOY_PAIR)
    rescue = read_pair(reader, RESCUE_PAIR)
    append, lasting = reader.text("kernel_append_params"), read_lasting(reader)
    if deploy is None or reader.faults:
        return reader.faults
    return NetworkBoot(deploy=deploy, rescue=rescue, kernel_append_params=append, lasting=lasting)


def parse_rescue(info: Mapping[str, Any]) -> RamdiskPair | list[str]:
    """Read what the machine boots where it is to be rescued, or tell everything that is wrong with that."""
    reader = Reader(info)
    reader.need(*RESCUE_PAIR)
    found = read_pair(reader, RESCUE_PAIR)
    return found if found is not None and not reader.faults else reader.faults
