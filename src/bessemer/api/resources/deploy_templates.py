"""Deploy templates: steps that a deployment asks for by a trait."""

from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.step_lists import DEPLOY_TEMPLATE
from bessemer.services.deploy_templates import create_template, delete_template, edit_template

ROUTES = plain_routes(
    DEPLOY_TEMPLATE,
    Deeds(create=create_template, edit=edit_template, delete=delete_template),
    Paths(detail=False),
)
"""Deploy templates."""
