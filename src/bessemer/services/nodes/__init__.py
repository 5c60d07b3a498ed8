"""What can be asked of nodes, a file for each verb."""
