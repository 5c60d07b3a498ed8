"""The words of the domain: frozen records, closed enums, errors."""
