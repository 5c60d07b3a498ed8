"""What ramdisks ask and tell, which nobody logs in for."""
