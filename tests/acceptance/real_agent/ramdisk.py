"""Builds the ramdisk with the real agent: a kernel, an initramfs, and the tree that both came from."""

import shutil
import sys
from pathlib import Path

from tests.acceptance.real_agent.debian import Tree, make_tree, run

HERE = Path(__file__).parent
AGENT = "ironic-python-agent==13.0.0"
PACKAGES = (
    "bsdextrautils", "busybox-static", "ca-certificates", "cpio", "dmidecode", "dosfstools", "e2fsprogs", "efibootmgr",
    "ethtool", "file", "gdisk", "genisoimage", "hdparm", "iproute2", "ipmitool", "kmod", "linux-image-amd64", "lshw",
    "mdadm", "nvme-cli", "parted", "pciutils", "psmisc", "python3", "qemu-utils", "smartmontools", "udev",
    "util-linux", "util-linux-extra", "xfsprogs", "zstd",
)  # fmt: skip
MODULES = (
    "virtio_pci", "virtio_net", "virtio_blk", "virtio_scsi", "sd_mod", "sr_mod", "ahci", "ata_piix", "e1000", "e1000e",
    "isofs", "vfat", "nls_ascii", "nls_cp437", "nls_utf8", "ext4", "loop", "rtc_cmos", "af_packet", "efivarfs",
)  # fmt: skip
PYTHON = "3.11"
"""The Python of the Debian that the ramdisk is made of, which its wheels have to be for."""
NOT_PACKED = ("./boot/*", "./var/lib/apt/*", "./var/cache/*", "./var/lib/dpkg/info/*", "./usr/share/zoneinfo/*")
HALT = "#!/bin/sh\nexec /bin/busybox {0} -f\n"


def build_tree(folder: Path, scratch: Path) -> Tree:
    """Make the tree: Debian's packages, the agent with what it needs, and how it is started."""
    tree = make_tree(folder / "ramdisk", PACKAGES, scratch)
    if not (tree.folder / "init").exists():
        _add_agent(tree)
        _keep_modules(tree)
        for name in ("poweroff", "reboot"):
            _script(tree.folder / "sbin" / name, HALT.format(name))
        _script(tree.folder / "usr/local/bin/run-agent", (HERE / "run_agent.sh").read_text())
        _script(tree.folder / "init", (HERE / "ramdisk_init.sh").read_text())
    return tree


def pack(tree: Tree, folder: Path) -> tuple[Path, Path]:
    """Make of a tree what a machine boots, and give the kernel and the initramfs."""
    kernel, initramfs = folder / "ramdisk.kernel", folder / "ramdisk.initramfs"
    if not initramfs.exists():
        (found,) = (tree.folder / "boot").glob("vmlinuz-*")
        shutil.copy(found, kernel)
        left_out = " ".join(f"-path '{path}' -prune -o" for path in NOT_PACKED)
        unfinished = initramfs.with_suffix(".unfinished")
        command = f"cd / && find . -xdev {left_out} -print0 | cpio --null -o -H newc --quiet | zstd -q -T0 -3"
        with unfinished.open("wb") as file:
            tree.run("sh", "-c", command, stdout=file, stderr=None)
        unfinished.rename(initramfs)
    return kernel, initramfs


def _add_agent(tree: Tree) -> None:
    target = tree.folder / "opt/agent"
    platforms = ("manylinux2014_x86_64", "manylinux_2_28_x86_64")
    run(
        sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(target), "--upgrade",
        "--only-binary=:all:", "--implementation=cp", f"--python-version={PYTHON}",
        *(f"--platform={platform}" for platform in platforms), AGENT,
    )  # fmt: skip
    # A path in the environment would not do: the agent starts some of its programs with an empty one.
    (tree.folder / "usr/lib/python3/dist-packages/agent.pth").write_text("/opt/agent\n")
    # Importing the agent is most of the boot, so it is compiled beforehand.
    tree.run("python3", "-m", "compileall", "-q", "-j0", "/opt/agent", f"/usr/lib/python{PYTHON}")


def _keep_modules(tree: Tree) -> None:
    """Keep the kernel modules that are wanted, with those that they need."""
    (modules,) = (tree.folder / "lib/modules").iterdir()
    kept: set[str] = set()
    for module in MODULES:
        shown = tree.run("modprobe", "--set-version", modules.name, "--show-depends", module).stdout.decode()
        kept.update(line.split()[1] for line in shown.splitlines() if line.startswith("insmod "))
    inside = {(tree.folder / path.lstrip("/")).resolve() for path in kept}
    for path in modules.rglob("*.ko*"):
        if path.resolve() not in inside:
            path.unlink()
    tree.run("depmod", modules.name)
    (tree.folder / "etc/modules-wanted").write_text("\n".join(MODULES) + "\n")


def _script(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(0o755)
