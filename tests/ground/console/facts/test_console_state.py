"""From messages to a snapshot: what is shown is what was said, and it grows old."""

import msgspec
import pytest
from screen_bench import (
    PAIR,
    RUN,
    SPACECRAFT_AHEAD,
    S,
    arm,
    bridge,
    gate,
    link,
    roll_back,
    telemetry,
    verdict,
)

from ground.console.facts.console_state import ConsoleState
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.acts import ActReply, Lease
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.images import Image, ImagePacket, ImageStatus
from telemetry.messages.plan import PlanRefused
from telemetry.messages.queue import HoldNotice
from tests.picture_packets import packets_of


@pytest.fixture
def state():
    return ConsoleState(RUN)


SHARES = {"mended": 0, "whole": None, "missing": 0.0, "agreement": None}


def picture(number=1, sampled_ns=S, camera="global"):
    pixels = bytes([number]) * (320 * 240)
    return Image(camera=camera, number=number, sampled_ns=sampled_ns, width=320, height=240, pixels=pixels)


def show_packets(state, image, now_ns, lost=()):
    packets = packets_of(image)
    assert len(packets) == 69
    for i, packet in enumerate(packets):
        if i not in lost:
            state.on_message(ImagePacket(packet=packet), now_ns)


def shown(state, now_ns, camera="global"):
    return {picture.camera: picture for picture in state.snapshot(now_ns).pictures}[camera]


def test_before_anything_is_heard_nothing_is_known(state):
    snapshot = state.snapshot(S)
    assert (snapshot.authority.gate, snapshot.link.round_trip) == (None, None)
    assert (snapshot.arm.predicted, snapshot.arm.telemetry) == (None, None)
    assert snapshot.authority.holder(S) == ""
    assert [picture.image for picture in snapshot.pictures] == [None, None, None]


def test_telemetry_is_as_old_as_its_sample_on_board_not_as_its_arrival(state):
    state.on_message(telemetry(10 * S), now_ns=10 * S + round(3.5 * S))
    seen = state.snapshot(14 * S).arm.telemetry
    assert seen.age_s(14 * S) == pytest.approx(4.0)


def test_telemetry_is_stale_beyond_the_way_down_and_its_limit(state):
    state.on_message(telemetry(10 * S), now_ns=10 * S + round(3.5 * S))
    seen = state.snapshot(14 * S).arm.telemetry
    assert not seen.is_stale(10 * S + round(4.4 * S))
    assert seen.is_stale(10 * S + round(4.6 * S))


def test_late_telemetry_does_not_replace_newer(state):
    state.on_message(telemetry(10 * S, mode="ready"), now_ns=14 * S)
    state.on_message(telemetry(9 * S, mode="moving"), now_ns=14 * S)
    assert state.snapshot(14 * S).arm.telemetry.value.mode == "ready"


@pytest.mark.parametrize(
    "strange", [{"sampled_ns": 2**62}, {"q": (0.0,) * 5, "hold_q": (0.0,) * 5}, {"q": (1e6,) * 6}]
)
def test_a_strange_report_is_not_shown_and_shuts_out_no_later_one(state, strange):
    state.on_message(telemetry(10 * S), now_ns=round(13.5 * S))
    state.on_message(msgspec.structs.replace(telemetry(10 * S), **strange), now_ns=round(13.5 * S))
    state.on_message(telemetry(11 * S, mode="ready"), now_ns=round(14.5 * S))
    assert state.snapshot(15 * S).arm.telemetry.value.mode == "ready"


def test_everything_grows_old_when_nothing_more_is_heard(state):
    state.on_message(telemetry(S), now_ns=5 * S)
    for message in (
        gate(),
        arm(5 * S),
        bridge(),
        RecorderHealth(healthy=True, durable=1, reason="", lost=()),
    ):
        state.on_message(message, 5 * S)
    snapshot = state.snapshot(5 * S)
    arm_facts, recorder = snapshot.arm, snapshot.processes.recorder
    gate_seen, bridge_seen = snapshot.authority.gate, snapshot.link.bridge
    for seen in (gate_seen, arm_facts.predicted, arm_facts.telemetry, bridge_seen, recorder):
        assert not seen.is_stale(5 * S)
        assert seen.is_stale(15 * S)


def test_a_delay_is_as_old_as_its_measurement_not_as_the_status_that_repeats_it(state):
    status = link()
    old = msgspec.structs.replace(status.round_trip, age=3.0)
    state.on_message(msgspec.structs.replace(status, round_trip=old), 4 * S)
    delays = state.snapshot(5 * S).link
    assert [each.age_s(5 * S) for each in (delays.round_trip, delays.up, delays.down)] == [4.0] * 3


def test_a_delay_that_was_never_measured_is_not_zero(state):
    state.on_message(msgspec.structs.replace(link("quiet"), round_trip=None, clock=None), S)
    delays = state.snapshot(S).link
    assert (delays.up, delays.down, delays.round_trip) == (None, None, None)


def test_an_expired_lease_has_no_holder(state):
    state.on_message(Lease(holder="operator", until_ns=10 * S), S)
    assert state.snapshot(S).authority.holder(9 * S) == "operator"
    assert state.snapshot(S).authority.holder(10 * S) == ""


def test_a_roll_back_explains_itself_and_reddens_both_bodies(state):
    state.on_message(roll_back(), S)
    snapshot = state.snapshot(S)
    newest = snapshot.explanations.newest[-1]
    assert (newest.words.kind, newest.words.cure) == ("ROLL-BACK", cure(Reason.TOO_CLOSE))
    assert "28.6 mm, 30.0 mm required, 0.70 s after the move began, 4 cancelled" in newest.words.figures
    assert snapshot.collision.red_pair == PAIR


def test_a_bad_verdict_reddens_its_pair_and_a_good_one_does_not(state):
    state.on_message(verdict(ok=True), S)
    assert state.snapshot(S).collision.red_pair is None
    state.on_message(verdict(ok=False), S)
    assert state.snapshot(S).collision.red_pair == PAIR


def test_bodies_stay_red_until_armed_again(state):
    state.on_message(roll_back(), S)
    for quiet in ("stopping", "rest", "held"):
        state.on_message(gate(quiet), 2 * S)
        assert state.snapshot(2 * S).collision.red_pair == PAIR
    state.on_message(gate("filling"), 3 * S)
    snapshot = state.snapshot(3 * S)
    assert snapshot.collision.red_pair is None
    assert snapshot.explanations.newest[-1].over == "armed again"


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (HoldNotice(epoch=4, reason="telemetry_stale", detail="", rest_q=None), "HOLD"),
        (
            ActReply(act="ArmPlan", to="operator", accepted=False, reason="not_quiet", detail=""),
            "REFUSED",
        ),
        (PlanRefused(plan_id="act-1", reason="unreachable", detail="line"), "NO PLAN"),
    ],
)
def test_every_hold_and_refusal_has_a_cause_and_a_cure(state, message, kind):
    state.on_message(message, S)
    newest = state.snapshot(S).explanations.newest[-1]
    assert newest.words.kind == kind
    assert newest.words.cause == cause(Reason(message.reason))
    assert newest.words.cure


def test_an_accepted_act_needs_no_explanation(state):
    state.on_message(ActReply(act="ArmPlan", to="operator", accepted=True, reason="", detail=""), S)
    assert state.snapshot(S).explanations.newest == ()


def test_a_script_that_asks_for_the_lease_again_and_again_buries_no_explanation(state):
    refused = ActReply(act="LeaseRequest", to="operator", accepted=False, reason="not_holder", detail="")
    state.on_message(HoldNotice(epoch=4, reason="operator_hold", detail="", rest_q=None), S)
    for _ in range(5):
        state.on_message(refused, S)
    assert [known.words.kind for known in state.snapshot(S).explanations.newest] == ["HOLD"]


def test_a_reason_that_the_registry_does_not_know_is_shown_as_it_is(state):
    state.on_message(HoldNotice(epoch=4, reason="new_reason", detail="", rest_q=None), S)
    newest = state.snapshot(S).explanations.newest[-1]
    assert newest.words[2:] == ("new_reason", "", "")


def test_a_detail_that_only_repeats_the_cause_is_left_out(state):
    line = f"{cause(Reason.SETPOINT_MISSING)}; {cure(Reason.SETPOINT_MISSING)}"
    state.on_message(HoldNotice(epoch=4, reason="setpoint_missing", detail=line, rest_q=None), S)
    assert state.snapshot(S).explanations.newest[-1].words.figures == ""


def test_a_whole_picture_is_shown_with_the_age_of_its_exposure(state):
    state.on_message(telemetry(10 * S), now_ns=10 * S + round(3.5 * S))
    show_packets(state, picture(sampled_ns=10 * S + SPACECRAFT_AHEAD), 14 * S)
    image = shown(state, 14 * S).image
    assert image.age_s(14 * S) == pytest.approx(4.0)
    assert not image.is_stale(14 * S)
    assert image.is_stale(15 * S)


def test_a_picture_with_nine_lost_packets_of_sixty_nine_is_whole(state):
    state.on_message(telemetry(10 * S), now_ns=14 * S)
    show_packets(state, picture(), 14 * S, lost=range(20, 29))
    assert (shown(state, 14 * S).image.value, shown(state, 14 * S).bands) == (picture(), ())


def test_a_picture_that_did_not_become_whole_is_shown_with_its_bands_once_nothing_more_comes(state):
    state.on_message(telemetry(10 * S), now_ns=14 * S)
    show_packets(state, picture(), 14 * S, lost=range(20, 30))
    assert shown(state, 15 * S).image is None
    seen = shown(state, 17 * S)
    assert (seen.bands, seen.missing) == (((80, 120),), pytest.approx(1 / 6))


def test_in_its_bands_an_incomplete_picture_shows_what_was_there_before(state):
    state.on_message(telemetry(10 * S), now_ns=14 * S)
    show_packets(state, picture(1, S), 14 * S)
    show_packets(state, picture(2, 2 * S), 15 * S, lost=range(20, 30))
    image = shown(state, 18 * S).image.value
    assert image.number == 2
    assert {image.pixels[row * 320] for row in range(80, 120)} == {1}
    assert {image.pixels[row * 320] for row in (*range(80), *range(120, 240))} == {2}


def test_a_picture_of_unknown_age_is_not_shown(state):
    show_packets(state, picture(), 14 * S)
    assert all(p.image is None for p in state.snapshot(14 * S).pictures)


def test_the_image_monitor_says_how_complete_a_camera_is(state):
    status = ImageStatus(camera="hand_eye_a", number=9, age=3.6, received=8, incomplete=1, **SHARES)
    state.on_message(status, S)
    shown = {p.camera: p.status for p in state.snapshot(S).pictures}["hand_eye_a"]
    assert shown.value == status


def test_a_silent_process_is_seen_and_an_unhealthy_recorder_too(state):
    state.on_message(Beat(role="planner", configuration=b""), S)
    state.on_message(RecorderHealth(healthy=False, durable=3, reason="no_space", lost=()), S)
    state.on_message(Beat(role="recorder", configuration=b""), S)
    beats = dict(state.snapshot(S).processes.beats)
    assert not beats["planner"].is_stale(S) and beats["planner"].is_stale(3 * S)
    assert beats["recorder"].value is False


def test_a_snapshot_does_not_change_when_more_is_heard(state):
    state.on_message(gate("rest"), S)
    before = state.snapshot(S)
    state.on_message(gate("plan"), 2 * S)
    assert before.authority.gate.value.state == "rest"


def test_a_gate_that_ticks_slowly_is_not_shown_as_silent_between_two_ticks():
    slow = msgspec.structs.replace(RUN.commanding, period_s=2.0)
    state = ConsoleState(msgspec.structs.replace(RUN, commanding=slow))
    state.on_message(gate(), 0)
    assert not state.snapshot(2 * S).authority.gate.is_stale(2 * S)
    assert state.snapshot(9 * S).authority.gate.is_stale(9 * S)
