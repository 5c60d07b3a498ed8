"""Write openapi/bessemer.json, the description of the API for programs, from the table of routes."""

from importlib.metadata import version
from pathlib import Path

import msgspec

from bessemer.api.openapi import openapi_document
from bessemer.api.route_table import root_routes, v1_routes
from bessemer.api.versions import MAXIMUM

FILE = Path(__file__).parents[1] / "openapi" / "bessemer.json"


def document() -> bytes:
    """Give the document as it should be, in lines that can be compared."""
    described = openapi_document(v1_routes(MAXIMUM), MAXIMUM, version("bessemer"), root_routes(MAXIMUM))
    return msgspec.json.format(msgspec.json.encode(described), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(document())
