"""What is done to machines, a file for each piece of work."""
