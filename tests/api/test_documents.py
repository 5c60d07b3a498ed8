"""What every answer has, whatever was asked: documents, versions, request ids, and errors that clients can read."""

import json
import re
from typing import Any

import pytest
from ironicclient.common.http import _extract_error_json

from bessemer.api.resources.documents import COLLECTIONS
from bessemer.api.route_table import v1_routes
from bessemer.api.versions import MAXIMUM
from tests.api.enrolled import MISSING, enrol
from tests.api.raw import request, sent
from tests.api.serving import Server
from tests.api.wire import LATEST, VERSION_HEADER, Answer, Wire

MINIMUM_HEADER = "X-OpenStack-Ironic-API-Minimum-Version"
MAXIMUM_HEADER = "X-OpenStack-Ironic-API-Maximum-Version"
MODERN_HEADER = "OpenStack-API-Version"
REQUEST_ID = re.compile(r"req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
OFFERED = {route.path.split("/")[0] for route in v1_routes(MAXIMUM)}
SINCE = {name: since for name, since in COLLECTIONS if name in OFFERED}


@pytest.fixture
def wire(embedded_server: Server) -> Wire:
    """Plain HTTP to a server on its own file."""
    return embedded_server.wire


def spoken(answer: Answer) -> str | None:
    version: str | None = answer.headers[VERSION_HEADER]
    return version


def test_the_root_tells_which_versions_there_are(wire: Wire) -> None:
    """R-AG: the agent reads default_version.version."""
    for version in (None, "1.1", LATEST):
        document = wire.get("/", version=version).json
        described = document["default_version"]
        assert set(document) == {"name", "description", "default_version", "versions"}
        assert described == {
            "id": "v1",
            "links": [{"href": f"{wire.url}/v1/", "rel": "self"}],
            "status": "CURRENT",
            "min_version": "1.1",
            "version": LATEST,
        }
        assert document["versions"] == [described]


@pytest.mark.parametrize("path", ["/v1", "/v1/"])
def test_the_document_of_v1_describes_itself(wire: Wire, path: str) -> None:
    document = wire.get(path).json
    assert document["id"] == "v1"
    assert [link["rel"] for link in document["links"]] == ["self", "describedby"]
    assert document["links"][0]["href"] == f"{wire.url}/v1/"
    assert document["media_types"] == {"base": "application/json", "type": "application/vnd.openstack.ironic.v1+json"}
    assert document["version"] == wire.get("/").json["default_version"]


@pytest.mark.parametrize(
    "minor", sorted({1, MAXIMUM, *SINCE.values(), *(max(since - 1, 1) for since in SINCE.values())})
)
def test_the_document_of_v1_names_what_its_version_offers(wire: Wire, minor: int) -> None:
    document = wire.get("/v1", version=f"1.{minor}").json
    named = set(document) - {"id", "links", "media_types", "version"}
    assert named == {name for name, since in SINCE.items() if since <= minor}
    for name in named:
        here = {"href": f"{wire.url}/v1/{name}/", "rel": "self"}
        assert document[name] == [here, {"href": f"{wire.url}/{name}/", "rel": "bookmark"}]


ASKS_FOR_MORE = {"lookup": 400, "heartbeat": 404, "events": 405, "continue_inspection": 405}
"""What is named and cannot be asked as it is: for whom it is has to be said as well, or it is only told something."""


def test_what_the_document_of_v1_names_is_there(wire: Wire) -> None:
    for name in SINCE:
        for link in wire.get("/v1").json[name]:
            assert wire.get(link["href"]).status == ASKS_FOR_MORE.get(name, 200)


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/"])
def test_a_document_can_be_looked_at_without_its_body(embedded_server: Server, path: str) -> None:
    whole = embedded_server.wire.get(path)
    head = embedded_server.wire.request("HEAD", path)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(whole.body))
    assert (spoken(head), head.headers["Content-Type"]) == (LATEST, "application/json")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/v1", "GET, HEAD"),
        ("PATCH", "/v1/", "GET, HEAD"),
        ("POST", "/openapi.json", "GET"),
        ("PUT", "/v1/nodes", "GET, POST"),
        ("POST", f"/v1/nodes/{MISSING}", "DELETE, GET, PATCH"),
        ("GET", f"/v1/nodes/{MISSING}/maintenance", "DELETE, PUT"),
        ("GET", f"/v1/nodes/{MISSING}/traits/CUSTOM_A", "DELETE, PUT"),
        ("POST", f"/v1/nodes/{MISSING}/traits", "DELETE, GET, PUT"),
        ("DELETE", "/v1/conductors/x", "GET"),
        ("HEAD", "/v1/nodes", "GET, POST"),
    ],
)
def test_a_wrong_method_is_told_which_are_right(wire: Wire, method: str, path: str, allowed: str) -> None:
    answer = wire.request(method, path)
    assert (answer.status, answer.headers["Allow"]) == (405, allowed)
    if method != "HEAD":
        inner = json.loads(answer.json["error_message"])
        assert (inner["code"], inner["title"]) == (405, "Method Not Allowed")
        assert allowed in inner["description"]


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/nodes", "/nodes", f"/v1/nodes/{MISSING}"])
def test_anybody_may_ask_for_the_methods_of_a_path(wire: Wire, path: str) -> None:
    answer = wire.request("OPTIONS", path)
    assert (answer.status, answer.body, "GET" in answer.headers["Allow"]) == (200, b"", True)


@pytest.mark.parametrize(
    "version", ["1.0", "1.116", "2.1", "0.1", "1", "abc", "1.1.1", "1.-1", "1.a", "v1.1", "latestt", "1.9999999", "1,1"]
)
@pytest.mark.parametrize("path", ["/v1/nodes", "/v1", "/", "/nodes", "/v1/nowhere"])
def test_a_version_that_is_not_spoken_is_refused_with_those_that_are(wire: Wire, version: str, path: str) -> None:
    answer = wire.get(path, version=version)
    assert answer.status == 406
    assert (answer.headers[MINIMUM_HEADER], answer.headers[MAXIMUM_HEADER]) == ("1.1", LATEST)
    assert spoken(answer) is None
    assert (repr(version) in answer.text, "1.115" in answer.text) == (True, True)


@pytest.mark.parametrize(
    ("headers", "minor"),
    [
        ({}, "1.1"),
        ({VERSION_HEADER: ""}, "1.1"),
        ({VERSION_HEADER: "1.1"}, "1.1"),
        ({VERSION_HEADER: "1.50"}, "1.50"),
        ({VERSION_HEADER: "latest"}, LATEST),
        ({VERSION_HEADER: "LATEST"}, LATEST),
        ({VERSION_HEADER.lower(): "1.20"}, "1.20"),
        ({MODERN_HEADER: "baremetal 1.60"}, "1.60"),
        ({MODERN_HEADER: "baremetal latest"}, LATEST),
        ({MODERN_HEADER: "compute 2.1"}, "1.1"),
        ({MODERN_HEADER: "compute 2.1, baremetal 1.7"}, "1.7"),
        ({MODERN_HEADER: "compute 2.1", VERSION_HEADER: "1.8"}, "1.8"),
        ({MODERN_HEADER: "Baremetal 1.9", VERSION_HEADER: "1.8"}, "1.9"),
        ({MODERN_HEADER: "baremetal", VERSION_HEADER: "1.8"}, "1.8"),
    ],
)
def test_the_version_is_the_one_that_was_asked_for(wire: Wire, headers: dict[str, str], minor: str) -> None:
    for path in ("/v1/nodes", "/", "/v1", "/v1/nowhere", "/openapi.json"):
        answer = wire.get(path, version=None, headers=headers)
        assert spoken(answer) == minor
        assert (answer.headers[MINIMUM_HEADER], answer.headers[MAXIMUM_HEADER]) == ("1.1", LATEST)


def test_without_a_version_the_oldest_fields_are_shown(wire: Wire) -> None:
    enrol(wire, name="a")
    [node] = wire.get("/v1/nodes", version=None).json["nodes"]
    assert set(node) == {"uuid", "instance_uuid", "power_state", "provision_state", "maintenance", "links"}


@pytest.mark.parametrize("version", ["1.1", LATEST, "9.9"])
def test_every_answer_has_an_id_of_its_own(wire: Wire, version: str) -> None:
    seen = set()
    for method, path in (("GET", "/"), ("GET", "/v1/nodes"), ("PUT", "/v1"), ("GET", "/v1/x"), ("POST", "/v1/nodes")):
        answer = wire.request(method, path, version=version, headers={"X-OpenStack-Request-ID": f"req-{MISSING}"})
        found = answer.headers["openstack-request-id"]
        assert answer.headers["x-openstack-request-id"] == found
        assert REQUEST_ID.fullmatch(found)
        seen.add(found)
    assert len(seen - {f"req-{MISSING}"}) == 5


def test_even_a_body_that_is_too_large_has_an_answer_with_an_id_and_versions(embedded_server: Server) -> None:
    answer = sent(embedded_server.url, request("POST", "/v1/nodes", [("Host", "h"), ("Content-Length", "9999999")]))
    assert answer is not None
    assert (answer.status, spoken(answer)) == (413, LATEST)
    assert REQUEST_ID.fullmatch(answer.headers["openstack-request-id"])


@pytest.mark.parametrize(
    "path", ["nodes", "nodes/detail", "nodes/a", "nodes/a/states", "ports", "chassis", "conductors"]
)
def test_a_slash_at_the_end_and_a_missing_v1_are_no_matter(wire: Wire, path: str) -> None:
    enrol(wire, name="a")
    whole = wire.get(f"/v1/{path}")
    assert whole.status == 200
    for same in (f"/v1/{path}/", f"/{path}", f"/{path}/"):
        assert (wire.get(same).status, wire.get(same).json) == (200, whole.json)


def test_links_to_the_next_page_have_their_v1(wire: Wire) -> None:
    for name in ("a", "b"):
        enrol(wire, name=name)
    assert wire.get("/nodes?limit=1").json["next"] == wire.get("/v1/nodes?limit=1").json["next"]


def test_json_at_the_end_of_a_path_is_dropped_before_1_91(wire: Wire) -> None:
    enrol(wire, name="a")
    for path in (
        "/v1/nodes.json",
        "/nodes.json",
        "/v1/nodes/a.json",
        "/v1/nodes/detail.json",
        "/v1/nodes/a/states.json",
    ):
        assert wire.get(path, version="1.90").status == 200
        assert wire.get(path, version="1.91").status == 404


def test_a_node_whose_name_ends_in_json_is_found_in_all_versions(wire: Wire) -> None:
    plain, odd = enrol(wire, name="a")["uuid"], enrol(wire, name="a.json")["uuid"]
    for version in ("1.10", "1.90", "1.91", LATEST):
        assert wire.get("/v1/nodes/a", version=version).json["uuid"] == plain
        assert wire.get("/v1/nodes/a.json", version=version).json["uuid"] == odd
    assert wire.delete("/v1/nodes/a.json", version="1.90").status == 204
    assert wire.get("/v1/nodes/a.json", version="1.90").json["uuid"] == plain


@pytest.mark.parametrize(
    ("method", "path", "how", "status"),
    [
        ("GET", f"/v1/nodes/{MISSING}", {}, 404),
        ("GET", "/v1/nowhere", {}, 404),
        ("GET", "/v1/nodes/%FF", {}, 400),
        ("GET", "/v1/nodes/%20", {}, 400),
        ("GET", "/v1/nodes?x=1", {}, 400),
        ("POST", "/v1/nodes", {"json": {}}, 400),
        ("POST", "/v1/nodes", {"body": b"{"}, 400),
        ("PUT", "/v1/nodes", {}, 405),
        ("POST", "/v1/runbooks", {"version": "1.91"}, 405),
        ("GET", "/v1/nodes", {"version": "1.999"}, 406),
        ("GET", "/", {"version": "1.999"}, 406),
        ("GET", "/v1/nodes?fields=traits", {"version": "1.36"}, 406),
        ("GET", "/v1/ports?node=a&portgroup=b", {}, 403),
        ("POST", "/v1/nodes", {"json": {"driver": "fake-hardware", "name": "a"}}, 409),
    ],
)
def test_the_text_of_an_error_reaches_whoever_uses_the_library(
    wire: Wire, method: str, path: str, how: dict[str, Any], status: int
) -> None:
    """The library python-ironicclient expects an error to be JSON in a string in JSON."""
    enrol(wire, name="a")
    answer = wire.request(method, path, **how)
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/json")
    assert isinstance(answer.json["error_message"], str)
    assert _extract_error_json(answer.body)["error_message"] == answer.text
