"""Tests of drivers against simulated BMCs and recorded payloads."""
