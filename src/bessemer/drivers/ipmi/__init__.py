"""Machines whose BMC speaks IPMI."""
