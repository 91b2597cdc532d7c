"""Tables of moves: what each asks of the planner, and what keys that do not belong together are told."""

import math

import msgspec
import pytest

from predictor.model.spatial import quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.plan.move_table import MoveTable

POINTS = {"through_m": [1.0, 0.0, 0.0], "to_m": [1.0, 1.0, 0.0]}
ABOUT = {"centre_m": [1.0, 0.0, 0.0], "axis": [0.0, 0.0, 1.0], "angle_deg": 90.0}
ORBIT = {"target_m": [1.0, 0.0, 0.0], "axis": [0.0, 0.0, 1.0], "angle_deg": -90.0}
LINE = {"to_m": [1.0, 0.0, 0.5]}


def table(**keys):
    return msgspec.convert(keys, MoveTable)


def test_an_arc_about_an_axis_is_asked_for_in_radians():
    move = table(arc=ABOUT | {"turns": True}, frame="target").move()
    assert (move.kind, move.centre, move.axis, move.turns) == ("arc", (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), True)
    assert move.angle == pytest.approx(math.pi / 2)
    assert move.frame == "target"


def test_an_arc_through_a_point_ends_at_another_one():
    move = table(arc=POINTS, blend_m=0.02).move()
    assert (move.through, move.p_base_tool, move.blend) == ((1.0, 0.0, 0.0), (1.0, 1.0, 0.0), 0.02)


def test_a_place_is_asked_for_with_its_attitude_and_frame():
    move = table(place_m=[1.0, 0.0, 0.5], euler_zyx_deg=[0.0, 0.0, 180.0], frame="target").move()
    assert (move.kind, move.p_base_tool, move.frame) == ("place", (1.0, 0.0, 0.5), "target")
    assert move.quat_base_tool == pytest.approx((0.0, 1.0, 0.0, 0.0))


def test_an_orbit_turns_about_its_target():
    move = table(orbit=ORBIT, looks=[0.0, 0.0, -1.0]).move()
    assert (move.kind, move.centre, move.looks) == ("orbit", (1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    assert move.angle == pytest.approx(-math.pi / 2)


def test_a_turn_of_the_elbow_is_asked_for_in_radians():
    move = table(plane_deg=-30.0, duration_s=20.0).move()
    assert (move.kind, move.turn, move.duration) == ("plane", pytest.approx(-math.pi / 6), 20.0)


@pytest.mark.parametrize("angles", [(180.0, 0.0, 0.0), (10.0, -70.0, 200.0), (-170.0, 45.0, 90.0)])
def test_euler_angles_are_turned_about_z_then_y_then_x(angles):
    quat = table(**LINE, euler_zyx_deg=angles).move().quat_base_tool
    R = rotation_from_euler_zyx(*map(math.radians, angles))
    assert quat == pytest.approx(quaternion_from_rotation(R), abs=1e-15)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"place_m": [1.0, 0.0, 0.5], "look_at_m": [0, 0, 0]}, "give a place_m its attitude"),
        ({"place_m": [1.0, 0.0, 0.5], "gives": "z"}, "gives belongs to a line"),
        ({"arc": POINTS | ABOUT}, "either through_m and to_m, or centre_m, axis and angle_deg"),
        ({"arc": {"to_m": [1.0, 0.0, 0.0]}}, "either through_m and to_m"),
        ({"arc": {}}, "either through_m and to_m"),
        ({"arc": ABOUT | {"axis": [0, 0, 0]}}, "axis must be a direction; it is 0"),
        ({"arc": ABOUT | {"turns": True}, "euler_zyx_deg": [0, 0, 0]}, "euler_zyx_deg belongs to a line"),
        ({"orbit": ORBIT, "look_at_m": [0, 0, 0]}, "look_at_m belongs to a line"),
        ({**LINE, "look_at_m": [0, 0, 0], "euler_zyx_deg": [0, 0, 0]}, "either euler_zyx_deg or look_at_m"),
        ({**LINE, "looks": [0, 0, 1]}, "looks belongs to look_at_m or to an orbit"),
        ({**LINE, "up": [0, 0, 1]}, "up belongs to look_at_m"),
        ({"to_deg": [0.0], "frame": "world"}, "frame belongs to a line"),
        ({"to_deg": [0.0], "arc": POINTS}, "give either to_deg, to or place_m"),
        ({}, "give either to_deg, to or place_m"),
        ({"plane_deg": 0.0}, "plane_deg must be an angle; it is 0"),
        ({"plane_deg": 10.0, "frame": "world"}, "frame belongs to a line"),
        ({"plane_deg": 10.0, "euler_zyx_deg": [0, 0, 0]}, "euler_zyx_deg belongs to a line"),
        ({"plane_deg": 10.0, **LINE}, "give either to_deg, to or place_m"),
        ({**LINE, "blend_m": -1.0}, "blend_m"),
        ({"arc": ABOUT | {"angle": 1.0}}, "angle"),
    ],
)
def test_keys_that_do_not_belong_together_are_refused(keys, told):
    with pytest.raises(msgspec.ValidationError, match=told):
        table(**keys)
