"""The simulated machines, judged by what was recorded of real ones."""
