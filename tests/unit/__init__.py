"""Tests without I/O: sockets, processes and databases are refused here."""
