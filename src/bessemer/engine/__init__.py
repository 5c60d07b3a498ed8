"""Takes operations and runs them step by step, surviving restarts."""
