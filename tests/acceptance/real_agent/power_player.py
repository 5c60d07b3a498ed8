"""Plays the power of one machine: switches it on and off as the server believes to have done."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from bessemer.lab.loop_in_thread import LoopInThread
from bessemer.lab.power_of_pretended import PowerOfPretended, Switches
from bessemer.lab.ramdisk import Purpose


class Switched(Protocol):
    """Something that can be switched on and off."""

    def boot_ramdisk(self, words: str) -> None:
        """Switch it on with the ramdisk, which finds these words on its kernel line."""

    def boot_disk(self) -> None:
        """Switch it on with what its disk has."""

    def switch_off(self) -> None:
        """Switch it off."""


@contextmanager
def power_played(server_url: str, node: str, machine: Switched, words: Mapping[Purpose, str]) -> Iterator[None]:
    """Follow the server's changes; `words` are those on the ramdisk's kernel line, by what it is booted for."""

    def boot(uuid: str, purpose: Purpose | None) -> None:
        if uuid != node:
            return
        if purpose is None:
            machine.boot_disk()
        else:
            machine.boot_ramdisk(words[purpose])

    def switch_off(uuid: str) -> None:
        if uuid == node:
            machine.switch_off()

    switches = Switches(boot=boot, switch_off=switch_off)
    with LoopInThread("power") as loop:
        loop.begin(PowerOfPretended(server_url, {}, switches).follow())
        yield
