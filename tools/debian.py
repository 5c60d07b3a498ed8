"""Debian's packages, installed when this machine is a Debian and we are its administrator."""

import os
import shutil
import subprocess
import sys
import tempfile


def may_install() -> bool:
    """Tell whether packages can be installed without asking anybody."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Install packages; when that fails show why, and leave it to the caller to do without."""
    names = " ".join(packages)
    print(f"Installing {names} with apt-get …", file=sys.stderr)
    command = f"apt-get update -qq && apt-get install -qq --no-install-recommends {names}"
    with tempfile.TemporaryFile() as log:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(["sh", "-c", command], check=False, stdout=log, stderr=log, env=environment)
        if done.returncode != 0:
            log.seek(0)
            print(log.read().decode(errors="replace"), file=sys.stderr)
            print(f"apt-get could not install {names}; its own words are above.", file=sys.stderr)
