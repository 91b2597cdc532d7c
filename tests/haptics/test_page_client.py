"""A program that was written from the printed page alone is the handle, and lets go when it dies."""

import ast
import socket
import sys
from pathlib import Path

import pytest

from haptics.forces.force_loop import FORCE_FRESH_NS, FORCE_GONE_NS
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.network.launch import LOOPBACK
from telemetry.wire import device_page
from tests.haptics import page_client
from tests.haptics.handle_desk import Desk
from tests.haptics.page_client import PageClient
from tests.telemetry.drive.runtime_bench import wait_for

AWAY = (0.01, 0.02, 0.03)
SAMPLE_NS = NS_PER_S // 50


def presses(t):
    """Released for 0.2 s, then pressed."""
    return AWAY, t > 0.2


def test_the_client_imports_nothing_of_the_suite():
    tree = ast.parse(Path(page_client.__file__).read_text())
    names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names - sys.stdlib_module_names == {"msgpack"}


@pytest.mark.real_time
@pytest.mark.parametrize("udp", [False, True], ids=["tcp", "udp"])
def test_it_is_the_handle_and_has_let_go_300_ms_after_its_death(tmp_path, udp):
    with Desk(tmp_path) as desk:
        client = PageClient(tmp_path, presses, udp=udp)
        client.start()
        wait_for(lambda: any(sample.dead_man for sample in desk.samples))
        assert desk.samples[-1].p_handle == AWAY
        client.stop()
        dead_ns = desk.runtime.clock.now_ns()
        wait_for(lambda: desk.samples[-1].sampled_ns > dead_ns + 2 * DEAD_MAN_NS)
    held = [sample.sampled_ns for sample in desk.samples if sample.dead_man]
    assert held[-1] <= dead_ns + DEAD_MAN_NS + SAMPLE_NS
    assert client.told == "" and min(client.round_trips_s) < 0.3


@pytest.mark.real_time
def test_a_run_flies_on_where_the_door_cannot_be_opened(tmp_path):
    with socket.create_server((LOOPBACK, 0)) as taken, Desk(tmp_path, taken.getsockname()[1]) as desk:
        assert desk.samples and not (tmp_path / "handle.json").exists()


def test_the_page_tells_when_a_force_fades_as_the_loop_does():
    assert (device_page.FRESH_MS * 1_000_000, device_page.GONE_MS * 1_000_000) == (
        FORCE_FRESH_NS,
        FORCE_GONE_NS,
    )


def test_the_page_tells_every_field_of_both_ways():
    told = {row[0] for section in device_page.page() for row in section.rows}
    for kind in device_page.device_page().schema.values():
        assert set(kind.get("properties", ())) <= told
