"""Allocations: wishes for a node of some kind."""

from bessemer.api.call import Call
from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.allocation import ALLOCATION, EDITS_SINCE
from bessemer.services.allocating import decide
from bessemer.services.allocations import create_allocation, delete_allocation, edit_allocation
from bessemer.services.seen_allocations import list_allocations, show_allocation


def have_decided(call: Call, uuid: str) -> None:
    """Have a wish decided as soon as the caller has been answered."""
    call.desk.afterwards(decide, uuid)


ROUTES = plain_routes(
    ALLOCATION,
    Deeds(
        create=create_allocation,
        created=have_decided,
        edit=edit_allocation,
        delete=delete_allocation,
        show=show_allocation,
        list=list_allocations,
    ),
    Paths(detail=False, edits_since=EDITS_SINCE),
)
"""Allocations."""
