"""What the guide to deploy templates shows can be stored as it stands, and is found where people look for it."""

import json
import re
from pathlib import Path

import pytest

from bessemer.rules.step_lists import TEMPLATE_STEPS, checked_steps
from bessemer.rules.traits import fault_in_trait

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "how-to" / "deploy-templates.md"
BLOCKS = re.findall(r"```json\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_templates_of_the_guide_are_right(block: str) -> None:
    """R-DT-38."""
    template = json.loads(block)
    assert fault_in_trait(template["name"], frozenset()) is None
    assert checked_steps(TEMPLATE_STEPS, template["steps"]) == template["steps"]


def test_the_guide_has_templates() -> None:
    """R-DT-38."""
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("how-to/deploy-templates.md", "baremetal deploy template create"),
        ("how-to/deploy-templates.md", "trait:CUSTOM_BM_CONFIG_RAID_DISK_MIRROR=required"),
        ("explanation/step-lists.md", "deploy template"),
        ("explanation/plans.md", "/bessemer/v1/nodes/<node>/plan"),
        ("reference/routes.md", "/v1/deploy_templates"),
    ],
)
def test_administrators_find_templates_in_the_documents(page: str, words: str) -> None:
    """R-DT-38: the guide for administrators, the reference of the API, the commands."""
    assert words in (DOCS / page).read_text(encoding="utf-8")
