"""A device's own program, written from the printed page, leads a rehearsal's arm in real time and feels it.

Safety is asserted, punctuality is not: a machine that is busy makes the device late, and the arm stops.
"""

import math

import pytest
from live_rehearsal import LiveRehearsal, wait_for

from ground.command_list import DONE
from ground.scenario.scenario_files import data_folder
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.command import Motion
from telemetry.messages.device import DeviceState
from telemetry.messages.handle import HandleSample
from telemetry.messages.queue import Queued, TeleopSource
from telemetry.recording.reading.deliveries import read_deliveries
from tests.haptics.page_client import PageClient

SAMPLE_NS = NS_PER_S // 50
FAR_M, SWING_S = 0.04, 2.0  # fast enough to give the energy that is felt again
A_MILLIRAD = 1e-3

pytestmark = [pytest.mark.sweep, pytest.mark.real_time]  # a whole rehearsal in real time
LED_BY_HAND = """
[hand]
control = "bilateral"

[[act]]
[act.teleop]
mode = "position"
attempts = 20

[[act.teleop.stroke]] # the script's own hand: the device takes its place
direction = [1.0, 0.0, 0.0]
displacement_m = 0.02
until = "time"
for_s = 12.0

"""


def swings(t):
    """Released for half a second, then pressed, up and down."""
    return (0.0, 0.0, FAR_M * math.sin(2 * math.pi * t / SWING_S)), t > 0.5


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A rehearsal whose hand is the client's, until that dies: exit code, summary, client, record."""
    folder = tmp_path_factory.mktemp("device")
    head, _, _ = (data_folder() / "short_link.toml").read_text().partition("[[act]]")
    text = head.replace("duration_s = 30.0", "duration_s = 60.0") + LED_BY_HAND
    path = folder / "led_by_hand.toml"
    path.write_text(text + "[expect]\ncontacts_max = 0\none_end_state = true\n")
    with LiveRehearsal(folder / "run", path, "--no-cameras", "--record", folder / "pass.mcap") as run:
        wait_for(lambda: run.now_ns() > NS_PER_S, "time zero")
        client = PageClient(run.run, swings)
        client.start()
        run.wait_until(lambda status: status["gate"] == "teleop", "teleoperation")
        led_ns = run.now_ns()
        wait_for(lambda: run.now_ns() > led_ns + 5 * NS_PER_S, "some swings")
        client.stop()
        code, summary = run.wait()
    return code, summary, client, list(read_deliveries(folder / "pass.mcap"))


def said(record, kind, role):
    return [each for each in record if each.role == role and isinstance(each.message, kind)]


def test_the_pass_is_flown_without_contact(flown):
    code, summary, *_ = flown
    assert (code, summary["ok"]) == (DONE, True), summary["findings"]


def test_the_arm_follows_the_clients_hand_both_ways(flown):
    *_, record = flown
    led = [each.message.entry for each in said(record, Queued, "predictor")]
    led = [entry.state.q for entry in led if isinstance(entry.source, TeleopSource)]
    assert max(max(q) - min(q) for q in zip(*led, strict=True)) > A_MILLIRAD
    z = [each.message.p_handle[2] for each in said(record, HandleSample, "planner")]
    assert max(z) > FAR_M / 2 and min(z) < -FAR_M / 2
    assert any(each.message.set_point.kind == "motion" for each in said(record, Motion, "bridge"))


def test_the_client_feels_force(flown):
    _, _, client, _ = flown
    felt = [math.hypot(*force["force"]) for force in client.forces]
    assert max(felt) > 0.0
    assert max(felt) < 1000.0 and not any(map(math.isnan, felt))


def test_300_ms_after_the_clients_death_nobody_presses(flown):
    *_, record = flown
    last_ns = said(record, DeviceState, "haptics")[-1].at_ns
    held = [each.message.sampled_ns for each in said(record, HandleSample, "gate") if each.message.dead_man]
    of_device = [at_ns for at_ns in held if at_ns < last_ns + NS_PER_S]
    assert of_device[-1] <= last_ns + DEAD_MAN_NS + SAMPLE_NS


def test_the_token_is_on_no_record_and_in_no_log(flown):
    *_, client, record = flown
    token = client.token.encode()
    assert len(token) == 32 and not any(token in each.packet for each in record)
    files = [path for path in client.folder.rglob("*") if path.is_file()]
    assert files and [path for path in files if token in path.read_bytes()] == []
