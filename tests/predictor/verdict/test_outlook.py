"""What is told of collisions: levels, time to contact that passes, and figures on the less safe side."""

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from predictor.collision.method import Clearance, Clearances, build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.motion import Track
from predictor.motion.stop import rest
from predictor.verdict.commanded import Commanded, LookAhead
from predictor.verdict.outlook import CollisionWatch, LastDistances, collision_level
from telemetry.messages.joint_state import JointState

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes" / "adjacent_target.toml"))
S = 1_000_000_000
REQUIRED, DRIVES = 0.03, 0.01
ABOVE = np.radians([0.0, -119.637, -109.358320348, 0.0, -40.431398439, 0.0])
DOWN = np.array([0.0, -0.1, 0.0, 0.0, 0.0, 0.0])
NONE = (0.0,) * 6
ONE_MICROMETRE, ONE_MILLISECOND = 1e-6, 1e-3


def lookout(horizon_s=2.0):
    return CollisionWatch(LookAhead(WORLD, REQUIRED, horizon_s, 0.25), drives_m=DRIVES, warns_m=REQUIRED)


def going(q, rate, start_ns=0):
    begin, end = (JointState(tuple(p.tolist()), tuple(rate.tolist()), NONE) for p in (q - 0.25 * rate, q))
    return Commanded(Track(start_ns=start_ns, period_ns=S // 4, states=(begin, end)), None, None)


def near(distance):
    return Clearances(Clearance(distance, ("hand", "rail")), None)


def see(out, distance=0.5, *, residual=NONE, stops=(), now_ns=0):
    stops = None if stops is None else np.reshape(stops, (-1, 6))
    return out.outlook(near(distance), sent_q=tuple(ABOVE), residual=residual, stops=stops, now_ns=now_ns)


def test_time_to_contact_passes_and_ends_at_zero():
    out = lookout()
    out.on_commanded(going(ABOVE, DOWN, start_ns=5 * S))
    first = see(out, now_ns=5 * S).approach.left_s
    later = see(out, now_ns=5 * S + S // 10).approach.left_s
    assert 0.25 < first < 2.25
    assert later == pytest.approx(first - 0.1, abs=2 * ONE_MILLISECOND)
    assert see(out, now_ns=50 * S).approach.left_s == 0.0


def test_people_may_be_warned_sooner_than_motion_has_to_end():
    assert collision_level(0.06, unverified_m=0.01, warns_m=0.1, comes_below=False) == "warning"
    assert collision_level(0.06, unverified_m=0.01, warns_m=0.05, comes_below=False) == "clear"


def test_a_motion_is_looked_at_once_and_never_before_its_verdict():
    calls = []

    class Counting(LookAhead):
        def follow(self, newest, T_world_base=None):
            calls.append(newest)
            return

    out = CollisionWatch(Counting(WORLD, REQUIRED, 2.0, 0.25), drives_m=DRIVES, warns_m=REQUIRED)
    out.on_commanded(going(ABOVE, DOWN))
    assert calls == []
    see(out), see(out)
    out.on_commanded(going(ABOVE, DOWN, start_ns=S))
    see(out)
    assert len(calls) == 1
    out.on_commanded(going(ABOVE, -DOWN))
    see(out)
    assert len(calls) == 2


def test_nothing_commanded_and_nobody_looking_is_nothing_told():
    assert see(lookout()).approach is None
    out = lookout(horizon_s=0.0)
    out.on_commanded(going(ABOVE, DOWN))
    assert see(out).approach is None


def test_contact_ahead_or_too_near_now_is_a_warning():
    out = lookout()
    assert see(out).level == "clear"
    assert see(out, REQUIRED - ONE_MILLISECOND).level == "warning"
    out.on_commanded(going(ABOVE, DOWN))
    assert see(out).level == "warning"


def test_an_arm_that_passes_as_planned_is_not_held_for_what_nobody_has_seen_of_it_yet():
    seen = see(lookout(), 0.04, stops=ABOVE + 0.1)
    assert seen.uncertainty > 0.04
    assert seen.level == "clear"


def test_an_arm_that_stands_as_near_as_it_may_is_clear_for_ever():
    assert see(lookout(), REQUIRED, now_ns=10**6 * S).level == "clear"


def test_an_arm_that_telemetry_shows_elsewhere_by_more_than_its_distance_is_in_contact():
    seen = see(lookout(), 0.04, residual=(0.0, 0.05, 0.0, 0.0, 0.0, 0.0))
    assert seen.level == "contact"


@pytest.mark.parametrize("distance", [math.nan, -math.inf, -0.01, 0.0, 0.01])
def test_a_distance_that_promises_nothing_is_contact(distance):
    assert collision_level(distance, unverified_m=0.01, warns_m=0.03, comes_below=False) == "contact"


def test_figures_are_told_on_the_less_safe_side_and_hardly_off():
    seen = see(lookout(), 0.1234567891, stops=ABOVE + 0.0123456789)
    assert 0.0 <= 0.1234567891 - seen.scene.distance < ONE_MICROMETRE
    assert (seen.scene.distance * 2**20).is_integer() and (seen.uncertainty * 2**20).is_integer()


def test_nobody_knows_how_far_an_arm_is_off_that_somebody_else_has_moved():
    seen = see(lookout(), stops=None)
    assert seen.uncertainty is None and seen.at_least is None


def test_the_distance_that_is_sure_is_that_of_the_nearest_stop_less_the_drives():
    nearer = ABOVE + 0.5 * DOWN
    truth = WORLD.clearance(nearer).distance
    seen = see(lookout(), 0.9, stops=[ABOVE, nearer])
    assert truth < WORLD.clearance(ABOVE).distance
    assert seen.at_least == pytest.approx(truth - DRIVES, abs=ONE_MICROMETRE)


def test_the_distance_that_is_sure_is_less_by_all_that_telemetry_shows_beside_the_sent_motion():
    shown = see(lookout(), 0.3, residual=(0.0, 0.01, 0.0, 0.0, 0.0, 0.0))
    assert shown.at_least == pytest.approx(0.3 - shown.uncertainty, abs=2 * ONE_MICROMETRE)


def test_a_base_that_floats_takes_every_bit_of_the_uncertainty_from_the_distance_that_is_sure():
    world = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes" / "free_target.toml"))
    out = CollisionWatch(LookAhead(world, REQUIRED, 2.0, 0.25), drives_m=DRIVES, warns_m=REQUIRED)
    seen = see(out, 0.9, stops=ABOVE + 0.02)
    assert world.base is not None and seen.uncertainty > DRIVES
    assert seen.at_least == pytest.approx(0.9 - seen.uncertainty, abs=2 * ONE_MICROMETRE)


def test_what_stands_comes_no_nearer():
    out = lookout()
    track = Track(start_ns=0, period_ns=S // 4, states=(rest(ROBOT.home_q),))
    out.on_commanded(Commanded(track, None, None))
    coming = see(out).approach
    assert coming.left_s is None
    assert coming.nearest.distance == pytest.approx(
        WORLD.clearance(ROBOT.home_q).distance, abs=ONE_MICROMETRE
    )


class Measured:
    """A world that counts how often it is asked."""

    def __init__(self, distance):
        self.distance, self.asked = distance, 0

    def clearances(self, q, T_world_base):
        self.asked += 1
        return near(self.distance)


def test_an_arm_is_measured_anew_once_it_its_base_or_the_world_is_another_and_only_then():
    world, other, last, T = Measured(0.2), Measured(0.1), LastDistances(), np.eye(4)
    looks = [((0.0,), None), ((0.0,), None), ((0.1,), None), ((0.1,), T), ((0.1,), T.copy()), ((0.1,), 2 * T)]
    assert [last.at(*look, world) and world.asked for look in looks] == [1, 1, 2, 3, 3, 4]
    assert last.at(*looks[-1], other) == near(0.1)


def test_where_it_may_have_stopped_is_measured_anew_in_another_world():
    out, stood = lookout(), near(9.0)
    asked = {"sent_q": tuple(ABOVE), "residual": NONE, "stops": np.array([ABOVE]), "now_ns": 0}
    nearer = SimpleNamespace(robot=ROBOT, base=None, clearance=lambda q: Clearance(-1.0, ("hand", "rail")))
    before = out.outlook(stood, **asked).at_least
    out.on_world(LookAhead(nearer, REQUIRED, 0.0, 0.25))
    after = out.outlook(stood, **asked).at_least
    assert after < before and after == pytest.approx(-1.0 - DRIVES, abs=ONE_MICROMETRE)
