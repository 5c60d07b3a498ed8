"""Whether a node has the traits that what is to be deployed on it asks for."""

from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.rules.traits import LONGEST

MOST_SAID = 20
"""How many traits are named one by one."""


def faults_of_instance_traits(instance_info: Mapping[str, Any], traits: Iterable[str]) -> list[str]:
    """Say what is wrong with the traits in instance_info, as sentences."""
    wanted = instance_info.get("traits")
    if not wanted:
        return []
    if not isinstance(wanted, list) or not all(isinstance(each, str) for each in wanted):
        return ["instance_info has traits that are not a list of strings. Correct or remove them."]
    missing = sorted(set(wanted).difference(traits))
    if missing:
        names = ", ".join(each[:LONGEST] for each in missing[:MOST_SAID])
        names += f" and {len(missing) - MOST_SAID} more" if len(missing) > MOST_SAID else ""
        return [
            f"instance_info asks for traits that the node does not have: {names}. Give it these, or take another node."
        ]
    return []
