"""A rehearsal as processes in real time: ends as it expects, obeys Ctrl-C and HOLD, leaves nobody behind."""

import os
import signal
import socket
import struct
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from live_rehearsal import LiveRehearsal, longer, wait_for

from ground.cli import DONE, INTERRUPTED
from ground.rehearsal.summing_up import A_SIGNAL, summary_again
from ground.run.interrupts import exit_code
from ground.run.locks import living
from telemetry.hold.orphan import STAY
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import HoldCommand, Keep
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.addresses import LOOPBACK
from telemetry.recording.deliveries import read_deliveries
from telemetry.wire.codec import Reader, Received, Wire
from tests.full_disk import nothing_fits

pytestmark = pytest.mark.real_time

ROLES = {
    "recorder",
    "bridge",
    "space_segment",
    "predictor",
    "planner",
    "gate",
    "haptics",
    "operator",
}
KEEP_S = 0.1
MOVED_THEN_IDLE = """
[[act]]
[act.plan]

[[act.plan.move]]
to_deg = [19.0, -100.0, -80.0, 0.0, 0.0, 0.0]

[[act]]
[act.wait]
for_s = 600.0

"""


def test_a_scenario_ends_ok_with_one_process_for_each_role_and_none_left(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras", "--record", tmp_path / "pass.mcap") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        pids = run.pids()
        assert set(pids) == ROLES
        assert len({*pids.values(), run.process.pid}) == len(ROLES) + 1
        assert set(pids.values()) <= set(run.living())
        code, summary = run.wait()
        assert run.living() == []
    assert (code, summary["ok"], summary["driver"]) == (DONE, True, "processes")
    assert summary["contacts"] == []
    assert {row["role"]: row["pid"] for row in summary["processes"]} == pids
    assert [row["deaths"] for row in summary["processes"]] == [[]] * len(ROLES)
    deliveries = read_deliveries(tmp_path / "pass.mcap")
    assert {delivery.role for delivery in deliveries} >= ROLES - {"recorder"} | {"supervisor"}
    assert deliveries.damage is None


def test_ctrl_c_sends_hold_closes_the_recording_and_leaves_nobody(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        code, summary = run.interrupt()
        told = run.output()
        assert run.living() == []
        assert not (run.run / "lock").exists()
    assert (code, summary["ok"], summary["ended_by"]["who"]) == (INTERRUPTED, None, "supervisor")
    again = summary_again(Path(summary["recording"]))
    assert (again["verdict"], again["ended_by"]["by"]) == (summary["verdict"], A_SIGNAL)
    assert again["commands"] == summary["commands"]
    assert "Ctrl-C ended the run at" in told and "HOLD was sent: bridge, gate, space segment took it" in told
    assert f"the recording is {summary['recording']}" in told
    assert "flies the plan" in told and not {"\r", "\033"} & set(told), "plain lines, as nobody looks on"
    deliveries = read_deliveries(Path(summary["recording"]))
    told = [delivery for delivery in deliveries if isinstance(delivery.message, HoldCommand)]
    assert {(delivery.role, delivery.message.actor) for delivery in told} >= {("bridge", "supervisor")}
    assert deliveries.damage is None
    assert not any(isinstance(delivery.message, ScriptDone) for delivery in deliveries)


def test_ctrl_c_while_the_processes_start_ends_the_run_with_its_summary(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["phase"] == "starting", "the start")
        code, summary = run.interrupt()
        assert run.living() == []
    assert (code, summary["ok"], summary["ended_by"]["who"]) == (INTERRUPTED, None, "supervisor")
    assert summary["contacts"] == []


def test_a_disk_that_is_full_for_the_supervisor_ends_no_flight(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        with nothing_fits(run.process.pid), telemetry_group(run.known().addresses) as opened:
            full_s = run.now_ns() / 1e9
            ear = Ear(opened, run.known().run_id)
            for mode in ("moving", "ready"):
                wait_for(lambda mode=mode: ear.hears(lambda report: report.mode == mode), mode)
            assert run.status()["mission_s"] <= full_s
        told = run.wait_until(lambda status: status["mission_s"] > full_s and status["events"], "the status")
        assert told[0].startswith("status.json cannot be written")
        code, summary = run.wait()
    assert (code, summary["ok"], summary["interventions"]) == (DONE, True, [])


def test_when_the_supervisor_is_killed_and_the_disk_full_hold_still_latches_the_spacecraft(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        pids = run.pids()
        run.process.kill()
        run.process.wait()
        wait_for(lambda: set(living(run.run)) == set(STAY), "the end of all others")
        assert living(run.run) == {role: pids[role] for role in STAY}
        with ExitStack() as full, telemetry_group(run.known().addresses) as opened:
            ear = Ear(opened, run.known().run_id)
            wait_for(lambda: ear.hears(is_free), "a free spacecraft")
            for role in STAY:
                full.enter_context(nothing_fits(pids[role]))
            assert run.hold() == DONE
            wait_for(lambda: ear.hears(is_held), "the latch")
        stopped = run.ask("stop")
        assert (stopped.returncode, run.living(), living(run.run)) == (DONE, [], {})
        assert "the spacecraft is latched" in stopped.stdout


def test_stop_ends_a_supervised_run_in_order(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        stopped = run.ask("stop", "--run", run.run.name)
        code, summary = run.wait()
        assert (stopped.returncode, run.living()) == (DONE, [])
        told = run.output()
    assert "SIGTERM ended the run" in told and "(Ctrl-C)" not in told
    assert (code, summary["ok"], summary["ended_by"]["by"]) == (exit_code("SIGTERM"), None, "SIGTERM")
    assert {row["who"] for row in summary["interventions"]} >= {"stop"}
    assert [row["deaths"] for row in summary["processes"]] == [[]] * len(ROLES)


class Ear:
    """Hears the spacecraft's telemetry in a socket of its own: from the group, or as it comes down."""

    def __init__(self, opened, run_id, way="tm"):
        self._socket, self._reader, self.newest = opened, Reader(run_id=run_id), None
        self._way = way
        opened.settimeout(0.05)

    def hears(self, condition):
        """Take what has come; true if the newest report meets the condition."""
        try:
            received = self._reader.decode(self._socket.recv(4096), self._way)
        except TimeoutError:
            return False
        if isinstance(received, Received) and isinstance(received.message, Telemetry):
            self.newest = received.message
        return self.newest is not None and condition(self.newest)


def telemetry_group(addresses):
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    group = addresses.groups["tm"]
    opened.bind((group, addresses.group_ports["tm"]))
    member = struct.pack("4s4s", socket.inet_aton(group), socket.inet_aton(LOOPBACK))
    opened.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    return opened


def sender():
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
    return opened


class Keeping:
    """Says in a role's name that the ground is alive, so that silence cannot be what latches the arm."""

    def __init__(self, role, address, run):
        self._wire, self._address, self._now_ns = Wire(role, run_id=run.known().run_id), address, run.now_ns
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._say)

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *raised):
        self._ended.set()
        self._thread.join()

    def _say(self):
        with sender() as opened:
            while not self._ended.wait(KEEP_S):
                for packet in self._wire.packets(Keep(epoch=0, repeat=None), self._now_ns()):
                    opened.sendto(packet, self._address)


@pytest.fixture
def at_rest(tmp_path):
    """A run in which the spacecraft has moved, and nothing happens any more."""
    with LiveRehearsal(tmp_path, longer(tmp_path, 900.0, MOVED_THEN_IDLE), "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        run.wait_until(lambda status: status["gate"] == "rest" and not status["in_flight"], "its end")
        yield run
        run.process.kill()


def stop_all_but(run, *spared):
    """Stop the supervisor first, or it would start the others again."""
    os.kill(run.process.pid, signal.SIGSTOP)
    for role in run.pids().keys() - set(spared):
        run.kill(role, signal.SIGSTOP)


def is_free(report):
    return report.mode == "ready" and not report.latched


def is_held(report):
    return report.latched and report.latch_reason == "hold_commanded"


def test_hold_latches_the_spacecraft_with_everybody_stopped_but_bridge_and_space_segment(at_rest):
    addresses = at_rest.known().addresses
    tc = (addresses.groups["tc"], addresses.group_ports["tc"])
    with telemetry_group(addresses) as opened, Keeping("gate", tc, at_rest):
        stop_all_but(at_rest, "bridge", "space_segment")
        ear = Ear(opened, at_rest.known().run_id)
        wait_for(lambda: ear.hears(is_free), "a free spacecraft")
        assert at_rest.hold() == DONE
        wait_for(lambda: ear.hears(is_held), "the latch")


def test_with_the_bridge_dead_the_copy_to_the_space_side_latches_the_spacecraft(at_rest):
    addresses = at_rest.known().addresses
    up = (LOOPBACK, addresses.link_ports["space_segment"])
    with Keeping("bridge", up, at_rest):
        stop_all_but(at_rest, "bridge", "space_segment")
        at_rest.kill("bridge")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
            wait_for(lambda: bind(opened, addresses.link_ports["bridge"]), "the bridge's port")
            ear = Ear(opened, at_rest.known().run_id, "down")
            wait_for(lambda: ear.hears(is_free), "a free spacecraft")
            assert at_rest.hold() == DONE
            wait_for(lambda: ear.hears(is_held), "the latch")


def bind(opened, port):
    try:
        opened.bind((LOOPBACK, port))
    except OSError:
        return False
    return True
