"""Start the command line with python -m bessemer."""

from bessemer.cli import main

main()
