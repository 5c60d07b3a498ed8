"""Makes one kind of hardware do one thing and reports the outcome."""
