"""The road from an empty database to the present tables, one revision at a time."""
