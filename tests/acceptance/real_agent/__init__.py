"""The real ironic-python-agent, in a network namespace or in a machine of QEMU, built from Debian and PyPI packages."""
