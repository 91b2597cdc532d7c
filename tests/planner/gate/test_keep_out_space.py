"""The gate's own look at what stands in space while the base floats: no more than a verdict, not blind."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from planner.gate.own_look.keep_out import KeepOut
from planner.gate.set_points.policy import Candidate, outside_bodies
from predictor.collision.method import build_world
from predictor.geometry.shapes import SPACE, Capsule, SceneBody
from predictor.model.base.floating_base import base_poses, carried, floating_base
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose
from predictor.motion.stop import rest
from predictor.run_model import read_new_model
from predictor.verdict.judge import judge
from telemetry.messages.queue import HoldNotice
from tests.free_floating import ROBOT, smooth
from tests.mesh_scene import write_scene
from tests.nominal_run import ROBOT as ROBOT_FILE
from tests.planner.gate.gate_bench import Bench, joint_1_move, settings
from tests.planner.gate.own_look.test_keep_out import cluttered, turned

BASE_M = 0.03
FLOATING = floating_base(ROBOT)
LAMP = """
[[body]]
name = "beacon"
carrier = "space"

[[sphere]]
name = "lamp"
body = "beacon"
centre = [{}, {}, 1.21]
radius = 0.15
"""
IN_THE_WAY = LAMP.format(1.13, 0.35)  # of the hand, which comes by after 0.3 of the 0.6 rad of the move
BESIDE = LAMP.format(0.35, -1.13)  # there if the base is turned by -1.57 rad
NOT_TURNED, TURNED = (1.0, 0.0, 0.0, 0.0), (0.5**0.5, 0.0, 0.0, -(0.5**0.5))


def afloat(scene):
    """The same scene with all of it standing in space."""
    zero = np.zeros(3)
    body = SceneBody(name="base", mass=0.0, com=zero, inertia=np.zeros((3, 3)), carrier=SPACE)
    return replace(scene, bodies=(body,))


def after_a_way(rng, keep_out):
    """Return a pose, where the gate takes the base to be there, and where it is, off by less than allowed."""
    R, p = turned(rng), rng.uniform(-0.5, 0.5, 3)
    begin = rng.uniform(np.maximum(ROBOT.limits.q_min, -np.pi), np.minimum(ROBOT.limits.q_max, np.pi))
    motion = smooth(begin, begin + rng.uniform(-0.4, 0.4, 6), duration_s=2.0, period_s=0.25)
    seen = pose(R, p)
    there = base_poses(FLOATING, motion[:-1], seen, period_s=0.25)[-1]
    way = [tuple(q) for q in motion[:, :, 0].tolist()]
    taken = keep_out.base.along(tuple(map(tuple, seen[:3].tolist())), way)
    off = rng.normal(size=3)
    there[:3, 3] += BASE_M * off / np.linalg.norm(off)
    return way[-1], taken, there


def cases(seed, count=120):
    """Return the world of a random scene, and poses that the gate refuses: q, and where the base is."""
    rng = np.random.default_rng(seed)
    scene = afloat(cluttered(rng, 12))
    keep_out = KeepOut(ROBOT, scene, base_m=BASE_M)
    poses = [after_a_way(rng, keep_out) for _ in range(count)]
    refused = [(q, there) for q, taken, there in poses if keep_out.intrusion(q, taken)]
    return build_world("capsules", ROBOT, scene), refused


@pytest.mark.parametrize("seed", range(4))
def test_what_the_gate_refuses_in_space_touches_where_the_base_really_is(seed):
    world, refused = cases(seed)
    assert len(refused) > 3
    for q, T_base in refused:
        assert world.clearance(q, T_base).distance <= 0.0
    q, T_base = refused[0]
    assert not judge(world, rest(q), rest(q), required_m=0.0, period_s=0.25, T_world_base=T_base).ok


def test_without_a_base_that_floats_past_something_nobody_asks_where_it_is():
    scene = cluttered(np.random.default_rng(0), 6)
    assert KeepOut(ROBOT, scene).base is None
    assert KeepOut(replace(ROBOT, platform=None), afloat(scene)).base is None
    assert KeepOut(ROBOT, afloat(scene)).base is not None


def lamp_at_the_tool(q, T_base):
    """The gate's look at bodies, where only a small lamp stands in space: at the tool of this very arm."""
    p = (T_base @ tool_pose(ROBOT, q))[:3, 3]
    lamp = Capsule(name="lamp", body="base", p0=p, p1=p, radius=0.05)
    scene = replace(cluttered(np.random.default_rng(0), 0), capsules=(lamp,))
    return outside_bodies(KeepOut(ROBOT, afloat(scene)))


def turned_by(*steps):
    """Poses from home, each a step of one joint away from the one before."""
    return [tuple(q) for q in np.cumsum([ROBOT.home_q, *steps], axis=0).tolist()]


def led(q, rest_q, underway=()):
    seen = SimpleNamespace(q=ROBOT.home_q, p_world_base=(0.0, 0.0, 0.0), quat_world_base=NOT_TURNED)
    return Candidate(rest(ROBOT.home_q), rest(q), [rest(rest_q)], seen, underway)


def place(way):
    """Where the base is once the arm has gone from pose to pose."""
    T = np.eye(4)
    for begin, end in pairwise(way):
        T = carried(FLOATING, begin, end, T_world_base=T)
    return T


def test_the_gates_look_carries_the_base_along_all_that_is_under_way():
    first, second = np.eye(6)[:2]
    way = turned_by(*[first, second, -first, -second] * 3)
    there = place(way)
    step = led(way[-1], way[-1], underway=way[1:])
    for T_base, is_met in ((there, True), (np.eye(4), False)):
        assert (lamp_at_the_tool(way[-1], T_base)(step) is not None) is is_met


def test_the_gates_look_carries_the_base_along_the_stop():
    way = turned_by(1.5 * np.eye(6)[0])
    step, there = led(way[0], way[1]), place(way)
    for T_base, is_met in ((there, True), (np.eye(4), False)):
        assert (lamp_at_the_tool(way[1], T_base)(step) is not None) is is_met


def flown(folder, more, quat_world_base):
    """Return the bench after a move of joint 1 by 0.6 rad, its base reported so, and all verdicts ok."""
    scene = write_scene(folder, more)
    run = msgspec.structs.replace(
        settings(), scene_file=str(scene), model_digests=read_new_model(ROBOT_FILE, scene).digests
    )
    bench = Bench(run=run)
    told = bench.telemetry
    bench.telemetry = lambda **changes: told(quat_world_base=quat_world_base, **changes)
    bench.resumed().with_plan(joint_1_move(periods=40, angle=0.6)).arm_plan()
    bench.run(12.0)
    return bench


@pytest.mark.parametrize(
    ("more", "quat"), [(IN_THE_WAY, NOT_TURNED), (BESIDE, TURNED)], ids=["still", "turned"]
)
def test_what_floats_in_the_way_holds_the_arm_whatever_the_predictor_says(tmp_path, more, quat):
    bench = flown(tmp_path, more, quat)
    notice = bench.last(HoldNotice)
    assert notice.reason == "keep_out" and "hand in lamp" in notice.detail
    assert 0.02 < max(point.q[0] for point in bench.motions()) < 0.3


@pytest.mark.parametrize(
    ("more", "quat"), [(IN_THE_WAY, TURNED), (BESIDE, NOT_TURNED)], ids=["turned", "still"]
)
def test_what_floats_elsewhere_than_the_base_has_turned_to_is_in_nobodys_way(tmp_path, more, quat):
    assert flown(tmp_path, more, quat).motions("motion")[-1].q[0] == pytest.approx(0.6)
