"""Use cases: each carries out one request as one transaction."""
