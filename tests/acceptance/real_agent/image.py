"""Makes the image that the tests deploy: a disk with a boot loader, Debian's kernel and one small program."""

import shutil
import struct
from pathlib import Path

from tests.acceptance.real_agent.debian import Tree

HERE = Path(__file__).parent
SECTOR = 512
MIB = 1024 * 1024
FILESYSTEM_AT = 1 * MIB
FILESYSTEM_SIZE = 40 * MIB
MODULES = ("virtio_pci", "virtio_blk", "isofs", "loop")
LOADER_MODULES = ("biosdisk", "part_msdos", "ext2", "linux", "normal", "serial", "terminal")
LOADER_CONFIG = """\
serial --unit=0 --speed=115200
terminal_output serial
set root=(hd0,msdos1)
linux /vmlinuz console=ttyS0 quiet panic=1
initrd /initramfs
boot
"""


def build_image(workshop: Tree, ramdisk: Tree, folder: Path) -> tuple[Path, Path]:
    """Give the image as a raw disk and as qcow2."""
    raw, packed = folder / "instance.raw", folder / "instance.qcow2"
    if not packed.exists():
        inside = workshop.folder / "srv/image"
        shutil.rmtree(inside, ignore_errors=True)
        _lay_out(workshop, ramdisk, inside)
        workshop.run("mke2fs", "-q", "-t", "ext2", "-d", "/srv/image/files", "/srv/image/ext2", "40M")
        _boot_loader(workshop)
        _join(workshop.folder, inside, inside / "disk")
        workshop.run("qemu-img", "convert", "-c", "-f", "raw", "-O", "qcow2", "/srv/image/disk", "/srv/image/qcow2")
        shutil.move(inside / "disk", raw)
        shutil.move(inside / "qcow2", packed)
    return raw, packed


def _lay_out(workshop: Tree, ramdisk: Tree, inside: Path) -> None:
    """Lay out the files of the instance's disk and of its own small ramdisk."""
    files, root = inside / "files", inside / "root"
    files.mkdir(parents=True)
    (root / "bin").mkdir(parents=True)
    (kernel,) = (ramdisk.folder / "boot").glob("vmlinuz-*")
    shutil.copy(kernel, files / "vmlinuz")
    shutil.copy(ramdisk.folder / "bin/busybox", root / "bin/busybox")
    (modules,) = (ramdisk.folder / "lib/modules").iterdir()
    wanted: list[str] = []
    for module in MODULES:
        shown = ramdisk.run("modprobe", "--set-version", modules.name, "--show-depends", module).stdout.decode()
        wanted += [line.split()[1] for line in shown.splitlines() if line.startswith("insmod ")]
    for path in wanted:
        shutil.copy(ramdisk.folder / path.lstrip("/"), root / Path(path).name)
    (root / "modules").write_text("".join(f"/{Path(path).name}\n" for path in dict.fromkeys(wanted)))
    shutil.copy(HERE / "instance_init.sh", root / "init")
    (root / "init").chmod(0o755)
    workshop.run("sh", "-c", "cd /srv/image/root && find . | cpio -o -H newc --quiet | gzip > ../files/initramfs")


def _boot_loader(workshop: Tree) -> None:
    (workshop.folder / "srv/image/grub.cfg").write_text(LOADER_CONFIG)
    workshop.run(
        "grub-mkimage", "--format=i386-pc", "--output=/srv/image/core", "--config=/srv/image/grub.cfg",
        "--prefix=(hd0,msdos1)/grub", *LOADER_MODULES,
    )  # fmt: skip


def _join(tree: Path, inside: Path, disk: Path) -> None:
    """Write the disk: the first sector, the boot loader behind it, one partition with the files."""
    first = bytearray((tree / "usr/lib/grub/i386-pc/boot.img").read_bytes()[:SECTOR])
    first[440:444] = b"LAB0"  # the disk's identifier
    first[446:510] = bytes(64)
    start, length = FILESYSTEM_AT // SECTOR, FILESYSTEM_SIZE // SECTOR
    first[446:462] = struct.pack("<B3sB3sII", 0x80, b"\xfe\xff\xff", 0x83, b"\xfe\xff\xff", start, length)
    first[510:512] = b"\x55\xaa"
    loader = (inside / "core").read_bytes()
    assert len(loader) < FILESYSTEM_AT - SECTOR, "the boot loader does not fit before the first partition"
    with disk.open("wb") as file:
        file.write(first)
        file.write(loader)
        file.seek(FILESYSTEM_AT)
        file.write((inside / "ext2").read_bytes())
        file.truncate(FILESYSTEM_AT + FILESYSTEM_SIZE)
