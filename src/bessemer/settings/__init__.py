"""Fills each room's small settings record from file and environment."""

from bessemer.settings.load import Loaded, load
from bessemer.settings.options import Key, Option, Value
from bessemer.settings.records import Settings
from bessemer.settings.shown import Line, lines

__all__ = ["Key", "Line", "Loaded", "Option", "Settings", "Value", "lines", "load"]
