"""Certificates: what they cover, how they are earned, and what the gate sees in them."""

import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from planner.motion.moves.trajectory import build_trajectory
from planner.motion.paths.path import Refusal
from planner.plans.certificate import is_sound, matches, point_digests, seal
from planner.plans.certify import certify, with_file_digests
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from predictor.verdict.judge import judge
from telemetry.agreed.reasons import Reason
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import LineMove
from telemetry.plan.freshness import staleness

ROOT = Path(__file__).parents[3]
ROBOT = read_robot(ROOT / "scenarios/robots/shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(ROOT / "scenarios/scenes/adjacent_target.toml"), version=3)
LINE_START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
CONFIGURATION = b"c" * 16


def plan(*moves):
    return build_trajectory(ROBOT, LINE_START, moves, period_s=0.25)


def certified(trajectory, required_m=0.03):
    return certify(WORLD, trajectory, "pass", configuration=CONFIGURATION, required_m=required_m)


OBSERVATION = plan(LineMove(p_base_tool=(1.046, 0.6, 0.115)))
CERTIFICATE = certified(OBSERVATION)


def test_the_observation_line_is_certified_with_its_least_clearance():
    assert (CERTIFICATE.plan_id, CERTIFICATE.world, CERTIFICATE.start_q) == ("pass", 3, LINE_START)
    assert len(CERTIFICATE.points) == len(OBSERVATION.states)
    assert 0.03 <= CERTIFICATE.clearance < 0.3
    assert is_sound(CERTIFICATE)


def test_a_plan_through_the_target_is_refused_with_place_pair_and_millimetres():
    refusal = certified(plan(LineMove(p_base_tool=(1.046, 0.1, -0.2))))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.PLAN_COLLISION
    for word in ("move 1", "set-point", "handrail", "mm apart", "30 mm needed"):
        assert word in refusal.detail


def test_a_larger_margin_refuses_what_a_smaller_one_lets_pass():
    assert isinstance(certified(OBSERVATION, required_m=CERTIFICATE.clearance + 0.01), Refusal)


def test_every_set_point_is_matched_at_its_own_index_only():
    for index, state in enumerate(OBSERVATION.states):
        assert matches(CERTIFICATE, index, state)
    assert not matches(CERTIFICATE, 1, OBSERVATION.states[0])
    assert not matches(CERTIFICATE, len(OBSERVATION.states), OBSERVATION.states[-1])
    assert not matches(CERTIFICATE, -1, OBSERVATION.states[-1])


def test_a_set_point_that_differs_in_the_last_bit_is_not_the_certified_one():
    state = OBSERVATION.states[4]
    for row in range(3):
        rows = [list(values) for values in state]
        rows[row][0] = float(np.nextafter(rows[row][0], 9.0))
        assert not matches(CERTIFICATE, 4, JointState(*map(tuple, rows)))


@pytest.mark.parametrize(
    "change",
    [
        {"plan_id": "other"},
        {"configuration": b"d" * 16},
        {"world": 4},
        {"start_q": (0.1, *LINE_START[1:])},
        {"points": CERTIFICATE.points[:-1]},
        {"points": (CERTIFICATE.points[1], CERTIFICATE.points[0], *CERTIFICATE.points[2:])},
        {"points": ()},
    ],
)
def test_an_altered_certificate_is_not_sound(change):
    assert not is_sound(msgspec.structs.replace(CERTIFICATE, **change))


@pytest.mark.parametrize("index", range(0, len(OBSERVATION.states), 5))
def test_the_digest_changes_with_any_point(index):
    states = list(OBSERVATION.states)
    states[index] = rest((*LINE_START[:5], 0.5))
    points = point_digests(states)
    assert sum(a != b for a, b in zip(points, CERTIFICATE.points, strict=True)) == 1
    assert not is_sound(msgspec.structs.replace(CERTIFICATE, points=points))


@pytest.mark.real_time
def test_the_gates_side_needs_no_compiled_code():
    code = "import sys, planner.plans.certificate; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_certificate_tells_in_which_set_point_the_least_clearance_is():
    found = CERTIFICATE.evidence
    state = OBSERVATION.states[found.set_point]
    before = OBSERVATION.states[found.set_point - 1] if found.set_point else rest(LINE_START)
    judgement = judge(WORLD, before, state, required_m=0.03, period_s=0.25)
    assert judgement.clearance == pytest.approx(CERTIFICATE.clearance, abs=0.002)
    assert (judgement.pair, found.at) == (CERTIFICATE.pair, (found.set_point + 1) * 0.25)


def test_a_certificate_names_the_model_the_method_and_what_was_required():
    told = with_file_digests(CERTIFICATE, robot=b"r" * 16, scene=b"s" * 16, method="capsules")
    assert is_sound(told) and told.digest != CERTIFICATE.digest
    assert (told.evidence.method, told.evidence.required) == ("capsules", 0.03)
    assert len(told.evidence.limits) == 16


@pytest.mark.parametrize(
    "change", [{"method": "obb"}, {"required": 0.01}, {"limits": b"x"}, {"set_point": 1}]
)
def test_a_certificate_whose_evidence_was_changed_is_not_sound(change):
    forged = msgspec.structs.replace(CERTIFICATE.evidence, **change)
    assert not is_sound(msgspec.structs.replace(CERTIFICATE, evidence=forged))


def test_a_certificate_of_an_older_recording_has_no_evidence_and_stays_sound():
    assert is_sound(seal(msgspec.structs.replace(CERTIFICATE, evidence=None)))


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        ({}, None),
        ({"configuration": b"d" * 16}, Reason.CONFIGURATION_MISMATCH),
        ({"world": 4}, Reason.WORLD_CHANGED),
        ({"world": None}, Reason.CONFIGURATION_MISMATCH),
        ({"r_q": (*LINE_START[:5], 1e-6)}, Reason.START_MISMATCH),
        ({"r_q": LINE_START[:5]}, Reason.START_MISMATCH),
    ],
)
def test_a_certificate_is_stale_once_anything_has_changed_that_it_was_earned_with(now, reason):
    there = {"configuration": CONFIGURATION, "world": 3, "r_q": LINE_START}
    assert staleness(CERTIFICATE, **{**there, **now}) is reason
