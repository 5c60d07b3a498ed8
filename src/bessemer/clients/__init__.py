"""Opens sockets and starts processes, with time limits and TLS."""
