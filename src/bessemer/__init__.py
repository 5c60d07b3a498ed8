"""A bare-metal provisioning server that speaks the OpenStack Ironic API."""
