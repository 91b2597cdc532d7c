"""The bridge: what passes up in which state, what comes down, and HOLD."""

import msgspec
import numpy as np
import pytest

from telemetry.agreed import chains
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.agreed.participants import Speakers
from telemetry.agreed.reasons import Reason
from telemetry.bridge_role import build
from telemetry.drive.store import MemoryStore
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.life.contract import Orphaned, PassState, Persist, PersistFailed, Send
from telemetry.messages.command import (
    BridgeReport,
    CommandState,
    HoldCommand,
    HoldProbe,
    HoldReady,
    Keep,
    Motion,
    ResumeCommand,
    SetPoint,
    Telecommand,
    taken,
)
from telemetry.messages.data import DataChecks
from telemetry.messages.health import Beat
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import GripperOperation, OperationCommand
from telemetry.messages.spacecraft import Downlink, RangeSample, Telemetry
from telemetry.wire.codec import Reader, Received, Wire
from tests.nominal_run import nominal_run
from tests.tell import tell

S = 1_000_000_000
T = S // 4
ROUND_TRIP_NS = 7 * S
MS = 1_000_000
HOLD = HoldCommand(actor="op", pressed_ns=0, nonce=1)
OPERATION = OperationCommand(epoch=1, seq=1, operation=GripperOperation(action="grasp", opening=0.02))
WINDOW_ENDS_NS = 100 * S

SETTINGS = nominal_run(windows_s=((0.0, WINDOW_ENDS_NS / S),))


def state(left):
    """A state from which the stop has `left` more samples."""
    return JointState(q=(0.1 * left,) * 6, qd=(0.01 * left,) * 6, qdd=(0.0,) * 6)


def set_point(seq, *, left=3, kind="motion", epoch=1):
    at_ns, now = 50 * S + (100 * (epoch - 1) + seq) * T, state(left)
    stop = chains.stop_digests([state(k) for k in reversed(range(left))])[0]
    return SetPoint(
        epoch=epoch, seq=seq, kind=kind, execute_at_ns=at_ns, q=now.q, qd=now.qd, qdd=now.qdd, stop=stop
    )


def motion(seq, *, repeat=None):
    return Motion(set_point=set_point(seq), repeat=repeat)


def sample(seq, left, *, repeat=None, **changes):
    """A sample of the stop that begins at set_point(1): number 2 has 2 left, and so on."""
    point = msgspec.structs.replace(set_point(seq, left=left, kind="stop"), **changes)
    return Motion(set_point=point, repeat=repeat)


def telemetry(*, latched=False, sampled_ns=S, joints=6):
    zeros = (0.0,) * joints
    return Telemetry(
        **dict.fromkeys(("q", "qd", "currents", "temperatures", "hold_q"), zeros),
        **dict.fromkeys(("epoch", "accepted", "executed_epoch", "executed", "refused_epoch", "refused"), 0),
        **dict.fromkeys(("accepted_at_ns", "buffer"), 0),
        **dict.fromkeys(("refusal", "latch_reason"), ""),
        sampled_ns=sampled_ns,
        mode="latched" if latched else "ready",
        brakes_on=False,
        locked=(False,) * joints,
        gripper=0.0,
        quat_world_base=(1.0, 0.0, 0.0, 0.0),
        p_world_base=(0.0, 0.0, 0.0),
        rate_base=(0.0, 0.0, 0.0),
        latched=latched,
    )


class Bench:
    """A bridge between a gate and a spacecraft that this bench plays."""

    def __init__(self, settings=SETTINGS, store=None):
        self.settings, self.store = settings, store or MemoryStore()
        self.start()
        self.space = Wire("space_segment")
        self.now_ns = S
        self.sent = []
        self.disk_works = True

    def start(self):
        self.role = build(self.settings, self.store, np.random.default_rng(0))
        return self

    def give(self, message):
        self.carry_out(tell(self.role, message, self.now_ns))
        return self

    def carry_out(self, effects):
        self.effects = list(effects)
        self.sent = [effect.message for effect in self.effects if isinstance(effect, Send)]
        for effect in self.effects:
            if isinstance(effect, Persist) and self.disk_works:
                self.store.append(effect.key, effect.record)
            elif isinstance(effect, Persist):
                tell(self.role, PersistFailed(effect.key, "disk full"), self.now_ns)

    def report(self, packet=None, **fields):
        packet = (
            packet or self.space.packets(telemetry(**{"sampled_ns": self.now_ns, **fields}), self.now_ns)[0]
        )
        return self.give(Downlink(packet=packet))

    def open(self):
        return self.report().give(Keep(epoch=1, repeat=None))

    def wait(self, duration_ns, *, ticking=True):
        until_ns, ups = self.now_ns + duration_ns, []
        while ticking and self.role.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.role.due_ns)
            self.carry_out(self.role.tick(self.now_ns))
            ups += [(self.now_ns, message) for message in self.up]
        self.now_ns = until_ns
        return ups

    @property
    def up(self):
        return [message for message in self.sent if isinstance(message, Telecommand)]

    @property
    def outcome(self):
        reports = [message for message in self.sent if isinstance(message, BridgeReport)]
        return [(r.state, r.reason, r.epoch, r.seq) for r in reports]


def refused(reason, *, epoch=1, seq=1):
    return [(CommandState.REFUSED, reason.value, epoch, seq)]


def on_air(seq=1, *, epoch=1):
    return [(CommandState.ON_AIR, "", epoch, seq)]


def test_motion_goes_up_in_the_bridges_own_packet_and_is_reported_on_air():
    bench = Bench().open().give(motion(1))
    [packet] = Wire("bridge").encode(bench.sent[0], 0)
    assert Reader().decode(packet, "up") == Received("bridge", motion(1), 0)
    assert (bench.up, bench.outcome) == ([motion(1)], on_air())


def test_motion_before_the_first_telemetry_is_refused():
    bench = Bench().give(Keep(epoch=1, repeat=None)).give(motion(1))
    assert (bench.up, bench.outcome) == ([], refused(Reason.TELEMETRY_STALE))


def test_motion_on_telemetry_older_than_a_second_is_refused():
    bench = Bench().open()
    bench.wait(1 * S, ticking=False)
    assert bench.give(Keep(epoch=1, repeat=None)).give(motion(1)).outcome == on_air()
    bench.wait(1, ticking=False)
    assert bench.give(motion(2)).outcome == refused(Reason.TELEMETRY_STALE, seq=2)
    assert bench.up == []


def test_motion_after_two_silent_periods_of_the_gate_is_refused():
    bench = Bench().open()
    bench.wait(2 * T + 1, ticking=False)
    assert bench.give(motion(1)).outcome == refused(Reason.GATE_SILENT)
    assert bench.give(motion(2)).outcome == on_air(2)


def test_motion_and_resume_outside_a_contact_window_are_refused():
    bench = Bench()
    bench.now_ns = WINDOW_ENDS_NS
    bench.open()
    assert bench.give(motion(1)).outcome == refused(Reason.NO_WINDOW)
    assert bench.give(ResumeCommand(epoch=7, q=(0.0,))).outcome == refused(Reason.NO_WINDOW, epoch=7, seq=0)
    assert bench.up == []


def test_resume_needs_telemetry_and_is_reported_with_its_epoch():
    resume = ResumeCommand(epoch=7, q=(0.0,))
    bench = Bench().give(resume)
    assert (bench.up, bench.outcome) == ([], refused(Reason.TELEMETRY_STALE, epoch=7, seq=0))
    bench.report(latched=True).give(resume)
    assert (bench.up, bench.outcome) == ([resume], on_air(0, epoch=7))


def test_a_command_without_motion_passes_as_motion_does_and_is_reported_as_what_it_is():
    bench = Bench().give(OPERATION)
    assert (bench.up, bench.outcome) == ([], refused(Reason.TELEMETRY_STALE))
    bench.open().give(OPERATION)
    assert (bench.up, bench.outcome) == ([OPERATION], on_air())
    assert [said.kind for said in bench.sent if isinstance(said, BridgeReport)] == ["operation"]
    bench.give(HOLD).give(OPERATION)
    assert (bench.up, bench.outcome) == ([], refused(Reason.HOLD_UNCONFIRMED))


def test_keep_passes_in_every_state():
    keep = Keep(epoch=1, repeat=None)
    assert Bench().give(keep).up == [keep]
    assert Bench().give(keep).outcome == []


def closed_after_motion():
    """A bridge that has passed set_point(1) and is closed since."""
    bench = Bench().open().give(motion(1))
    bench.wait(3 * S, ticking=False)
    return bench


def test_the_whole_verified_stop_passes_a_closed_bridge():
    bench, last = closed_after_motion(), set_point(1)
    for seq, left in ((2, 2), (3, 1), (4, 0)):
        stop = sample(seq, left, repeat=last)
        assert (bench.give(stop).up, bench.outcome) == ([stop], on_air(seq))
        last = stop.set_point


@pytest.mark.parametrize(
    "changes",
    [
        {"q": (0.2 + 1e-12,) * 6},
        {"q": (0.9,) * 6},
        {"qd": (0.0,) * 6},
        {"qdd": (0.01,) * 6},
        {"stop": b""},
        {"stop": set_point(9).stop},
        {"execute_at_ns": set_point(2).execute_at_ns + 1},
        {"epoch": 0},
    ],
    ids=lambda changes: next(iter(changes)),
)
@pytest.mark.parametrize("bench", [closed_after_motion, lambda: Bench().open().give(motion(1))])
def test_whatever_is_not_the_very_sample_that_the_last_set_point_names_is_refused(bench, changes):
    bench = bench()
    stop = sample(2, 2, repeat=set_point(1), **changes)
    epoch = changes.get("epoch", 1)
    assert bench.give(stop).outcome == refused(Reason.STOP_MISMATCH, epoch=epoch, seq=2)
    assert bench.up == []
    assert bench.give(Keep(epoch=1, repeat=stop.set_point)).up == [Keep(epoch=1, repeat=None)]
    assert bench.give(sample(2, 2)).outcome == on_air(2)


def test_a_sample_may_not_be_skipped_or_come_twice_in_another_place():
    bench = closed_after_motion()
    assert bench.give(sample(3, 1)).outcome == refused(Reason.STOP_MISMATCH, seq=3)
    bench.give(sample(2, 2))
    again = sample(3, 2)
    assert bench.give(again).outcome == refused(Reason.STOP_MISMATCH, seq=3)


def test_a_sample_does_not_bear_the_number_of_what_it_continues():
    stop = sample(1, 2, execute_at_ns=set_point(2).execute_at_ns)
    assert closed_after_motion().give(stop).outcome == refused(Reason.STOP_MISMATCH)


def test_nothing_continues_a_set_point_at_rest():
    bench = Bench().open().give(Motion(set_point=set_point(1, left=0), repeat=None))
    assert bench.give(sample(2, 0)).outcome == refused(Reason.STOP_MISMATCH, seq=2)


def test_one_lost_sample_comes_with_the_repeat_of_the_next():
    bench = closed_after_motion()
    second = sample(3, 1, repeat=sample(2, 2).set_point)
    assert (bench.give(second).up, bench.outcome) == ([second], on_air(3))


@pytest.mark.parametrize("is_open", [False, True])
def test_a_bridge_that_has_just_started_knows_no_stop_and_says_so(is_open):
    bench = Bench().open() if is_open else Bench()
    stop = sample(2, 2, repeat=sample(1, 3).set_point)
    assert bench.give(stop).outcome == refused(Reason.STOP_UNKNOWN, seq=2)
    assert bench.up == []


def test_a_bridge_that_has_just_started_learns_the_stop_from_the_next_repeat_of_motion():
    bench = Bench().open()
    stop = sample(2, 2, repeat=set_point(1))
    assert (bench.give(stop).up, bench.outcome) == ([stop], on_air(2))
    again = Bench().open().give(Keep(epoch=1, repeat=set_point(1)))
    assert again.give(sample(2, 2)).outcome == on_air(2)


def test_an_older_packet_that_comes_late_does_not_make_the_bridge_forget_the_newest():
    bench = Bench().open().give(motion(1)).give(motion(2, repeat=set_point(1)))
    bench.give(motion(1)).give(Keep(epoch=1, repeat=set_point(1)))
    bench.wait(3 * S, ticking=False)
    assert bench.give(sample(3, 2)).outcome == on_air(3)


def test_closed_bridge_lets_no_refused_motion_through_in_a_repeat():
    bench = closed_after_motion()
    assert bench.give(motion(2)).outcome == refused(Reason.TELEMETRY_STALE, seq=2)
    assert bench.give(Keep(epoch=1, repeat=set_point(2))).up == [Keep(epoch=1, repeat=None)]
    assert bench.give(Keep(epoch=1, repeat=set_point(1))).up == [Keep(epoch=1, repeat=set_point(1))]
    assert bench.give(sample(3, 2, repeat=set_point(2))).outcome == refused(Reason.STOP_MISMATCH, seq=3)


def test_repeat_of_a_set_point_that_never_reached_the_open_bridge_passes_and_counts():
    bench = Bench().open().give(motion(1))
    assert bench.give(Keep(epoch=1, repeat=set_point(2))).up == [Keep(epoch=1, repeat=set_point(2))]
    assert bench.give(sample(3, 2, repeat=set_point(2))).outcome == on_air(3)


def test_stop_of_a_new_epoch_continues_the_motion_of_the_old():
    bench = closed_after_motion()
    stop = sample(1, 2, repeat=set_point(1), epoch=2, execute_at_ns=set_point(2).execute_at_ns)
    assert bench.give(stop).outcome == on_air(1, epoch=2)


def test_hold_goes_up_at_once_in_every_state():
    assert Bench().give(HOLD).up == [HOLD]
    closed = Bench()
    closed.now_ns = WINDOW_ENDS_NS + S
    assert closed.give(HOLD).up == [HOLD]


def test_a_hold_is_answered_to_whoever_pressed_each_copy_too():
    bench = Bench()
    for _ in range(2):
        assert taken(HOLD, "bridge") in bench.give(HOLD).sent


def test_the_way_of_hold_is_probed_without_a_press_and_on_a_full_disk_too():
    bench = Bench()
    bench.disk_works = False
    assert bench.give(HoldProbe(number=7)).effects == [Send(HoldReady(by="bridge", number=7), to="console")]


def test_the_bridge_tells_nobody_of_a_hold_in_the_name_of_the_script_that_another_has_pressed():
    bench = Bench()
    bench.carry_out(tell(bench.role, HoldCommand(actor=SCRIPT, pressed_ns=0, nonce=3), S, by="console"))
    reports = [message for message in bench.sent if isinstance(message, BridgeReport)]
    assert [report.hold.actor for report in reports] == ["console"]


def test_hold_is_repeated_every_period_until_telemetry_shows_the_latch():
    bench = Bench()
    bench.wait(0)
    begin_ns = bench.now_ns
    bench.give(HOLD)
    assert bench.wait(1 * S) == [(begin_ns + k * T, HOLD) for k in (1, 2, 3, 4)]
    bench.report(latched=False)
    assert len(bench.wait(ROUND_TRIP_NS)) == ROUND_TRIP_NS // T
    bench.report(latched=True)
    assert bench.wait(2 * S) == []


def test_a_latch_reported_before_the_hold_can_have_arrived_does_not_end_its_repetition():
    bench = Bench().give(HOLD)
    bench.wait(ROUND_TRIP_NS - 1 * S)
    bench.report(latched=True)  # an older latch, which a resume on its way may just be ending
    assert len(bench.wait(1 * S)) == 4


def test_while_a_hold_is_repeated_no_motion_passes_however_open_all_else_is():
    bench = Bench().open().give(HOLD)
    assert bench.give(motion(1)).outcome == refused(Reason.HOLD_UNCONFIRMED)
    assert bench.up == []
    assert bench.give(ResumeCommand(epoch=7, q=(0.0,))).outcome == refused(
        Reason.HOLD_UNCONFIRMED, epoch=7, seq=0
    )


def test_every_report_says_whether_motion_may_pass_now_and_why_not():
    said = [message for message in Bench().give(HOLD).sent if isinstance(message, BridgeReport)]
    assert [(report.is_open, report.reason) for report in said] == [(False, Reason.HOLD_UNCONFIRMED)]
    (passed,) = (
        message for message in Bench().open().give(motion(1)).sent if isinstance(message, BridgeReport)
    )
    assert (passed.is_open, passed.reason) == (True, "")
    assert (passed.tm_received, passed.tm_jumps, passed.tm_implausible) == (1, 0, 0)


def test_hold_is_given_up_after_30_s_and_begins_again_with_the_next_press():
    bench = Bench().give(HOLD)
    ups = bench.wait(HOLD_REPEATED_NS + 5 * S)
    assert len(ups) == HOLD_REPEATED_NS // T - 1
    again = HoldCommand(actor="op", pressed_ns=0, nonce=2)
    assert bench.give(again).up == [again]
    assert len(bench.wait(1 * S)) == 4


def test_a_bridge_that_nobody_is_left_to_hold_sends_hold_itself_after_a_minute():
    bench = Bench().open().give(Orphaned())
    assert not any(isinstance(message, HoldCommand) for _, message in bench.wait(60 * S - 1))
    pressed = [message for _, message in bench.wait(T) if isinstance(message, HoldCommand)]
    assert {message.actor for message in pressed} == {"bridge"}


@pytest.mark.parametrize("disk_works", [True, False])
def test_a_hold_is_written_once_and_once_more_only_if_that_failed(disk_works):
    bench = Bench()
    bench.disk_works = disk_works
    bench.give(HOLD)
    assert len(bench.store.records("hold")) == disk_works
    bench.disk_works = True
    bench.give(Keep(epoch=1, repeat=None)).wait(5 * S)
    assert len(bench.store.records("hold")) == 1


def test_a_bridge_that_has_its_supervisor_sends_no_hold_of_its_own_however_long_nobody_speaks():
    ups = Bench().open().wait(62 * S)
    assert not any(isinstance(message, HoldCommand) for _, message in ups)


def test_newer_telemetry_is_forwarded_and_late_or_doubled_is_not():
    bench = Bench()
    reports = [telemetry(sampled_ns=S + k) for k in range(4)]
    packets = [bench.space.packets(report, k)[0] for k, report in enumerate(reports)]
    forwarded = [bench.report(packets[k]).sent for k in (0, 2, 1, 2, 3)]
    assert forwarded == [[reports[0]], [reports[2]], [], [], [reports[3]]]
    bench.wait(0)
    status = next(message for message in bench.sent if isinstance(message, BridgeReport))
    assert (status.tm_received, status.tm_lost, status.tm_duplicated) == (4, 0, 1)


def test_what_a_range_sensor_measured_is_passed_down_in_a_contact_window_alone():
    bench = Bench()
    measured = RangeSample(sampled_ns=S, distance=0.5)
    assert bench.report(bench.space.packets(measured, S)[0]).sent == [measured]
    bench.now_ns = WINDOW_ENDS_NS
    assert bench.report(bench.space.packets(measured, S)[0]).sent == []


def test_what_comes_twice_is_counted_and_said_once():
    bench = Bench()
    measured = bench.space.packets(RangeSample(sampled_ns=S, distance=0.5), S)[0]
    jumped = bench.space.packets(telemetry(sampled_ns=bench.now_ns - 2 * S), S)[0]  # judged by each receiver
    bench.report()
    assert [len(bench.report(packet).sent) for packet in (measured, measured)] == [1, 0]
    first, again = (len(bench.report(jumped).sent) for _ in range(2))
    assert again == 0 <= first


def test_lost_telemetry_is_counted():
    bench = Bench()
    packets = [bench.space.packets(telemetry(sampled_ns=S + k), k)[0] for k in range(4)]
    bench.report(packets[0]).report(packets[3])
    bench.wait(0)
    assert next(message for message in bench.sent if isinstance(message, BridgeReport)).tm_lost == 2


def test_late_telemetry_makes_nothing_fresh():
    bench = Bench()
    old, new = (bench.space.packets(telemetry(), 0)[0] for _ in range(2))
    bench.report(new)
    bench.wait(2 * S, ticking=False)
    bench.report(old).give(Keep(epoch=1, repeat=None))
    assert bench.give(motion(1)).outcome == refused(Reason.TELEMETRY_STALE)


def test_a_spacecraft_that_was_restarted_and_counts_anew_is_heard_at_once():
    bench = Bench()
    for k in range(200):
        bench.report(sampled_ns=k)
    bench.space = Wire("space_segment", boot=Boot(1))
    assert [bool(bench.report(sampled_ns=at_ns).sent) for at_ns in (300, 301, 302)] == [True, True, True]
    late = Wire("space_segment").packets(telemetry(sampled_ns=150), 0)[0]
    assert bench.report(late).sent == []
    bench.wait(0)
    status = next(message for message in bench.sent if isinstance(message, BridgeReport))
    assert (status.tm_received, status.tm_lost) == (203, 0)


def test_damaged_or_foreign_packet_from_space_changes_nothing():
    good = Wire("space_segment").packets(telemetry(), 0)[0]
    foreign = Wire("space_segment", Speakers(mode="live")).packets(telemetry(), 0)[0]
    echo = Wire("bridge").packets(HOLD, 0)[0]
    bench = Bench().give(Keep(epoch=1, repeat=None))
    for packet in (b"", good[:-1], foreign, echo):
        assert bench.report(packet or b"\x00").sent == []
    assert bench.give(motion(1)).outcome == refused(Reason.TELEMETRY_STALE)


def test_a_gate_that_speaks_after_a_silence_is_told_the_bridges_status_at_once():
    bench, keep = Bench().open(), Keep(epoch=1, repeat=None)
    bench.wait(S + T // 10)
    assert bench.give(keep).role.due_ns == bench.now_ns
    bench.wait(0)
    assert bench.give(keep).role.due_ns > bench.now_ns


def test_status_is_reported_each_second_and_the_beat_at_5_hz():
    bench, sent = Bench(), []
    until_ns = 10 * S
    while bench.role.due_ns < until_ns:
        due_ns = bench.role.due_ns
        sent += [(due_ns, effect.message) for effect in bench.role.tick(due_ns)]
    assert [at_ns for at_ns, message in sent if isinstance(message, BridgeReport)] == list(
        range(0, until_ns, S)
    )
    assert [at_ns for at_ns, message in sent if isinstance(message, Beat)] == list(
        range(0, until_ns, 200 * MS)
    )
    assert sent[1][1].reason == Reason.TELEMETRY_STALE


def status(bench):
    bench.wait(S)
    return next(message for message in bench.sent if isinstance(message, BridgeReport))


@pytest.mark.parametrize("joints", [1, 5, 7])
def test_a_report_of_another_arm_is_not_passed_down_opens_nothing_and_is_counted(joints):
    bench = Bench().give(Keep(epoch=1, repeat=None))
    assert bench.report(joints=joints).sent == []
    assert bench.give(motion(1)).outcome == refused(Reason.TELEMETRY_STALE)
    assert status(bench).tm_implausible == 1


def test_a_jump_of_a_joint_is_passed_down_for_each_to_judge_and_counted():
    bench = Bench(msgspec.structs.replace(SETTINGS, rates=(0.1,) * 6)).report()
    jump = msgspec.structs.replace(telemetry(sampled_ns=bench.now_ns + 1), q=(0.0, 0.3, 0.0, 0.0, 0.0, 0.0))
    bench.report(bench.space.packets(jump, bench.now_ns)[0])
    assert bench.sent == [jump]
    assert (status(bench).tm_jumps, status(bench).tm_implausible) == (1, 0)


def test_a_stamp_from_the_future_makes_no_later_report_old_and_opens_nothing():
    bench = Bench().open()
    bench.wait(2 * S, ticking=False)
    bench.report(sampled_ns=bench.now_ns + 3600 * S).give(Keep(epoch=1, repeat=None))
    assert bench.give(motion(1)).outcome == refused(Reason.TELEMETRY_STALE)
    assert bench.report().sent and status(bench).tm_implausible == 1
    assert bench.report().give(Keep(epoch=1, repeat=None)).give(motion(1)).outcome == on_air()


def test_a_latch_by_an_unproven_clock_does_not_end_the_repetition_of_hold():
    bench = Bench().report().give(HOLD)
    bench.wait(ROUND_TRIP_NS)
    bench.report(latched=True, sampled_ns=bench.now_ns - 3600 * S)
    assert len(bench.wait(S)) == 4
    bench.report(latched=True)
    assert bench.wait(S) == []


def test_a_bridge_without_numbers_passes_hold_and_reports_and_no_motion():
    store = MemoryStore()
    store.boot = Boot(UNNUMBERED)
    bench = Bench(store=store).open()
    bench.give(motion(1))
    assert (bench.up, bench.outcome) == ([], refused(Reason.NUMBERS_UNKNOWN))
    assert bench.give(ResumeCommand(epoch=1, q=(0.0,) * 6)).up == []
    assert bench.give(HOLD).up == [HOLD]
    bench.wait(T)
    assert isinstance(bench.report().sent[0], Telemetry)


def test_a_bridge_tells_of_no_stale_telemetry_before_a_pass_stands_and_within_a_period_of_it_after():
    rows = (DataCheck(parameter="Telemetry.temperatures[0]", unit="K", stale_s=0.2),)
    bench = Bench(msgspec.structs.replace(SETTINGS, has_passes=True, checks=rows))
    no_pass = PassState(pass_id="p", state="asking", trial=1, trials=5, stands=False, round_trip=None)
    assert stale_from(bench.give(no_pass), 10 * S) is None
    bench.give(msgspec.structs.replace(no_pass, stands=True))
    stands_ns, down_ns = bench.now_ns, round(SETTINGS.link.down_s * S)
    assert 0 < stale_from(bench, 10 * S) - (stands_ns + down_ns + 200 * MS) <= MS


def stale_from(bench, duration_ns):
    """When the bridge says first that something is stale; None: it does not."""
    until_ns = bench.now_ns + duration_ns
    while bench.role.due_ns <= until_ns:
        bench.now_ns = max(bench.now_ns, bench.role.due_ns)
        bench.carry_out(bench.role.tick(bench.now_ns))
        said = [each for each in bench.sent if isinstance(each, DataChecks)]
        if any(violation.rule == "stale" for each in said for violation in each.standing):
            return bench.now_ns
    bench.now_ns = until_ns
    return None
