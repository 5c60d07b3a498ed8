"""No secret is shown, nothing else is hidden, and writing back what was shown loses nothing."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.field import Value
from bessemer.model.masking import ALSO_HIDDEN, MASK, masked, masked_document, restored
from tests.unit.documents import keys, letters, nested, scalars

CANARY = "canary"
SECRET_KEYS = (
    "password",
    "Password",
    "ipmi_password",
    "redfish_passwd",
    "passphrase",
    "admin_pass",
    "adminPass",
    "snmp_community",
    "auth_token",
    "TOKEN",
    "client_secret",
    "credentials",
    "private_key",
    "priv_key",
    "privkey",
    "ssh_key_contents",
    "api_key",
    "apikey",
    "access_key",
    "encryption_key",
    "ipmi_hex_kg_key",
    "hmac",
)
PLAIN_KEYS = (
    "address",
    "username",
    "key",
    "keys",
    "compass",
    "deploy_kernel",
    "pxe_template",
    "ssh",
    "port",
    "token"[:3],
)
FLAGS = ("agent_token_required", "verify_credentials", "has_password")
"""Named like secrets; true, false and null tell nothing."""

plain = st.sampled_from(PLAIN_KEYS) | keys.filter(lambda key: key.lower() not in {"token", "secret"})
canaries: st.SearchStrategy[Value] = st.sampled_from([CANARY, [CANARY], {"deep": CANARY}, f"x{CANARY}", [[CANARY]]])


def documents(leaves: st.SearchStrategy[Value]) -> st.SearchStrategy[dict[str, Any]]:
    """Give objects with objects and lists in them, whose secrets are those leaves."""
    inner = nested(scalars, plain)
    secretive = st.builds(
        lambda secrets, others: {**others, **secrets},
        st.dictionaries(st.sampled_from(SECRET_KEYS), leaves, max_size=2),
        st.dictionaries(plain, inner, max_size=2),
    )
    deeper = st.recursive(
        secretive,
        lambda below: st.lists(below, max_size=3) | st.dictionaries(plain, below, max_size=3),
        max_leaves=6,
    )
    return st.dictionaries(plain, deeper, max_size=3)


secret_documents = documents(canaries)
anything_secret: st.SearchStrategy[Value] = st.one_of(scalars, canaries, st.just(MASK))
any_documents = documents(anything_secret)


@given(document=secret_documents)
def test_no_value_under_the_name_of_a_secret_is_shown(document: dict[str, Any]) -> None:
    assert CANARY.encode() not in letters(masked(document))
    assert CANARY.encode() not in letters(masked_document("driver_info", document))


@pytest.mark.parametrize("key", SECRET_KEYS)
@pytest.mark.parametrize("value", ["x", "", 7, 1.5, [], ["x"], {}, {"a": "x"}], ids=repr)
def test_whatever_is_called_a_secret_is_hidden_wholly(key: str, value: Any) -> None:
    assert masked({"a": [{key: value, "b": 1}]}) == {"a": [{key: MASK, "b": 1}]}


@pytest.mark.parametrize("key", PLAIN_KEYS)
def test_what_is_no_secret_is_shown(key: str) -> None:
    assert masked({key: {"a": ["x", 1]}}) == {key: {"a": ["x", 1]}}


@pytest.mark.parametrize("key", FLAGS)
@pytest.mark.parametrize("value", [True, False, None])
def test_flags_about_secrets_are_shown(key: str, value: bool | None) -> None:  # noqa: FBT001
    assert masked({key: value}) == {key: value}


@given(document=any_documents)
def test_masking_is_done_once_and_changes_no_original(document: dict[str, Any]) -> None:
    before = deepcopy(document)
    shown = masked(document)
    assert letters(document) == letters(before)
    assert letters(masked(shown)) == letters(shown)
    assert shown.keys() == document.keys()


@given(document=any_documents)
def test_writing_back_what_was_shown_changes_nothing(document: dict[str, Any]) -> None:
    assert letters(restored(masked(document), document)) == letters(document)


@pytest.mark.parametrize("field", ALSO_HIDDEN)
def test_some_keys_of_a_field_are_hidden_whatever_they_are_called(field: str) -> None:
    document = {**dict.fromkeys(ALSO_HIDDEN[field], CANARY), "address": "x"}
    shown = masked_document(field, document)
    assert shown == {**dict.fromkeys(ALSO_HIDDEN[field], MASK), "address": "x"}
    assert restored(shown, document) == document
    assert masked_document("extra", document) == document


@given(document=any_documents, added=st.text(max_size=5))
def test_a_change_beside_a_secret_is_made_and_the_secret_stays(document: dict[str, Any], added: str) -> None:
    shown = masked(document)
    assert letters(restored({**shown, "added": added}, document)) == letters({**document, "added": added})


def two_servers() -> dict[str, Any]:
    return {
        "servers": [
            {"name": "a", "port": 1, "password": "one"},
            {"name": "b", "port": 2, "password": "two"},
            {"name": "c", "port": 3},
        ]
    }


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2), (1,), (2, 0)])
def test_the_secrets_of_items_move_with_them(order: tuple[int, ...]) -> None:
    document = two_servers()
    shown = masked(document)["servers"]
    moved = restored({"servers": [shown[place] for place in order]}, document)
    assert moved["servers"] == [document["servers"][place] for place in order]


def test_an_item_that_changes_in_its_place_keeps_its_secret() -> None:
    document = two_servers()
    shown = masked(document)
    shown["servers"][1]["port"] = 22
    assert restored(shown, document)["servers"][1] == {"name": "b", "port": 22, "password": "two"}


def test_a_new_secret_replaces_the_old_one() -> None:
    document = two_servers()
    shown = masked(document)
    shown["servers"][0]["password"] = "new"
    assert [each.get("password") for each in restored(shown, document)["servers"]] == ["new", "two", None]


def test_items_that_look_alike_keep_their_secrets_by_place() -> None:
    document = {"keys": [{"password": "one"}, {"password": "two"}, {"password": "three"}]}
    assert restored(masked(document), document) == document


def test_a_mask_that_hides_nothing_stays_as_it_is() -> None:
    assert restored({"password": MASK}, {}) == {"password": MASK}
    assert restored([{"password": MASK}], []) == [{"password": MASK}]
    assert restored({"password": MASK}, {"password": None}) == {"password": MASK}
    assert restored({"a": [MASK]}, {"a": "x"}) == {"a": [MASK]}
