"""A simulated rack: machines that speak real HTTP and know nothing of the server but its public API."""
