"""What is wrong below the level of JSON is refused in plain words: lengths that lie, floods, odd hosts, broken HTTP."""

import re
from urllib.parse import urlsplit

import pytest

from bessemer.assembly.bounded_http import MOST_HEADER_BYTES
from tests.api.enrolled import MISSING, change, enrol, names
from tests.api.raw import answered, connected, request, sent
from tests.api.serving import Server

MIB = 1024 * 1024
HOST = ("Host", "h")
CHUNKED = ("Transfer-Encoding", "chunked")
NODE = b'{"driver":"fake-hardware"}'
TAKING_BODIES = [
    ("POST", "/v1/nodes"),
    ("PATCH", f"/v1/nodes/{MISSING}"),
    ("PUT", f"/v1/nodes/{MISSING}/maintenance"),
    ("PUT", f"/v1/nodes/{MISSING}/traits"),
    ("POST", "/v1/deploy_templates"),
    ("GET", "/v1/nodes"),
    ("DELETE", f"/v1/nodes/{MISSING}"),
    ("POST", "/v1/nowhere"),
]
WHERE = pytest.mark.parametrize(("method", "path"), TAKING_BODIES, ids=lambda word: word.strip("/").replace("/", "-"))


def names_of_all(server: Server) -> list[str]:
    """List the nodes once there is one more: what was written before it has been written by then."""
    enrol(server.wire, name="after")
    return names(server.wire.get("/v1/nodes").json["nodes"])


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


@WHERE
@pytest.mark.parametrize("length", [MIB + 1, 10**9, 10**18])
def test_a_body_that_is_said_to_be_too_large_is_refused_unread(
    embedded_server: Server, method: str, path: str, length: int
) -> None:
    answer = sent(embedded_server.url, request(method, path, [HOST, ("Content-Length", str(length))]))
    assert answer is not None
    assert (answer.status, str(MIB) in answer.text, str(length) in answer.text) == (413, True, True)
    assert answer.json == {"faultcode": "Client", "faultstring": answer.text}
    assert answer.headers["Connection"] == "close"


@WHERE
def test_a_body_that_grows_too_large_in_pieces_is_refused(embedded_server: Server, method: str, path: str) -> None:
    pieces = [chunk(b"x" * 65536)] * 16
    answer = sent(embedded_server.url, request(method, path, [HOST, CHUNKED]), *pieces, chunk(b"x"))
    assert answer is not None
    assert (answer.status, str(MIB) in answer.text) == (413, True)


def test_a_body_may_be_as_large_as_the_limit(embedded_server: Server) -> None:
    start, end = b'{"driver":"fake-hardware","extra":{"a":"', b'"}}'
    body = start + b"x" * (MIB - len(start) - len(end)) + end
    assert embedded_server.wire.post("/v1/nodes", body=body).status == 201


def test_a_body_may_come_in_pieces(embedded_server: Server) -> None:
    pieces = [chunk(NODE[place : place + 1]) for place in range(len(NODE))]
    answer = sent(embedded_server.url, request("POST", "/v1/nodes", [HOST, CHUNKED]), *pieces, b"0\r\n\r\n")
    assert answer is not None
    assert answer.status == 201


@pytest.mark.parametrize(
    "pieces",
    [
        [request("POST", "/v1/nodes", [HOST, ("Content-Length", "100")]), NODE],
        [request("POST", "/v1/nodes", [HOST, ("Content-Length", str(len(NODE) + 1))]), NODE],
        [request("POST", "/v1/nodes", [HOST, CHUNKED]), chunk(NODE)],
        [request("POST", "/v1/nodes", [HOST, CHUNKED]), chunk(NODE), b"5\r\nab"],
        [request("POST", "/v1/nodes", [HOST, ("Content-Length", "26"), ("Expect", "100-continue")])],
        [b"POST /v1/nodes HTTP/1.1\r\nHost: h\r\nContent-Len"],
    ],
    ids=["short", "one-short", "no-last-chunk", "half-a-chunk", "no-body", "half-a-header"],
)
def test_a_request_that_breaks_off_does_nothing(embedded_server: Server, pieces: list[bytes]) -> None:
    """A client that died while it wrote has not said what it wanted, even if what came is valid JSON."""
    sent(embedded_server.url, *pieces, ended=True)
    assert names_of_all(embedded_server) == ["after"]


def test_a_reason_that_breaks_off_puts_no_node_into_maintenance(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    head = request("PUT", f"/v1/nodes/{uuid}/maintenance", [HOST, ("Content-Length", "20")])
    for cut in (b"", b"{}"):
        sent(embedded_server.url, head, cut, ended=True)
        assert change(embedded_server.wire, uuid, description=f"after {cut!r}").json["maintenance"] is False


@pytest.mark.parametrize(
    "wrong",
    [
        request("POST", "/v1/nodes", [HOST, CHUNKED], NODE),
        request("POST", "/v1/nodes", [HOST, ("Content-Length", "3")], NODE),
        request("POST", "/v1/nodes", [HOST, ("Content-Length", "-1")]),
        request("POST", "/v1/nodes", [HOST, ("Content-Length", "1e3")]),
        request("POST", "/v1/nodes", [HOST, ("Content-Length", "\xb2")]),
        request("POST", "/v1/nodes", [HOST, ("Content-Length", "9" * 30)]),
        request("POST", "/v1/nodes", [HOST, CHUNKED]) + b"zz\r\n",
        request("POST", "/v1/nodes", [HOST, CHUNKED]) + b"-1\r\n",
        request("POST", "/v1/nodes", [HOST, ("Bad header", "x")]),
        request("GET", "/v1/nodes", [HOST, ("X", "a\0b")]),
        request("FETCH", "/v1/nodes", [HOST]),
        request("get", "/v1/nodes", [HOST]),
        request("CONNECT", "h:1", [HOST]),
        request("GET", "/v1/nodes/\xff", [HOST]),
        request("GET", "/v1/nodes?owner=\xff", [HOST]),
        request("GET", "v1/nodes", [HOST]),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\x00" * 100,
    ],
    ids=range(18),
)
def test_what_is_no_http_is_refused_and_does_nothing(embedded_server: Server, wrong: bytes) -> None:
    answer = sent(embedded_server.url, wrong)
    assert answer is not None
    assert (answer.status, answer.body) == (400, b"Invalid HTTP request received.")
    assert names_of_all(embedded_server) == ["after"]


@pytest.mark.parametrize(
    "headers",
    [
        b"X-Long: " + b"y" * MOST_HEADER_BYTES,
        b"".join(b"X-%d: y\r\n" % number for number in range(8000)),
        b"X-%s: y" % (b"n" * MOST_HEADER_BYTES),
    ],
    ids=["a-long-one", "many", "a-long-name"],
)
def test_a_flood_of_headers_is_refused_before_it_ends(embedded_server: Server, headers: bytes) -> None:
    begun = b"GET /v1/nodes HTTP/1.1\r\nHost: h\r\n" + headers
    answer = sent(embedded_server.url, begun[: MOST_HEADER_BYTES + 1])
    assert answer is not None
    assert (answer.status, str(MOST_HEADER_BYTES) in answer.text) == (431, True)
    assert answer.headers["Connection"] == "close"


def test_a_flood_in_the_first_line_is_refused(embedded_server: Server) -> None:
    answer = sent(embedded_server.url, (b"GET /v1/nodes?owner=" + b"x" * MOST_HEADER_BYTES)[: MOST_HEADER_BYTES + 1])
    assert answer is not None
    assert answer.status in {400, 431}


def test_many_headers_that_are_not_too_many_are_no_matter(embedded_server: Server) -> None:
    headers = [HOST, *((f"X-{number}", "y" * 50) for number in range(900))]
    answer = sent(embedded_server.url, request("GET", "/v1/nodes", headers))
    assert answer is not None
    assert answer.status == 200


def test_headers_are_counted_for_each_request_of_a_connection(embedded_server: Server) -> None:
    one = request("GET", "/v1/nodes", [HOST, ("X-Long", "y" * (MOST_HEADER_BYTES // 2))])
    with connected(embedded_server.url) as connection:
        for _ in range(4):
            connection.sendall(one)
            answer = answered(connection)
            assert answer is not None
            assert answer.status == 200


def test_requests_that_come_all_at_once_are_answered_in_order(embedded_server: Server) -> None:
    wanted = [request("GET", f"/v1/nodes?limit={limit}", [HOST]) for limit in (1, 0, 2)]
    with connected(embedded_server.url) as connection:
        connection.sendall(b"".join(wanted) + request("GET", "/v1/zzz", [HOST, ("Connection", "close")]))
        everything = connection.makefile("rb").read()
    assert re.findall(rb"HTTP/1\.1 (\d+) ", everything) == [b"200", b"400", b"200", b"404"]


@pytest.mark.parametrize(
    "host",
    ["", "a b", '"><script>', "a/b", "a@b", "x" * 300, "\xe9", "a,b", "a?b", "a#b", "a\\b", "{a}"],
)
def test_an_odd_host_is_not_believed(embedded_server: Server, host: str) -> None:
    answer = sent(embedded_server.url, request("GET", "/v1", [("Host", host)]))
    assert answer is not None
    assert (answer.status, answer.json["links"][0]["href"]) == (200, f"{embedded_server.url}/v1/")


@pytest.mark.parametrize("host", ["rack.example", "rack.example:8443", "[::1]:6385", "127.0.0.1"])
def test_links_begin_with_the_host_that_was_asked(embedded_server: Server, host: str) -> None:
    answer = sent(embedded_server.url, request("GET", "/v1", [("Host", host)]))
    assert answer is not None
    assert answer.json["links"][0]["href"] == f"http://{host}/v1/"


def test_without_a_host_links_begin_with_the_address(embedded_server: Server) -> None:
    answer = sent(embedded_server.url, b"GET /v1 HTTP/1.0\r\n\r\n")
    assert answer is not None
    assert urlsplit(answer.json["links"][0]["href"]).netloc == f"127.0.0.1:{embedded_server.port}"


@pytest.mark.parametrize(
    "version", ["x" * 60_000, "1." + "0" * 60_000, "1." + "9" * 60_000, " " * 60_000 + "x", "\xb9.1"]
)
def test_an_endless_version_is_refused_in_a_short_text(embedded_server: Server, version: str) -> None:
    sent_version = request("GET", "/v1/nodes", [HOST]).replace(b"latest", version.encode("latin-1"))
    answer = sent(embedded_server.url, sent_version)
    assert answer is not None
    assert (answer.status, len(answer.text) < 200, "version" in answer.text) == (406, True, True)


def test_a_wish_for_another_protocol_is_not_heard(embedded_server: Server) -> None:
    upgrade = [HOST, ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Key", "x")]
    answer = sent(embedded_server.url, request("GET", "/v1/nodes", upgrade))
    assert answer is not None
    assert (answer.status, answer.json) == (200, {"nodes": []})
