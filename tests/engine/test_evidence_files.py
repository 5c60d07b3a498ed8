"""The files of operations are written whole, read back, and go when they are too old or too many."""

import os
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from bessemer.drivers.contract.outcome import Evidence
from bessemer.engine.evidence_files import DAY_S, MOST_FILES, EvidenceFiles, EvidenceLimits
from bessemer.model.errors import NotFound
from bessemer.model.operation import Kept, Operation, OperationKind, OperationStatus, Progress

NOW = "2026-01-01T00:00:00.000000+00:00"
NOW_S = 1_000 * float(DAY_S)


def operation(**progress: Any) -> Operation:
    """Make up an operation."""
    return Operation(
        id=1, uuid=str(uuid4()), node_id=1, active=1, kind=OperationKind.CLEAN, target=None, arguments={}, stage="",
        steps=[], step_index=None, place=7, progress=Progress(**progress), status=OperationStatus.RUNNING, owner="c",
        generation=1, epoch=1, wake_seq=0, wake_at=None, deadline=NOW, abort=False, error=None, remedy=None,
        requested_by=None, project=None, created_at=NOW, updated_at=None, ended_at=None,
    )  # fmt: skip


def files(folder: Path, **limits: int) -> EvidenceFiles:
    return EvidenceFiles(folder, "c", EvidenceLimits(**limits))


def evidence(name: str = "ramdisk-logs.tar.gz", data: bytes = b"x" * 10) -> Evidence:
    return Evidence(name=name, content_type="application/gzip", data=data)


def keep(kept_in: EvidenceFiles, folder: Path, days: float, name: str = "ramdisk-logs.tar.gz") -> Path:
    """Keep a file that was written some days ago."""
    work = operation()
    (kept,) = kept_in.keep(work, [evidence(name)], NOW)
    path = folder / work.uuid / kept.name
    os.utime(path, (NOW_S - days * DAY_S,) * 2)
    return path


def test_a_file_is_read_back_bit_by_bit(tmp_path: Path) -> None:
    work, kept_in = operation(), files(tmp_path)
    (kept,) = kept_in.keep(work, [evidence(data=b"0123456789")], NOW)
    assert kept == Kept(
        name="007-ramdisk-logs.tar.gz", size=10, content_type="application/gzip", created_at=NOW, host="c"
    )
    assert kept_in.read(work.uuid, kept.name, 4, 3) == (b"456", 10)
    assert kept_in.read(work.uuid, kept.name, 10, 3) == (b"", 10)


def test_a_second_try_replaces_what_the_first_one_left(tmp_path: Path) -> None:
    work, kept_in = operation(), files(tmp_path)
    kept_in.keep(work, [evidence(data=b"first")], NOW)
    kept_in.keep(work, [evidence(data=b"second")], NOW)
    assert [path.read_bytes() for path in (tmp_path / work.uuid).iterdir()] == [b"second"]


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/b", "", ".hidden", "UPPER", "a\0b", "a\nb", "x" * 101, "ä"])
def test_a_name_that_leads_elsewhere_is_neither_written_nor_read(tmp_path: Path, name: str) -> None:
    folder, work = tmp_path / "evidence", operation()
    (tmp_path / "x").write_text("a secret")
    assert not files(folder).keep(work, [evidence(name)], NOW)
    assert not folder.exists()
    with pytest.raises(NotFound):
        files(folder).read(work.uuid, name, 0, 10)


@pytest.mark.parametrize("uuid", ["..", "", "x", "../../etc"])
def test_what_is_no_operation_is_not_read(tmp_path: Path, uuid: str) -> None:
    (tmp_path / "x").write_text("a secret")
    with pytest.raises(NotFound):
        files(tmp_path / "evidence").read(uuid, "x", 0, 10)


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    work, folder, secret = operation(), tmp_path / "evidence", tmp_path / "secret"
    secret.write_text("a secret")
    (folder / work.uuid).mkdir(parents=True)
    (folder / work.uuid / "007-x").symlink_to(secret)
    with pytest.raises(NotFound):
        files(folder).read(work.uuid, "007-x", 0, 10)
    files(folder, days=1, all_bytes=1).prune(NOW_S + 1e9)
    assert secret.exists()


def test_what_is_too_large_or_too_much_is_not_kept(tmp_path: Path) -> None:
    kept_in = files(tmp_path, file_bytes=9)
    assert not kept_in.keep(operation(), [evidence()], NOW)
    known = Kept(name="x", size=1, content_type="x/x", created_at=NOW, host="c")
    full = operation(evidence=(known,) * (MOST_FILES - 1))
    kept = kept_in.keep(full, [evidence("a", b"1"), evidence("b", b"2")], NOW)
    assert [each.name for each in kept] == ["007-a"]


def test_a_folder_that_cannot_be_made_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert not files(tmp_path / "file").keep(operation(), [evidence()], NOW)


def test_what_is_too_old_goes_with_its_folder(tmp_path: Path) -> None:
    kept_in = files(tmp_path, days=30)
    old, young = keep(kept_in, tmp_path, 31), keep(kept_in, tmp_path, 29)
    assert kept_in.prune(NOW_S) == 1
    assert (old.parent.exists(), young.exists()) == (False, True)


def test_the_oldest_go_until_the_rest_is_small_enough_and_receipts_last(tmp_path: Path) -> None:
    kept_in = files(tmp_path, all_bytes=20, days=0)
    receipt = keep(kept_in, tmp_path, 9, "receipt-erase-devices.json")
    logs = [keep(kept_in, tmp_path, days) for days in (8, 7, 6)]
    assert kept_in.prune(NOW_S) == 2
    assert [path.exists() for path in (receipt, *logs)] == [True, False, False, True]


def test_without_limits_nothing_goes_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    mine = keep(files(tmp_path), tmp_path, 10_000)
    foreign = tmp_path / "notes of the operator"
    foreign.mkdir()
    (foreign / "a").write_text("keep me")
    os.utime(foreign / "a", (0, 0))
    assert files(tmp_path, days=0, all_bytes=0).prune(NOW_S) == 0
    assert mine.exists()
    assert files(tmp_path, days=1).prune(NOW_S) == 1
    assert (foreign / "a").exists()


def test_a_folder_that_is_not_there_yet_has_nothing_to_prune(tmp_path: Path) -> None:
    assert files(tmp_path / "none").prune(NOW_S) == 0


def test_what_is_kept_outlives_the_process() -> None:
    progress = operation(evidence=(Kept(name="x", size=1, content_type="x/x", created_at=NOW, host="c"),)).progress
    assert msgspec.convert(msgspec.to_builtins(progress), Progress) == progress
