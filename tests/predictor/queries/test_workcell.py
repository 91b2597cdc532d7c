"""The door of questions: what it answers is the method's, less the margin; what is no question is refused."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS
from predictor.geometry.primitive_meshes import box
from predictor.geometry.shapes import Box, Capsule, MeshShape, Scene
from predictor.queries.workcell import Workcell, open_workcell
from telemetry.files.settings import FileError
from tests.trees import X, Z, arm, at, joint

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT, SCENE = SCENARIOS / "robots" / "shiyan7_like.toml", SCENARIOS / "scenes" / "adjacent_target.toml"
CELL = open_workcell(ROBOT, SCENE)
NEAR = np.radians([0.0, -125.0, -110.0, 0.0, -40.0, 0.0])
ROUNDING, BALL_OF_FACETS = 1e-12, 3e-3  # [m]
POINT = np.zeros(3)


def slide(scene_shapes=()):
    """A rod of radius 0.05 m across a slide along x, from 0 to 0.4 m in z, and what stands there."""
    robot = arm(joint("lift", axis=X, kind="prismatic"), joint("turn", 0, axis=Z), tip=(0.0, 0.0, 0.4))
    robot, capsules = replace(robot, self_pairs=np.empty((0, 2), np.int64)), tuple(scene_shapes)
    scene = Scene(name="wall", boxes=(), capsules=capsules, bodies=(), mounts=(("part_0", "post"),))
    return open_workcell(robot, scene)


def post(x):
    return Capsule(
        name="post", body="base", p0=np.array([x, 0.0, 0.0]), p1=np.array([x, 0.0, 1.0]), radius=0.1
    )


@pytest.mark.parametrize("method", METHODS)
def test_answers_are_those_of_the_method_less_the_margin(method):
    cell, wide = (open_workcell(ROBOT, SCENE, method=method, margin_m=margin) for margin in (0.0, 0.02))
    poses = NEAR + 0.1 * np.random.default_rng(1).normal(size=(20, 6))
    plain, less = cell.batch(poses), wide.batch(poses)
    np.testing.assert_allclose(plain.distance - 0.02, less.distance, atol=ROUNDING)
    assert plain.pair.tolist() == less.pair.tolist()
    for q, distance in zip(poses, plain.distance, strict=True):
        assert cell.clearance(q) == cell.world.clearance(q)
        assert wide.clearance(q).distance == pytest.approx(distance - 0.02, abs=ROUNDING)
        assert wide.clearances(q).least.distance == pytest.approx(distance - 0.02, abs=ROUNDING)
        assert wide.witness(q).distance == pytest.approx(distance, abs=ROUNDING)
    assert wide.hits(poses, within_m=0.1).tolist() == (less.distance <= 0.1).tolist()
    assert [wide.is_hit(q, within_m=0.1) for q in poses] == (less.distance <= 0.1).tolist()


def test_a_motion_tells_the_instant_at_which_it_becomes_unsafe():
    cell = slide([post(0.35)])
    gap_m = 0.35 - 0.1 - 0.05
    swept = cell.sweep([[0.0, 0.0], [0.1, 1.0], [0.3, 1.0]], [5.0, 6.0, 16.0], required_m=0.05)
    meets_s = 6.0 + 10.0 * (gap_m - 0.05 - 0.1) / 0.2
    assert meets_s - 0.01 < swept.below_s <= meets_s
    assert swept.clearance == pytest.approx(gap_m - 0.3, abs=1e-3)
    assert "post" in swept.pair
    assert cell.sweep([[0.0, 0.0], [0.1, 1.0]], required_m=0.05).below_s is None


def test_a_motion_is_refused_needlessly_within_a_tenth_of_a_millimetre_alone():
    cell = slide([post(0.35)])
    way = [[-0.4, 0.0], [0.1, 0.0], [0.0, 0.0]]  # comes as near as 0.1 m
    assert cell.sweep(way, required_m=0.1 - 1.1e-4).below_s is None
    assert cell.sweep(way, required_m=0.1 + 1e-6).below_s is not None


def test_a_margin_counts_in_a_motion_as_in_its_poses():
    wide = open_workcell(ROBOT, SCENE, margin_m=0.03)
    low = NEAR - [0.0, 0.2, 0.0, 0.0, 0.0, 0.0]
    assert wide.sweep([NEAR, low]).below_s == CELL.sweep([NEAR, low], required_m=0.03).below_s > 0.0


@pytest.mark.parametrize(
    "rod",
    [
        Capsule(name="rod", body="", p0=POINT, p1=np.array([0.2, 0.0, 0.0]), radius=0.03),
        Box(name="rod", body="", T_base_box=at(0.1, 0.0, 0.0), half=np.array([0.1, 0.03, 0.03])),
    ],
    ids=["capsule", "box"],
)
def test_what_the_tool_holds_is_kept_clear_too(rod):
    held = open_workcell(ROBOT, SCENE, load=rod)
    assert "rod" in held.robot.capsules.names
    assert ("rod", "target_handrail") in [*held.pair_names]
    assert held.clearance(NEAR).distance < CELL.clearance(NEAR).distance


def test_a_mesh_file_is_held_as_the_box_that_it_is(tmp_path):
    mesh = box((0.2, 0.06, 0.06))
    file = tmp_path / "rod.obj"
    corners = [f"v {x} {y} {z}" for x, y, z in mesh.vertices]
    file.write_text("\n".join([*corners, *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces)]))
    block = Box(name="rod", body="", T_base_box=np.eye(4), half=np.array([0.1, 0.03, 0.03]))
    shape = MeshShape(name="rod", body="", mesh=mesh, pieces=(mesh,))
    by_file, by_mesh, by_box = (open_workcell(ROBOT, SCENE, load=load) for load in (str(file), shape, block))
    assert by_file.clearance(NEAR) == by_mesh.clearance(NEAR)
    assert by_file.clearance(NEAR).distance == pytest.approx(by_box.clearance(NEAR).distance, abs=1e-3)


def test_without_a_scene_the_arm_is_asked_about_itself():
    alone = open_workcell(ROBOT)
    found = alone.clearances(NEAR)
    assert found.scene is None
    assert found.itself == CELL.clearances(NEAR).itself


def test_rays_meet_the_arm_where_it_is_and_the_scene_alone_if_told():
    T, down = CELL.frames(NEAR), ([1.0, 0.0, 1.0], [1.0, 0.0, -1.0])
    p_base_hand = T[6, :3, 3]
    hits = CELL.caster().first_hits(np.add(p_base_hand, [0.0, 0.0, 5.0]), [[0.0, 0.0, -1.0]], T=T)
    assert CELL.caster().names[hits.shape[0]] in CELL.robot.capsules.names
    (first, *_) = CELL.caster(with_arm=False).segment(*down)
    assert CELL.caster(with_arm=False).names[first.shape] == "target_bus"
    np.testing.assert_allclose(first.point, [1.0, 0.0, -0.12], atol=ROUNDING)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: open_workcell("nowhere.urdf"), "nowhere.urdf: cannot be read"),
        (lambda: open_workcell("arm.sdf"), "must end in .toml, .urdf"),
        (lambda: open_workcell(ROBOT, "nowhere.toml"), "nowhere.toml: cannot be read"),
        (lambda: open_workcell(ROBOT, SCENE, load="nowhere.obj"), "nowhere.obj: cannot be read"),
        (lambda: open_workcell(ROBOT, SCENE, method="capsuls"), "did you mean 'capsules'"),
        (lambda: open_workcell(ROBOT, SCENE, margin_m=-1.0), "margin_m is -1.0"),
        (lambda: CELL.clearance([0.0] * 5), r"shape \(5,\); shiyan7_like needs \(6,\)"),
        (lambda: CELL.clearance([math.nan] * 6), r"joint value at \[0\] is"),
        (lambda: CELL.witness([math.inf] * 6), r"joint value at \[0\] is"),
        (lambda: CELL.batch([[0.0] * 6, [math.nan] * 6]), r"joint value at \[1, 0\] is nan"),
        (lambda: CELL.batch([0.0] * 6), r"needs \(k, 6\)"),
        (lambda: CELL.clearances([math.nan] * 6), r"joint value at \[0\] is"),
        (lambda: CELL.gradient([math.nan] * 6), r"joint value at \[0\] is"),
        (lambda: CELL.frames([math.nan] * 6), r"joint value at \[0\] is nan"),
        (lambda: CELL.hits([[math.nan] * 6]), r"joint value at \[0, 0\] is nan"),
        (lambda: CELL.hits([NEAR], within_m=math.nan), "within_m is nan; it must be a number of metres"),
        (lambda: CELL.is_hit(NEAR, within_m=math.nan), "within_m is nan; it must be a number of metres"),
        (lambda: CELL.sweep([NEAR, NEAR], required_m=math.nan), "required_m is nan; it must be a number"),
        (lambda: CELL.sweep([NEAR, [math.nan] * 6]), r"joint value at \[1, 0\] is nan"),
        (lambda: CELL.surely([math.nan] * 6, [0.1] * 6), r"joint value at \[0\] is nan"),
        (lambda: CELL.surely(NEAR, [math.nan] * 6), r"joint value at \[0\] is nan"),
        (
            lambda: CELL.caster().first_hits([0.0] * 3, [[0.0, 0.0, 1.0]], farthest=math.nan),
            "farthest is not",
        ),
        (lambda: CELL.caster().segment([math.nan] * 3, [1.0] * 3), "ends must be finite"),
        (lambda: open_workcell(ROBOT, SCENE, margin_m=math.nan), "margin_m is nan"),
        (lambda: CELL.sweep([NEAR]), "1 poses make no motion"),
        (lambda: CELL.sweep([NEAR, NEAR], [1.0, 1.0]), "times must grow"),
        (lambda: CELL.sweep([NEAR, NEAR], [1.0]), r"times have shape \(1,\); \(2,\) is right"),
        (lambda: CELL.sweep([NEAR, NEAR], [0.0, math.nan]), r"time at \[1\] is nan"),
        (lambda: CELL.sweep([NEAR, NEAR + 1e6]), "ask for a part"),
        (
            lambda: slide([post(0.35)]).sweep([[0.0, 0.0], [0.6, 0.0]]),
            "lift is 0.6 m in pose 1; .* -0.5 .. 0.5",
        ),
        (lambda: CELL.surely(NEAR, [0.1]), r"shapes \(6,\), \(1,\); \(6,\) is right"),
        (lambda: CELL.surely(NEAR, [-0.1] * 6), "no dq below 0"),
        (lambda: CELL.surely(NEAR, [0.1] * 6, looks=0), "looks is 0"),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(ask, told):
    with pytest.raises(ValueError, match=told) as refused:
        ask()
    assert "\n" not in str(refused.value)


def test_an_arm_without_shapes_cannot_be_asked(tmp_path):
    pytest.importorskip("yourdfpy")
    bare = tmp_path / "bare.urdf"
    bare.write_text(URDF.format(shape="", limit='<limit lower="-1" upper="1" velocity="1" effort="1"/>'))
    with pytest.raises(FileError, match="no shape that could touch anything"):
        open_workcell(bare)


URDF = """<robot name="crane">
<link name="foot"/>
<link name="beam">{shape}</link>
<link name="hook">{shape}</link>
<joint name="slew" type="continuous"><parent link="foot"/><child link="beam"/><axis xyz="0 0 1"/></joint>
<joint name="hoist" type="prismatic"><parent link="beam"/><child link="hook"/><axis xyz="1 0 0"/>
{limit}</joint>
</robot>"""
BALL = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
BOTH_ENDS = '<limit lower="0.3" upper="1" velocity="1" effort="1"/>'


def crane(tmp_path, limit):
    file = tmp_path / "crane.urdf"
    file.write_text(URDF.format(shape=BALL, limit=limit))
    ball = Capsule(
        name="stop", body="base", p0=np.array([1.2, 0.0, 0.0]), p1=np.array([1.2, 0.0, 0.0]), radius=0.1
    )
    return open_workcell(file, Scene(name="yard", boxes=(), capsules=(ball,), bodies=()))


def test_a_urdf_is_asked_with_the_limits_that_it_states_and_no_others(tmp_path):
    pytest.importorskip("yourdfpy")
    cell = crane(tmp_path, BOTH_ENDS)
    assert cell.joints == ("slew", "hoist")
    assert cell.clearance([0.0, 0.8]) == (pytest.approx(0.2, abs=BALL_OF_FACETS), ("hook", "stop"))
    assert cell.robot.limits.qd_max == (pytest.approx(math.nan, nan_ok=True), 1.0)
    assert np.isnan([cell.robot.limits.qdd_max, cell.robot.limits.qddd_max]).all()
    assert cell.robot.limits.q_min == (-math.inf, 0.3)
    assert cell.sweep([[0.0, 0.5], [0.0, 0.9]], required_m=0.2).below_s == pytest.approx(
        0.75, abs=2.0 * BALL_OF_FACETS
    )


def test_a_slide_whose_ends_nobody_stated_is_refused(tmp_path):
    pytest.importorskip("yourdfpy")
    with pytest.raises(FileError, match="joint 'hoist': slides without a stated end"):
        crane(tmp_path, "")


QUESTIONS = {  # each public one of a cell, asked with what is no number
    "batch", "caster", "clearance", "clearances", "frames", "gradient", "hits", "is_hit", "surely", "sweep",
    "witness",
}  # fmt: skip


def test_every_question_that_a_cell_takes_is_among_those_asked_without_a_number():
    assert {name for name, own in vars(Workcell).items() if callable(own) and name[0] != "_"} == QUESTIONS
