"""The traits of a node: set, added, taken away, shown and refused.

R-NT-1, R-NT-32  test_traits_go_with_their_node
R-NT-3, R-NT-4   test_a_trait_is_valid, test_an_invalid_trait_is_refused
R-NT-5           test_a_node_has_fifty_traits_at_most
R-NT-6, R-NT-12  test_an_invalid_trait_is_refused, test_a_body_that_is_not_a_list_of_traits_is_refused
R-NT-8           test_traits_are_in_the_detailed_list_and_on_the_node
R-NT-9           test_traits_can_be_asked_for_as_a_field
R-NT-10          test_traits_are_listed_in_order, test_traits_are_refused_before_their_version
R-NT-11          test_a_list_of_traits_replaces_all
R-NT-13, R-NT-30 test_node_states.py: test_traits_are_changed_in_every_state
R-NT-14          test_all_traits_are_removed
R-NT-15          test_one_trait_is_added_by_its_path
R-NT-16          test_one_trait_is_removed_by_its_path
R-NT-17 to 21    test_node_trait_filters.py
R-NT-24          clients/test_library_node_parts.py
R-NT-29          test_capabilities_are_apart_from_traits
R-NT-31          test_traits_are_set_in_their_own_place_only
R-NT-22, 23      tests/engine/test_templates_applied.py and test_plans.py
R-NT-28 comes with inspection; R-NT-25 is the client's, R-NT-26 is gone; 2, 7, 27 and 33
are no behaviour of the API.
"""

from typing import Any

import pytest

from bessemer.store.schema import node_traits
from tests.api.enrolled import MISSING, enrol, set_to, show
from tests.api.serving import Server

LONGEST = "CUSTOM_" + "A" * 248
STANDARD = "HW_CPU_X86_VMX"
FIFTY = [f"CUSTOM_{number:02}" for number in range(50)]
BAD = ["", "A", "custom_a", "CUSTOM_", "CUSTOM_a", "CUSTOM-A", "CUSTOM_A ", " CUSTOM_A", "CUSTOM_A\n", "CUSTOM_É"]
BAD += ["HW_CPU_X86_NOPE", "hw_cpu_x86_vmx", LONGEST + "A", "CUSTOM_A\u0000", "MISC_", "COMPUTE"]


def traits_of(server: Server, ident: str) -> list[str]:
    found: list[str] = server.wire.get(f"/v1/nodes/{ident}/traits").json["traits"]
    return found


def with_traits(server: Server, *traits: str, **fields: Any) -> str:
    """Enrol a node with traits."""
    uuid: str = enrol(server.wire, **fields)["uuid"]
    assert server.wire.put(f"/v1/nodes/{uuid}/traits", {"traits": traits}).status == 204
    return uuid


def test_a_list_of_traits_replaces_all(server: Server) -> None:
    """R-NT-11: answered 204 without a body, as clients expect."""
    uuid = enrol(server.wire)["uuid"]
    for wanted in (["CUSTOM_A", STANDARD], ["CUSTOM_B", "CUSTOM_A", "CUSTOM_B"], ["CUSTOM_B"], [], ["CUSTOM_A"]):
        answer = server.wire.put(f"/v1/nodes/{uuid}/traits", {"traits": wanted})
        assert (answer.status, answer.body, "Location" in answer.headers) == (204, b"", False)
        assert traits_of(server, uuid) == sorted(set(wanted))


def test_traits_are_listed_in_order(server: Server) -> None:
    """R-NT-10: byte by byte, whatever order they came in, by name too."""
    uuid = with_traits(server, "HW_CPU_X86_VMX", "CUSTOM_B", "CUSTOM_A", "CUSTOM_AB", "CUSTOM_A_B", name="a")
    expected = ["CUSTOM_A", "CUSTOM_AB", "CUSTOM_A_B", "CUSTOM_B", "HW_CPU_X86_VMX"]
    assert traits_of(server, uuid) == traits_of(server, "a") == traits_of(server, f"{uuid}/traits/../traits"[:36])
    assert traits_of(server, uuid) == expected
    assert show(server.wire, uuid)["traits"] == expected


def test_one_trait_is_added_by_its_path(server: Server) -> None:
    """R-NT-15: 204 and where it is; a second time as well."""
    uuid = with_traits(server, "CUSTOM_B", name="a")
    for ident in ("a", uuid, "a"):
        answer = server.wire.put(f"/v1/nodes/{ident}/traits/CUSTOM_A")
        assert (answer.status, answer.body) == (204, b"")
        assert answer.headers["Location"] == f"{server.url}/v1/nodes/{ident}/traits/CUSTOM_A"
    assert traits_of(server, uuid) == ["CUSTOM_A", "CUSTOM_B"]
    assert server.wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_A", {}).status == 204


@pytest.mark.parametrize("body", [{"traits": ["CUSTOM_A"]}, {"x": 1}, [], "CUSTOM_A", None], ids=repr)
def test_one_trait_takes_no_body(embedded_server: Server, body: Any) -> None:
    """R-NT-15."""
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_A", body).status == 400
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_A?traits=x").status == 400
    assert traits_of(embedded_server, uuid) == []


def test_one_trait_is_removed_by_its_path(server: Server) -> None:
    """R-NT-16: 204, then 404 when it is gone, and 404 for what could never be one."""
    uuid = with_traits(server, "CUSTOM_A", "CUSTOM_B")
    assert server.wire.delete(f"/v1/nodes/{uuid}/traits/CUSTOM_A").status == 204
    assert traits_of(server, uuid) == ["CUSTOM_B"]
    for trait in ("CUSTOM_A", "custom_b", "x", "CUSTOM_B%20"):
        assert server.wire.delete(f"/v1/nodes/{uuid}/traits/{trait}").status == 404
    assert traits_of(server, uuid) == ["CUSTOM_B"]


def test_all_traits_are_removed(server: Server) -> None:
    """R-NT-14: 204, also when there are none."""
    uuid = with_traits(server, "CUSTOM_A", "CUSTOM_B")
    for _ in range(2):
        answer = server.wire.delete(f"/v1/nodes/{uuid}/traits")
        assert (answer.status, answer.body, traits_of(server, uuid)) == (204, b"", [])


GOOD = ("CUSTOM_A", "CUSTOM_0", "CUSTOM__", LONGEST, STANDARD, "COMPUTE_NODE", "MISC_SHARES_VIA_AGGREGATE")


@pytest.mark.parametrize("trait", GOOD)
def test_a_trait_is_valid(embedded_server: Server, trait: str) -> None:
    """R-NT-3, R-NT-4: one of the library's, or CUSTOM_ with capitals, digits and underscores; 255 characters."""
    assert traits_of(embedded_server, with_traits(embedded_server, trait)) == [trait]


@pytest.mark.parametrize("trait", [*BAD, 3, None, [], {}, True], ids=lambda trait: repr(trait)[-20:])
def test_an_invalid_trait_is_refused(embedded_server: Server, trait: Any) -> None:
    """R-NT-6, R-NT-12: 400, and what was there stays."""
    uuid = with_traits(embedded_server, "CUSTOM_OLD")
    answer = embedded_server.wire.put(f"/v1/nodes/{uuid}/traits", {"traits": ["CUSTOM_NEW", trait]})
    assert answer.status == 400
    if isinstance(trait, str) and trait.isascii() and trait.isprintable() and trait.strip() == trait != "":
        assert embedded_server.wire.put(f"/v1/nodes/{uuid}/traits/{trait}").status == 400
    assert traits_of(embedded_server, uuid) == ["CUSTOM_OLD"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        "CUSTOM_A",
        ["CUSTOM_A"],
        {"traits": None},
        {"traits": "CUSTOM_A"},
        {"traits": {}},
        {"trait": []},
        {"traits": [], "x": 1},
    ],
    ids=repr,
)
def test_a_body_that_is_not_a_list_of_traits_is_refused(embedded_server: Server, body: Any) -> None:
    """R-NT-12."""
    uuid = with_traits(embedded_server, "CUSTOM_OLD")
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/traits", body).status == 400
    assert embedded_server.wire.put(f"/v1/nodes/{uuid}/traits").status == 400
    assert traits_of(embedded_server, uuid) == ["CUSTOM_OLD"]


def test_a_node_has_fifty_traits_at_most(server: Server) -> None:
    """R-NT-5: what is repeated counts once; one of the fifty can be added again."""
    uuid = with_traits(server, *FIFTY, *FIFTY)
    assert traits_of(server, uuid) == FIFTY
    assert server.wire.put(f"/v1/nodes/{uuid}/traits/{FIFTY[7]}").status == 204
    assert server.wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_ONE_MORE").status == 400
    assert server.wire.put(f"/v1/nodes/{uuid}/traits", {"traits": [*FIFTY, "CUSTOM_ONE_MORE"]}).status == 400
    assert traits_of(server, uuid) == FIFTY


def test_traits_are_in_the_detailed_list_and_on_the_node(server: Server) -> None:
    """R-NT-8: from 1.37 on, and each node has its own."""
    wire = server.wire
    expected = [["CUSTOM_A", "CUSTOM_B"], [], ["CUSTOM_B"]]
    made = [with_traits(server, *traits) for traits in expected]
    for path in ("/v1/nodes/detail", "/v1/nodes?detail=true"):
        assert [node["traits"] for node in wire.get(path).json["nodes"]] == expected
    assert [show(wire, uuid)["traits"] for uuid in made] == expected
    assert show(wire, made[0], version="1.37")["traits"] == expected[0]
    assert "traits" not in show(wire, made[0], version="1.36")
    assert "traits" not in wire.get("/v1/nodes/detail", version="1.36").json["nodes"][0]


def test_traits_can_be_asked_for_as_a_field(server: Server) -> None:
    """R-NT-9: what Nova polls."""
    uuid = with_traits(server, "CUSTOM_B", "CUSTOM_A")
    (node,) = server.wire.get("/v1/nodes?fields=uuid,traits").json["nodes"]
    assert set(node) == {"uuid", "traits", "links"}
    assert node["traits"] == ["CUSTOM_A", "CUSTOM_B"]
    assert set(server.wire.get("/v1/nodes?fields=traits").json["nodes"][0]) == {"traits", "links"}
    assert show(server.wire, f"{uuid}?fields=traits")["traits"] == ["CUSTOM_A", "CUSTOM_B"]
    assert server.wire.get("/v1/nodes?fields=traits", version="1.36").status == 406


def test_traits_are_refused_before_their_version(embedded_server: Server) -> None:
    """R-NT-10: with the codes that clients have learnt."""
    uuid = with_traits(embedded_server, "CUSTOM_A")
    answered = {
        f"{method} {below}": embedded_server.wire.request(
            method, f"/v1/nodes/{uuid}/traits{below}", version="1.36"
        ).status
        for method, below in (("GET", ""), ("PUT", ""), ("PUT", "/CUSTOM_B"), ("DELETE", ""), ("DELETE", "/CUSTOM_A"))
    }
    assert list(answered.values()) == [406, 405, 405, 404, 404]
    assert traits_of(embedded_server, uuid) == ["CUSTOM_A"]


@pytest.mark.parametrize("value", [None, [], ["CUSTOM_A"]])
def test_traits_are_set_in_their_own_place_only(embedded_server: Server, value: Any) -> None:
    """R-NT-31: neither on creation nor by a patch."""
    wire = embedded_server.wire
    assert wire.post("/v1/nodes", {"driver": "fake-hardware", "traits": value}).status == 400
    uuid = enrol(wire)["uuid"]
    for patch in (set_to(traits=value), [{"op": "add", "path": "/traits/-", "value": "CUSTOM_A"}]):
        assert wire.patch(f"/v1/nodes/{uuid}", patch).status == 400


def test_traits_go_with_their_node(server: Server) -> None:
    """R-NT-1, R-NT-32: by the database itself."""
    uuid, kept = with_traits(server, "CUSTOM_A"), with_traits(server, "CUSTOM_B")
    assert server.wire.delete(f"/v1/nodes/{uuid}").status == 204
    with server.database.reading() as transaction:
        assert [row[1] for row in transaction.rows("all traits", node_traits.select)] == ["CUSTOM_B"]
    enrol(server.wire, uuid=uuid)
    assert (traits_of(server, uuid), traits_of(server, kept)) == ([], ["CUSTOM_B"])


def test_capabilities_are_apart_from_traits(embedded_server: Server) -> None:
    """R-NT-29."""
    uuid = with_traits(embedded_server, "CUSTOM_A", properties={"capabilities": "boot_mode:uefi,CUSTOM_B:true"})
    assert traits_of(embedded_server, uuid) == ["CUSTOM_A"]
    assert show(embedded_server.wire, uuid)["properties"]["capabilities"] == "boot_mode:uefi,CUSTOM_B:true"


def test_a_change_of_traits_is_a_change_of_the_node(embedded_server: Server) -> None:
    uuid = with_traits(embedded_server, "CUSTOM_A")
    first = show(embedded_server.wire, uuid)["updated_at"]
    embedded_server.wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_B")
    second = show(embedded_server.wire, uuid)["updated_at"]
    assert second > first
    embedded_server.wire.delete(f"/v1/nodes/{uuid}/traits/CUSTOM_B")
    assert show(embedded_server.wire, uuid)["updated_at"] > second


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "a/traits/CUSTOM_A", 405),
        ("POST", "a/traits", 405),
        ("POST", "a/traits/CUSTOM_A", 405),
        ("PATCH", "a/traits", 405),
        ("GET", "a/traits/", 200),
        ("GET", "a/traits?fields=traits", 400),
        ("DELETE", "a/traits?x=1", 400),
        *((method, f"{MISSING}/traits", 404) for method in ("GET", "DELETE")),
        *((method, "nobody/traits/CUSTOM_A", 404) for method in ("PUT", "DELETE")),
    ],
)
def test_what_else_is_asked_is_answered_as_clients_expect(
    embedded_server: Server, method: str, path: str, status: int
) -> None:
    with_traits(embedded_server, "CUSTOM_A", name="a")
    assert embedded_server.wire.request(method, f"/v1/nodes/{path}").status == status
