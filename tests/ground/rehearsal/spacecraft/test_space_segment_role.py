"""The space segment as one role: link, on-board software and physics together."""

import msgspec
import numpy as np
import pytest

from ground.faults.space_faults import DownlinkBlackout, JointLocked, OnboardHold, UplinkBlackout
from ground.rehearsal.spacecraft.space_segment_role import build
from ground.scenario.scenario import load, run_settings, space_settings
from ground.scenario.scenario_table import LinkTable
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages.command import HoldCommand, HoldProbe, HoldReady, Keep, ResumeCommand
from telemetry.messages.health import FaultNotice, Truth
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.wire.codec import Reader, Received, Wire
from tests.tell import tell

SECOND = 1_000_000_000
ONE_MICRODEGREE = 2e-8


class Station:
    """A bare ground station: drives the role, sends packets up, reads what comes down."""

    def __init__(self, *, seed=1, link=None, faults=(), truth=None):
        scenario = load("observation_pass")
        run = run_settings(scenario, seed=seed, run_id="")
        settings = space_settings(scenario, run)
        link = link or LinkTable(up_s=3.5, down_s=3.5)
        truth = msgspec.structs.replace(settings.truth, **(truth or {}))
        settings = msgspec.structs.replace(settings, link=link, faults=faults, truth=truth)
        self.role = build(settings, MemoryStore(), np.random.default_rng(seed))
        self.wire, self.reader = Wire("bridge"), Reader()
        self.start_q = settings.start_q
        self.messages, self.ticks = [], 0

    def send(self, message, now_ns):
        for packet in self.wire.packets(message, now_ns):
            self._note(tell(self.role, Uplink(packet=packet), now_ns), now_ns)

    def run(self, until_s, *, keep_from_s=None):
        while self.role.due_ns <= until_s * SECOND:
            now_ns = self.role.due_ns
            self.ticks += 1
            self._note(self.role.tick(now_ns), now_ns)
            if keep_from_s is not None and now_ns >= keep_from_s * SECOND and now_ns % 250_000_000 == 0:
                self.send(Keep(epoch=1, repeat=None), now_ns)

    def _note(self, effects, now_ns):
        for effect in effects:
            assert isinstance(effect, Send)
            message = effect.message
            if isinstance(message, Downlink):
                received = self.reader.decode(message.packet, "down")
                assert isinstance(received, Received)
                message = received.message
            self.messages.append((now_ns, message))

    def heard(self, kind):
        return [(now_ns, message) for now_ns, message in self.messages if isinstance(message, kind)]

    def last(self):
        return self.heard(Telemetry)[-1][1]


def test_telemetry_comes_at_ten_hertz_one_delay_after_it_was_sampled():
    station = Station(truth={"clock_offset_s": 12.5, "clock_drift_ppm": 0.0})
    station.run(5.0)
    heard = station.heard(Telemetry)
    assert heard[0][0] == 3.6 * SECOND
    assert len(heard) == 15
    assert {now_ns - message.sampled_ns for now_ns, message in heard} == {int(3.5 * SECOND - 12.5 * SECOND)}


def test_it_starts_latched_at_the_start_pose_and_is_resumed_by_command():
    station = Station(link=LinkTable(up_s=0.5, down_s=0.25))
    station.run(0.4)
    assert (station.last().mode, station.last().latch_reason) == ("latched", "power_up")
    assert station.last().hold_q == station.start_q
    station.send(ResumeCommand(epoch=3, q=station.start_q), int(0.4 * SECOND))
    station.run(1.4)
    assert (station.last().mode, station.last().latched) == ("ready", False)
    assert not station.last().brakes_on


def test_the_full_telemetry_list_is_measured_within_the_encoders_noise():
    station = Station(link=LinkTable(up_s=0.0, down_s=0.0), truth={"encoder_noise_deg": 0.0})
    station.run(0.2)
    telemetry = station.last()
    assert telemetry.q == pytest.approx(station.start_q, abs=ONE_MICRODEGREE)
    rows = (telemetry.qd, telemetry.currents, telemetry.temperatures, telemetry.locked)
    assert {len(row) for row in rows} == {6}
    assert telemetry.quat_world_base[0] == pytest.approx(1.0)


def test_hold_goes_up_and_latches_and_keep_prevents_the_silence():
    station = Station(link=LinkTable(up_s=0.1, down_s=0.1))
    station.send(ResumeCommand(epoch=1, q=station.start_q), 0)
    station.run(3.0, keep_from_s=0.0)
    assert not station.last().latched
    station.send(HoldCommand(actor="console", pressed_ns=0, nonce=1), 3 * SECOND)
    station.run(3.5, keep_from_s=0.0)
    assert station.last().latch_reason == "hold_commanded"


def test_without_keep_the_spacecraft_latches_by_silence():
    station = Station(link=LinkTable(up_s=0.1, down_s=0.1))
    station.send(ResumeCommand(epoch=1, q=station.start_q), 0)
    station.run(1.5)
    assert station.last().latch_reason == "ground_silent"


def test_a_report_echoes_the_newest_keep_whatever_the_clock_on_board_shows():
    station = Station(link=LinkTable(up_s=0.12, down_s=0.1), truth={"clock_offset_s": 3600.0})
    station.run(1.0, keep_from_s=0.0)
    station.role.step_clock(-7200.0, SECOND)
    station.run(1.25, keep_from_s=0.0)
    (_, first), (received_ns, newest) = station.heard(Telemetry)[0], station.heard(Telemetry)[-1]
    echo = newest.echo
    assert first.echo is None and echo.packets == 3 and abs(echo.left_ns - 0.75 * SECOND) < 100
    assert abs(received_ns - echo.left_ns - echo.for_ns - 0.22 * SECOND) < 1000, (
        "both ways, to the microsecond"
    )


def test_a_hold_is_not_echoed():
    station = Station(link=LinkTable(up_s=0.0, down_s=0.0))
    station.send(HoldCommand(actor="console", pressed_ns=0, nonce=1), 0)
    station.run(0.5)
    assert station.last().echo is None


def test_an_uplink_blackout_loses_packets_and_says_so_for_each():
    fault = UplinkBlackout(at_s=1.0, duration_s=1.25)
    station = Station(link=LinkTable(up_s=0.1, down_s=0.1), faults=(fault,))
    station.send(ResumeCommand(epoch=1, q=station.start_q), 0)
    station.run(3.0, keep_from_s=0.0)
    notices = [(notice.kind, notice.begins) for _, notice in station.heard(FaultNotice)]
    assert notices == [("uplink_blackout", True), *[("uplink_loss", True)] * 5, ("uplink_blackout", False)]
    assert station.last().latch_reason == "ground_silent"


def test_a_downlink_blackout_loses_telemetry():
    fault = DownlinkBlackout(at_s=0.95, duration_s=1.0)
    station = Station(link=LinkTable(up_s=0.1, down_s=0.1), faults=(fault,))
    station.run(3.05)
    assert len(station.heard(Telemetry)) == 29 - 10
    lost = [notice for _, notice in station.heard(FaultNotice) if notice.kind == "downlink_loss"]
    assert len(lost) == 10


def test_an_onboard_hold_latches_by_itself():
    fault = OnboardHold(at_s=1.0)
    station = Station(link=LinkTable(up_s=0.1, down_s=0.1), faults=(fault,))
    station.send(ResumeCommand(epoch=1, q=station.start_q), 0)
    station.run(1.5, keep_from_s=0.0)
    assert station.last().latch_reason == "onboard_latch"


def test_outside_the_window_nothing_passes_either_way():
    link = LinkTable(up_s=0.1, down_s=0.1, windows_s=((0.0, 1.0), (2.0, 9.0)))
    station = Station(link=link)
    station.run(1.5)
    station.send(ResumeCommand(epoch=1, q=station.start_q), int(1.5 * SECOND))
    station.run(3.0)
    times = [now_ns / SECOND for now_ns, _ in station.heard(Telemetry)]
    assert not [at_s for at_s in times if 1.0 <= at_s < 2.0]
    assert [at_s for at_s in times if at_s >= 2.0]
    assert station.last().latch_reason == "power_up"


def test_a_damaged_packet_is_counted_and_changes_nothing():
    station = Station(link=LinkTable(up_s=0.0, down_s=0.1))
    packet = station.wire.packets(ResumeCommand(epoch=1, q=station.start_q), 0)[0]
    flipped = bytes([packet[0] ^ 0x80]) + packet[1:]
    for bad in (flipped, packet[:20], packet[:-1], b""):
        assert bad != packet
        tell(station.role, Uplink(packet=bad), 0)
    station.run(1.0)
    assert sum(station.role.end.refused.values()) == 4
    assert station.last().latched


def test_truth_is_told_twice_a_second_at_rest():
    station = Station()
    station.run(4.0)
    truths = [truth for _, truth in station.heard(Truth)]
    assert 7 <= len(truths) <= 9
    assert all(truth.contacts == () and truth.clearance > 0.05 for truth in truths)


def test_one_seed_gives_one_run_and_another_seed_another():
    runs = []
    for seed in (1, 1, 2):
        station = Station(seed=seed, link=LinkTable(up_s=0.5, down_s=0.5, jitter_s=0.1, loss=0.2))
        station.run(3.0, keep_from_s=0.0)
        runs.append(station.messages)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_hold_that_comes_straight_latches_it_one_up_delay_later():
    station = Station(link=LinkTable(up_s=0.5, down_s=0.25))
    station.send(ResumeCommand(epoch=3, q=station.start_q), 0)
    station.run(1.0, keep_from_s=0.0)
    assert station.last().mode == "ready"
    tell(station.role, HoldCommand(actor="hold", pressed_ns=0, nonce=1), SECOND)
    station.run(1.7, keep_from_s=1.0)
    assert station.last().mode == "ready"
    station.run(1.9, keep_from_s=1.7)
    assert (station.last().mode, station.last().latch_reason) == ("latched", "hold_commanded")


def test_one_that_starts_late_begins_now_latched_and_tells_nothing_of_the_past():
    station = Station(link=LinkTable(up_s=0.5, down_s=0.25), truth={"clock_offset_s": 0.0})
    station._note(station.role.tick(20 * SECOND), 20 * SECOND)
    station.run(20.5)
    assert station.heard(Telemetry)[0][1].sampled_ns >= 19.9 * SECOND
    assert {message.mode for _, message in station.heard(Telemetry)} == {"latched"}


def test_the_second_way_of_hold_is_probed_without_a_press():
    answers = tell(Station().role, HoldProbe(number=7), 0)
    assert answers == [Send(HoldReady(by="space_segment", number=7), to="console")]


def test_control_between_two_reports_is_made_up_for_in_one_tick():
    due, steady = Station(), Station()
    due.run(5.0)
    for now_ns in range(0, 5 * SECOND + 1, SECOND // 100):
        steady._note(steady.role.tick(now_ns), now_ns)
    assert due.heard(Telemetry)
    assert due.messages == steady.messages
    assert due.ticks < 120


def test_a_joint_that_fails_is_told_of_at_the_very_control_period():
    station = Station(faults=(JointLocked(joint="joint_2", at_s=0.33),))
    station.run(1.0)
    assert [now_ns for now_ns, _ in station.heard(FaultNotice)] == [330_000_000]
