"""The table of the hand: what it gives, what it refuses, and that an unsaid hand changes no configuration."""

import math

import msgspec
import pytest

from haptics.devices.simulated import YieldingHand
from haptics.forces.wrench import ZERO
from telemetry.agreed.hand_settings import ForceSettings, HandSettings, HumanHand
from telemetry.messages.handle import Steering
from telemetry.plan.hand_frame import HandAxes
from telemetry.plan.hand_settings_table import STEP_S, ForceTable, HandSettingsTable, HumanTable
from telemetry.plan.teleop_table import StrokeTable, TeleopTable


@pytest.mark.parametrize(("damping", "stiffness"), [(1000.0, 0.0), (0.0, 100_000.0), (1000.0, 100_000.0)])
def test_the_lightest_hand_that_is_taken_can_be_simulated(damping, stiffness):
    least = 0.5 * STEP_S * damping + 0.25 * STEP_S**2 * stiffness
    table = HumanTable(mass_kg=1.01 * max(least, 0.05), damping_ns_m=damping, stiffness_n_m=stiffness)
    hand = YieldingHand(table.settings())
    for _ in range(5000):
        hand.step((0.05, 0.0, 0.0), ZERO, STEP_S)
    assert abs(hand.p[0]) < 0.2


def test_tables_that_say_nothing_give_the_usual_force_in_the_usual_hand():
    assert ForceTable().settings() == ForceSettings()
    assert HumanTable().settings() == HumanHand()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (ForceTable, {"gain_n_m": -1.0}),
        (ForceTable, {"sent": "asked"}),
        (ForceTable, {"contact_from_m": 0.0}),
        (HumanTable, {"mass_kg": 0.0}),
        (HumanTable, {"stifness_n_m": 50.0}),
        (HumanTable, {"mass_kg": 0.4, "damping_ns_m": 1000.0}),
        (HumanTable, {"gives_way_m_n": 0.1, "stiffness_n_m": 100.0}),
    ],
)
def test_what_cannot_be_is_refused(table, said):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, table)


def test_a_table_that_says_nothing_gives_the_usual_hand():
    assert HandSettingsTable().settings({}) == HandSettings()
    assert msgspec.to_builtins(HandSettings()) == {}


def test_how_fast_the_tool_may_change_its_motion_is_said_in_the_table():
    table = HandSettingsTable(
        speed_m_s=0.5, acceleration_m_s2=0.2, jerk_m_s3=0.4, turning_acceleration_deg_s2=9.0
    )
    hand = table.settings({})
    assert (hand.acceleration_max, hand.jerk_max) == (0.2, 0.4)
    assert (hand.turning_acceleration_max, hand.turning_jerk_max) == (math.radians(9.0), 0.1)


def test_degrees_end_at_the_table():
    table = HandSettingsTable(turning_deg_s=9.0, dead_zone_deg=2.0, handle_euler_zyx_deg=(90.0, 0.0, 0.0))
    hand = table.settings({})
    assert (hand.turning_max, hand.turning_dead_zone) == (math.radians(9.0), math.radians(2.0))
    assert hand.quat_base_handle == pytest.approx((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"workspace_m": [[0.0, 0.0, 1.0], [1.0, 1.0, 1.0]]}, "room"),
        ({"locked_axes": ["x", "x"]}, "only once"),
        ({"shared": ["clearance", "clearance"]}, "only once"),
        ({"shared": ["clearence"]}, "clearence"),
        ({"frame": "view"}, "required there"),
        ({"axes_euler_zyx_deg": [0.0, 0.0, 0.0]}, "belongs to"),
        ({"mode": "positon"}, "positon"),
        ({"speed_m_s": 0.5}, "speed_m_s: rest from full speed takes 10.5 s, 8 s at most"),
        ({"turning_deg_s": 45.0, "turning_jerk_deg_s3": 1.0}, "turning_deg_s: rest from full speed takes"),
        ({"jerk_m_s3": 0.0}, "jerk_m_s3"),
        ({"frame": "veiw"}, "no frame 'veiw'; did you mean 'view'"),
        ({"frame": "camera eye", "axes_euler_zyx_deg": [0.0, 0.0, 0.0]}, "belongs to"),
    ],
)
def test_a_table_that_cannot_be_is_refused(said, problem):
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.convert(said, HandSettingsTable)


def stroke(**said):
    return StrokeTable(until="time", for_s=1.0, **said)


def test_a_stroke_that_turns_holds_the_right_button_unless_it_says_which():
    turn = {"turn_axis": (0.0, 0.0, 2.0), "turn_deg": 90.0}
    assert stroke(**turn).attitude() == pytest.approx((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)))
    assert stroke(**turn).pressed == ("right",)
    assert stroke(**turn, buttons=("left", "right")).pressed == ("left", "right")
    assert stroke(direction=(1.0, 0.0, 0.0), displacement_m=0.1).pressed == ()


@pytest.mark.parametrize(
    "said",
    [{}, {"turn_deg": 5.0}, {"direction": (1.0, 0.0, 0.0)}, {"turn_axis": (0.0,) * 3, "turn_deg": 5.0}],
)
def test_a_stroke_that_goes_nowhere_is_refused(said):
    with pytest.raises(ValueError, match=r"belong together|give direction|no length"):
        stroke(**said)


def test_strokes_steer_as_the_hand_does_unless_they_say_otherwise():
    usual = Steering(mode="pose", frame="view", control="bilateral", quat_axes=(0.0, 1.0, 0.0, 0.0))
    strokes = (stroke(direction=(1.0, 0.0, 0.0), displacement_m=0.1),)
    assert TeleopTable(strokes=strokes).steering(usual, {}) == usual
    own = TeleopTable(strokes=strokes, mode="attitude", frame="tool").steering(usual, {})
    assert own == Steering(mode="attitude", frame="tool", control="bilateral")
    with pytest.raises(ValueError, match="required there"):
        TeleopTable(strokes=strokes, frame="camera")


def test_the_frame_of_a_named_camera_needs_no_axes_and_an_unknown_one_is_told_with_those_there_are():
    cameras = {
        "eye": HandAxes("camera", (0.0, 1.0, 0.0, 0.0)),
        "wall": HandAxes("view", (0.0, 0.0, 1.0, 0.0)),
    }
    said = HandSettingsTable(frame="camera eye").settings(cameras).steering
    assert said == Steering(frame="camera", quat_axes=(0.0, 1.0, 0.0, 0.0))
    strokes = (stroke(direction=(1.0, 0.0, 0.0), displacement_m=0.1),)
    own = TeleopTable(strokes=strokes, frame="camera wall").steering(Steering(mode="pose"), cameras)
    assert own == Steering(mode="pose", frame="view", quat_axes=(0.0, 0.0, 1.0, 0.0))
    with pytest.raises(
        ValueError, match="no camera 'x' is named by the scenario or station; there are eye, wall"
    ):
        HandSettingsTable(frame="camera x").settings(cameras)
