"""What revisions say over and over; never changed, so that old revisions go on making what they made."""

import sqlalchemy as sa
from sqlalchemy.dialects.mysql import LONGTEXT

LONG = sa.Text().with_variant(LONGTEXT(), "mysql", "mariadb")
MOMENT = sa.String(32)

INNODB = {
    "mysql_engine": "InnoDB",
    "mysql_charset": "utf8mb4",
    "mysql_collate": "utf8mb4_nopad_bin",
}
"""How MariaDB keeps a table."""

NUMBERED = {**INNODB, "sqlite_autoincrement": True}
"""The same for a table whose rows are numbered: no number is given twice."""
