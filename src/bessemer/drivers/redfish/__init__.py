"""Machines whose BMC speaks Redfish."""
