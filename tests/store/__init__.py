"""Tests of the store on real SQLite, PostgreSQL and MariaDB."""
