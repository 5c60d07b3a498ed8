"""Folders, images and a web server for tests of images that the server makes ready."""

import hashlib
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from typing_extensions import override

from bessemer.bootfiles.image_cache import ImageCache, WantedImage
from bessemer.bootfiles.image_works import ImageWorks
from bessemer.bootfiles.publishing import Publishing
from tests.programs import need_program

MIB = 1024 * 1024


class Places:
    """The folders of one conductor."""

    def __init__(self, folder: Path, most_bytes: int = 64 * MIB, kept_s: float = 3600.0) -> None:
        """Make the folder for images by file:// too."""
        self.allowed = folder / "allowed"
        self.allowed.mkdir(parents=True, exist_ok=True)
        self.master, self.root = folder / "master", folder / "root"
        self.cache = ImageCache(self.master, most_bytes, kept_s)
        self.works = ImageWorks(
            self.cache, Publishing(self.root, "http://192.0.2.1:8080", self.master), (self.allowed,)
        )

    def left_overs(self) -> list[str]:
        """Name what is half done."""
        return [each.name for each in self.master.iterdir() if each.name.startswith("half-done-")]


def wanted(source: str, data: bytes, disk_format: str = "raw", *, as_raw: bool = True) -> WantedImage:
    """Want what somewhere lies."""
    checksum = hashlib.sha256(data).hexdigest()
    return WantedImage(source=source, disk_format=disk_format, algorithm="sha256", checksum=checksum, as_raw=as_raw)


def make_qcow2(file: Path, data: bytes, *more: str) -> bytes:
    """Make an image with the program that everybody makes them with."""
    need_program("qemu-img", "qemu-utils")
    plain = file.with_suffix(".plain")
    plain.write_bytes(data)
    command = ["qemu-img", "convert", "-f", "raw", "-O", "qcow2", *more, str(plain), str(file)]
    subprocess.run(command, check=True, timeout=60, capture_output=True)
    plain.unlink()
    return file.read_bytes()


def with_size(image: bytes, size: int) -> bytes:
    """Let an image say that it is larger than it is."""
    return image[:24] + struct.pack(">Q", size) + image[32:]


@contextmanager
def web(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Answer HTTP, each request in a thread of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        @override
        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def whole(data: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer with all of it."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("content-length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    return answer
