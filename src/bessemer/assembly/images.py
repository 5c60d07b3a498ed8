"""Join what makes images ready with the place where machines fetch them."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bessemer.api.published_files import PublishedFiles
from bessemer.assembly.listening import Opened, plain_config, tcp_socket
from bessemer.assembly.ramdisk_calls import EVERYWHERE
from bessemer.bootfiles.image_cache import ImageCache
from bessemer.bootfiles.image_works import ImageWorks
from bessemer.bootfiles.publishing import FOLDER, NAME, Publishing
from bessemer.drivers.agent.interface import configure_images
from bessemer.model.errors import ConfigurationError
from bessemer.settings.records import Settings

MIB = 1024 * 1024
MINUTE_S = 60.0
PORT = 8080


@contextmanager
def opened_images(settings: Settings) -> Iterator[Sequence[Opened]]:
    """Make images ready for as long as the block lasts, if any pass through this server; gives where to hand them out.

    Others may listen for machines too, so nothing is opened that is not needed.
    """
    if not settings.images.is_needed:
        yield ()
        return
    images = settings.images
    master = images.instance_master_path or settings.default.state_path / "master_images"
    root = images.http_root or settings.default.state_path / "httpboot"
    with ExitStack() as stack:
        url, places = images.http_url, []
        if url is None:
            host, port = images.listen_place or (settings.api.host_ip, PORT)
            listener = stack.enter_context(tcp_socket("deploy", host, port, options="[deploy]http_listen"))
            host = settings.default.host if host in EVERYWHERE else host
            url = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
            places = [Opened(config=plain_config(PublishedFiles(root, FOLDER, NAME)), listener=listener)]
        cache = ImageCache(master, images.image_cache_size * MIB, images.image_cache_ttl * MINUTE_S)
        publishing = Publishing(root, url.rstrip("/"), master)
        works = ImageWorks(cache, publishing, tuple(map(Path, images.file_url_allowed_paths)))
        stack.callback(works.close)
        _begin(works)
        configure_images(works)
        yield places


def _begin(works: ImageWorks) -> None:
    try:
        works.begin()
    except OSError as error:
        raise ConfigurationError(
            f"Images cannot be kept: {error}. Look at [pxe] instance_master_path and [deploy] http_root."
        ) from error
