"""What Bessemer promises, sorted by how much world each test needs."""
