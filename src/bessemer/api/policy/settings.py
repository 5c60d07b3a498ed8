"""What an operator sets about the policy."""

import msgspec


class PolicySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where overrides of the policy table are and how they are read."""

    policy_file: str | None = None
    """A file of overrides that must exist; None for the table as it is."""
    policy_dirs: tuple[str, ...] = ()
    """Folders with more such files, read in alphabetical order after policy_file; a folder may be missing."""
    enforce_scope: bool = True
    """Whether callers for a project are kept from what belongs to the whole site, whatever an override says."""
    service_project: str | None = None
    """The project whose callers with the role service may do what system members may; None for no such project."""
    remembered_verdicts: int = 4096
    """How many verdicts are kept in memory (about half a kilobyte each) before they are all forgotten."""
