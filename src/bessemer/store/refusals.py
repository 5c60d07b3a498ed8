"""What the three databases say when they refuse a statement, in words of ours."""

import re

from bessemer.model.errors import BessemerError, Conflict

COLLISIONS = frozenset({"40001", "40P01", "55P03", "1213", "1205", "1020", "3572"})
"""SQLSTATE of PostgreSQL and error numbers of MariaDB for deadlocks and serialization failures."""

NOUNS = {
    "nodes": "node",
    "ports": "port",
    "portgroups": "port group",
    "chassis": "chassis",
    "volume_connectors": "volume connector",
    "volume_targets": "volume target",
    "deploy_templates": "deploy template",
    "runbooks": "runbook",
    "allocations": "allocation",
    "conductors": "conductor",
}

NAMED = re.compile(r"\b(uq|pk|fk)_([a-z_]+)")
SQLITE = re.compile(r"UNIQUE constraint failed: (?P<columns>.+)")
MARIADB_DUPLICATE = "1062"


def is_worth_retrying(error: BaseException) -> bool:
    """Tell whether the same deed may succeed when it is run again at once."""
    return _code(error) in COLLISIONS


def refusal_from_driver_error(error: BaseException) -> BessemerError | None:
    """Turn a broken constraint into a refusal for people; None when it is something else."""
    text = str(error)
    sqlite = SQLITE.search(text)
    if sqlite:
        table = sqlite["columns"].split(".", 1)[0]
        columns = [name.strip().removeprefix(f"{table}.") for name in sqlite["columns"].split(",")]
        return _taken(table, columns)
    if "FOREIGN KEY constraint failed" in text or _code(error) in {"23503", "1451", "1452"}:
        return Conflict("Something else still refers to this, or what this refers to has just been deleted. Try again.")
    if _code(error) in {"23505", MARIADB_DUPLICATE}:
        found = NAMED.search(text)
        table = max((name for name in NOUNS if found and found[2].startswith(f"{name}_")), key=len, default="")
        columns = [found[2].removeprefix(f"{table}_")] if found else []
        return _taken(table, columns)
    return None


def _taken(table: str, columns: list[str]) -> Conflict:
    noun = NOUNS.get(table, "resource")
    what = " and ".join(columns).replace("node_id_boot_index", "boot_index on its node") or "identity"
    article = "an" if noun[0] in "aeiou" else "a"
    return Conflict(f"There is {article} {noun} with the same {what} already; it must be unique.")


def _code(error: BaseException) -> str:
    # MariaDB's own number says more than the SQLSTATE beside it.
    first = error.args[0] if error.args else None
    return str(first) if isinstance(first, int) else str(getattr(error, "sqlstate", None) or "")
