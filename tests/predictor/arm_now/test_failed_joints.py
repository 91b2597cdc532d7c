"""A failed joint is known from then on, stands where orbit says, and outlives the predictor that found it."""

from importlib.resources import files

import numpy as np
import pytest

from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.failed_joints import FailedJoints, KnownWorld, decoded, encoded
from predictor.arm_now.joint_watch import FailedJoint, JointWatch, joint_bands
from predictor.arm_now.locked_joints import moved_joint, with_locked
from predictor.collision.method import Clearance, build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.inputs.world_version import CHANGE_BITS
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from predictor.verdict.under_way import judge_under_way, under_way_text
from telemetry.messages.joint_state import JointState

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
SCENE = read_scene(str(files("scenarios") / "scenes" / "adjacent_target.toml"))
HOME = tuple(np.radians((0.0, -120.0, -109.0, 0.0, -40.0, 0.0)).tolist())
ELBOW = FailedJoint(1, "locked", HOME[1], HOME[1], 7, 0.02, 0.005)
VERSION = 5 << CHANGE_BITS


def failed(*known):
    return FailedJoints(JointWatch(joint_bands(ROBOT, 0.01)), ROBOT.commanded, known)


def shifted(by, joint=1):
    return tuple(q + by * (k == joint) for k, q in enumerate(HOME))


def clear():
    """Nothing is near."""


def near():
    return Clearance(0.012, ("hand", "target_handrail"))


def found_by(joints, touching=clear, stands=(1,), since=0):
    """Let joints stand while they are commanded away; return what was found."""
    found = []
    for k in range(since, since + 30):
        commanded = tuple(q - 0.01 * k * (joint in stands) for joint, q in enumerate(HOME))
        seen = ArmReport(k * 100_000_000, HOME, commanded, False, False)
        found.append(joints.on_report(seen, lambda ns: ns + 1, touching=touching))
    return [each for each in found if each]


def test_a_joint_that_is_found_is_told_in_figures_and_known_by_the_grounds_time():
    joints = failed()
    [found] = found_by(joints)
    assert found.why == "joint_locked"
    assert "joint 2 stands at -120.00 deg" in found.detail and "deg allowed" in found.detail
    assert joints.locked == {1: HOME[1]}
    assert joints.known[0].since_ns % 100_000_000 == 1


@pytest.mark.parametrize("stands", [(1,), (1, 2)])
def test_an_arm_that_may_be_pressed_against_something_is_told_so_and_no_joint_is_locked(stands):
    joints = failed()
    [found] = found_by(joints, near, stands)
    assert found.why == "contact_now"
    assert "hand and target_handrail 12 mm apart; joint 2 stands at -120.00 deg" in found.detail
    assert joints.locked == {}


def test_a_joint_that_stands_though_the_arm_is_clear_again_is_locked_after_all():
    joints = failed()
    found_by(joints, near)
    [found] = found_by(joints, since=30)
    assert (found.why, joints.locked) == ("joint_locked", {1: HOME[1]})


def test_latched_it_stands_exactly_where_orbit_commands_it():
    joints, reported = failed(ELBOW), shifted(0.0001)
    assert (
        joints.on_report(ArmReport(1, HOME, reported, True, True), int, touching=clear).why == "joint_locked"
    )
    assert joints.locked == {1: reported[1]}
    assert joints.on_report(ArmReport(2, HOME, reported, True, True), int, touching=clear) is None


def test_the_next_predictor_knows_version_and_joints():
    known = KnownWorld(VERSION + 3, (ELBOW,), ((("hand", "bus"), 0.02),), b"updates")
    assert decoded(encoded(known), VERSION) == known


@pytest.mark.parametrize("record", [None, encoded(KnownWorld((6 << CHANGE_BITS) + 3, (ELBOW,)))])
def test_a_record_that_is_lost_or_of_other_files_says_nothing(record):
    assert decoded(record, VERSION) == KnownWorld(VERSION)


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_set_point_moves_a_joint_by_its_angle_its_rate_or_its_acceleration(row):
    rows = [HOME, (0.0,) * 6, (0.0,) * 6]
    rows[row] = tuple(value + 1e-6 * (k == 1) for k, value in enumerate(rows[row]))
    state = JointState(*rows)
    assert (
        moved_joint({1: HOME[1]}, rest(HOME), state)
        == moved_joint({1: HOME[1]}, state, state if row else rest(HOME))
        == 1
    )
    assert moved_joint({2: HOME[2]}, rest(HOME), state) is None


def test_not_a_number_moves_it():
    assert moved_joint({1: HOME[1]}, rest(HOME), rest(shifted(np.nan))) == 1


def test_what_is_still_coming_is_judged_as_the_arm_will_make_it():
    world = build_world("capsules", ROBOT, SCENE)
    into, away = rest(shifted(-0.08)), rest(shifted(0.005))
    moves, options = [(rest(HOME), into), (into, away)], {"required_m": 0.03, "period_s": 60.0}
    sound, stands = (judge_under_way(world, moves, locked, **options) for locked in ({}, {1: HOME[1]}))
    assert (stands.moves, stands.too_near) == (2, 0)
    assert stands.nearest.distance == pytest.approx(world.clearance(HOME).distance, abs=1e-9)
    assert sound.nearest.distance < stands.nearest.distance
    assert "2 set-points cannot be stopped" in under_way_text(stands)


def test_a_state_is_made_with_the_joint_where_it_stands_and_at_rest():
    state = JointState(shifted(0.3), (0.1,) * 6, (0.2,) * 6)
    made = with_locked({1: HOME[1]}, state)
    assert made.q == HOME
    assert (made.qd[1], made.qdd[1], made.qd[2]) == (0.0, 0.0, 0.1)
