"""What becomes of a machine's report of itself: which hooks and rules look at it, and what they change."""
