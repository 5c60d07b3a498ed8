"""Has an image made ready by the server and handed out to one machine, where its agent is not to fetch it itself."""

from collections.abc import Mapping
from typing import Any

from bessemer.bootfiles.image_cache import WantedImage
from bessemer.bootfiles.image_works import ImageWorks, Making
from bessemer.drivers.agent.images import checksum_of, format_of, is_fetched_here
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Failed, Waiting
from bessemer.model.errors import BessemerError

HANDED_OUT = "handed_out"
"""What the agent was told in place of what instance_info says, once that is known."""
LOOK_AGAIN_S = 2.0
CHECK_IMAGE = "Correct what instance_info says of the image, or the image itself, then deploy again."
CHECK_SERVER = "Look at the log of this server: making the image ready failed inside it. Then deploy again."


def handed_out_image(
    node: NodeView, turn: Turn, images: ImageWorks | None, options: AgentOptions
) -> Mapping[str, Any] | Waiting | Failed | None:
    """Give what the agent is to be told, None where it fetches the image itself; before that, wait for the image."""
    info = node.instance_info
    source = str(info["image_source"])
    if not is_fetched_here(source, options):
        return None
    memo = dict(turn.memo) if isinstance(turn.memo, Mapping) else {}
    if HANDED_OUT in memo or "id" in memo:
        told: Mapping[str, Any] = memo.get(HANDED_OUT, {})
        return told
    wanted = _wanted(info, source, options)
    if images is None or wanted is None:
        return Failed(reason=f"The image at {source} cannot be made ready: it is not said how", remedy=CHECK_IMAGE)
    return _made(images, wanted, node, memo)


def _made(images: ImageWorks, wanted: WantedImage, node: NodeView, memo: Mapping[str, Any]) -> Waiting | Failed:
    try:
        found = images.ask(wanted, node.uuid)
        url = None if isinstance(found, Making) else images.publish(wanted, node.uuid)
    except BessemerError as error:
        return Failed(reason=error.message, remedy=CHECK_IMAGE)
    except Exception as error:  # noqa: BLE001 - of another thread, which has logged it
        return Failed(reason=f"The image cannot be made ready: {type(error).__name__}", remedy=CHECK_SERVER)
    if isinstance(found, Making) or url is None:
        percent = found.percent if isinstance(found, Making) else 0
        message = "The image is made ready."
        return Waiting(memo=dict(memo), look_again_after_s=LOOK_AGAIN_S, message=message, progress=percent)
    told = {
        "urls": [url],
        "disk_format": found.disk_format,
        "os_hash_algo": found.algorithm,
        "os_hash_value": found.checksum,
        "checksum": found.checksum,
    }
    # Written down before the agent hears of it: a conductor that takes over knows whether it may have.
    return Waiting(memo={**memo, HANDED_OUT: told}, look_again_after_s=0.0, message="The image is ready.")


def _wanted(info: Mapping[str, Any], source: str, options: AgentOptions) -> WantedImage | None:
    disk_format, (algorithm, checksum) = format_of(info), checksum_of(info)
    if disk_format is None or algorithm is None or checksum is None:
        return None
    return WantedImage(
        source=source,
        disk_format=disk_format,
        algorithm=algorithm,
        checksum=checksum,
        as_raw=options.unpacks_images,
    )
