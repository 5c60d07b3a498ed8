"""The measurements of this process, as Prometheus reads them."""

from collections.abc import Sequence

from bessemer.api.call import Call
from bessemer.api.metering import CONTENT_TYPE
from bessemer.api.reply import Reply
from bessemer.api.routes import Route
from bessemer.services.measures import measures_of_work

PATH = "metrics"


async def show(call: Call) -> Reply:
    """Show all of them."""
    call.arguments()
    measures = await call.desk.read(measures_of_work, call.asking)
    return Reply(200, call.meters.written(measures), (("content-type", CONTENT_TYPE),))


def metrics_routes(*, public: bool) -> Sequence[Route]:
    """Give the route, for anybody or for those who have logged in."""
    return (Route(method="GET", path=PATH, handler=show, doc="Show the measurements of this process.", public=public),)
