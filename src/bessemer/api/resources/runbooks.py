"""Runbooks: named steps that clean or service a machine."""

from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.step_lists import RUNBOOK
from bessemer.services.runbooks import create_runbook, delete_runbook, edit_runbook
from bessemer.services.seen_runbooks import list_runbooks, show_runbook

ROUTES = plain_routes(
    RUNBOOK,
    Deeds(create=create_runbook, edit=edit_runbook, delete=delete_runbook, show=show_runbook, list=list_runbooks),
    Paths(detail=False),
)
"""Runbooks."""
