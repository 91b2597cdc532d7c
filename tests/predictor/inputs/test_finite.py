"""What is no finite number is refused at every public door of the library, in one line, by a ValueError."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS
from predictor.geometry.scenes.scene_file import read_scene
from predictor.inputs.finite import NotFiniteError
from predictor.model import plain_poses
from predictor.model.base.floating_base import (
    base_poses,
    base_twist_map,
    carried,
    floating_base,
    generalised_jacobian,
    mass_centre,
)
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import joint_values, link_poses, tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.queries.workcell import open_workcell
from predictor.rays.scene_shapes import frame_poses
from tests.balls import ROW, build_any
from tests.free_floating import smooth

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "free_target.toml")
HOME, PLACE, RAY = np.array(ROBOT.home_q), np.eye(4), np.array([[0.0, 0.0, 1.0]])
MOVES = smooth(HOME, HOME + 0.05, duration_s=0.25, period_s=0.25)
FRAMES = frame_poses(ROBOT, HOME)
BASE = floating_base(ROBOT, SCENE.bodies)
CELL = open_workcell(ROBOT, SCENE)
CASTER = CELL.caster()
NONE = (np.nan, np.inf, -np.inf)


def world(method):
    return build_any(method, ROBOT, SCENE)


def rows(call):
    """A door for poses, asked with two of which one has the value."""
    return lambda q: call(np.array([HOME, q]))


# Each door with what it takes: one number of that is then none.
ARM = {
    "tool_pose": lambda q: tool_pose(ROBOT, q),
    "tool_jacobian": lambda q: tool_jacobian(ROBOT, q),
    "tool_jacobian_rate": lambda q: tool_jacobian_rate(ROBOT, q, HOME),
    "tool_jacobian_rate qd": lambda qd: tool_jacobian_rate(ROBOT, HOME, qd),
    "link_poses": lambda q: link_poses(ROBOT, q),
    "joint_values": lambda q: joint_values(ROBOT, q),
    "plain link_poses": lambda q: plain_poses.link_poses(ROBOT, q),
    "plain tool_pose": lambda q: plain_poses.tool_pose(ROBOT, q),
    "frame_poses": lambda q: frame_poses(ROBOT, q),
    "base_twist_map": lambda q: base_twist_map(BASE, q),
    "generalised_jacobian": lambda q: generalised_jacobian(BASE, q),
    "mass_centre": lambda q: mass_centre(BASE, q),
    "carried": lambda q: carried(BASE, q, HOME, T_world_base=PLACE),
    "cell clearance": CELL.clearance,
    "cell clearances": CELL.clearances,
    "cell witness": CELL.witness,
    "cell gradient": CELL.gradient,
    "cell is_hit": CELL.is_hit,
    "cell batch": rows(CELL.batch),
    "cell hits": rows(CELL.hits),
    "cell sweep": rows(CELL.sweep),
    "cell surely": lambda q: CELL.surely(q, 0.01 * np.ones(ROBOT.n)),
    "cell frames": CELL.frames,
}
OF_POSES = {
    name: (lambda world, q, name=name: getattr(world, name)(q))
    for name in ("clearance", "clearances", "witness", "gradient", "is_hit")
} | {
    "batch": lambda world, q: world.batch(np.array([HOME, q])),
    "batch of many": lambda world, q: world.batch(np.array([*[HOME] * 40, q])),
    "hits": lambda world, q: world.hits(np.array([HOME, q])),
}
ELSE = {
    "frame_poses T_world_base": (lambda T: frame_poses(ROBOT, HOME, T), PLACE),
    "base_poses T_world_base": (lambda T: base_poses(BASE, MOVES, T, period_s=0.25), PLACE),
    "base_poses motion": (lambda moves: base_poses(BASE, moves, PLACE, period_s=0.25), MOVES),
    "carried T_world_base": (lambda T: carried(BASE, HOME, HOME, T_world_base=T), PLACE),
    "first_hits directions": (lambda d: CASTER.first_hits(np.zeros(3), d, T=FRAMES), RAY),
    "first_hits origins": (lambda o: CASTER.first_hits(o, RAY, T=FRAMES), np.zeros(3)),
    "first_hits T": (lambda T: CASTER.first_hits(np.zeros(3), RAY, T=T), FRAMES),
    "are_blocked directions": (lambda d: CASTER.are_blocked(np.zeros(3), d, T=FRAMES), RAY),
    "are_blocked T": (lambda T: CASTER.are_blocked(np.zeros(3), RAY, T=T), FRAMES),
    "segment": (lambda a: CASTER.segment(a, np.ones(3), T=FRAMES), np.zeros(3)),
    "segment T": (lambda T: CASTER.segment(np.zeros(3), np.ones(3), T=T), FRAMES),
    "cell surely dq": (lambda dq: CELL.surely(HOME, dq), 0.01 * np.ones(ROBOT.n)),
    "sweep times": (lambda t: CELL.sweep([HOME, HOME + 0.1], t), np.array([0.0, 1.0])),
}


def refused(call, numbers, number):
    """Each of the numbers in its turn, and what is told of the first."""
    texts = []
    for place in np.ndindex(numbers.shape):
        wrong = numbers.copy()
        wrong[place] = number
        with pytest.raises(ValueError) as told:
            call(wrong)
        texts.append(str(told.value))
    assert all("\n" not in text and ("finite" in text or "time" in text) for text in texts), texts
    return texts


@pytest.mark.parametrize("number", NONE)
@pytest.mark.parametrize("door", ARM)
def test_no_joint_value_that_is_none_is_taken(door, number):
    ARM[door](HOME)
    refused(ARM[door], HOME, number)


@pytest.mark.parametrize("number", NONE)
@pytest.mark.parametrize("method", [*METHODS, *ROW])
def test_no_world_answers_of_a_pose_that_is_none(method, number):
    own = world(method)
    for ask in OF_POSES.values():
        refused(lambda q, ask=ask: ask(own, q), HOME, number)


@pytest.mark.parametrize("method", [*METHODS, *ROW])
def test_no_world_answers_where_a_joint_that_carries_no_volume_is_none(method):
    own, kept = ROBOT.capsules, slice(int((ROBOT.capsules.frame < ROBOT.capsules.frame.max()).sum()))
    columns = {each.name: getattr(own, each.name)[kept] for each in fields(own)}
    pairs = ROBOT.self_pairs[(ROBOT.self_pairs < kept.stop).all(axis=1)]
    bare = build_any(method, replace(ROBOT, capsules=replace(own, **columns), self_pairs=pairs), SCENE)
    wrong = [*HOME[:-1], np.nan]
    for name in ("clearance", "clearances", "witness", "gradient", "is_hit"):
        with pytest.raises(NotFiniteError):
            getattr(bare, name)(wrong)


@pytest.mark.parametrize("method", [*METHODS, *ROW])
def test_no_world_takes_a_base_a_motion_or_a_distance_that_is_none(method):
    own = world(method)
    assert own.base is not None
    for ask in OF_POSES:
        if "batch" not in ask and ask != "hits":
            refused(lambda T, ask=ask: getattr(own, ask)(HOME, T), PLACE[:3], np.nan)
    refused(lambda T: own.batch(np.array([HOME]), T), PLACE[:3], np.nan)
    follow = {"required_m": 0.03, "period_s": 0.25}
    refused(lambda moves: own.sweep(moves, **follow), MOVES, np.nan)
    refused(lambda T: own.sweep(MOVES, **follow, T_world_base=T), PLACE[:3], np.nan)
    for ask in (own.is_hit, lambda q, **within: own.hits(np.array([q]), **within)):
        with pytest.raises(NotFiniteError, match="within_m is nan"):
            ask(HOME, within_m=np.nan)


@pytest.mark.parametrize("door", ELSE)
def test_nothing_else_that_is_none_is_taken(door):
    call, numbers = ELSE[door]
    call(numbers)
    for number in NONE:
        refused(call, numbers, number)


def test_the_value_that_is_none_is_named_with_its_place():
    wrong = (*ROBOT.home_q[:2], np.nan, *ROBOT.home_q[3:])
    with pytest.raises(NotFiniteError, match=r"joint value at \[2\] is nan; it must be a finite number"):
        tool_pose(ROBOT, wrong)
