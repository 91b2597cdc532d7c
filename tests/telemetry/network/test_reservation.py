"""Addresses of a run: its own, for as long as one of its processes lives, on the whole host."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from telemetry.agreed.run_settings import LinkPlan
from telemetry.files.settings import FileError
from telemetry.network import reservation as reservation_module
from telemetry.network.launch import LOOPBACK, FarSpacecraft, UdpAddress
from telemetry.network.reservation import claimed, reserve

pytestmark = pytest.mark.real_time

ROOT = Path(__file__).resolve().parents[3]
LINK = LinkPlan(up_s=1.0, down_s=1.0, windows_s=((0.0, 1e6),), telemetry_period_s=0.1)
ROLES = ("recorder", "bridge", "space_segment", "gate")

# Whoever starts a run: reserves, starts a process that inherits the claim, tells, and waits to be killed.
STARTER = """
import subprocess, sys, time
from telemetry.network.reservation import reserve
reserved = reserve(("bridge",))
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
process = subprocess.Popen(sleeper, pass_fds=[reserved.descriptor], stdout=subprocess.DEVNULL)
print(process.pid, *reserved.addresses.group_ports.values(), flush=True)
time.sleep(600)
"""


def ports(addresses):
    return [
        *addresses.streams.values(),
        *addresses.link_ports.values(),
        *addresses.group_ports.values(),
    ]


@pytest.fixture
def one_block(monkeypatch):
    """A host on which there is room for one run, at ports that no real run has."""
    monkeypatch.setattr(reservation_module, "_CLAIM", f"\0farhand-test-{os.getpid()}-{{}}")
    monkeypatch.setattr(reservation_module, "FIRST_PORT", 10_000 + os.getpid() * 40 % 9_000)
    monkeypatch.setattr(reservation_module, "BLOCKS", 1)


def test_no_port_is_given_twice_and_each_carrier_has_a_group_of_its_own():
    with reserve(ROLES) as reserved:
        addresses = reserved.addresses
    assert len(set(ports(addresses))) == len(ports(addresses))
    assert len(set(addresses.groups.values())) == 3
    assert all(group.startswith("239.192.") for group in addresses.groups.values())
    assert addresses.ttl == 0


def test_runs_at_the_same_time_share_no_port_and_no_group():
    with contextlib.ExitStack() as stack:
        given = [stack.enter_context(reserve(ROLES)).addresses for _ in range(20)]
    assert len({port for addresses in given for port in ports(addresses)}) == 20 * len(ports(given[0]))
    assert len({group for addresses in given for group in addresses.groups.values()}) == 60


def test_two_that_start_at_once_never_have_the_same():
    code = (
        "import sys; from telemetry.network.reservation import reserve; reserved = reserve(('bridge',));"
        " print(*reserved.addresses.groups.values(), flush=True); sys.stdin.read()"
    )
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    groups = [group for starter in starters for group in starter.stdout.readline().split()]
    for starter in starters:
        starter.communicate()
    assert len(set(groups)) == 18


def test_addresses_stay_reserved_while_a_process_of_a_run_outlives_who_started_it():
    starter = subprocess.Popen([sys.executable, "-c", STARTER], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    orphan, *taken = map(int, starter.stdout.readline().split())
    try:
        starter.kill()
        starter.communicate()
        with reserve(ROLES) as reserved:
            assert not set(taken) & set(ports(reserved.addresses))
    finally:
        os.kill(orphan, signal.SIGKILL)


def test_what_a_run_had_is_free_again_when_its_last_process_has_ended(one_block):
    with reserve(ROLES) as first:
        pass
    with reserve(ROLES) as second:
        assert second.addresses == first.addresses


def test_a_port_that_another_program_has_is_left_out(one_block):
    with reserve(ROLES) as reserved:
        taken = reserved.addresses.streams["recorder"]
    with socket.create_server((LOOPBACK, taken)), reserve(ROLES) as reserved:
        assert taken not in ports(reserved.addresses)


def test_a_host_without_room_for_one_more_run_says_so_in_one_line(one_block):
    with (
        reserve(ROLES),
        pytest.raises(FileError, match=r"no 10 ports left for a run .* end other"),
    ):
        reserve(ROLES)


def test_a_port_at_which_telemetry_cannot_come_in_is_refused_where_the_adapter_runs_and_there_alone():
    with reserve(ROLES) as reserved, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as another_ground:
        another_ground.bind((LOOPBACK, 0))
        tm = UdpAddress(*another_ground.getsockname())
        far = FarSpacecraft(tc=tm, tm=tm, link=LINK)
        given = msgspec.structs.replace(reserved.addresses, spacecraft=far)
        with pytest.raises(FileError, match=r"spacecraft\.tm: port \d+ cannot be had: in use"):
            claimed(given, ROLES)
        with claimed(given, ("bridge",)):
            pass
