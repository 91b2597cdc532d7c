"""URDF files of other tools: what nobody reads is skipped and told, and what was likely meant is doubted."""

import pytest

from predictor.model.files.robot_file import describe_robot
from tests.predictor.model.files.urdf_texts import ARM, BOX

END = "</robot>"
CAPSULE = '<collision><geometry><capsule radius="0.05" length="0.3"/></geometry></collision>'
BALL = '<collision><geometry><sphere radius="{}"/></geometry></collision>'
CHECKING = (
    '<self_collision_checking><origin xyz="0 0 0"/><geometry><capsule radius="0.1" length="0.2"/></geometry>'
    "</self_collision_checking>"
)
SENSOR = '<sensor name="a"><link name="x"/><origin xyz="a b"/></sensor>'
PROPERTIES = '<joint_properties damping="x"/>'
ROWS = [
    ("a block of another tool", END, SENSOR + END, "<sensor>"),
    ("a block that sounds like one of ours", END, PROPERTIES + END, "<joint_properties>"),
    ("a block of a link", BOX, CHECKING + BOX, "<self_collision_checking>"),
    ("a prefix nobody declares", END, "<drake:block a='1'><drake:b/></drake:block>" + END, "<drake:block>"),
    ("a prefix in a joint", "<axis", "<ns0:gear ratio='2'/><axis", "<ns0:gear>"),
    ("a shape of another tool", BOX, BOX + BOX.replace("box", "drake:ellipsoid"), "<drake:ellipsoid>"),
    ("a ball of nothing", BOX, BOX + BALL.format("0"), "base"),
    ("a near miss", BOX, BOX + BOX.replace("collision", "colision"), "line 3: link 'base'"),
]  # fmt: skip


def described(text):
    return describe_robot("arm.urdf", lambda path, **_: text.encode())


def doubts(text):
    return {doubt.what: doubt.why for doubt in described(text).doubts}


@pytest.mark.parametrize(("name", "old", "new", "what"), ROWS, ids=[row[0] for row in ROWS])
def test_what_is_not_read_is_skipped_and_told(name, old, new, what):
    text = ARM.replace(old, new, 1)
    assert what in doubts(text) and what not in doubts(ARM)
    assert described(text).table.mesh == described(ARM).table.mesh


def test_what_was_likely_meant_is_named():
    told = doubts(ARM.replace(BOX, BOX + BOX.replace("collision", "colision"), 1))
    assert told["line 3: link 'base'"] == "holds <colision>, which is not read; did you mean 'collision'?"


def test_a_shape_of_radius_zero_tells_why_it_is_left_out():
    told = doubts(ARM.replace(BOX, BOX + BALL.format("0.0"), 1))
    assert told["base"] == "has a collision that is left out: it is a sphere of radius 0"


def test_a_block_that_many_files_have_is_not_told():
    assert doubts(ARM.replace(END, "<gazebo><drake:a/></gazebo><transmission/>" + END)) == doubts(ARM)


def test_a_joint_that_is_fixed_needs_no_axis():
    was = '<child link="plate"/><origin xyz="0 0.1 0.2" rpy="0 0 1.0"/><axis xyz="0 0 1"/>'
    assert was in ARM
    fixed = described(ARM.replace(was, was.replace("0 0 1", "0 0 0"))).robot
    assert [joint.name for joint in fixed.joints] == [joint.name for joint in described(ARM).robot.joints]


def test_a_capsule_is_a_body_as_long_as_its_straight_part_and_both_ends():
    (base, *_) = described(ARM.replace(BOX, CAPSULE + BOX, 1)).robot.parts
    low, high = base.mesh.vertices.min(axis=0), base.mesh.vertices.max(axis=0)
    assert (base.frame, len(base.pieces)) == (0, 1)
    assert (high - low)[2] == pytest.approx(0.4, rel=0.01)
    assert (high - low)[:2] == pytest.approx(0.1, rel=0.04)
