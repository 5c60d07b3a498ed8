"""Config drives are images that Linux and Windows can read, and hold what was given for the instance."""

import gzip
import json
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from bessemer.bootfiles.config_drive import packed_config_drive
from bessemer.bootfiles.iso_image import iso_image
from bessemer.rules.config_drive import config_drive_faults
from tests.programs import need_program

UUID = "11111111-2222-4333-8444-555555555555"
PARTS: dict[str, Any] = {
    "meta_data": {"hostname": "smelter-7"},
    "network_data": {"links": [], "networks": [{"id": "n"}]},
    "user_data": "#!/bin/sh\necho grüezi\n",
    "vendor_data": {"vendor": 1},
}


def read_back(image: bytes, tmp_path: Path, *, way: str = "R") -> dict[str, bytes]:
    """Read an image with a program that others wrote: R for Linux, J for Windows."""
    need_program("isoinfo", "genisoimage")
    file = tmp_path / "drive.iso"
    file.write_bytes(image)

    def isoinfo(*words: str) -> bytes:
        done = subprocess.run(
            ["isoinfo", f"-{way}", "-i", str(file), *words], capture_output=True, check=True, timeout=60
        )
        return done.stdout

    listed = isoinfo("-f").decode().split()
    files = [path for path in listed if not any(each.startswith(f"{path}/") for each in listed)]
    return {path.removesuffix(";1"): isoinfo("-x", path) for path in files}


def unpacked(drive: str) -> bytes:
    """Undo what agents undo."""
    return gzip.decompress(b64decode(drive, validate=True))


@pytest.mark.parametrize("way", ["R", "J"])
def test_parts_become_files_that_instances_look_for(tmp_path: Path, way: str) -> None:
    files = read_back(unpacked(packed_config_drive(PARTS, UUID, "smelter")), tmp_path, way=way)
    for version in ("latest", "2012-08-10"):
        folder = f"/openstack/{version}"
        meta = json.loads(files[f"{folder}/meta_data.json"])
        assert meta == {"uuid": UUID, "name": "smelter", "hostname": "smelter-7"}
        assert json.loads(files[f"{folder}/network_data.json"]) == PARTS["network_data"]
        assert files[f"{folder}/user_data"].decode() == PARTS["user_data"]
        assert json.loads(files[f"{folder}/vendor_data2.json"]) == {"vendor": 1}


def test_the_image_has_the_label_by_which_it_is_found() -> None:
    image = unpacked(packed_config_drive({}, UUID, None))
    assert image[32769:32774] == b"CD001"
    assert image[32808:32840].rstrip() == b"config-2"
    assert image[34856:34888].decode("utf-16-be").rstrip() == "config-2"


def test_what_is_given_is_not_replaced_and_what_is_not_given_is_left_out(tmp_path: Path) -> None:
    drive = packed_config_drive({"meta_data": {"uuid": "mine", "name": "own"}, "user_data": None}, UUID, "smelter")
    files = read_back(unpacked(drive), tmp_path)
    assert set(files) == {"/openstack/latest/meta_data.json", "/openstack/2012-08-10/meta_data.json"}
    assert json.loads(files["/openstack/latest/meta_data.json"]) == {"uuid": "mine", "name": "own"}


@pytest.mark.parametrize("data", [{"runcmd": ["a"]}, ["a", 1]])
def test_user_data_may_be_a_document(tmp_path: Path, data: Any) -> None:
    files = read_back(unpacked(packed_config_drive({"user_data": data}, UUID, None)), tmp_path)
    assert json.loads(files["/openstack/latest/user_data"]) == data


def test_the_same_parts_give_the_same_image() -> None:
    assert packed_config_drive(PARTS, UUID, "a") == packed_config_drive(PARTS, UUID, "a")


def test_what_is_there_twice_takes_its_room_once() -> None:
    large = {"user_data": "x" * 4_000_000}
    assert len(unpacked(packed_config_drive(large, UUID, None))) < 4_200_000


@pytest.mark.parametrize("way", ["R", "J"])
def test_many_files_with_names_that_begin_alike_keep_their_names(tmp_path: Path, way: str) -> None:
    files = {f"folder/meta_data_of_number_{number}.json": str(number).encode() * number for number in range(70)}
    found = read_back(iso_image(files, "a"), tmp_path, way=way)
    assert found == {f"/{path}": data for path, data in files.items()}


@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b", "x" * 61, "ä", "/".join("abcdefghi")])
def test_paths_that_do_not_fit_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match="no room for a file with the path"):
        iso_image({path: b""}, "a")


@pytest.mark.parametrize("value", [7, ["a"], {"disk": {}}, {"meta_data": "a"}, "not base64!", True])
def test_what_somebody_wrote_into_instance_info_is_judged(value: Any) -> None:
    assert config_drive_faults(value)


@pytest.mark.parametrize("value", [None, "", "H4sI", "https://192.0.2.1/drive", {"vendor_data": {}}, {}])
def test_what_is_right_has_no_faults(value: Any) -> None:
    assert config_drive_faults(value) == []
