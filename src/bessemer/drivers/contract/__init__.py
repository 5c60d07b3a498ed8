"""What every driver has to offer, a file for each kind of interface."""
