"""A pinned server is to its clients what the release was."""

from collections.abc import Callable, Mapping

from tests.api.serving import Server
from tests.api.wire import VERSION_HEADER

MAXIMUM_HEADER = "X-OpenStack-Ironic-API-Maximum-Version"


def test_a_pinned_server_offers_no_more_than_the_release(start_server: Callable[[Mapping[str, str]], Server]) -> None:
    wire = start_server({"OS_DEFAULT__PIN_RELEASE_VERSION": "2024.1"}).wire
    document = wire.get("/", version=None).json
    assert document["default_version"]["version"] == "1.90"
    newest = wire.get("/v1/nodes", version="latest")
    assert newest.headers[VERSION_HEADER] == newest.headers[MAXIMUM_HEADER] == "1.90"
    refused = wire.get("/v1/nodes", version="1.91")
    assert refused.status == 406
    assert "from 1.1 to 1.90" in refused.text
    shown = wire.post("/v1/nodes", {"driver": "fake-hardware"}, version="1.90").json
    assert "firmware_interface" in shown
    assert "disable_power_off" not in shown
