#!/bin/sh
# Run the agent as it came from PyPI; it reads what it is told from the kernel's line.
export PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
exec python3 -c 'from ironic_python_agent.cmd.agent import run; run()' "$@"
