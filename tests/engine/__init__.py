"""Tests of the engine with the use cases in front of it, turn by turn, without threads and without HTTP."""
