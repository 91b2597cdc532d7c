"""The image monitor: pictures joined and counted, their age, and how far they agree with the joints."""

import numpy as np
import pytest

from ground.pictures.camera import CAMERAS
from ground.pictures.image_monitor_role import build
from ground.scenario.scenario import load, run_settings
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages.health import Beat
from telemetry.messages.images import Image, ImagePacket, ImageStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.codec import Wire
from tests.picture_packets import packets_of
from tests.tell import tell

SECOND = 1_000_000_000
QUARTER = SECOND // 4
DOWN_NS, OFFSET_NS = 7 * SECOND // 2, 1000 * SECOND  # one-way delay; spacecraft clock ahead of the ground's
START = (0.0, -2.1, -1.9, 0.0, -0.7, 0.0)
TURN = 0.02  # of joint 1 from picture to picture [rad]
SETTINGS = run_settings(load("observation_pass"), seed=1, run_id="")


def telemetry(q, sampled_ns):
    zeros = (0.0,) * 6
    return Telemetry(
        **dict.fromkeys(("qd", "currents", "temperatures"), zeros),
        **dict.fromkeys(("epoch", "accepted", "executed_epoch", "executed", "refused_epoch", "refused"), 0),
        **dict.fromkeys(("accepted_at_ns", "buffer"), 0),
        **dict.fromkeys(("refusal", "latch_reason"), ""),
        q=q,
        hold_q=q,
        sampled_ns=sampled_ns,
        mode="ready",
        brakes_on=False,
        locked=(False,) * 6,
        gripper=0.0,
        quat_world_base=(1.0, 0.0, 0.0, 0.0),
        p_world_base=(0.0, 0.0, 0.0),
        rate_base=(0.0, 0.0, 0.0),
        latched=False,
    )


class Pass:
    """A pass: a spacecraft that takes pictures of an arm, and the monitor one delay later."""

    def __init__(self):
        self.role = build(SETTINGS, MemoryStore(), np.random.default_rng(0))
        self.wire = Wire("space_segment")
        self.rng = np.random.default_rng(1)
        self.now_ns = 0
        self.q = START
        self.shown = 0.0  # angle at which the picture shows the arm
        self.numbers = dict.fromkeys(CAMERAS, 0)

    def packets(self, camera="global", **changes):
        self.numbers[camera] += 1
        stripes = np.where((np.arange(320) + round(self.shown * 300)) // 16 % 2, 150.0, 20.0)
        grey = np.clip(stripes + self.rng.normal(0.0, 2.0, (240, 320)), 0, 255).astype(np.uint8)
        fields = {
            "camera": camera,
            "number": self.numbers[camera],
            "sampled_ns": self.now_ns + OFFSET_NS,
            "width": 320,
            "height": 240,
            "pixels": grey.tobytes(),
        }
        return packets_of(Image(**{**fields, **changes}), wire=self.wire, at_ns=self.now_ns)

    def hear(self, packets):
        for packet in packets:
            assert not tell(self.role, ImagePacket(packet=packet), self.now_ns + DOWN_NS)

    def go_on(self, *, turning=False, frozen=False):
        """A quarter of a second with telemetry; the picture shows the arm unless it is frozen."""
        self.now_ns += QUARTER
        self.q = (self.q[0] + TURN * turning, *START[1:])
        self.shown = self.shown if frozen else self.q[0]
        tell(self.role, telemetry(self.q, self.now_ns + OFFSET_NS), self.now_ns + DOWN_NS)

    def status(self, camera="global"):
        effects = self.role.tick(self.now_ns + DOWN_NS)
        return {
            effect.message.camera: effect.message
            for effect in effects
            if isinstance(effect.message, ImageStatus)
        }[camera]


def test_a_picture_of_sixty_nine_packets_is_joined_and_its_age_is_told_on_the_ground_s_clock():
    flown = Pass()
    flown.go_on()
    packets = flown.packets()
    assert len(packets) == 69
    flown.hear(packets)
    flown.now_ns += QUARTER
    status = flown.status()
    assert (status.number, status.received, status.mended, status.incomplete) == (1, 1, 0, 0)
    assert status.age == pytest.approx((DOWN_NS + QUARTER) / SECOND)


def test_pictures_are_counted_as_whole_mended_incomplete_and_such_of_which_nothing_came():
    flown = Pass()
    for lost in (0, 1, 9, 10, 69, 0):
        flown.go_on()
        flown.hear(flown.packets()[lost:])
    status = flown.status()
    assert (status.number, status.received, status.mended, status.incomplete) == (6, 4, 2, 2)
    assert status.whole == pytest.approx(4 / 6)


def test_pictures_that_were_due_and_not_taken_are_counted_apart_from_lost_ones():
    flown = Pass()
    for due in range(12):
        flown.go_on()
        if due % 4 == 0:
            flown.hear(flown.packets())
        elif due == 5:
            flown.packets()  # taken, and lost on its way
    status = flown.status()
    assert (status.received, status.incomplete, status.skipped) == (3, 1, 5)


def test_a_stepped_clock_on_board_is_no_row_of_skipped_pictures():
    flown = Pass()
    step_ns = 0
    for quarter in range(40):
        step_ns = 5 * SECOND if quarter > 20 else 0
        flown.now_ns += QUARTER
        tell(flown.role, telemetry(flown.q, flown.now_ns + OFFSET_NS + step_ns), flown.now_ns + DOWN_NS)
        flown.hear(flown.packets(sampled_ns=flown.now_ns + OFFSET_NS + step_ns))
    status = flown.status()
    assert status.skipped == 0 and status.received > 25


def test_of_an_incomplete_picture_that_is_the_newest_the_missing_share_is_told():
    flown = Pass()
    flown.go_on()
    flown.hear(flown.packets())
    flown.go_on()
    flown.hear(flown.packets()[15:])
    flown.now_ns += 3 * SECOND
    status = flown.status()
    assert (status.number, status.incomplete, status.missing) == (1, 1, 0.25)


def test_after_seconds_without_pictures_neither_agreement_nor_a_share_is_claimed():
    flown = Pass()
    for _ in range(20):
        flown.go_on(turning=True)
        flown.hear(flown.packets())
    before = flown.status()
    for _ in range(12):
        flown.go_on(turning=True)
    in_silence = flown.status()
    flown.now_ns += 10 * SECOND
    assert (before.whole, before.agreement) == (1.0, 1.0)
    assert (in_silence.whole, in_silence.agreement) == (1.0, None)
    assert flown.status().whole is None


def test_a_picture_that_comes_twice_or_late_counts_once():
    flown = Pass()
    first = flown.packets()
    flown.go_on()
    second = flown.packets()
    for packets in (second, first, second):
        flown.hear(packets)
    status = flown.status()
    assert (status.number, status.received, status.incomplete) == (2, 1, 0)


def test_a_camera_that_was_switched_on_again_begins_to_count_again():
    flown = Pass()
    for number in (7, 8, 1, 2):
        flown.go_on()
        flown.hear(flown.packets(number=number))
    status = flown.status()
    assert (status.number, status.received, status.incomplete) == (2, 4, 0)


def test_a_silent_camera_has_no_age_and_no_agreement():
    flown = Pass()
    flown.go_on()
    flown.hear(flown.packets("global"))
    status = flown.status("hand_eye_a")
    assert (status.number, status.age, status.agreement) == (0, None, None)


def test_without_telemetry_the_age_of_a_picture_is_unknown():
    flown = Pass()
    flown.hear(flown.packets())
    status = flown.status()
    assert (status.received, status.age, status.agreement) == (1, None, None)


@pytest.mark.parametrize("camera", ["global", "hand_eye_b"])
def test_a_frozen_camera_lowers_the_agreement_within_seconds_of_motion(camera):
    flown = Pass()
    for _ in range(20):
        flown.go_on(turning=True)
        flown.hear(flown.packets(camera))
    assert flown.status(camera).agreement == 1.0
    for _ in range(16):
        flown.go_on(turning=True, frozen=True)
        flown.hear(flown.packets(camera))
    assert flown.status(camera).agreement < 0.5


def test_it_beats_five_times_and_reports_each_camera_four_times_a_second():
    role = build(SETTINGS, MemoryStore(), np.random.default_rng(0))
    sent = []
    while role.due_ns < SECOND:
        now_ns = role.due_ns
        sent += [effect.message for effect in role.tick(now_ns) if isinstance(effect, Send)]
        assert role.due_ns > now_ns
    assert sum(isinstance(message, Beat) for message in sent) == 5
    statuses = [message.camera for message in sent if isinstance(message, ImageStatus)]
    assert sorted(statuses) == sorted(CAMERAS * 4)
