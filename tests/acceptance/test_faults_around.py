"""What the server stands on breaks: the database, the disk, the clock, the lines between processes, a driver."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bessemer.model.states import ProvisionState
from bessemer.testing.builders import add_node
from tests.acceptance.site import Site, wait_for
from tests.api.wire import ServerFault, Wire
from tests.databases import Databases
from tools import debian
from tools.databases import RECIPES, stoppable

FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
SMALL_DISK_KB = 3000


@pytest.mark.parametrize("engine", list(RECIPES))
def test_work_goes_on_when_the_database_is_back(databases: Databases, tmp_path: Path, engine: str) -> None:
    if not databases.is_here(engine):
        pytest.skip(f"{engine} is not on this machine")
    with stoppable(RECIPES[engine]) as server:
        site = Site(tmp_path, own_database(server.url), OS_FAKE__DEPLOY_DELAY="1")
        try:
            site.start_conductor("one")
            api = site.start_api()
            nodes = [add_node(site.database) for _ in range(20)]
            site.provision_all(api.url, nodes, "active")
            server.pause()
            with closing(Wire(api.url)) as wire, pytest.raises(ServerFault, match=r"503.*The database cannot be used"):
                wire.get("/v1/nodes")
            time.sleep(6)
            server.start()
            states = site.settle(120)
            assert set(states.values()) == {ProvisionState.ACTIVE}, site.logs()
        finally:
            site.close()
    assert "Traceback" not in site.logs()


def own_database(url: str) -> str:
    """Make an empty database on a server, and give its URL."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE machines"))
    return engine.url.set(database="machines").render_as_string(hide_password=False)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own that is soon full."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK_KB}k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False).returncode != 0:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_nothing_is_lost_when_the_disk_is_full(small_disk: Path) -> None:
    """While it is full, requests are refused with a reason; with room again, what was begun goes on."""
    site = Site(small_disk, f"sqlite:///{small_disk}/bessemer.db", OS_FAKE__DEPLOY_DELAY="3")
    site.settings.pop("OS_DATABASE__CONNECTION")
    site.settings["OS_DEFAULT__STATE_PATH"] = str(small_disk)
    try:
        node = add_node(site.database)
        site.database.close()
        server = site.start_everything()
        assert site.asked(server.url, node, "active").status == 202
        fill = small_disk / "fill"
        with fill.open("wb", buffering=0) as file:
            while True:
                try:
                    file.write(b"x" * 4096)
                except OSError:
                    break
        wire = Wire(server.url)
        big = {"driver": "fake-hardware", "extra": {"x": "y" * 200_000}}
        with pytest.raises(ServerFault, match=r"503.*The database cannot be used"):
            wire.post("/v1/nodes", big)
        assert wire.get("/v1/nodes").status == 200
        time.sleep(5)
        fill.unlink()
        states = site.settle()
        assert set(states.values()) == {ProvisionState.ACTIVE}
        wire.close()
    finally:
        site.close()


@pytest.mark.engines("postgresql")
def test_everything_finishes_when_no_wake_up_is_heard(make_site: Callable[..., Site]) -> None:
    site = make_site(OS_FAKE__DEPLOY_DELAY="0.2", OS_JSON_RPC__URL="http://127.0.0.1:9")
    site.start_conductor("one")
    site.start_conductor("two")
    api = site.start_api()
    nodes = [add_node(site.database) for _ in range(50)]
    site.provision_all(api.url, nodes, "active")
    assert set(site.settle().values()) == {ProvisionState.ACTIVE}


@pytest.mark.engines("postgresql")
def test_a_driver_that_hangs_costs_its_own_node_only(make_site: Callable[..., Site]) -> None:
    site = make_site(OS_CONDUCTOR__WORKING_TIMEOUT="4")
    site.start_conductor("one")
    api = site.start_api()
    hung = [add_node(site.database, driver_info={"fake_hang_at": "deploy.deploy"}) for _ in range(5)]
    site.provision_all(api.url, hung, "active")
    others = [add_node(site.database) for _ in range(50)]
    site.provision_all(api.url, others, "active")
    states = site.settle()
    assert {states[node] for node in others} == {ProvisionState.ACTIVE}
    assert {states[node] for node in hung} == {ProvisionState.DEPLOY_FAILED}
    wire = Wire(api.url)
    error = wire.get(f"/v1/nodes/{hung[0]}").json["last_error"]
    assert "deploy.deploy was not done within the 4 s" in error
    wire.close()


@pytest.mark.engines("sqlite")
def test_a_clock_that_jumps_by_an_hour_loses_nothing(tmp_path: Path) -> None:
    if not Path(FAKETIME).exists():
        if not debian.may_install():
            pytest.skip("libfaketime is not on this machine")
        debian.install("libfaketime")
    stamp = tmp_path / "jump"
    stamp.write_text("+0")
    clock = {
        "LD_PRELOAD": FAKETIME,
        "FAKETIME_TIMESTAMP_FILE": str(stamp),
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_NO_CACHE": "1",
    }
    site = Site(tmp_path, f"sqlite:///{tmp_path}/bessemer.db", OS_FAKE__DEPLOY_DELAY="2")
    site.settings.pop("OS_DATABASE__CONNECTION")
    site.settings |= {"OS_DEFAULT__STATE_PATH": str(tmp_path), "OS_CONDUCTOR__DEPLOY_CALLBACK_TIMEOUT": "7200", **clock}
    try:
        nodes = [add_node(site.database) for _ in range(10)]
        site.database.close()
        server = site.start_everything()
        site.provision_all(server.url, nodes, "active")
        for jump in ("+3600", "-3600", "+0"):
            stamp.write_text(jump)
            time.sleep(1.5)
        wait_for(site.states, lambda states: set(states.values()) == {ProvisionState.ACTIVE}, 20)
    finally:
        site.close()
