"""What a process has used: CPU time to the nanosecond, and memory."""

import time
from pathlib import Path

MIB = 1024 * 1024
SCHEDULER_CLOCK = 2


def cpu_s(pid: int) -> float:
    """Tell the CPU seconds that all threads of a process have used, in user and kernel mode.

    This is the clock that clock_getcpuclockid(3) names; /proc/PID/stat counts in steps of 10 ms, which is too coarse.
    """
    return time.clock_gettime((~pid << 3) | SCHEDULER_CLOCK)


def family(pid: int) -> list[int]:
    """List a process and all that descend from it."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").iterdir():
            found.extend(map(int, (task / "children").read_text(encoding="ascii").split()))
    return found


def rss_mib(pid: int) -> float:
    """Tell how much memory of a process is in RAM."""
    return _status_kib(pid, "VmRSS") / 1024


def peak_rss_mib(pid: int) -> float:
    """Tell the most memory of a process that was in RAM at any moment."""
    return _status_kib(pid, "VmHWM") / 1024


def _status_kib(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise LookupError(name)
