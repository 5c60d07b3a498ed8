"""Runs the real `baremetal` command many times in one process, which saves its second of start-up each time.

Standard input has a JSON list of arguments on each line; standard output an object with code, out and err for each.
"""

import contextlib
import io
import json
import sys

from ironicclient.shell import main


def run(arguments: list[str]) -> dict[str, object]:
    """Run the command once, as its console script would."""
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["baremetal", *arguments]  # the client looks here as well
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    for line in sys.stdin:
        answer = run(json.loads(line))
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
