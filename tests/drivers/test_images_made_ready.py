"""Images are made ready once for all who ask, and what is wrong, half or hostile is never handed out."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bessemer.bootfiles.image_cache import ReadyImage, WantedImage
from bessemer.bootfiles.image_files import file_fault
from bessemer.bootfiles.image_works import ImageWorks, Making
from bessemer.model.errors import ConfigurationError, HardwareFailed, Invalid
from tests.drivers.image_places import MIB, Places, make_qcow2, wanted, web, whole, with_size

DATA = b"an image" * 100_000
UUID, OTHER = "11111111-2222-4333-8444-555555555555", "66666666-2222-4333-8444-555555555555"
SECONDS = 60


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    found = Places(tmp_path)
    found.works.begin()
    yield found
    found.works.close()


def ready(works: ImageWorks, image: WantedImage, uuid: str = UUID) -> ReadyImage:
    """Ask as a deployment does, until it is ready."""
    ends = time.monotonic() + SECONDS
    while isinstance(found := works.ask(image, uuid), Making):
        assert 0 <= found.percent <= 100
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


def handed_out(places: Places, image: WantedImage, uuid: str = UUID) -> Path:
    """Publish an image, giving the file that a web server would find."""
    url = places.works.publish(image, uuid)
    assert url is not None
    return places.root / urlsplit(url).path.lstrip("/")


def in_file(places: Places, data: bytes, name: str = "image.raw") -> str:
    """Lay an image where the operator allowed it."""
    (places.allowed / name).write_bytes(data)
    return f"file://{places.allowed / name}"


class TestRightImages:
    """Images that are what they were said to be."""

    def test_image_by_http_is_fetched_and_handed_out_byte_by_byte(self, places: Places) -> None:
        with web(whole(DATA)) as url:
            image = wanted(f"{url}/image.raw", DATA)
            found = ready(places.works, image)
        assert (found.disk_format, found.size, found.checksum) == ("raw", len(DATA), image.checksum)
        assert handed_out(places, image).read_bytes() == DATA

    def test_image_by_file_is_handed_out_as_it_was_when_it_was_checked(self, places: Places) -> None:
        image = wanted(in_file(places, DATA), DATA)
        ready(places.works, image)
        in_file(places, b"something else")
        assert handed_out(places, image).read_bytes() == DATA

    @pytest.mark.parametrize("more", [(), ("-c",)], ids=["plain", "compressed"])
    def test_qcow2_is_unpacked_and_has_the_checksum_of_what_came_out(
        self, places: Places, more: tuple[str, ...]
    ) -> None:
        data = (b"block" * 1000).ljust(MIB, b"\x00")
        packed = make_qcow2(places.allowed / "a.qcow2", data, *more)
        image = wanted(f"file://{places.allowed}/a.qcow2", packed, "qcow2")
        found = ready(places.works, image)
        told = (found.disk_format, found.algorithm, found.checksum, found.size)
        assert told == ("raw", "sha256", hashlib.sha256(data).hexdigest(), MIB)
        assert handed_out(places, image).read_bytes() == data

    def test_qcow2_stays_as_it_is_where_raw_ones_are_not_wanted(self, places: Places) -> None:
        packed = make_qcow2(places.allowed / "a.qcow2", bytes(MIB))
        image = wanted(f"file://{places.allowed}/a.qcow2", packed, "qcow2", as_raw=False)
        assert ready(places.works, image).disk_format == "qcow2"
        assert handed_out(places, image).read_bytes() == packed

    def test_many_who_ask_at_once_cause_one_download(self, places: Places) -> None:
        asked: list[str] = []
        may_answer = threading.Event()

        def answer(request: BaseHTTPRequestHandler) -> None:
            asked.append(request.path)
            may_answer.wait(SECONDS)
            whole(DATA)(request)

        with web(answer) as url:
            image = wanted(f"{url}/image.raw", DATA)
            states = [places.works.ask(image, f"node-{number}") for number in range(50)]
            assert all(isinstance(each, Making) for each in states)
            may_answer.set()
            for number in range(50):
                ready(places.works, image, f"node-{number}")
        assert asked == ["/image.raw"]

    def test_image_is_there_after_a_restart(self, tmp_path: Path, places: Places) -> None:
        image = wanted(in_file(places, DATA), DATA)
        ready(places.works, image)
        places.works.close()
        again = Places(tmp_path)
        again.works.begin()
        assert isinstance(again.works.ask(image, UUID), ReadyImage)
        again.works.close()

    def test_redirects_are_followed_but_not_for_ever_and_not_to_files(self, places: Places) -> None:
        def answer(request: BaseHTTPRequestHandler) -> None:
            target = {"/a": "/b", "/file": "file:///etc/passwd", "/round": "/round"}.get(request.path)
            if target is None:
                whole(DATA)(request)
                return
            request.send_response(302)
            request.send_header("location", target)
            request.send_header("content-length", "0")
            request.end_headers()

        with web(answer) as url:
            assert ready(places.works, wanted(f"{url}/a", DATA)).size == len(DATA)
            for path, why in (("/file", "no URL of http"), ("/round", "more than 5 times")):
                with pytest.raises(HardwareFailed, match=why):
                    ready(places.works, wanted(f"{url}{path}", DATA))


class TestHandingOut:
    """What machines can fetch, and for how long."""

    def test_path_cannot_be_guessed_and_is_new_each_time(self, places: Places) -> None:
        image = wanted(in_file(places, DATA), DATA)
        ready(places.works, image)
        first, second = handed_out(places, image), handed_out(places, image)
        assert not first.exists(), "a machine has one path at a time"
        assert len(second.parent.name) >= 43
        assert first.parent.name != second.parent.name

    def test_what_is_withdrawn_is_gone_for_that_machine_alone(self, places: Places) -> None:
        image = wanted(in_file(places, DATA), DATA)
        ready(places.works, image)
        mine, others = handed_out(places, image), handed_out(places, image, OTHER)
        places.works.withdraw(UUID)
        assert (mine.exists(), others.read_bytes()) == (False, DATA)

    def test_image_that_had_to_make_room_stays_for_the_machine_that_fetches_it(self, tmp_path: Path) -> None:
        places = Places(tmp_path / "small", most_bytes=MIB)
        places.works.begin()
        first, second = (wanted(in_file(places, data, name), data) for name, data in
                         (("a", b"a" * (700 * 1024)), ("b", b"b" * (700 * 1024))))  # fmt: skip
        ready(places.works, first)
        file = handed_out(places, first)
        ready(places.works, second)
        assert places.works.publish(first, OTHER) is None, "there is no room for both"
        assert file.read_bytes()[:1] == b"a"
        places.works.close()

    def test_image_that_nobody_used_for_long_makes_room(self, tmp_path: Path) -> None:
        places = Places(tmp_path / "forgetful", kept_s=0.1)
        places.works.begin()
        first, second = wanted(in_file(places, DATA, "a"), DATA), wanted(in_file(places, b"b", "b"), b"b")
        ready(places.works, first)
        time.sleep(0.2)
        ready(places.works, second)
        assert places.cache.find(first) is None
        places.works.close()


class TestHostileImages:
    """Images that somebody made to do harm, or that arrive damaged."""

    def refused(self, places: Places, image: WantedImage) -> str:
        """Give the reason, having seen that nothing is left of the image."""
        with pytest.raises(HardwareFailed) as caught:
            ready(places.works, image)
        assert places.cache.find(image) is None
        assert places.left_overs() == []
        return caught.value.message

    def test_checksum_is_wrong(self, places: Places) -> None:
        assert "is not the one" in self.refused(places, wanted(in_file(places, DATA), b"other"))

    def test_checksum_is_looked_at_before_the_image_is(self, places: Places) -> None:
        packed = make_qcow2(places.allowed / "a.qcow2", bytes(MIB))
        image = wanted(f"file://{places.allowed}/a.qcow2", packed + b"x", "qcow2")
        assert "is not the one" in self.refused(places, image)

    def test_backing_file_of_the_server(self, places: Places) -> None:
        make_qcow2(places.allowed / "base.qcow2", bytes(MIB))
        command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", "/etc/hostname", "-u",
                   str(places.allowed / "a.qcow2"), "1M"]  # fmt: skip
        subprocess.run(command, check=True, timeout=60)
        data = (places.allowed / "a.qcow2").read_bytes()
        assert "another file" in self.refused(places, wanted(f"file://{places.allowed}/a.qcow2", data, "qcow2"))

    def test_external_data_file(self, places: Places) -> None:
        options = ("-o", f"data_file={places.allowed}/data.raw,data_file_raw=on")
        data = make_qcow2(places.allowed / "a.qcow2", bytes(MIB), *options)
        assert "another file" in self.refused(places, wanted(f"file://{places.allowed}/a.qcow2", data, "qcow2"))

    def test_qcow2_that_says_it_is_raw(self, places: Places) -> None:
        data = make_qcow2(places.allowed / "a.raw", bytes(MIB))
        assert "said to be raw" in self.refused(places, wanted(f"file://{places.allowed}/a.raw", data))

    def test_sparse_bomb(self, places: Places) -> None:
        data = with_size(make_qcow2(places.allowed / "a.qcow2", bytes(MIB)), 2**60)
        assert "the most that may be" in self.refused(places, wanted(in_file(places, data, "b"), data, "qcow2"))

    def test_damaged_tables(self, places: Places) -> None:
        data = make_qcow2(places.allowed / "a.qcow2", b"x" * MIB)
        data = data[:40] + b"\xff" * 8 + data[48:]
        assert "qemu-img cannot unpack" in self.refused(places, wanted(in_file(places, data, "b"), data, "qcow2"))

    @pytest.mark.parametrize("says_size", [True, False])
    def test_too_large(self, tmp_path: Path, says_size: bool) -> None:  # noqa: FBT001 - two ways of one thing
        places = Places(tmp_path / "small", most_bytes=MIB)
        places.works.begin()

        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(200)
            if says_size:
                request.send_header("content-length", str(2 * MIB))
            request.end_headers()
            request.wfile.write(bytes(2 * MIB))

        with web(answer) as url:
            assert "the most that may be" in self.refused(places, wanted(f"{url}/a", bytes(2 * MIB)))
        places.works.close()

    def test_sender_hangs_up_in_the_middle(self, places: Places) -> None:
        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(200)
            request.send_header("content-length", str(len(DATA)))
            request.end_headers()
            request.wfile.write(DATA[:1000])

        with web(answer) as url:
            assert "ended after 1000 of" in self.refused(places, wanted(f"{url}/a", DATA))

    def test_failure_is_told_to_each_who_waits_and_the_next_one_tries_anew(self, places: Places) -> None:
        image = wanted(f"file://{places.allowed}/late.raw", DATA)
        for uuid in (UUID, OTHER):
            places.works.ask(image, uuid)
        for uuid in (UUID, OTHER):
            with pytest.raises(Invalid, match="in none of the folders"):
                ready(places.works, image, uuid)
        in_file(places, DATA, "late.raw")
        assert ready(places.works, image).size == len(DATA)


class TestFilesOfTheServer:
    """Which files of the server can be images."""

    @pytest.fixture(autouse=True)
    def lay_out(self, places: Places, tmp_path: Path) -> None:
        (places.allowed / "good.raw").write_bytes(DATA)
        (tmp_path / "secret").write_bytes(b"secret")
        (places.allowed / "link").symlink_to(tmp_path / "secret")
        (places.allowed / "folder-link").symlink_to(tmp_path)
        (places.allowed / "inner-link").symlink_to(places.allowed / "good.raw")
        (tmp_path / "allowed-too").mkdir()
        (tmp_path / "allowed-too" / "a").write_bytes(b"a")
        os.mkfifo(places.allowed / "pipe")

    @pytest.mark.parametrize("name", ["good.raw", "inner-link", "./good.raw", "%67ood.raw"])
    def test_what_lies_inside_is_had(self, places: Places, name: str) -> None:
        assert file_fault(f"file://{places.allowed}/{name}", (places.allowed,)) is None
        assert file_fault(f"file://localhost{places.allowed}/{name}", (places.allowed,)) is None

    @pytest.mark.parametrize(
        "name",
        ["link", "folder-link/secret", "../secret", "%2e%2e/secret", "pipe", "", "missing", "../allowed-too/a", "a%00b",
         "good.raw?x", "good.raw#x"],
    )  # fmt: skip
    def test_what_lies_outside_or_is_no_file_is_refused(self, places: Places, name: str) -> None:
        assert file_fault(f"file://{places.allowed}/{name}", (places.allowed,)) is not None

    @pytest.mark.parametrize("source", ["file:///etc/passwd", "file:///dev/zero", "file://elsewhere/a", "file:a"])
    def test_files_elsewhere_are_refused(self, places: Places, source: str) -> None:
        assert file_fault(source, (places.allowed,)) is not None

    def test_whether_a_file_exists_elsewhere_is_not_told(self, places: Places) -> None:
        there, not_there = (file_fault(f"file://{path}", (places.allowed,)) for path in ("/etc/passwd", "/etc/nothing"))
        assert str(there).replace("passwd", "nothing") == not_there

    def test_nothing_is_allowed_where_nothing_is_set(self, places: Places) -> None:
        assert file_fault(f"file://{places.allowed}/good.raw", ()) is not None


WORKER = """
import sys, time
from pathlib import Path
from tests.drivers.image_places import Places, wanted
places = Places(Path(sys.argv[1]))
places.works.begin()
places.works.ask(wanted(sys.argv[2], sys.argv[3].encode()), "a")
time.sleep(60)
"""


def test_half_an_image_is_never_handed_out_after_a_kill(tmp_path: Path) -> None:
    """SIGKILL in the middle of a download: nothing is found, what is left is removed, and the next try succeeds."""
    began, may_go_on = threading.Event(), threading.Event()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("content-length", "8")
        request.end_headers()
        request.wfile.write(b"half")
        request.wfile.flush()
        began.set()
        may_go_on.wait(SECONDS)
        request.wfile.write(b"half")

    with web(answer) as url:
        image = wanted(f"{url}/image.raw", b"halfhalf")
        process = subprocess.Popen([sys.executable, "-c", WORKER, str(tmp_path), image.source, "halfhalf"])
        assert began.wait(SECONDS)
        places = Places(tmp_path)
        with pytest.raises(ConfigurationError, match="Another process keeps its images"):
            places.works.begin()
        process.send_signal(signal.SIGKILL)
        process.wait()
        may_go_on.set()
        assert len(places.left_overs()) == 1
        assert places.cache.find(image) is None
        again = Places(tmp_path)
        again.works.begin()
        assert again.left_overs() == []
        assert ready(again.works, image).size == 8
        assert handed_out(again, image).read_bytes() == b"halfhalf"
        again.works.close()


def test_image_whose_bytes_got_lost_is_made_anew(places: Places) -> None:
    """A power cut on a file system that loses what was written: the size tells."""
    image = wanted(in_file(places, DATA), DATA)
    ready(places.works, image)
    os.truncate(places.cache.path_of(image), 10)
    assert places.cache.find(image) is None
    assert ready(places.works, image).size == len(DATA)
    assert handed_out(places, image).read_bytes() == DATA
