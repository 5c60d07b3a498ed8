"""What an operator sets about log-ins."""

import msgspec


class HttpBasicSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where users, passwords and roles come from."""

    user_file: str
    """The htpasswd file with bcrypt passwords ([DEFAULT]http_basic_auth_user_file)."""
    roles_file: str | None = None
    """The file that gives users roles ([DEFAULT]http_basic_roles_file); None makes every user an administrator."""
    remember_for: float = 60.0
    """Seconds for which a checked password is not checked again."""
    remembered: int = 1024
    """How many checked passwords are kept at most, right ones and wrong ones each."""
    threads: int = 2
    """How many passwords are checked at the same time; each check keeps one processor core busy."""
    waiting: int = 64
    """How many different log-ins may wait for their check before more are turned away with 503."""
