"""Programs for those who work on Bessemer; nothing here is installed."""
