"""Led clear: never faster, never nearer than asked, slides along, continuous, and of the whole arm."""

import numpy as np
import pytest

from planner.motion.rates import resolve
from planner.teleoperation.surroundings import SPARE_M, CoastingArm, Surroundings
from predictor.collision.method import Clearance, Gradient, build_world
from predictor.geometry.shapes import Capsule, Scene
from predictor.model.kinematics import link_poses, tool_jacobian, tool_pose
from telemetry.messages.joint_state import JointState
from tests.nominal_run import MODEL

ROBOT = MODEL.robot
REQUIRED_M, FROM_M, SPEED = 0.03, 0.05, 0.05
ABOVE_TARGET = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
ROUNDING = 1e-9  # [m/s]
START = tool_pose(ROBOT, ABOVE_TARGET)[:3, 3]
X, Y, Z = np.eye(3)


class Walls:
    """A world that is planes the tool is clear of, through places [m], by their normals."""

    base = None
    robot = ROBOT

    def __init__(self, *planes):
        self.planes = [(np.array(n) / np.linalg.norm(n), np.array(place)) for place, n in planes]

    def distances(self, q):
        p = tool_pose(ROBOT, q)[:3, 3]
        return [float(normal @ (p - place)) for normal, place in self.planes]

    def gradient(self, q, T_world_base):
        found = self.distances(q)
        nearest = int(np.argmin(found))
        return Gradient(found[nearest], self.planes[nearest][0] @ tool_jacobian(ROBOT, q)[:3])

    def clearance(self, q, T_world_base):
        found = self.distances(q)
        return Clearance(min(found), ("tool", f"wall_{int(np.argmin(found))}"))


def given(world, v, q=ABOVE_TARGET, coast=(0.0, 0.0, 0.0)):
    """Return what is given of a velocity (3,) of the tool, and the pair that takes of it."""
    around = Surroundings(world, required_m=REQUIRED_M, from_m=FROM_M)
    arm = CoastingArm(ROBOT, np.array(q), np.array([*coast, 0.0, 0.0, 0.0]), None)
    clear = around.clear_twist(np.array([*v, 0.0, 0.0, 0.0]), arm)
    assert not clear.twist[3:].any()
    return clear.twist[:3], clear.pair


def below(clearance):
    """Return a floor so far under the tool."""
    return START - clearance * Z, Z


def led_along(world, v, seconds=20.0, q=ABOVE_TARGET):
    """Return the poses of an arm that follows at once what is given of a velocity (3,)."""
    poses, period_s = [np.array(q)], 0.25
    for _ in range(int(seconds / period_s)):
        twist = np.array([*given(world, v, poses[-1])[0], 0.0, 0.0, 0.0])
        rates = resolve(ROBOT, tool_jacobian(ROBOT, poses[-1]), twist)
        poses.append(poses[-1] + period_s * rates)
    return poses


def test_far_from_everything_what_is_asked_is_given():
    v = np.array([0.01, 0.02, -0.04])
    bent, pair = given(Walls(below(REQUIRED_M + SPARE_M + FROM_M + 0.001)), v)
    assert np.array_equal(bent, v) and pair is None


def test_at_the_required_clearance_nothing_goes_nearer_and_the_rest_slides_along():
    bent, pair = given(Walls(below(REQUIRED_M)), (0.03, 0.0, -0.04))
    assert bent == pytest.approx([0.03, 0.0, 0.0], abs=ROUNDING)
    assert pair == ("tool", "wall_0")


@pytest.mark.parametrize("clearance", [REQUIRED_M, 0.01, -0.02])
def test_what_leads_away_or_along_passes_as_it_is(clearance):
    for v in (0.04 * Z, np.array([0.02, -0.01, 0.03]), 0.05 * Y):
        assert given(Walls(below(clearance)), v)[0] == pytest.approx(v, abs=ROUNDING)


def test_it_is_looked_at_where_the_arm_comes_to_rest():
    near, far = Walls(below(REQUIRED_M + 0.02)), Walls(below(REQUIRED_M + 0.04))
    coasting = given(far, -SPEED * Z, coast=(0.0, 0.0, -0.02))[0]
    assert coasting == pytest.approx(given(near, -SPEED * Z)[0], abs=1e-4)


def test_in_the_shipped_scene_it_is_never_faster_and_gets_no_nearer_than_asked():
    world = build_world("capsules", ROBOT, MODEL.scene)
    low = led_along(world, -SPEED * Z, seconds=3.0)[-1]
    rng, bent_ones = np.random.default_rng(4), 0
    for v in rng.normal(0.0, 0.03, (40, 3)):
        q = low + rng.uniform(-0.05, 0.05, 6)
        bent, _ = given(world, v, q)
        slope = np.linalg.solve(tool_jacobian(ROBOT, q).T, world.gradient(q).dq)[:3]
        assert np.linalg.norm(bent) <= np.linalg.norm(v) + ROUNDING
        assert min(slope @ bent, 0.0) >= min(slope @ v, 0.0) - ROUNDING
        bent_ones += not np.allclose(bent, v)
    assert 5 <= bent_ones <= 35


def test_a_fast_hand_is_led_sooner_and_never_passes_the_required_clearance():
    world = Walls(below(0.5))
    for speed in (0.05, 0.5):
        poses = led_along(world, -speed * Z, seconds=15.0)
        least = min(world.distances(q)[0] for q in poses)
        assert REQUIRED_M <= least < REQUIRED_M + SPARE_M + 0.01


def test_in_a_corner_the_arm_comes_to_rest_without_chatter():
    corner = Walls(below(0.06), (START - 0.06 * X, X), (START - 0.05 * Y, Y + 0.2 * Z))
    v = np.array([-0.03, -0.02, -0.03])
    poses = led_along(corner, v, seconds=20.0)
    track = np.array([tool_pose(ROBOT, q)[:3, 3] for q in poses])
    assert min(min(corner.distances(q)) for q in poses) >= REQUIRED_M
    assert np.linalg.norm(track[-1] - track[-2]) < 1e-5
    steps = np.diff(track, axis=0)
    turned = np.einsum("ki,ki->k", steps[:-1], steps[1:])
    assert (turned >= -1e-12).all()  # no step goes against the one before


def test_what_is_given_does_not_jump_as_the_tool_passes_from_one_wall_to_the_other():
    corner = Walls(below(0.045), (START - 0.045 * Y, Y))
    v, places = np.array([0.0, -0.03, -0.03]), np.linspace(-0.02, 0.02, 81)
    bent = []
    for s in places:  # across the line where both are as near
        shift = np.array([0.0, s, -s, 0.0, 0.0, 0.0])
        q = ABOVE_TARGET + resolve(ROBOT, tool_jacobian(ROBOT, ABOVE_TARGET), shift)
        bent.append(given(corner, v, q)[0])
    assert np.linalg.norm(np.diff(bent, axis=0), axis=1).max() < 0.05 * np.linalg.norm(v)


def test_what_is_given_does_not_jump_with_the_hand():
    angles = np.linspace(0.0, 2.0 * np.pi, 241)
    corner = Walls(below(0.04), (START - 0.05 * Y, Y))
    bent = [given(corner, SPEED * (np.cos(a) * Y + np.sin(a) * Z))[0] for a in angles]
    step = SPEED * (angles[1] - angles[0])
    assert np.linalg.norm(np.diff(bent, axis=0), axis=1).max() < 3.0 * step


def elbow_near_a_ball(clearance):
    """Return a world with a ball where the elbow goes when the tool is pulled to the base."""
    elbow = ROBOT.capsules.names.index("upper_arm")
    frame, end = ROBOT.capsules.frame[elbow], ROBOT.capsules.p1[elbow]

    def place(q):
        T = link_poses(ROBOT, q)[frame]
        return T[:3, :3] @ end + T[:3, 3]

    step = resolve(ROBOT, tool_jacobian(ROBOT, ABOVE_TARGET), np.array([-1e-5, 0, 0, 0, 0, 0]))
    way = place(ABOVE_TARGET + step) - place(ABOVE_TARGET)
    reach = float(ROBOT.capsules.radius[elbow]) + clearance + 0.05
    centre = place(ABOVE_TARGET) + reach * way / np.linalg.norm(way)
    ball = Capsule(name="ball", body="base", p0=centre, p1=centre, radius=0.05)
    return build_world("capsules", ROBOT, Scene(name="elbow", boxes=(), capsules=(ball,), bodies=()))


def test_a_tool_in_free_space_is_held_where_the_elbow_would_come_too_near():
    world = elbow_near_a_ball(REQUIRED_M + 0.001)
    assert world.witness(ABOVE_TARGET).pair[1] == "ball"
    bent, pair = given(world, -SPEED * X)
    assert pair[1] == "ball" and pair[0] in ("upper_arm", "elbow_forearm")
    slope = np.linalg.solve(tool_jacobian(ROBOT, ABOVE_TARGET).T, world.gradient(ABOVE_TARGET).dq)[:3]
    assert slope @ bent == pytest.approx(0.0, abs=1e-6) and slope @ (-SPEED * X) < -0.01
    assert given(world, SPEED * X)[0] == pytest.approx(SPEED * X)


def test_a_tool_that_turns_is_led_by_its_turn():
    world = Walls(below(REQUIRED_M))
    around = Surroundings(world, required_m=REQUIRED_M, from_m=FROM_M)
    turn = np.array([0.0, 0.0, 0.0, 0.0, 0.1, 0.0])
    arm = CoastingArm(ROBOT, ABOVE_TARGET, np.zeros(6), None)
    assert around.clear_twist(turn, arm).twist == pytest.approx(turn)  # about the tool's own place: no nearer
    world = elbow_near_a_ball(REQUIRED_M)
    slope = np.linalg.solve(tool_jacobian(ROBOT, ABOVE_TARGET).T, world.gradient(ABOVE_TARGET).dq)[3:]
    toward = np.array([0.0, 0.0, 0.0, *(-0.1 * slope / np.linalg.norm(slope))])
    bent = Surroundings(world, required_m=REQUIRED_M, from_m=FROM_M).clear_twist(toward, arm).twist
    assert np.linalg.norm(bent) < 0.01 and not bent[:3].any()


def test_a_base_that_floats_and_is_not_known_leaves_the_command_as_it_is():
    world = Walls(below(0.0))
    world.base = object()
    assert given(world, -SPEED * Z)[0] == pytest.approx(-SPEED * Z)


def test_a_wall_far_ahead_takes_nothing_while_another_one_is_near():
    corner = Walls(below(0.035), (START - 0.15 * Y, Y))
    assert given(corner, -0.03 * Y)[0] == pytest.approx(-0.03 * Y, abs=1e-6)


def test_the_pair_is_the_one_that_takes_most_not_the_nearest():
    corner = Walls(below(0.05), (START - 0.06 * Y, Y))
    bent, pair = given(corner, -0.03 * Y)
    assert np.linalg.norm(bent) < 0.029 and pair == ("tool", "wall_1")


@pytest.mark.parametrize(("mm_s", "keeps"), [(0.0, True), (5.0, True), (60.0, False), (-60.0, True)])
def test_a_set_point_may_not_take_more_than_a_share_of_what_is_left(mm_s, keeps):
    world = build_world("capsules", ROBOT, MODEL.scene)
    near = around_at(world, spare_m=0.02)
    down = resolve(ROBOT, tool_jacobian(ROBOT, ABOVE_TARGET), np.array([0, 0, -mm_s / 1000.0, 0, 0, 0]))
    state = JointState(tuple(ABOVE_TARGET + 0.25 * down), tuple(down), (0.0,) * 6)
    before = JointState(tuple(ABOVE_TARGET), tuple(down), (0.0,) * 6)
    breach = near.barrier_breach(before, state, period_s=0.25, T_world_base=None)
    assert (breach == "") is keeps
    assert keeps or (breach.startswith("clamped_barrier: ") and " mm would be left" in breach)


def around_at(world, spare_m):
    """Return surroundings with a requirement that leaves so much above the target."""
    left = world.clearance(ABOVE_TARGET).distance - spare_m
    return Surroundings(world, required_m=left, from_m=FROM_M)
