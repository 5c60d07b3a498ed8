"""What the agent in the ramdisk does for a machine."""
