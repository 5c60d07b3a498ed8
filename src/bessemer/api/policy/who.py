"""The groups of callers that the policy table speaks of, as check strings."""


def any_of(*checks: str) -> str:
    """Let everybody in who passes at least one of the checks."""
    return " or ".join(f"({check})" for check in checks)


EVERYBODY = ""
"""Even a caller whom nobody authenticated."""
NOBODY = "!"

# The whole system. rule:service_role is another program (Nova, say) that acts for the configured service project.
SYSTEM_ADMIN = "role:admin and system_scope:all"
SYSTEM_SERVICE = "role:service and system_scope:all"
SYSTEM_MEMBER = any_of("role:member and system_scope:all", "rule:service_role")
SYSTEM_READER = any_of("role:reader and system_scope:all", SYSTEM_SERVICE, "rule:service_role")

# One project, by what it is to the node.
OF_OWNER = "project_id:%(node.owner)s"
OF_LESSEE = "project_id:%(node.lessee)s"
OWNER_ADMIN = f"role:admin and {OF_OWNER}"
OWNER_MANAGER = f"role:manager and {OF_OWNER}"
OWNER_MEMBER = f"role:member and {OF_OWNER}"
OWNER_READER = f"role:reader and {OF_OWNER}"
OWNER_SERVICE = f"role:service and {OF_OWNER}"
LESSEE_ADMIN = f"role:admin and {OF_LESSEE}"
LESSEE_MANAGER = f"role:manager and {OF_LESSEE}"
LESSEE_MEMBER = f"role:member and {OF_LESSEE}"
LESSEE_READER = f"role:reader and {OF_LESSEE}"

# The two together, from the most who may to the fewest.
ANY_READER = "role:reader or role:service"
"""Anybody with a role; what is listed is then narrowed to what the caller may see."""
NODE_READERS = any_of(SYSTEM_READER, OWNER_READER, OWNER_SERVICE, LESSEE_READER)
NODE_READERS_WITHOUT_LESSEE = any_of(SYSTEM_READER, OWNER_READER, OWNER_SERVICE)
NODE_USERS = any_of(SYSTEM_MEMBER, SYSTEM_SERVICE, OWNER_MEMBER, LESSEE_MEMBER)
"""Those who use a machine: the owner's and the lessee's members."""
NODE_KEEPERS = any_of(SYSTEM_MEMBER, SYSTEM_SERVICE, OWNER_MEMBER, OWNER_SERVICE, LESSEE_ADMIN, LESSEE_MANAGER)
"""Those who may change what a machine does: the owner's members and the lessee's managers."""
NODE_OWNERS = any_of(SYSTEM_MEMBER, SYSTEM_SERVICE, OWNER_MEMBER, OWNER_SERVICE)
NODE_MANAGERS = any_of(SYSTEM_MEMBER, SYSTEM_SERVICE, OWNER_ADMIN, OWNER_MANAGER, OWNER_SERVICE)
PART_OWNERS = any_of(SYSTEM_ADMIN, SYSTEM_SERVICE, OWNER_ADMIN, OWNER_MANAGER, OWNER_SERVICE)
"""Those who may add and remove the parts of a machine."""
VOLUME_MANAGERS = any_of(NODE_MANAGERS, LESSEE_ADMIN, LESSEE_MANAGER)

# One project, by what it is to an allocation or a runbook.
ALLOCATION_READERS = any_of(SYSTEM_READER, "role:reader and project_id:%(allocation.owner)s")
ALLOCATION_MEMBERS = any_of(SYSTEM_MEMBER, "role:member and project_id:%(allocation.owner)s")
RUNBOOK_READERS = any_of(SYSTEM_READER, "role:reader and project_id:%(runbook.owner)s", "role:service")
RUNBOOK_MANAGERS = any_of(SYSTEM_MEMBER, "role:manager and project_id:%(runbook.owner)s", "role:service")
