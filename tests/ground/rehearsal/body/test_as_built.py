"""How the rehearsal's truth differs from the model, and when it is told."""

from importlib.resources import files

import numpy as np
import pytest

from ground.rehearsal.body.as_built import CHECKS_PER_REPORT, ContactWatch, Encoders, onboard_clock, perturbed
from ground.rehearsal.body.plant import Touch, TrueClearance
from predictor.model.files.robot_file import read_robot
from tests.trees import rows_of

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
PAIR = ("hand", "target_handrail")


class FakePlant:
    """Says what the test wants."""

    def __init__(self):
        self.distance, self.touches = 1.0, []

    def contacts(self):
        return self.touches

    def clearance(self):
        return TrueClearance(self.distance, PAIR)

    def judged(self):
        return (PAIR,)

    def base_turn(self):
        return 0.25


def test_lengths_differ_by_at_most_the_offset_and_one_seed_names_one_arm():
    first, again, other = (
        perturbed(ROBOT, np.random.default_rng(seed), link_offset_m=0.003, payload_kg=0.0)
        for seed in (1, 1, 2)
    )
    error = np.abs(rows_of(first) - rows_of(ROBOT))
    assert 0.001 < error[:, 1:3].max() <= 0.003
    assert error[:, [0, 3]].max() < 1e-15
    assert np.array_equal(first.tree.rows, again.tree.rows)
    assert not np.array_equal(first.tree.rows, other.tree.rows)


def test_the_payload_is_a_point_mass_at_the_tool():
    loaded = perturbed(ROBOT, np.random.default_rng(1), link_offset_m=0.0, payload_kg=2.0)
    hand, bare = loaded.links[-1], ROBOT.links[-1]
    assert hand.mass == bare.mass + 2.0
    assert hand.com == pytest.approx(bare.com * bare.mass / hand.mass)
    assert np.array_equal(loaded.tree.rows, ROBOT.tree.rows)


def test_the_onboard_clock_has_an_offset_and_drifts():
    clock = onboard_clock(offset_s=-2.5, drift_ppm=10.0)
    assert clock.read(0) == -2_500_000_000
    assert clock.read(100_000_000_000) == 97_501_000_000


def test_encoders_add_noise_of_the_stated_width():
    encoders = Encoders(noise_rad=1e-4, rng=np.random.default_rng(3))
    q = np.array([0.5, -0.5])
    errors = np.array([encoders.read(q) for _ in range(2000)]) - q
    assert errors.std() == pytest.approx(1e-4, rel=0.05)
    assert abs(errors.mean()) < 1e-5


def test_truth_is_told_at_two_hertz_when_nothing_happens():
    watch = ContactWatch(FakePlant())
    told = [watch.check() is not None for _ in range(3 * CHECKS_PER_REPORT)]
    assert [k for k, is_told in enumerate(told) if is_told] == [0, CHECKS_PER_REPORT, 2 * CHECKS_PER_REPORT]


def test_a_new_least_clearance_is_told_at_once():
    physics = FakePlant()
    watch = ContactWatch(physics)
    watch.check()
    physics.distance = 0.9995
    assert watch.check() is None
    physics.distance = 0.9985
    assert watch.check().clearance == 0.9985


def test_a_contact_shorter_than_a_check_is_told_with_its_greatest_depth():
    physics = FakePlant()
    watch = ContactWatch(physics)
    watch.check()
    for touches in ([Touch(PAIR, 0.001)], [Touch(PAIR, 0.002)], []):
        physics.touches = touches
        watch.step()
    truth = watch.check()
    assert [(contact.pair, contact.depth) for contact in truth.contacts] == [(PAIR, 0.002)]
    assert watch.check().contacts == ()  # and its end
