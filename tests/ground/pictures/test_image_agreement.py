"""ImageAgreement of pictures with telemetry: what counts as motion on both sides."""

import numpy as np
import pytest

from ground.pictures.image_agreement import (
    WINDOW_NS,
    ImageAgreement,
    JointHistory,
    changed_pixels,
    seen_motion,
)

QUARTER = 250_000_000
MOVING, STANDING = 0.1, 0.0  # speed of the tool [m/s]


def pose(q):
    T = np.eye(4)
    T[0, 3] = q[0]
    return T


def scenery(shift, rng, noise=2.0):
    """A picture of bright stripes, moved by some pixels, with noise."""
    stripes = np.where((np.arange(320) + shift) // 16 % 2, 150.0, 20.0)
    return np.clip(stripes + rng.normal(0.0, noise, (240, 320)), 0, 255).astype(np.uint8)


def watch(*, says, sees, seconds=6, camera="global"):
    """Four pictures each second, with telemetry that says and scenery that shows a speed [m/s]."""
    rng = np.random.default_rng(1)
    agreement, history = (
        ImageAgreement(camera, sight_m=0.5 if camera.startswith("hand") else 2.5),
        JointHistory(pose),
    )
    for k in range(4 * seconds):
        agreement.on_picture(scenery(round(k * sees * 100.0), rng), k * QUARTER)
        history.add((k * says / 4.0,), k * QUARTER)
        agreement.judge(history)
    return agreement


@pytest.mark.parametrize(
    ("says", "sees", "share"),
    [(MOVING, MOVING, 1.0), (STANDING, STANDING, 1.0), (MOVING, STANDING, 0.0), (STANDING, MOVING, 0.0)],
)
@pytest.mark.parametrize("camera", ["global", "hand_eye_a"])
def test_agreement_is_full_if_both_move_or_both_stand_and_none_if_only_one_does(says, sees, share, camera):
    assert watch(says=says, sees=sees, camera=camera).share == pytest.approx(share, abs=0.25)


def test_a_motion_too_slow_to_be_seen_for_certain_gives_no_vote():
    assert watch(says=0.01, sees=0.0).share is None


def test_without_telemetry_around_a_picture_there_is_no_vote():
    agreement, history = ImageAgreement("global", sight_m=2.5), JointHistory(pose)
    rng = np.random.default_rng(1)
    for k in range(8):
        agreement.on_picture(scenery(0, rng), k * QUARTER)
    agreement.judge(history)
    assert agreement.share is None
    history.add((0.0,), -QUARTER)
    history.add((0.0,), 40 * QUARTER)  # ten seconds of silence say nothing about what lay between
    agreement.judge(history)
    assert agreement.share is None


def test_pictures_wait_for_the_telemetry_of_their_own_time():
    agreement, history = ImageAgreement("global", sight_m=2.5), JointHistory(pose)
    rng = np.random.default_rng(1)
    for k in range(8):
        agreement.on_picture(scenery(0, rng), k * QUARTER)
        agreement.judge(history)
    for k in range(-1, 9):
        history.add((0.0,), k * QUARTER)
    agreement.judge(history)
    assert agreement.share == 1.0


def test_old_votes_are_forgotten_when_no_more_pictures_come():
    agreement = watch(says=MOVING, sees=MOVING)
    history = JointHistory(pose)
    history.add((0.0,), 6_000_000_000 + 2 * WINDOW_NS)
    agreement.judge(history)
    assert agreement.share is None


def test_noise_is_no_change_and_an_edge_is():
    rng = np.random.default_rng(1)
    still, moved = scenery(0, rng), scenery(2, rng)
    assert changed_pixels(scenery(0, rng), still) == 0
    assert changed_pixels(still, moved) > 1000


def test_a_turn_of_the_tool_moves_the_picture_of_a_camera_on_it_only():
    turned = np.eye(4)
    angle = 0.02
    turned[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    assert seen_motion(np.eye(4), turned, sight_m=0.5, is_on_tool=True) == pytest.approx(angle, rel=1e-3)
    assert seen_motion(np.eye(4), turned, sight_m=2.5, is_on_tool=False) == 0.0
