"""Every node has one conductor, and one that comes or goes moves no node but its own."""

from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.fleet import Fleet, Offer
from bessemer.rules.placement import BUCKETS, bucket_of, buckets_of, conductor_of, holders

names = st.text(min_size=1, max_size=20)
MOST_HOSTS = 8
"""Few enough for the shares to be alike whatever the names are."""


def fleets() -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(names, min_size=2, max_size=MOST_HOSTS, unique=True).map(tuple)


def fleet(**places: Any) -> Fleet:
    """Let hosts serve hardware types in the group that has no name."""
    nothing = Offer(enabled={}, default={})
    return Fleet(hosts={("", driver): hosts for driver, hosts in places.items()}, offers=dict.fromkeys(places, nothing))


@given(hosts=fleets())
def test_each_bucket_is_held_by_exactly_one_host(hosts: tuple[str, ...]) -> None:
    held = [bucket for host in hosts for bucket in buckets_of(fleet(fake=hosts), host)["", "fake"]]
    assert sorted(held) == list(range(BUCKETS))


@given(hosts=fleets())
def test_the_order_in_which_hosts_are_known_makes_no_difference(hosts: tuple[str, ...]) -> None:
    assert holders(hosts) == holders(tuple(reversed(hosts))) == holders(tuple(sorted(hosts)))


@given(hosts=fleets(), data=st.data())
def test_a_host_that_leaves_moves_only_its_own_buckets(hosts: tuple[str, ...], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(hosts))
    before, after = holders(hosts), holders(tuple(host for host in hosts if host != gone))
    assert gone not in after
    assert all(now == was for was, now in zip(before, after, strict=True) if was != gone)


@given(hosts=fleets())
def test_the_buckets_are_spread_over_all_hosts(hosts: tuple[str, ...]) -> None:
    share = BUCKETS / len(hosts)
    assert all(share / 2 < holders(hosts).count(host) < share * 2 for host in hosts)


@given(uuid=st.uuids())
def test_a_node_is_in_the_same_bucket_however_its_uuid_is_written(uuid: UUID) -> None:
    assert 0 <= bucket_of(str(uuid)) < BUCKETS
    assert bucket_of(str(uuid).upper()) == bucket_of(uuid.hex) == bucket_of(str(uuid))


def test_nodes_are_spread_over_the_buckets() -> None:
    nodes = 20 * BUCKETS
    counted = [0] * BUCKETS
    for number in range(nodes):
        counted[bucket_of(str(UUID(int=number)))] += 1
    assert min(counted) > 0
    assert max(counted) < 3 * nodes / BUCKETS


@given(hosts=fleets(), bucket=st.integers(0, BUCKETS - 1))
def test_who_serves_a_node_and_what_a_host_serves_are_one_answer(hosts: tuple[str, ...], bucket: int) -> None:
    known = fleet(fake=hosts, ipmi=hosts[:1])
    serving = conductor_of(known, "", "fake", bucket)
    assert [host for host in hosts if bucket in buckets_of(known, host)["", "fake"]] == [serving]
    assert conductor_of(known, "", "ipmi", bucket) == hosts[0]
    assert ("", "ipmi") not in buckets_of(known, hosts[1])
    assert conductor_of(known, "", "redfish", bucket) is None
    assert conductor_of(known, "elsewhere", "fake", bucket) is None
