"""Other programs are held to their time, their memory and their output."""

import sys
import time
from pathlib import Path

import pytest

from bessemer.clients.process import GivenUp, Limits, run_program
from bessemer.model.errors import HardwareFailed

QUICK = Limits(seconds=30)


def python(script: str) -> list[str]:
    """Run a line of Python as another program."""
    return [sys.executable, "-c", script]


def test_words_are_handed_over_as_they_are_without_a_shell() -> None:
    ended = run_program([sys.executable, "-c", "import sys; print(sys.argv[1:])", "$HOME; `id`", "*"], QUICK)
    assert (ended.code, ended.output.strip()) == (0, "['$HOME; `id`', '*']")


def test_its_end_and_its_complaints_are_told() -> None:
    ended = run_program(python("import sys; sys.stderr.write('no'); sys.exit(3)"), QUICK)
    assert (ended.code, ended.output) == (3, "no")


def test_secrets_of_the_surroundings_stay_here() -> None:
    """The server's own environment may hold the password of its database."""
    told = run_program(python("import os; print(*os.environ)"), QUICK).output.split()
    assert set(told) <= {"PATH", "LC_ALL", "LC_CTYPE"}


def test_a_program_that_is_not_there_is_told_of() -> None:
    with pytest.raises(HardwareFailed, match="cannot be started: No such file"):
        run_program(["/nowhere/at-all"], QUICK)


@pytest.mark.parametrize(
    ("script", "limits", "why"),
    [
        ("import time; time.sleep(60)", Limits(seconds=0.5), "took more than 0.5 seconds"),
        ("import os, time; os.close(1); os.close(2); time.sleep(60)", Limits(seconds=1), "took more than 1 seconds"),
        ("while True: print('x' * 1000)", Limits(seconds=30, output_bytes=5000), "wrote more than 5000 bytes"),
    ],
)
def test_a_program_beyond_its_limits_is_killed(script: str, limits: Limits, why: str) -> None:
    with pytest.raises(HardwareFailed, match=why):
        run_program(python(script), limits)


def test_a_program_gets_no_more_memory_than_it_may_have() -> None:
    wait = "import time; time.sleep(0.5); "
    ended = run_program(python(f"{wait}print(len(bytearray(10**9)))"), Limits(seconds=30, memory_bytes=300 * 1024**2))
    assert ended.code != 0
    assert "MemoryError" in ended.output


def test_a_program_writes_no_larger_file_than_it_may(tmp_path: Path) -> None:
    file = tmp_path / "large"
    script = f"import time; time.sleep(0.5); open({str(file)!r}, 'wb').write(bytes(10**6))"
    assert run_program(python(script), Limits(seconds=30, file_bytes=1000)).code != 0
    assert file.stat().st_size <= 1000


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    child = f"import time; time.sleep(2); open({str(mark)!r}, 'w')"
    script = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    with pytest.raises(HardwareFailed):
        run_program(python(script), Limits(seconds=1))
    time.sleep(2.5)
    assert not mark.exists()


def test_a_program_that_nobody_waits_for_is_ended() -> None:
    with pytest.raises(GivenUp):
        run_program(python("import time; time.sleep(60)"), QUICK, is_wanted=lambda: False)
