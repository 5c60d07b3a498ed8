"""The options about images that the server itself fetches and hands out."""

from collections.abc import Mapping

from bessemer.settings.options import Option, ValueType

# fmt: off
IMAGE_OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "DEFAULT": (
        Option(group="DEFAULT", name="force_raw_images", type=ValueType.SWITCH, default=True,
               meaning="Whether images that the server fetches are unpacked before agents get them.",
               fills=("images", "force_raw_images")),
    ),
    "conductor": (
        Option(group="conductor", name="file_url_allowed_paths", type=ValueType.LIST, default=(),
               meaning="The folders of this machine in which images by file:// may lie; empty: none.",
               fills=("images", "file_url_allowed_paths")),
    ),
    "deploy": (
        Option(group="deploy", name="http_root", type=ValueType.PATH,
               computed_meaning="the folder httpboot in the data folder",
               meaning="The folder from which machines fetch images, on the file system of instance_master_path.",
               fills=("images", "http_root")),
        Option(group="deploy", name="http_url", type=ValueType.WEB_ADDRESS,
               computed_meaning="where this conductor listens for that",
               meaning="The URL under which a web server of yours hands out http_root.",
               fills=("images", "http_url")),
        Option(group="deploy", name="http_listen", type=ValueType.TEXT, maximum=300,
               computed_meaning="[api]host_ip, port 8080",
               meaning="Where this conductor hands out images while http_url is unset, as address:port.",
               fills=("images", "http_listen")),
    ),
    "pxe": (
        Option(group="pxe", name="instance_master_path", type=ValueType.PATH,
               computed_meaning="the folder master_images in the data folder",
               meaning="The folder in which images are kept that the server has fetched; of this conductor alone.",
               fills=("images", "instance_master_path")),
        Option(group="pxe", name="image_cache_size", type=ValueType.WHOLE_NUMBER,
               default=20_480, minimum=1, maximum=2**30,
               meaning="How many MiB all of them may have together, and so each of them, unpacked.",
               fills=("images", "image_cache_size")),
        Option(group="pxe", name="image_cache_ttl", type=ValueType.WHOLE_NUMBER,
               default=10_080, minimum=0, maximum=5_256_000,
               meaning="After how many minutes without use one is removed; 0: never for that.",
               fills=("images", "image_cache_ttl")),
    ),
    "agent": (
        Option(group="agent", name="image_download_source", type=ValueType.TEXT,
               default="http", choices=("http", "local"),
               meaning="Who fetches images: http, the agent; local, this server, which checks and unpacks them.",
               fills=("images", "image_download_source")),
    ),
}
# fmt: on
"""A part of the table of every option, by group."""
