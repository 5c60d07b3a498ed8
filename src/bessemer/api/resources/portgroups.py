"""Lists of port groups, one port group, and what can be done to it."""

from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.portgroup import PORTGROUP
from bessemer.services.part_lists import list_parts
from bessemer.services.parts import show_part
from bessemer.services.portgroups import create_portgroup, delete_portgroup, edit_portgroup

ROUTES = plain_routes(
    PORTGROUP,
    Deeds(create=create_portgroup, edit=edit_portgroup, delete=delete_portgroup, show=show_part, list=list_parts),
    Paths(writes_below=404),
)
"""Port groups."""
