"""Where what the real agent needs is built, once, and kept for the next run."""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.acceptance.real_agent.debian import CannotBuild, Tree, make_tree
from tests.acceptance.real_agent.image import build_image
from tests.acceptance.real_agent.ramdisk import build_tree, pack

FOLDER_VARIABLE = "BESSEMER_AGENT_PARTS"
DEFAULT_FOLDER = "~/.cache/bessemer/agent-parts"
RECIPE = ("debian.py", "image.py", "instance_init.sh", "ramdisk.py", "ramdisk_init.sh", "run_agent.sh")
"""The files that say how the parts are made; when one of them changes, they are made anew."""
WORKSHOP = ("cpio", "e2fsprogs", "grub-common", "grub-pc-bin", "qemu-system-x86", "qemu-utils")
"""The packages of the tree that QEMU and the makers of images run in."""


class MachineParts(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine of QEMU needs."""

    workshop: Tree
    kernel: Path
    initramfs: Path
    image: Path
    """A disk, byte for byte."""
    packed_image: Path
    """The same as qcow2."""


def missing() -> str | None:
    """Say why nothing can be built here; None when it can."""
    if os.geteuid() != 0:
        return "it takes root to make Debian trees, network interfaces and namespaces"
    absent = [name for name in ("apt-get", "dpkg", "ip", "unshare", "chroot", "perl") if not shutil.which(name)]
    return f"{', '.join(absent)} is not on this machine" if absent else None


def agent_tree() -> Tree:
    """Give the tree that the agent runs in."""
    with _folder() as folder:
        return build_tree(folder, folder)


def machine_parts() -> MachineParts:
    """Give everything that a machine of QEMU needs."""
    with _folder() as folder:
        ramdisk = build_tree(folder, folder)
        kernel, initramfs = pack(ramdisk, folder)
        workshop = make_tree(folder / "workshop", WORKSHOP, folder)
        image, packed_image = build_image(workshop, ramdisk, folder)
        return MachineParts(
            workshop=workshop, kernel=kernel, initramfs=initramfs, image=image, packed_image=packed_image
        )


@contextmanager
def _folder() -> Iterator[Path]:
    """Give the folder of this recipe, to one builder at a time."""
    why = missing()
    if why:
        raise CannotBuild(f"The real agent cannot be built: {why}.")
    here = Path(__file__).parent
    recipe = b"".join((here / name).read_bytes() for name in RECIPE) + repr(WORKSHOP).encode()
    root = Path(os.environ.get(FOLDER_VARIABLE) or DEFAULT_FOLDER).expanduser()
    folder = root / hashlib.sha256(recipe).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
