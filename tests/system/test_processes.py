"""A rehearsal as processes in real time: ends as it expects, obeys Ctrl-C and HOLD, leaves nobody behind."""

import base64
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from key_search import forms, in_recording, left_behind, search, secrets_of
from key_search import shown_of as shown_of_process
from live_ground import Ear, Keeping, bind, is_free, is_held, telemetry_group
from live_rehearsal import ROOT, LiveRehearsal, other_acts, wait_for
from mcap.writer import CompressionType, Writer
from replayed import shown_of

from ground.command_list import DONE, INTERRUPTED
from telemetry.messages.command import ResumeCommand
from telemetry.network.launch import LOOPBACK
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries
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
NEW_EPOCH = 1000  # above all that the gate has used
MOVED_THEN_IDLE = """
[[act]]
[act.plan]

[[act.plan.move]]
to_deg = [19.0, -100.0, -80.0, 0.0, 0.0, 0.0]

[[act]]
[act.wait]
for_s = 600.0

"""


class Flown(NamedTuple):
    """What was seen of a whole run, and what came of it."""

    code: int
    summary: dict
    process: int  # the supervisor's
    pids: dict  # in mid-motion
    living_then: list
    left: list  # processes, afterwards
    full_s: float  # when the disk was full
    told_until_s: float  # what the status file told last while it was
    events: list
    recording: Path
    deliveries: Deliveries
    folder: Path
    keys: Path
    secrets: set  # of the run's keys
    shown: dict  # what its processes show to others, in mid-motion


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """The shipped scenario, whole; in mid-motion the disk is full for the supervisor for a while."""
    folder = tmp_path_factory.mktemp("run")
    with LiveRehearsal(folder, "short_link", "--no-cameras", "--record", folder / "pass.mcap") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        pids, living_then = run.pids(), run.living()
        shown = {pid: shown_of_process(pid) for pid in living_then}
        secrets = secrets_of(run.run / "keys")
        with nothing_fits(run.process.pid), telemetry_group(run.known().addresses) as opened:
            full_s = run.now_ns() / 1e9
            ear = Ear(opened, run.known().run_id)
            for mode in ("moving", "ready"):
                wait_for(lambda mode=mode: ear.hears(lambda report: report.mode == mode), mode)
            told_s = run.status()["mission_s"]
        events = run.wait_until(lambda told: told["mission_s"] > full_s and told["events"], "the status")
        code, summary = run.wait()
        return Flown(
            code=code,
            summary=summary,
            process=run.process.pid,
            pids=pids,
            living_then=living_then,
            left=run.living(),
            told_until_s=told_s,
            full_s=full_s,
            events=events,
            recording=folder / "pass.mcap",
            deliveries=read_deliveries(folder / "pass.mcap"),
            folder=folder,
            keys=run.run / "keys",
            secrets=secrets,
            shown=shown,
        )


@pytest.mark.long
def test_a_scenario_ends_ok_with_one_process_for_each_role_and_none_left(flown):
    summary, pids = flown.summary, flown.pids
    assert set(pids) == ROLES
    assert len({*pids.values(), flown.process}) == len(ROLES) + 1
    assert set(pids.values()) <= set(flown.living_then)
    assert flown.left == []
    assert (flown.code, summary["ok"], summary["driver"]) == (DONE, True, "processes")
    assert summary["contacts"] == []
    assert {row["role"]: row["pid"] for row in summary["processes"]} == pids
    assert [row["deaths"] for row in summary["processes"]] == [[]] * len(ROLES)
    assert {delivery.role for delivery in flown.deliveries} >= ROLES - {"recorder"} | {"supervisor"}
    assert flown.deliveries.damage is None


@pytest.mark.long
def test_a_disk_that_is_full_for_the_supervisor_ends_no_flight(flown):
    assert flown.told_until_s <= flown.full_s
    assert flown.events[0].startswith("status.json cannot be written")
    assert (flown.code, flown.summary["ok"], flown.summary["interventions"]) == (DONE, True, [])


@pytest.mark.long
def test_replay_in_real_time_is_a_process_that_plays_to_the_end_and_leaves_nothing(flown, tmp_path):
    command = [sys.executable, "-P", "-m", "ground", "replay", str(flown.recording), "--headless"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path)}
    ended = subprocess.run(
        [*command, "--speed", "50", "--json", "-"], env=environment, capture_output=True, check=True
    )
    told = json.loads(ended.stdout)
    assert told["done"]
    assert told["sent"] == shown_of(flown.recording)
    [log] = tmp_path.rglob("replay.log")
    number = int(log.read_text().split("ready, process ")[1].split(",")[0])
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.long
def test_no_key_is_in_recording_logs_command_lines_or_environment_in_octets_hexadecimal_or_base64(flown):
    holds_a_key = search(flown.secrets)
    assert len(flown.secrets) > 100
    assert [pid for pid, shown in flown.shown.items() if holds_a_key(shown)] == []
    looked_at = list(left_behind(flown.folder, flown.keys))
    assert {"pass.mcap", "output.txt", "run.json", "gate.log", "gate.json"} <= {
        path.name for path, _ in looked_at
    }
    assert [path for path, data in looked_at if holds_a_key(data)] == []


def test_the_search_finds_a_key_in_each_of_its_forms_and_in_a_packed_recording(tmp_path):
    secret = bytes(range(7, 39))
    holds_a_key = search({secret})
    for form in forms(secret):
        assert holds_a_key(b"ab" + form + b"c")
    assert all(holds_a_key(base64.b64encode(bytes(k) + secret + bytes(9))) for k in range(9))
    with (tmp_path / "run.mcap").open("wb") as file:
        writer = Writer(file, compression=CompressionType.ZSTD)
        writer.start()
        schema = writer.register_schema("text", "", b"")
        channel = writer.register_channel("text", "", schema)
        writer.add_message(channel, 0, secret.hex().encode() * 9, 0)
        writer.finish()
    assert not holds_a_key((tmp_path / "run.mcap").read_bytes())
    assert any(holds_a_key(data) for data in in_recording(tmp_path / "run.mcap"))


@pytest.mark.long  # in `test_station_run` a run that starts is ended too
def test_ctrl_c_while_the_processes_start_ends_the_run_with_its_summary(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras") as run:
        run.wait_until(lambda status: status["phase"] == "starting", "the start")
        code, summary = run.interrupt()
        assert run.living() == []
    assert (code, summary["ok"], summary["ended_by"]["who"]) == (INTERRUPTED, None, "supervisor")
    assert summary["contacts"] == []


def stop_all_but(run, *spared):
    """Stop the supervisor first, or it would start the others again."""
    os.kill(run.process.pid, signal.SIGSTOP)
    for role in run.pids().keys() - set(spared):
        run.kill(role, signal.SIGSTOP)


def assert_hold_latches(run, ear):
    """A press on the command line latches a spacecraft that is free."""
    wait_for(lambda: ear.hears(is_free), "a free spacecraft")
    assert run.hold() == DONE
    wait_for(lambda: ear.hears(is_held), "the latch")


def test_hold_latches_with_all_others_stopped_by_the_bridge_and_when_that_is_dead_by_the_copy(tmp_path):
    with LiveRehearsal(tmp_path, other_acts(tmp_path, MOVED_THEN_IDLE), "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        run.wait_until(lambda status: status["gate"] == "rest" and not status["in_flight"], "its end")
        addresses = run.known().addresses
        tc = (addresses.groups["tc"], addresses.group_ports["tc"])
        with telemetry_group(addresses) as opened, Keeping("gate", tc, run) as gate:
            stop_all_but(run, "bridge", "space_segment")
            ear = Ear(opened, run.known().run_id)
            assert_hold_latches(run, ear)
            gate.message = ResumeCommand(epoch=NEW_EPOCH, q=ear.newest.hold_q)
            wait_for(lambda: ear.hears(is_free), "the way out of the latch")
        up = (LOOPBACK, addresses.link_ports["space_segment"])
        with Keeping("bridge", up, run), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
            run.kill("bridge")
            wait_for(lambda: bind(opened, addresses.link_ports["bridge"]), "the bridge's port")
            assert_hold_latches(run, Ear(opened, run.known().run_id, "down"))
