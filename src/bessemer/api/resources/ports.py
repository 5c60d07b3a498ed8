"""Lists of ports, one port, and what can be done to it."""

from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.port import PORT
from bessemer.services.part_lists import list_parts
from bessemer.services.parts import show_part
from bessemer.services.ports import create_port, delete_port, edit_port

ROUTES = plain_routes(
    PORT,
    Deeds(create=create_port, edit=edit_port, delete=delete_port, show=show_part, list=list_parts),
    Paths(),
)
"""Network ports."""
