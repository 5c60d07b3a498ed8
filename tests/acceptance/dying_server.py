"""Starts the server with a SQLite that kills the process right after, or right before, its Nth commit that writes.

`python dying_server.py N before|after serve …`: what follows is the command line of the server. The server itself is
the one that everybody runs; only the library below it is another.
"""

import os
import signal
import sqlite3
import sys
from itertools import count
from typing import Any

from typing_extensions import override

ARMED_BY = "BEGIN IMMEDIATE"
"""What every transaction that writes begins with."""


def arm(at: int, *, before: bool) -> None:
    """Replace the connections that SQLite makes."""
    commits = count(1)

    class Cursor(sqlite3.Cursor):
        @override
        def execute(self, sql: str, parameters: Any = ()) -> Any:
            if sql == ARMED_BY:
                assert isinstance(self.connection, Connection)
                self.connection.writes = True
            return super().execute(sql, parameters)

    class Connection(sqlite3.Connection):
        writes = False

        @override
        def cursor(self, *_: Any, **__: Any) -> Any:
            return super().cursor(Cursor)

        @override
        def commit(self) -> None:
            dies = self.writes and next(commits) == at
            self.writes = False
            if dies and before:
                os.kill(os.getpid(), signal.SIGKILL)
            super().commit()
            if dies:
                os.kill(os.getpid(), signal.SIGKILL)

    plain = sqlite3.connect

    def connect(*args: Any, **how: Any) -> Any:
        return plain(*args, **{**how, "factory": Connection})

    sqlite3.connect = sqlite3.dbapi2.connect = connect


if __name__ == "__main__":
    arm(int(sys.argv[1]), before=sys.argv[2] == "before")
    from bessemer.cli import main

    sys.argv = ["bessemer", *sys.argv[3:]]
    main()
