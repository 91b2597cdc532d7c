"""URDF files: what moves, what is merged, what is missing; the library's own kinematics as the oracle."""

import io
import math
import sys

import numpy as np
import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.joint_tree import BASE
from predictor.model.kinematics import tool_pose
from telemetry.files.settings import FileError
from tests.predictor.model.files.urdf_texts import ARM, TWO_ARMS

ONE_NANOMETRE = 1e-9


def described(text):
    """Describe a URDF that lies nowhere."""
    return describe_robot("arm.urdf", lambda path, **_: text.encode())


def oracle(content, tool, values):
    """Where yourdfpy sees a link, for joint values by name."""
    import yourdfpy

    urdf = yourdfpy.URDF.load(io.BytesIO(content), build_scene_graph=True, load_meshes=False)
    urdf.update_cfg(values)
    return urdf.get_transform(tool)


def assert_as_the_oracle(robot, content):
    """Compare every tool at random joint values."""
    rng = np.random.default_rng(1)
    low, high = np.maximum(robot.limits.q_min, -3.0), np.minimum(robot.limits.q_max, 3.0)
    for q in rng.uniform(low, high, (5, robot.n)):
        values = dict(zip([joint.name for joint in robot.commanded], q, strict=True))
        for name in robot.tool_names:
            found = tool_pose(robot.with_tool(name), q)
            assert np.abs(found - oracle(content, name, values)).max() < ONE_NANOMETRE


def test_an_arm_of_every_kind_of_joint_stands_where_the_library_sees_it():
    robot = described(ARM).robot
    assert [joint.name for joint in robot.joints] == ["lift", "wheel", "left", "right"]
    assert [joint.parent for joint in robot.joints] == [BASE, 0, 1, 1]
    assert [joint.kind for joint in robot.joints] == ["prismatic", "revolute", "revolute", "revolute"]
    assert (robot.limits.q_min[1], robot.limits.q_max[1]) == (-math.inf, math.inf)
    assert_as_the_oracle(robot, ARM.encode())


def test_an_axis_of_any_length_is_a_direction():
    longer = described(ARM.replace('axis xyz="0 0 1"', 'axis xyz="0 0 2"', 1)).robot
    np.testing.assert_allclose(longer.joints[0].axis, [0.0, 0.0, 1.0])


def test_a_joint_that_mimics_another_follows_it():
    robot = described(ARM).robot
    assert robot.n == 3
    assert robot.joints[3].law.driver == "left"
    assert robot.joints[3].law.at(0.4).value == pytest.approx(0.05)


def test_two_arms_stand_on_one_base_with_a_tool_each():
    robot = described(TWO_ARMS).robot
    assert robot.tool_names == ("left_6", "right_5")
    assert (robot.n, [joint.parent for joint in robot.joints].count(BASE)) == (11, 2)
    assert_as_the_oracle(robot, TWO_ARMS.encode())


def test_limits_that_the_format_has_no_place_for_are_named():
    description = described(ARM)
    assert description.missing[:2] == ("home_deg", "home_m")
    assert [key for key in description.missing if key.startswith("lift.")] == [
        "lift.acceleration_max_m",
        "lift.jerk_max_m",
    ]
    with pytest.raises(FileError, match=r"acceleration_max_m.*`farhand robot import arm\.urdf`"):
        read_robot("arm.urdf", lambda path, **_: ARM.encode())


def test_a_missing_limit_is_named_and_not_guessed():
    description = described(ARM.replace('lower="-1" upper="2" velocity="0.5"', 'upper="2"', 1))
    assert {"lift.q_min_m", "lift.speed_max_m"} <= set(description.missing)
    assert "lift.q_max_m" not in description.missing


def test_bodies_that_are_joined_rigidly_are_one():
    robot = described(ARM).robot
    wheel = robot.links[1]
    assert (wheel.name, wheel.mass) == ("wheel", 4.0)
    np.testing.assert_allclose(wheel.com, [0.0, 0.05, 0.2])
    turned = np.diag([0.1, 0.1, 0.05])  # about z, which changes nothing here
    apart = 2.0 * 2.0 * np.diag([0.05**2 + 0.1**2, 0.1**2, 0.05**2])
    apart[1, 2] = apart[2, 1] = -2.0 * 2.0 * 0.05 * 0.1
    np.testing.assert_allclose(wheel.inertia, 2.0 * turned + apart, atol=1e-15)


def test_a_base_is_bolted_to_the_ground_whatever_its_mass():
    assert (described(ARM).robot.platform, described(ARM).base_body.mass) == (None, 2.0)
    base, rest = ARM.split('<link name="mast">')
    description = described(base[: base.index("<inertial>")] + '</link><link name="mast">' + rest)
    assert (description.robot.platform, description.base_body) == (None, None)


def test_a_link_without_mass_is_named():
    text = ARM.replace('<link name="left">', '<link name="left"></link><link name="other">', 1)
    text = text.replace(
        "</robot>", "<joint name='o' type='fixed'><parent link='base'/><child link='other'/></joint></robot>"
    )
    assert {"left.mass", "left.com", "left.inertia"} <= set(described(text).missing)


def test_what_is_drawn_without_a_collision_shape_counts_as_one_and_is_doubted():
    text = ARM.replace("collision>", "visual>")
    description = described(text)
    assert [(part.is_seen, len(part.pieces)) for part in description.robot.parts] == [(True, 1), (True, 1)]
    assert [doubt.what for doubt in description.doubts if "no collision shape" in doubt.why] == [
        "base",
        "plate",
    ]


def test_a_shape_that_is_seen_and_touched_is_one_body():
    box = "<geometry><box size='1 1 1'/></geometry>"
    ball = "<geometry><sphere radius='1'/></geometry>"
    both = f"<visual>{box}</visual><visual>{ball}</visual><collision>{box}</collision>"
    text = ARM.replace('<link name="tip">', f'<link name="tip">{both}', 1)
    parts = [part for part in described(text).robot.parts if part.name.startswith("tip")]
    assert [(part.name, part.is_seen, len(part.pieces)) for part in parts] == [
        ("tip", True, 1),
        ("tip as seen", True, 0),
    ]


def test_a_shape_stands_where_its_link_and_its_origin_put_it():
    box = '<collision><origin xyz="0 0 0.1"/><geometry><box size="0.1 0.2 0.3"/></geometry></collision>'
    text = ARM.replace('<link name="tip">', f'<link name="tip">{box}', 1)
    (part,) = [part for part in described(text).robot.parts if part.name == "tip"]
    np.testing.assert_allclose(part.mesh.vertices.mean(axis=0), [0.0, 0.1, 0.6], atol=1e-12)
    assert part.frame == 2


def test_a_joint_that_is_driven_beyond_its_own_limits_is_doubted():
    assert not described(ARM).doubts
    (doubt,) = described(ARM.replace('multiplier="-0.5"', 'multiplier="-2"')).doubts
    assert doubt.what == "right"
    assert doubt.why == "'left' drives it to -3.75 .. 2.25, beyond its own limits -1 .. 2"


def test_without_its_library_a_urdf_is_refused_with_the_cure(monkeypatch):
    monkeypatch.setitem(sys.modules, "yourdfpy", None)
    with pytest.raises(FileError, match=r"yourdfpy: is not installed.*pip install '\.\[robots\]'"):
        described(ARM)


def test_a_solid_that_is_drawn_where_nothing_collides_counts_as_touched_and_is_doubted():
    rod = '<visual><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="1"/></geometry></visual>'
    description = described(ARM.replace('<link name="plate">', f'<link name="plate">{rod}'))
    names = {part.name: len(part.pieces) for part in description.robot.parts}
    assert names == {"base": 1, "plate": 1, "plate 2": 1}
    assert [(doubt.what, doubt.why) for doubt in description.doubts] == [
        ("plate", "has a solid that is only drawn")
    ]
